// `use: command-policy` stands for the rules of a level and those of the user's own lists.
import { policyRules } from '../check/generated/policy.ts'
import { isKeys, type Keys, listOf, stringsOf } from '../read/config-file.ts'

type PolicyLevel = keyof typeof policyRules

/** A rule that stands in place of a built-in: what it is called behind the built-in's name, and its keys. */
export interface BuiltinExpansion {
  readonly name: string
  readonly keys: Keys
  /** Absent: the events of the rule that it stands for. */
  readonly event?: 'PostToolUse'
  /** The option that it was made from. */
  readonly option?: string
}

const own: Readonly<Record<'deny' | 'ask' | 'allow', string>> = {
  deny: '"{{command}}" is on its list. Use another command, or ask the user.',
  ask: 'The command policy asks about "{{command}}". Wait for the answer, or use another command.',
  allow: 'The command policy allows it.',
}

/** What is listed by the user comes first; what is allowed there is left alone by the level. */
export function expandPolicy(options: Keys): readonly BuiltinExpansion[] {
  const level = isLevel(options.level) ? options.level : 'standard'
  const allowed = stringsOf(options.allow).filter((pattern) => !pattern.startsWith('!'))
  return [
    ...(['deny', 'ask', 'allow'] as const).flatMap((says) => userRule(says, options[says])),
    ...policyRules[level].map((rule) => ({ name: String(rule.name), keys: withoutCommands(rule, allowed) })),
    ...heredocRule(options.heredoc_chars),
    ...outputRule(options.output),
  ].map(namePolicy)
}

/** Whoever is denied by a level that they did not write reads what denied. */
function namePolicy(rule: BuiltinExpansion): BuiltinExpansion {
  const { deny } = rule.keys
  return typeof deny === 'string'
    ? { ...rule, keys: { ...rule.keys, deny: `Command blocked by policy: ${deny}` } }
    : rule
}

function isLevel(level: unknown): level is PolicyLevel {
  return typeof level === 'string' && Object.hasOwn(policyRules, level)
}

function userRule(says: keyof typeof own, patterns: unknown): readonly BuiltinExpansion[] {
  if (listOf(patterns).length === 0) return []
  return [{ name: says, keys: { match: { command: patterns }, [says]: own[says] }, option: says }]
}

/** The rule, with these commands excluded wherever it asks about commands. */
function withoutCommands(rule: Keys, allowed: readonly string[]): Keys {
  return allowed.length === 0 ? rule : { ...rule, match: excluding(rule.match, allowed) }
}

function excluding(match: unknown, allowed: readonly string[]): unknown {
  if (Array.isArray(match)) return match.map((part: unknown) => excluding(part, allowed))
  if (!isKeys(match)) return match
  return Object.fromEntries(
    Object.entries(match).map(([key, value]) => {
      if (key === 'command') return [key, [...listOf(value), ...allowed.map((pattern) => `!${pattern}`)]]
      return [key, key === 'any' || key === 'all' ? excluding(value, allowed) : value]
    }),
  )
}

function heredocRule(most: unknown): readonly BuiltinExpansion[] {
  if (typeof most !== 'number') return []
  const match = { input: { command: `/<<-?\\s*["'\\\\]?\\w[^\\n]*\\n[^]{${most}}/` }, writes: '**' }
  const deny = `This writes a file of more than ${most} characters through a here-document. Use the tool that writes files.`
  return [{ name: 'heredoc', keys: { match, deny, on_unresolved: 'proceed' }, option: 'heredoc_chars' }]
}

function outputRule(output: unknown): readonly BuiltinExpansion[] {
  if (!isKeys(output)) return []
  const { head = 8000, tail = 24_000 } = output
  const max = output.max_chars ?? Number(head) + Number(tail)
  const keys = { match: '@shell', use: 'evict', with: { max_chars: max, head, tail } }
  return [{ name: 'output', keys, event: 'PostToolUse', option: 'output' }]
}
