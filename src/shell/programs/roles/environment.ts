// What the variables around a command make it run besides.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { addRun, addUnknownWord, role, type CommandState, type Roles } from '../command-state.ts'
import { environment } from '../data/environment.ts'
import { applyConfig, isHarmless } from './git.ts'
import { hostRoles } from './hosts.ts'

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

export function applyEnvironment(state: CommandState): void {
  const { assignments, program } = state.command
  for (const name of Object.keys(assignments)) {
    const value = assignments[name] ?? ''
    const called = [program, ...(state.parsed.root === undefined ? [] : [state.parsed.root.name])]
    for (const { kind, programs } of variablesOf(name))
      if (programs.length === 0 || called.some((each) => programs.includes(each)))
        applyVariable(kind, { name, value }, state)
    if (name.startsWith('GIT_CONFIG_VALUE_') && called.includes('git')) applyPair(name, value, state)
  }
}

interface Setting {
  readonly name: string
  readonly value: string
}

function applyVariable(kind: string, setting: Setting, state: CommandState): void {
  const { name, value } = setting
  const isOpen = /[$`…]/.test(value)
  switch (kind) {
    case 'sh':
      if (value.includes('…')) return addWarning(setting, state, everything)
      if (!isHarmless.test(value)) addRun(state, { kind: 'shell', text: value, beside: true })
      return
    case 'prompts':
      if (state.has('--interactive')) applyVariable('sh', setting, state)
      return
    case 'prompt':
      if (/\$\(|`/.test(value)) addRun(state, { kind: 'shell', text: `: "${value}"`, beside: true })
      return
    case 'source':
      if (isOpen) return addWarning(setting, state, everything)
      if (value !== '' && value !== '/dev/null')
        addRun(state, { kind: 'argv', argv: ['source', value], beside: true })
      return
    case 'programs':
      if (name !== 'PATH' || !isUsual(value, state)) addWarning(setting, state, [])
      return
    case 'options':
      if (isOpen || loadsCode.test(value)) addWarning(setting, state, [])
      return
    case 'host':
      if (isOpen) return addUnknownWord(state, { text: `${name}=${value}`, at: -1 }, ['hosts'])
      return hostRoles.addresses?.apply({ text: value, at: -1 }, state)
    case 'config':
      if (value !== '' && value !== '/dev/null') addWarning(setting, state, ['commands'])
      return
    default:
      if (value !== '') addWarning(setting, state, [])
  }
}

/** Options with which code of other files is loaded. */
const loadsCode =
  /(?:^|\s)(?:--?(?:require|import|(?:experimental-)?loader|eval|javaagent|agentlib|agentpath|toolexec|exec|vettool|checkpoint-action|to-command|use-compress-program)\b|-(?!race\b|mod\b)[rMmIep]|-X?bootclasspath)|^-?d:|\bSHELL=/

function addWarning({ name, value }: Setting, state: CommandState, about: readonly FactKind[]): void {
  state.unresolved.push({
    reason: `with ${name} so set, ${state.command.program} may run other code than its own: leave ${name} out`,
    text: `${name}=${value}`,
    about,
  })
}

const systemDirs = new Set(
  '/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin /opt/homebrew/sbin /opt/local/bin /snap/bin'.split(
    ' ',
  ),
)

/** Programs are found where they are without it. */
function isUsual(value: string, { world }: CommandState): boolean {
  const known = new Set((world.env['PATH'] ?? '').split(':').filter((dir) => dir.startsWith('/')))
  const dirs = value.split(':').filter((dir) => !systemDirs.has(dir) && !known.has(dir))
  return dirs.length < 2 && dirs.every((dir) => /^\$(?:PATH|\{PATH\}|…)$/.test(dir))
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

export const environmentRoles = (): Roles => ({
  'loads-code': role(['commands'], ({ text }, state) => addOptionWarning(text, state)),
  'loads-file': role(['commands'], ({ text }, state) => {
    if (/^(?:[./]|\w+:)/.test(text)) addOptionWarning(text, state)
  }),
})
