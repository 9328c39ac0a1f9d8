import { type CompileContext, reportProblem } from '../compile/compile-context.ts'
import { placeOf } from '../read/config-file.ts'
import { type RuleDraft, keyLocation } from '../expand/rule-drafts.ts'

/** Names are unique in a file, and with what it extends: overrides, texts and traces go by them. */
export function checkNames(drafts: readonly RuleDraft[], context: CompileContext): void {
  const first = new Map<string, RuleDraft>()
  for (const draft of drafts) {
    if (draft.name === undefined) continue
    const known = first.get(draft.name)
    if (known === undefined) first.set(draft.name, draft)
    else reportDuplicate(draft, known, context)
  }
}

function reportDuplicate(draft: RuleDraft, known: RuleDraft, context: CompileContext): void {
  // Steps repeat with the rule whose steps they are.
  if (draft.step !== undefined && draft.step > 0) return
  const at = placeOf(keyLocation(known, 'name', 'value'))
  reportProblem(context, draft, {
    code: 'duplicate-name',
    key: 'name',
    on: 'value',
    message: `a rule "${draft.target ?? ''}" exists already`,
    hint: 'give one of them another name',
    related: [{ message: 'first defined', at }],
  })
}
