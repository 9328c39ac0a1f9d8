// What `make` runs: the recipes of its targets and of what they need.
import { posix } from 'node:path'
import { textToRun } from '../../../run-files.ts'
import { addRun, changedCwd, optionValue, type CommandState } from '../../command-state.ts'
import { absolute } from '../place.ts'
import { expandMake, readMakefile, type MakeRule, type Makefile } from './makefile.ts'

const MAX_TARGETS = 500
const MAX_INCLUDES = 20

export function runMake(state: CommandState): void {
  const { parsed, command } = state
  if (
    command.remote === true ||
    ['--dry-run', '--question', '--touch', '--version', '--help'].some(state.has)
  )
    return
  const found = makefileText(state)
  if (found === undefined) return
  const words = parsed.operands.map(({ text }) => text)
  const given = new Map(words.flatMap((word) => assigned(word)))
  let includes = 0
  const include = (name: string): string | undefined => {
    const path = absolute(name, state)
    return path === undefined || ++includes > MAX_INCLUDES ? undefined : textToRun(path, state.world)
  }
  const makefile = readMakefile(found.text, { given, include })
  const named = words.filter((word) => !word.includes('='))
  const targets = named.length > 0 ? named : firstTarget(makefile)
  const run = (text: string): void =>
    addRun(state, { kind: 'shell', text, file: found.path, ...changedCwd(state) })
  makefile.shells.forEach(run)
  for (const line of recipesOf(targets, makefile, state)) run(line)
}

const assigned = (word: string): [string, string][] => {
  const [, name, value = ''] = /^([\w.-]+)[:+?]?=([^]*)$/.exec(word) ?? []
  return name === undefined ? [] : [[name, value]]
}

function makefileText(state: CommandState): { readonly path: string; readonly text: string } | undefined {
  const given = optionValue(state, '--file')
  if (given === '-' || given === '/dev/stdin') {
    const text = state.input?.text
    return text === undefined ? undefined : { path: 'standard input', text }
  }
  for (const name of given === undefined ? ['GNUmakefile', 'makefile', 'Makefile'] : [given]) {
    const path = absolute(name, state)
    const text = path === undefined ? undefined : textToRun(path, state.world)
    if (path !== undefined && text !== undefined) return { path, text }
  }
  return undefined
}

function firstTarget({ rules, variables }: Makefile): readonly string[] {
  const goal = variables.get('.DEFAULT_GOAL')
  if (goal !== undefined) return [goal.trim()]
  const first = rules.flatMap(({ targets }) => targets).find((name) => !/^\.[A-Z]|%/.test(name))
  return first === undefined ? [] : [first]
}

/** The lines of shell text; what a target that is there already needs is not sure to run. */
function recipesOf(goals: readonly string[], makefile: Makefile, state: CommandState): string[] {
  const rules = new Map<string, MakeRule[]>()
  for (const rule of makefile.rules)
    for (const name of rule.targets) rules.set(name, [...(rules.get(name) ?? []), rule])
  const lines: string[] = []
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name) || seen.size > MAX_TARGETS) return
    seen.add(name)
    const own = rules.get(name) ?? []
    for (const each of own.flatMap(({ needs }) => needs)) visit(each)
    if (!isThere(name, makefile, state)) for (const rule of own) lines.push(...linesOf(name, rule, makefile))
  }
  for (const goal of goals) visit(goal)
  return lines
}

function isThere(name: string, { phony }: Makefile, state: CommandState): boolean {
  if (phony.has(name) || state.has('--always-make')) return false
  const path = absolute(name, state)
  return path !== undefined && state.world.files.kind(path) !== undefined
}

function linesOf(name: string, { needs, recipe }: MakeRule, { variables }: Makefile): string[] {
  const own = new Map([
    ['@', name],
    ['<', needs[0] ?? ''],
    ['^', needs.join(' ')],
    ['+', needs.join(' ')],
    ['@D', posix.dirname(name)],
    ['@F', posix.basename(name)],
  ])
  return recipe.flatMap((line) =>
    expandMake(line, variables, own)
      .split(/(?<!\\)\n/)
      .map((each) => each.replace(/^\s*[@+-]*\s*/, ''))
      .filter((each) => each !== ''),
  )
}
