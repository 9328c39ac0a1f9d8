// What the variables around a command make it run besides.
import type { CommandFact } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { role, type CommandState, type Roles } from '../command-state.ts'
import { environment } from '../data/environment.ts'
import { programOf } from '../table.ts'
import { readInlineCode, runCodeFile } from './code/file.ts'
import { applyConfig } from './git/settings.ts'
import { splitItems } from './runs.ts'
import { addWarning, isOpen, variableKinds } from './variables.ts'

interface Variable {
  readonly kind: string
  /** The programs that look at it; none: all do. */
  readonly programs: readonly string[]
}

let variables: Map<string, Variable[]> | undefined

function variablesOf(name: string): readonly Variable[] {
  if (variables === undefined) {
    variables = new Map()
    for (const line of environment.trim().split('\n')) {
      const [said = '', names = ''] = line.split(': ')
      const [kind = '', ...programs] = said.split(' ')
      for (const each of names.split(' '))
        variables.set(each, [...(variables.get(each) ?? []), { kind, programs }])
    }
  }
  return variables.get(name) ?? []
}

/** The command with the options that variables hold for it: `TAR_OPTIONS='-I x' tar …` is `tar -I x …`, `GIT_DIR=x git …` is `git --git-dir x …`. */
export function withOptions(command: CommandFact): CommandFact {
  const { argv, assignments, open, globs } = command
  const program = programOf(argv[0] ?? '')?.name
  const more = Object.entries(assignments).flatMap(([name, value]): readonly string[] => {
    const kind = variablesOf(name).find(({ programs }) => programs[0] === program)?.kind ?? ''
    if (kind.startsWith('--')) return argv.some((word) => word.startsWith(kind)) ? [] : [kind, value]
    return kind === 'options' && !isOpen(value) ? (splitItems(value) ?? []) : []
  })
  if (program === undefined || more.length === 0) return command
  const shifted = (places: readonly number[]) => places.map((at) => (at === 0 ? at : at + more.length))
  const unknown = more.flatMap((word, at) => (isOpen(word) ? [at + 1] : []))
  return {
    ...command,
    argv: [argv[0] ?? '', ...more, ...argv.slice(1)],
    ...(open === undefined && unknown.length === 0 ? {} : { open: [...unknown, ...shifted(open ?? [])] }),
    ...(globs === undefined ? {} : { globs: shifted(globs) }),
  }
}

export function applyEnvironment(state: CommandState): void {
  const { assignments, program } = state.command
  for (const name of Object.keys(assignments)) {
    const value = assignments[name] ?? ''
    const called = [program, ...(state.parsed.root === undefined ? [] : [state.parsed.root.name])]
    for (const { kind, programs } of variablesOf(name))
      if (programs.length === 0 || called.some((each) => programs.includes(each)))
        variableKinds[kind]?.({ name, value }, state)
    if (name.startsWith('GIT_CONFIG_VALUE_') && called.includes('git')) applyPair(name, value, state)
    if (name === 'GIT_CONFIG_PARAMETERS' && called.includes('git'))
      for (const pair of splitItems(value) ?? []) applyConfig(pair, state)
  }
}

/** `GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=…` is `-c core.pager=…`. */
function applyPair(name: string, value: string, state: CommandState): void {
  const key = state.command.assignments[name.replace('VALUE', 'KEY')] ?? '$'
  if (/[$`…]/.test(key) || value.includes('…')) addWarning({ name, value }, state, everything)
  else applyConfig(`${key}=${value}`, state)
}

/** An option through which it runs other code: no harm by itself, and not what an allow has in mind. */
function addOptionWarning(text: string, state: CommandState): void {
  state.unresolved.push({
    reason: `with ${text}, ${state.command.program} may run other code than its own: leave it out`,
    text,
    about: [],
  })
}

/** A file, or code in an address. */
function runLoaded(text: string, state: CommandState): void {
  const [, encoding, code] = /^data:text\/javascript(;base64)?,([^]*)$/.exec(text) ?? []
  if (code === undefined) runCodeFile({ text, at: -1 }, 'node', state)
  else readInlineCode(encoding === undefined ? decodeURIComponent(code) : atob(code), 'node', state)
}

export const environmentRoles = (): Roles => ({
  'loads-code': role(['commands'], ({ text }, state) => addOptionWarning(text, state)),
  'loads-file': role(['commands'], ({ text }, state) => {
    if (!/^(?:[./]|\w+:)/.test(text)) return
    addOptionWarning(text, state)
    runLoaded(text, state)
  }),
})
