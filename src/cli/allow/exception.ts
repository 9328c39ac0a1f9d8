// The exception that lets one call pass: one more pattern in the rule that objects to it.
import { isKeys, type Keys, listOf } from '../../config/read/config-file.ts'
import type { RuleDraft } from '../../config/expand/rule-drafts.ts'
import { isObject } from '../../model/plain-object.ts'
import { shortPath } from '../../patterns/paths/child-path.ts'
import type { Event } from '../../model/types.ts'

/** A rule's keys with one exception more, and the call that it is for, as an example. */
export interface Exception {
  readonly keys: Keys
}

const pathKeys = ['path', 'by_hand', 'writes', 'edits', 'creates', 'deletes', 'reads'] as const

/** Candidates, best first: without the part of the call that the rule met, without the whole command. */
export function exceptionsFor(
  draft: RuleDraft,
  event: Event,
  part: string | undefined,
): readonly Exception[] {
  const [, kind = '', met = ''] = /^(\w+): ([^]+)$/.exec(part ?? '') ?? []
  const input = isObject(event.tool_input) ? event.tool_input : {}
  const command = typeof input['command'] === 'string' ? [input['command']] : []
  const commands = [...(kind === 'run' ? [met] : []), ...command].filter((text) => isPlain(text, ' :@=,'))
  const paths =
    kind === 'run' || met === '' ? [] : [shortPath(met, event.root)].filter((text) => isPlain(text, '~@'))
  const example = exampleOf(event)
  return [
    ...[...new Set(commands)].map((text) => [text, ['command']] as const),
    ...paths.map((text) => [text, pathKeys] as const),
  ].flatMap(([text, keys]) => {
    if (JSON.stringify(draft.keys.match).includes(JSON.stringify(text))) return [] // then it would hold for nothing
    const match = excluding(draft.keys.match, `!${text}`, keys)
    return match === undefined
      ? []
      : [{ keys: { ...draft.keys, match, examples: examplesWith(draft, example) } }]
  })
}

/** Patterns read other signs as more than themselves. */
function isPlain(text: string, more: string): boolean {
  return Array.from(text).every((char) => /[\w./+-]/.test(char) || more.includes(char))
}

/** The match with the pattern beside every other of these keys; undefined when it has none of them. */
function excluding(match: unknown, pattern: string, keys: readonly string[]): Keys | undefined {
  if (!isKeys(match)) return undefined
  let found = false
  const entries = Object.entries(match).map(([key, value]) => {
    if (keys.includes(key)) {
      found = true
      return [key, [...listOf(value), pattern]] as const
    }
    if (key !== 'any' && key !== 'all') return [key, value] as const
    const parts = listOf(value).map((part) => excluding(part, pattern, keys) ?? part)
    found ||= parts.some((part, at) => part !== listOf(value)[at])
    return [key, parts] as const
  })
  return found ? Object.fromEntries(entries) : undefined
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
