import { placeholders } from '../../patterns/text/interpolate.ts'
import type { Condition } from '../../model/types.ts'
import { type CompileContext, reportProblem } from '../compile/compile-context.ts'
import { builtinOf } from '../compile/builtin-spec.ts'
import { eventFields } from './event-fields.ts'
import { isKeys, listOf, type Path } from '../read/config-file.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'
import { nearest } from './diagnostics/similar.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** Keys that are fine by themselves but mean nothing on this rule. */
export function checkMisuse(draft: RuleDraft, context: CompileContext): void {
  const handler = handlerKeyOf(draft)
  if (handler === undefined) return
  if (draft.keys.once === true && draft.file.recipe === undefined)
    reportProblem(context, draft, {
      code: 'bad-value',
      key: 'once',
      on: 'value',
      message: '"once: true" is for the rules of a recipe, whose first turn it means',
      hint: 'write once: run or once: session',
    })
  const observes = builtinOf(draft, context)?.observes === true
  if (draft.keys.background === true && handler !== 'run' && !observes) {
    const message = `"background" is for scripts: a rule that is not waited for has no opinion, so "${handler}" would be lost`
    reportProblem(context, draft, {
      code: 'useless-key',
      key: 'background',
      message,
      hint: 'remove "background"',
    })
  }
  if (draft.keys.background === true && handler === 'run' && Object.hasOwn(draft.keys, 'exit')) {
    const message = '"exit" means nothing for a script that is not waited for'
    reportProblem(context, draft, {
      code: 'useless-key',
      key: 'exit',
      message,
      hint: 'remove "exit" or "background"',
    })
  }
  const onError = draft.keys.on_error
  if (draft.keys.background === true && typeof onError === 'string' && onError !== 'proceed') {
    const message = `a rule that is not waited for cannot answer with "${onError}" when it fails`
    reportProblem(context, draft, {
      code: 'useless-key',
      key: 'on_error',
      message,
      hint: 'remove "on_error" or "background"',
    })
  }
  if (draft.keys.always === true && handler !== 'run' && handler !== 'use' && handler !== 'notify') {
    const message = `"always" rules run after a deny too and can only record, so "${handler}" would be lost`
    reportProblem(context, draft, { code: 'useless-key', key: 'always', message, hint: 'remove "always"' })
  }
}

const textKeys = [
  'deny',
  'ask',
  'allow',
  'context',
  'notify',
  'continue',
  'stop',
  'set_prompt',
  'set_input',
  'set_output',
  'set_request',
  'set_system',
  'run',
  'args',
]

/** Placeholders that neither the event nor the match fills. */
export function checkPlaceholders(
  draft: RuleDraft,
  context: CompileContext,
  match: Condition | undefined,
): void {
  for (const key of textKeys) {
    const value = draft.keys[key]
    if (
      value === undefined ||
      (typeof value === 'string' && !value.includes('{{')) ||
      (key === 'run' && !Array.isArray(value))
    )
      continue
    const texts = textsIn(value)
    if (texts.length === 0) continue
    const bound = new Set(match === undefined ? [] : bindingsOf(match, context))
    for (const { text, path } of texts) {
      const unknown = placeholders(text).find(
        (name) => !bound.has(name) && !Object.hasOwn(eventFields, name.split('.')[0] ?? ''),
      )
      if (unknown === undefined) continue
      const [first = '', ...rest] = unknown.split('.')
      const meant = nearest(first, [...bound, ...Object.keys(eventFields)])
      reportProblem(context, draft, {
        code: 'unknown-placeholder',
        key,
        below: path,
        on: 'value',
        message: `no event has "${unknown}", so "{{${unknown}}}" stays empty`,
        hint:
          meant === undefined
            ? 'write a field of the event, such as {{tool_name}} or {{tool_input.command}}'
            : `write {{${[meant, ...rest].join('.')}}}`,
      })
    }
  }
}

/** The names that a match may bind: its keys and the fields it asks about. */
function bindingsOf(condition: Condition, context: CompileContext): readonly string[] {
  if (condition.kind === 'not') return []
  if (condition.kind !== 'key') return condition.of.flatMap((part) => bindingsOf(part, context))
  const fields = listOf(condition.pattern).flatMap((item) =>
    isKeys(item) && typeof item.field === 'string' ? [item.field] : [],
  )
  return [condition.key, ...fields, ...(context.matchers.get(condition.key)?.binds ?? [])]
}

function textsIn(value: unknown, path: Path = []): readonly { readonly text: string; readonly path: Path }[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ text: value, path }] : []
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]))
  return isKeys(value) ? Object.keys(value).flatMap((key) => textsIn(value[key], [...path, key])) : []
}
