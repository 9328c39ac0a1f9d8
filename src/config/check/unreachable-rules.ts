import type { Diagnostic, EventName, Rule } from '../../model/types.ts'
import { createDiagnostic } from './diagnostics/diagnostic.ts'

/** Rules that stand behind one that denies everything. */
export function unreachableRules(event: EventName, rules: readonly Rule[]): readonly Diagnostic[] {
  const wall = rules.findIndex(deniesAll)
  const blocker = rules[wall]
  if (blocker === undefined) return []
  const [first, ...more] = rules.slice(wall + 1).filter((rule) => !rule.always)
  if (first === undefined) return []
  const message = `the rule is never reached: "${blocker.name}" denies every ${event} before it`
  const notes =
    more.length === 0
      ? {}
      : { notes: [`nor ${more.length === 1 ? 'is' : 'are'} ${more.length} more behind it`] }
  return [
    createDiagnostic('unreachable', first.at, {
      message,
      ...notes,
      hint: `give "${blocker.name}" a match, or this rule a higher priority`,
      related: [{ message: `"${blocker.name}" is defined`, at: blocker.at }],
      rule: first.name,
    }),
  ]
}

function deniesAll({ handler, match, mode, once, always, quarantined }: Rule): boolean {
  const denies = handler.kind === 'inline' && handler.inline.says === 'deny'
  return (
    denies &&
    match === undefined &&
    mode === 'enforce' &&
    once === undefined &&
    !always &&
    quarantined === undefined
  )
}
