import { type Bench, complain } from '../compile/bench.ts'
import { placeOf } from '../read/file.ts'
import { type Draft, spotOf } from '../expand/sugar.ts'

/** Names are unique in a file, and with what it extends: overrides, texts and traces go by them. */
export function checkNames(drafts: readonly Draft[], bench: Bench): void {
  const first = new Map<string, Draft>()
  for (const draft of drafts) {
    if (draft.name === undefined) continue
    const known = first.get(draft.name)
    if (known === undefined) first.set(draft.name, draft)
    else reportDuplicate(draft, known, bench)
  }
}

function reportDuplicate(draft: Draft, known: Draft, bench: Bench): void {
  // Steps repeat with the rule whose steps they are.
  if (draft.step !== undefined && draft.step > 0) return
  const at = placeOf(spotOf(known, 'name', 'value'))
  complain(bench, draft, {
    code: 'duplicate-name',
    key: 'name',
    on: 'value',
    message: `a rule "${draft.target ?? ''}" exists already`,
    hint: 'give one of them another name',
    related: [{ message: 'first defined', at }],
  })
}
