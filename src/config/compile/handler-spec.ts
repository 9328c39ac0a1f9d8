import type { HandlerSpec, InlineSpec, SystemChange } from '../../model/types.ts'
import { type Bench, complain } from './bench.ts'
import { builtinSpec } from './builtin-spec.ts'
import { isKeys } from '../read/file.ts'
import { type HandlerKey, isHandlerKey, ownerOf } from './handlers.ts'
import { quoted } from '../check/diagnostics/wording.ts'
import { recipeSpec } from './recipe-spec.ts'
import { runSpec } from './run-spec.ts'
import { ruleKeys } from '../check/shape/schema.ts'
import type { Draft } from '../expand/sugar.ts'

/** The handler key of a rule: its one handler, or `notify` when it stands alone; undefined when there is none. */
export function handlerKeyOf(draft: Draft): HandlerKey | 'notify' | undefined {
  const [first] = Object.keys(draft.keys).filter(isHandlerKey)
  return first ?? (Object.hasOwn(draft.keys, 'notify') ? 'notify' : undefined)
}

/** No handler, more than one, a key without its handler. */
export function checkHandlerKeys(draft: Draft, bench: Bench): void {
  if (handlerKeyOf(draft) === undefined && isUnderstood(draft)) reportNone(draft, bench)
  const found = [...(draft.beside.length > 0 ? ['steps'] : []), ...draft.beside]
  const own = Object.keys(draft.keys).filter(isHandlerKey)
  reportSeveral(found.length > 1 ? found : own, draft, bench)
  for (const key of Object.keys(draft.keys)) {
    const owner = ownerOf(key)
    if (owner === undefined || own.includes(owner)) continue
    const message = `"${key}" means nothing without "${owner}"`
    complain(bench, draft, { code: 'useless-key', key, message, hint: 'remove it' })
  }
}

/** Without a key that is none of ours: that one was the handler. */
function isUnderstood({ keys }: Draft): boolean {
  return !Object.hasOwn(keys, 'steps') && Object.keys(keys).every((key) => ruleKeys.includes(key))
}

function reportNone(draft: Draft, bench: Bench): void {
  const inStep = draft.step !== undefined
  complain(bench, draft, {
    code: 'no-handler',
    ...(inStep || draft.name === undefined ? {} : { key: 'name', on: 'value' }),
    message: `this ${inStep ? 'step' : 'rule'} does nothing: it has no handler`,
    hint: 'add deny:, ask:, context:, run: or another handler',
  })
}

function reportSeveral(keys: readonly string[], draft: Draft, bench: Bench): void {
  if (keys.length < 2) return
  const second = keys.find((key) => key !== keys[0] && key !== 'steps') ?? keys[0]
  complain(bench, draft, {
    code: 'several-handlers',
    ...(second === undefined ? {} : { key: second }),
    message: `a rule has one handler, this one has ${quoted(keys)}`,
    hint: 'make it several rules, or list the handlers under "steps"',
  })
}

/** What the plan says the rule does; undefined when it cannot be told. */
export function handlerSpec(draft: Draft, bench: Bench): HandlerSpec | undefined {
  const key = handlerKeyOf(draft)
  if (key === undefined) return undefined
  if (key === 'use') return builtinSpec(draft, bench)
  if (key === 'run') return runSpec(draft, bench)
  if (key === 'recipe') return recipeSpec(draft, bench)
  const inline = inlineSpec(key, draft.keys[key])
  return inline === undefined ? undefined : { kind: 'inline', inline }
}

function inlineSpec(
  key: Exclude<HandlerKey, 'use' | 'run' | 'recipe'> | 'notify',
  value: unknown,
): InlineSpec | undefined {
  switch (key) {
    case 'set_output':
      return { says: key, value }
    case 'set_input':
    case 'set_request':
      return isKeys(value) ? { says: key, patch: value } : undefined
    case 'set_system':
      return isKeys(value) ? { says: key, change: systemChange(value) } : undefined
    case 'set_prompt':
    case 'deny':
    case 'ask':
    case 'allow':
    case 'context':
    case 'notify':
    case 'continue':
    case 'stop':
      return typeof value === 'string' ? { says: key, text: value } : undefined
  }
}

function systemChange(written: Readonly<Record<string, unknown>>): SystemChange {
  const { append, prepend, replace } = written
  return {
    ...(typeof append === 'string' ? { append } : {}),
    ...(typeof prepend === 'string' ? { prepend } : {}),
    ...(typeof replace === 'string' ? { replace } : {}),
  }
}
