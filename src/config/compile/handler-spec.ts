import type { HandlerSpec, InlineSpec, SystemChange } from '../../model/types.ts'
import type { RuleContext } from './compile-context.ts'
import { builtinSpec } from './builtin-spec.ts'
import { isKeys, type Keys } from '../read/config-file.ts'
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
export function checkHandlerKeys({ draft, report }: RuleContext): void {
  const { keys, beside, step } = draft
  const inStep = step !== undefined
  if (handlerKeyOf(draft) === undefined && isUnderstood(draft))
    report('no-handler', inStep || draft.name === undefined ? undefined : 'name', {
      message: `this ${inStep ? 'step' : 'rule'} does nothing: it has no handler`,
      hint: 'add deny:, ask:, context:, run: or another handler',
    })
  const own = Object.keys(keys).filter(isHandlerKey)
  const several = beside.length > 0 ? ['steps', ...beside] : own
  if (several.length > 1)
    report('several-handlers', several.find((key) => key !== several[0] && key !== 'steps') ?? several[0], {
      on: 'key',
      message: `a rule has one handler, this one has ${quoted(several)}`,
      hint: 'make it several rules, or list the handlers under "steps"',
    })
  for (const key of Object.keys(keys)) {
    const owner = ownerOf(key)
    if (owner === undefined || own.includes(owner)) continue
    const message = `"${key}" means nothing without "${owner}"`
    report('useless-key', key, { on: 'key', message, hint: 'remove it' })
  }
}

/** Whether all keys are known: an unknown one was meant as the handler. */
function isUnderstood({ keys }: RuleDraft): boolean {
  return !Object.hasOwn(keys, 'steps') && Object.keys(keys).every((key) => ruleKeys.includes(key))
}

/** The rule's handler in the plan; undefined when it is invalid. */
export function handlerSpec(rule: RuleContext): HandlerSpec | undefined {
  const key = handlerKeyOf(rule.draft)
  if (key === undefined) return undefined
  if (key === 'use') return builtinSpec(rule)
  if (key === 'run') return runSpec(rule)
  if (key === 'recipe') return recipeSpec(rule)
  const inline = inlineSpec(key, rule.draft.keys[key])
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
    case 'deny':
    case 'ask':
    case 'continue': {
      const texts = isKeys(value) ? textsOf(value) : { text: value }
      return typeof texts.text === 'string' ? { says: key, ...texts, text: texts.text } : undefined
    }
    case 'set_prompt':
    case 'allow':
    case 'context':
    case 'notify':
    case 'stop':
      return typeof value === 'string' ? { says: key, text: value } : undefined
  }
}

/** The model's text, and the user's where it is another. A guard with unknown keys only is still a guard. */
function textsOf({ user, model = user ?? '' }: Keys): { readonly text: unknown; readonly user?: string } {
  return { text: model, ...(typeof user === 'string' && user !== model && { user }) }
}

function systemChange({ append, prepend, replace }: Keys): SystemChange {
  return {
    ...(typeof append === 'string' && { append }),
    ...(typeof prepend === 'string' && { prepend }),
    ...(typeof replace === 'string' && { replace }),
  }
}
