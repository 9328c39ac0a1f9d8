// The rule that nearly matched, and the condition that kept it from matching.
import { unknownHistory } from '../../engine/change.ts'
import { compileCondition, type Compiler } from '../../engine/select/condition.ts'
import { noFacts } from '../../shell/kinds.ts'
import { valuesAt, type FieldPattern } from '../../patterns/fields.ts'
import type { Condition, Event, Rule, Subject } from '../../model/types.ts'

export interface Near {
  readonly rule: Rule
  readonly why: string
}

interface Scored extends Near {
  readonly score: number
}

const HELD = 4
const ALMOST = 2
const GUARD = 1

/** Undefined when there is no rule that a condition kept from matching. */
export function closestRule(rules: readonly Rule[], event: Event, compiler: Compiler): Near | undefined {
  const subject: Subject = { event, facts: () => noFacts, did: () => unknownHistory }
  const scored = rules.flatMap((rule) => scoreOf(rule, subject, compiler) ?? [])
  return scored.reduce<Scored | undefined>(
    (best, next) => (best === undefined || next.score > best.score ? next : best),
    undefined,
  )
}

function scoreOf(rule: Rule, subject: Subject, compiler: Compiler): Scored | undefined {
  const guard =
    rule.handler.kind === 'inline' && ['deny', 'ask'].includes(rule.handler.inline.says) ? GUARD : 0
  let score = guard
  let why: string | undefined
  for (const part of partsOf(rule.match)) {
    const match = testPart(part, subject, compiler)
    if (match.is === 'yes') score += HELD
    else {
      why ??= match.why ?? 'its match does not hold'
      score += isAlmost(part, subject.event) ? ALMOST : 0
    }
  }
  if (why === undefined)
    return rule.once === undefined ? undefined : { rule, score, why: `once: ${rule.once}, and it has spoken` }
  return { rule, score, why }
}

function partsOf(condition: Condition | undefined): readonly Condition[] {
  if (condition === undefined) return []
  if (condition.kind === 'all') return condition.of.flatMap(partsOf)
  if (condition.kind !== 'key') return [condition]
  const { key, pattern } = condition
  return Array.isArray(pattern)
    ? pattern.map((field: unknown) => ({ kind: 'key', key, pattern: [field] }))
    : [condition]
}

function testPart(part: Condition, subject: Subject, compiler: Compiler): { is: string; why?: string } {
  try {
    return compileCondition(part, compiler)(subject)
  } catch (error) {
    return { is: 'maybe', why: error instanceof Error ? error.message : String(error) }
  }
}

/** The field is there, with another value. */
function isAlmost(part: Condition, event: Event): boolean {
  if (part.kind !== 'key' || part.key !== 'input') return false
  const fields = part.pattern as readonly FieldPattern[] // what the compiler makes for `input`
  return fields.some(({ field }) => valuesAt(event.tool_input, field).length > 0)
}
