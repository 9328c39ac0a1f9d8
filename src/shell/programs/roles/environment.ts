// What the variables around a command make it run besides.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { type Act, type Roles, run } from '../act.ts'
import { environment } from '../data/environment.ts'
import { configure, isHarmless } from './git.ts'

interface Variable {
  readonly kind: string
  /** The programs that look at it; none: all do. */
  readonly programs: readonly string[]
}

let table: Map<string, Variable[]> | undefined

function variablesOf(name: string): readonly Variable[] {
  if (table === undefined) {
    table = new Map()
    for (const line of environment.trim().split('\n')) {
      const [said = '', names = ''] = line.split(': ')
      const [kind = '', ...programs] = said.split(' ')
      for (const each of names.split(' ')) table.set(each, [...(table.get(each) ?? []), { kind, programs }])
    }
  }
  return table.get(name) ?? []
}

export function applyEnvironment(act: Act): void {
  const { assignments, program } = act.command
  for (const name of Object.keys(assignments)) {
    const value = assignments[name] ?? ''
    const called = [program, ...(act.reading.root === undefined ? [] : [act.reading.root.name])]
    for (const { kind, programs } of variablesOf(name))
      if (programs.length === 0 || called.some((each) => programs.includes(each)))
        apply(kind, { name, value }, act)
    if (name.startsWith('GIT_CONFIG_VALUE_') && called.includes('git')) applyPair(name, value, act)
  }
}

interface Setting {
  readonly name: string
  readonly value: string
}

function apply(kind: string, setting: Setting, act: Act): void {
  const { name, value } = setting
  const isOpen = /[$`…]/.test(value)
  switch (kind) {
    case 'sh':
      if (isOpen) return tell(setting, act, everything)
      if (!isHarmless.test(value)) run(act, { kind: 'shell', text: value, beside: true })
      return
    case 'source':
      if (isOpen) return tell(setting, act, everything)
      if (value !== '' && value !== '/dev/null')
        run(act, { kind: 'argv', argv: ['source', value], beside: true })
      return
    case 'programs':
      if (name !== 'PATH' || !isUsual(value, act)) tell(setting, act, [])
      return
    case 'options':
      if (isOpen || loads.test(value)) tell(setting, act, [])
      return
    case 'config':
      if (value !== '' && value !== '/dev/null') tell(setting, act, ['commands'])
      return
    default:
      if (value !== '') tell(setting, act, [])
  }
}

/** Options with which code of other files is loaded. */
const loads =
  /(?:^|\s)(?:--?(?:require|import|(?:experimental-)?loader|eval|javaagent|agentlib|agentpath|toolexec|exec|vettool|checkpoint-action|to-command|use-compress-program)\b|-(?!race\b|mod\b)[rMmIep]|-X?bootclasspath)|^-?d:|\bSHELL=/

function tell({ name, value }: Setting, act: Act, about: readonly FactKind[]): void {
  act.unresolved.push({
    reason: `with ${name} so set, ${act.command.program} may run other code than its own: leave ${name} out`,
    text: `${name}=${value}`,
    about,
  })
}

const system = new Set(
  '/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin /opt/homebrew/sbin /opt/local/bin /snap/bin'.split(
    ' ',
  ),
)

/** Programs are found where they are without it. */
function isUsual(value: string, { world }: Act): boolean {
  const known = new Set((world.env['PATH'] ?? '').split(':').filter((dir) => dir.startsWith('/')))
  const dirs = value.split(':').filter((dir) => !system.has(dir) && !known.has(dir))
  return dirs.length < 2 && dirs.every((dir) => /^\$(?:PATH|\{PATH\}|…)$/.test(dir))
}

/** `GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=…` is `-c core.pager=…`. */
function applyPair(name: string, value: string, act: Act): void {
  const key = act.command.assignments[name.replace('VALUE', 'KEY')] ?? '$'
  if (/[$`…]/.test(key + value)) tell({ name, value }, act, everything)
  else configure(`${key}=${value}`, act)
}

/** An option through which it runs other code: no harm by itself, and not what an allow has in mind. */
function tellOption(text: string, act: Act): void {
  act.unresolved.push({
    reason: `with ${text}, ${act.command.program} may run other code than its own: leave it out`,
    text,
    about: [],
  })
}

export const environmentRoles = (): Roles => ({
  'loads-code': { about: ['commands'], apply: ({ text }, act) => tellOption(text, act) },
  'loads-file': {
    about: ['commands'],
    apply({ text }, act) {
      if (/^(?:[./]|\w+:)/.test(text)) tellOption(text, act)
    },
  },
})
