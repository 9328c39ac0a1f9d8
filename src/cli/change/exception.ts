// The exception that takes a call out of a rule: one more pattern, `!git push -f origin docs`, in what it matches.
import { isAbsolute } from 'node:path'
import { type ConfigFile, isKeys, type Keys, listOf } from '../../config/read/config-file.ts'
import { shortPath } from '../../patterns/paths/paths.ts'
import { builtinOf, type RuleDraft } from '../../config/expand/expand.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event } from '../../model/types.ts'
import type { RuleTally } from '../past/tally.ts'

interface Exception {
  readonly pattern: string
  /** The keys of the match that get the pattern. */
  readonly keys: readonly string[]
  /** The match as written, with it. */
  readonly match: Keys
}

const pathKeys = ['path', 'by_hand', 'writes', 'edits', 'creates', 'deletes', 'reads']

/**
 * `part` is what the rule met, as its trace names it: `run: git push -f`, `delete: dist/js`. Undefined where the match
 * has no pattern to add to, or where only this call meets it.
 */
function exceptionFor(match: unknown, part: string, root: string): Exception | undefined {
  const [, verb = '', met = ''] = /^(\w+): ([^]+)$/.exec(part) ?? []
  const isCommand = verb === 'run'
  const text = isCommand || !isAbsolute(met) ? met : shortPath(met, root)
  if (text === '' || !isPlain(text, isCommand ? ' :@=,' : '~@')) return undefined
  if (JSON.stringify(match ?? null).includes(JSON.stringify(text))) return undefined // then it would hold for nothing
  const among = isCommand ? ['command'] : verb === 'contact' ? ['host'] : pathKeys
  const keys = new Set<string>()
  const pattern = `!${text}`
  const changed = excluding(match, pattern, { among, keys })
  return changed === undefined ? undefined : { pattern, keys: [...keys], match: changed }
}

/** Patterns read other signs as more than themselves. */
function isPlain(text: string, more: string): boolean {
  return Array.from(text).every((char) => /[\w./+-]/.test(char) || more.includes(char))
}

interface KeyChoice {
  readonly among: readonly string[]
  /** Those that the match has. */
  readonly keys: Set<string>
}

/** The match with the pattern beside every other of these keys; undefined when it has none of them. */
function excluding(match: unknown, pattern: string, { among, keys }: KeyChoice): Keys | undefined {
  if (!isKeys(match)) return undefined
  let found = false
  const withPattern = (globs: unknown): readonly unknown[] => [...listOf(globs), pattern]
  const entries = Object.entries(match).map(([key, value]) => {
    if (among.includes(key)) {
      found = true
      keys.add(key)
      return [key, isKeys(value) ? { ...value, path: withPattern(value.path) } : withPattern(value)] as const
    }
    if (key !== 'any' && key !== 'all') return [key, value] as const
    const parts = listOf(value).map((part) => excluding(part, pattern, { among, keys }) ?? part)
    found ||= parts.some((part, at) => part !== listOf(value)[at])
    return [key, parts] as const
  })
  return found ? Object.fromEntries(entries) : undefined
}

/** The rule's keys with an exception and its example, best first: commands, then what the rule met otherwise. */
export function keysWithException(draft: RuleDraft, event: Event, part: string | undefined): readonly Keys[] {
  const { keys } = draft
  const { tool_input: input, root } = event
  const whole =
    isObject(input) && typeof input['command'] === 'string' ? `run: ${input['command']}` : undefined
  const examples = examplesWith(draft, exampleOf(event))
  return [...new Set([...(part?.startsWith('run: ') ? [part] : []), whole, part])].flatMap((each) => {
    const found = each === undefined ? undefined : exceptionFor(keys.match, each, root)
    return found === undefined ? [] : [{ ...keys, match: found.match, examples }]
  })
}

function exampleOf({ tool_name: tool, tool_input: input, root }: Event): unknown {
  if (!isObject(input)) return { tool_name: tool, tool_input: {} }
  if (typeof input['command'] === 'string') return input['command']
  const file = input['file_path']
  if (typeof file !== 'string') return { tool_name: tool, tool_input: input }
  return tool === 'Read' ? { read: shortPath(file, root) } : { write: shortPath(file, root) }
}

function examplesWith({ keys: { examples } }: RuleDraft, example: unknown): Keys {
  const before = isKeys(examples) ? examples : {}
  return { ...before, proceed: [...listOf(before.proceed), example] }
}

export interface RuleChange {
  /** The whole file afterwards. */
  readonly value: Keys
  readonly name: string
}

/** A rule of the file itself is changed; one of a preset is replaced by a copy with the exception. */
export function changeFor(draft: RuleDraft, keys: Keys, target: ConfigFile): RuleChange {
  const { name = '', path, file } = draft
  const value = structuredClone(target.keys) as Record<string, unknown> // plain data
  if (file === target) {
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), value)
    Reflect.set(Object(parent), path.at(-1) ?? '', keys)
    return { value, name }
  }
  const own = `${name.slice(name.lastIndexOf('/') + 1)}-here`
  const { examples, description: _about, ...rest } = keys
  const copy = { ...rest, name: own, examples: { proceed: listLast(examples) } }
  const overrides = { ...(isKeys(value['overrides']) ? value['overrides'] : {}), [name]: { enabled: false } }
  const hooks = isKeys(value['hooks']) ? value['hooks'] : {}
  const [event = 'PreToolUse'] = draft.when.events
  const list = Array.isArray(hooks[event]) ? (hooks[event] as unknown[]) : []
  return {
    value: { ...value, overrides, hooks: { ...hooks, [event]: [...list, copy] } },
    name: own,
  }
}

function listLast(examples: unknown): unknown {
  const list =
    isObject(examples) && Array.isArray(examples['proceed']) ? (examples['proceed'] as unknown[]) : []
  return list.slice(-1)
}

/** What to write where a rule objects to the wrong calls, or does not object enough. */
export interface ReplayAdvice {
  /** The change of hooks.yaml that lets the most frequent call pass. */
  readonly exempt: string
  /** The change that makes the rule stricter; absent when it denies already. */
  readonly tighten?: string
}

export function adviceFor(tally: RuleTally, drafts: readonly RuleDraft[], root: string): ReplayAdvice {
  const draft = drafts.find(({ name, file }) => name === tally.rule && file.layer === tally.layer)
  if (draft === undefined) return { exempt: 'see hooks list for where the rule is written' }
  const isExtended = draft.file.prefix !== ''
  const setting = (change: string): string =>
    isExtended ? `overrides: { ${yamlText(draft.target ?? '')}: { ${change} } }` : change
  const tighten =
    tally.mode !== 'enforce'
      ? setting('mode: enforce')
      : tally.decision === 'ask' && !isExtended
        ? 'deny: instead of ask:'
        : undefined
  return {
    exempt: (isExtended ? undefined : exception(draft, tally, root)) ?? setting('mode: advise'),
    ...(tighten !== undefined && { tighten }),
  }
}

function exception(draft: RuleDraft, { calls: [most] }: RuleTally, root: string): string | undefined {
  if (most === undefined || builtinOf(draft) !== undefined) return undefined
  const part = /^(?:read|create|edit|delete|touch|contact): /.test(most.call)
    ? most.call
    : `run: ${most.call}`
  const found = exceptionFor(draft.keys.match, part, root)
  return found && `add to its ${found.keys.join(' and ')}: ${yamlText(found.pattern)}`
}

function yamlText(text: string): string {
  return /^[\w/-]+$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`
}
