// The change of hooks.yaml that gives a rule an exception.
import type { RuleDraft } from '../../config/expand/expand.ts'
import { type ConfigFile, isKeys, type Keys, listOf } from '../../config/read/config-file.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event } from '../../model/types.ts'
import { shortPath } from '../../patterns/paths/paths.ts'
import { exceptionFor } from '../shared/exception.ts'

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

export interface Change {
  /** The whole file afterwards. */
  readonly value: Keys
  readonly name: string
}

/** A rule of the file itself is changed; one of a preset is replaced by a copy with the exception. */
export function changeFor(draft: RuleDraft, keys: Keys, target: ConfigFile): Change {
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
