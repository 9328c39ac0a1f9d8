// `use: command-policy` expands to the rules of a level and those of the user's own lists.
import { policyRules } from '../check/generated/policy.ts'
import { mapStrings } from '../../model/plain-object.ts'
import { isKeys, type Keys, listOf, stringsOf } from '../read/config-file.ts'

/** A rule that replaces a built-in: its name, appended to the rule's own, and its keys. */
export interface BuiltinExpansion {
  readonly name: string
  readonly keys: Keys
  /** Absent: the events of the rule that it replaces. */
  readonly event?: 'PostToolUse'
  /** The option that it was made from. */
  readonly option?: string
}

const own: Readonly<Record<'deny' | 'ask' | 'allow', string>> = {
  deny: '"{{command}}" is on its list. Use another command, or ask the user.',
  ask: 'The command policy asks about "{{command}}". Wait for the answer, or use another command.',
  allow: 'The command policy allows it.',
}

/** The user's lists come first; the rules of the level exclude what the user allows. */
export function expandPolicy(options: Keys): readonly BuiltinExpansion[] {
  const level =
    (['relaxed', 'standard', 'strict'] as const).find((each) => each === options.level) ?? 'standard'
  const allowed = stringsOf(options.allow).filter((pattern) => !pattern.startsWith('!'))
  return [
    ...(['deny', 'ask', 'allow'] as const).flatMap((says) => userRule(says, options[says])),
    ...policyRules[level].map((rule) => ({
      name: String(rule.name),
      keys: allowed.length === 0 ? rule : { ...rule, match: excluding(rule.match, allowed) },
    })),
    ...heredocRule(options.heredoc_chars),
    ...outputRule(options.output),
  ].map(namePolicy)
}

/** The reason names the policy: the reader did not write the rule. */
function namePolicy(rule: BuiltinExpansion): BuiltinExpansion {
  const { deny } = rule.keys
  if (!Object.hasOwn(rule.keys, 'deny')) return rule
  const named = mapStrings(deny, (text) => `Command blocked by policy: ${text}`)
  return { ...rule, keys: { ...rule.keys, deny: named } }
}

function userRule(says: keyof typeof own, patterns: unknown): readonly BuiltinExpansion[] {
  if (listOf(patterns).length === 0) return []
  return [{ name: says, keys: { match: { command: patterns }, [says]: own[says] }, option: says }]
}

/** The match, with these commands excluded wherever it asks about commands. */
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
  // Two small patterns: one with a count behind the mark is too large for the engine of long texts.
  const match = {
    all: [{ input: { command: `/<<-?\\s*["'\\\\]?\\w/` } }, { input: { command: `/^[^]{${most}}/` } }],
    writes: '**',
  }
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

// `use: protect` expands to rules over what a call would touch: the named paths, and files that start programs.

/** What makes git run programs. */
const gitFiles: readonly string[] = ['./.git/hooks/**', './.git/config']

/** Programs that change whole trees without naming files, and those that only run others, which are matched by themselves. */
const unaimedPrograms =
  'git cd ls pwd npx pnpm yarn bunx uv uvx poetry bundle go cargo eslint prettier biome oxfmt dprint stylelint ruff black ' +
  'isort yapf autopep8 gofmt goimports rustfmt rubocop clang-format shfmt php-cs-fixer'
const aimedCommand = { command: ['*', ...unaimedPrograms.split(' ').map((program) => `!${program}`)] }
/** Git commands that change named files. */
const gitOnFiles = {
  command: ['git mv', 'git rm', 'git apply', 'git am', 'git config', 'git checkout-index'],
}

const reasons = {
  paths: '{{path}} is protected. Tell the user what you would change there, and why.',
  reads: '{{path}} is protected, and nobody but the user reads it. Ask for the part that you need.',
  own: '{{path}} decides what an agent may do. Tell the user what you would change there, and why.',
}

export function expandProtect(options: Keys, agentFiles: readonly string[]): readonly BuiltinExpansion[] {
  const paths = stringsOf(options.paths)
  const writes = { name: 'paths', keys: denyWrites(paths, reasons.paths), option: 'paths' }
  const reads = { name: 'reads', keys: { match: { reads: paths }, deny: reasons.reads }, option: 'paths' }
  return [
    ...(paths.length > 0 ? [writes] : []),
    ...(paths.length > 0 && options.reads === true ? [reads] : []),
    { name: 'own', keys: denyWrites([...gitFiles, ...agentFiles], reasons.own) },
  ]
}

function denyWrites(paths: readonly string[], deny: string): Keys {
  return {
    match: { writes: paths, any: [{ tool: '!@shell' }, aimedCommand, gitOnFiles] },
    deny,
    on_unresolved: 'proceed',
  }
}
