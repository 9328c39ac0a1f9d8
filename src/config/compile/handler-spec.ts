import type { HandlerSpec, InlineSpec, SystemChange } from '../../model/types.ts'
import { type CompileContext, reportProblem } from './compile-context.ts'
import { builtinSpec } from './builtin-spec.ts'
import { isKeys } from '../read/config-file.ts'
import { type HandlerKey, isHandlerKey, ownerOf } from './handlers.ts'
import { quoted } from '../check/diagnostics/diagnostic.ts'
import { recipeSpec } from './recipe-spec.ts'
import { runSpec } from './run-spec.ts'
import { ruleKeys } from '../check/shape/schema.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** The handler key of a rule: its one handler, or `notify` when it stands alone; undefined when there is none. */
export function handlerKeyOf(draft: RuleDraft): HandlerKey | 'notify' | undefined {
  const [first] = Object.keys(draft.keys).filter(isHandlerKey)
  return first ?? (Object.hasOwn(draft.keys, 'notify') ? 'notify' : undefined)
}

/** No handler, more than one, a key without its handler. */
export function checkHandlerKeys(draft: RuleDraft, context: CompileContext): void {
  if (handlerKeyOf(draft) === undefined && isUnderstood(draft)) reportNone(draft, context)
  const found = [...(draft.beside.length > 0 ? ['steps'] : []), ...draft.beside]
  const own = Object.keys(draft.keys).filter(isHandlerKey)
  reportSeveral(found.length > 1 ? found : own, draft, context)
  for (const key of Object.keys(draft.keys)) {
    const owner = ownerOf(key)
    if (owner === undefined || own.includes(owner)) continue
    const message = `"${key}" means nothing without "${owner}"`
    reportProblem(context, draft, { code: 'useless-key', key, message, hint: 'remove it' })
  }
}

/** Without a key that is none of ours: that one was the handler. */
function isUnderstood({ keys }: RuleDraft): boolean {
  return !Object.hasOwn(keys, 'steps') && Object.keys(keys).every((key) => ruleKeys.includes(key))
}

function reportNone(draft: RuleDraft, context: CompileContext): void {
  const inStep = draft.step !== undefined
  reportProblem(context, draft, {
    code: 'no-handler',
    ...(inStep || draft.name === undefined ? {} : { key: 'name', on: 'value' }),
    message: `this ${inStep ? 'step' : 'rule'} does nothing: it has no handler`,
    hint: 'add deny:, ask:, context:, run: or another handler',
  })
}

function reportSeveral(keys: readonly string[], draft: RuleDraft, context: CompileContext): void {
  if (keys.length < 2) return
  const second = keys.find((key) => key !== keys[0] && key !== 'steps') ?? keys[0]
  reportProblem(context, draft, {
    code: 'several-handlers',
    ...(second === undefined ? {} : { key: second }),
    message: `a rule has one handler, this one has ${quoted(keys)}`,
    hint: 'make it several rules, or list the handlers under "steps"',
  })
}

/** What the plan says the rule does; undefined when it cannot be told. */
export function handlerSpec(draft: RuleDraft, context: CompileContext): HandlerSpec | undefined {
  const key = handlerKeyOf(draft)
  if (key === undefined) return undefined
  if (key === 'use') return builtinSpec(draft, context)
  if (key === 'run') return runSpec(draft, context)
  if (key === 'recipe') return recipeSpec(draft, context)
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
