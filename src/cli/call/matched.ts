// Which keys of a match matched which values of the call.
import {
  compileCondition,
  type ConditionCompiler,
  type KeyCondition,
  textOfPart,
} from '../../engine/select/condition.ts'
import { subjectOf } from '../../engine/subject.ts'
import { errorMessage } from '../../model/errors.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Condition, Match, Pattern, PatternItem, Subject } from '../../model/types.ts'
import type { FieldPattern } from '../../patterns/field-patterns.ts'

/** One key of a match that holds. */
export interface MatchedKey {
  /** `command`, `input.url`. */
  readonly key: string
  /** The matching pattern, as written. */
  readonly pattern: string
  /** The value of the call that matched. */
  readonly met?: string
}

export interface MatchContext {
  readonly subject: Subject
  readonly compiler: ConditionCompiler
}

/** The keys that hold, or could, each with what met it; of alternatives the first. */
export function matchedKeys(condition: Condition | undefined, asking: MatchContext): readonly MatchedKey[] {
  switch (condition?.kind) {
    case undefined:
    case 'not':
      return []
    case 'all':
      return keysOfAll(condition, asking)
    case 'any':
      return matchedKeys(
        condition.of.find((part) => testCondition(part, asking).is !== 'no'),
        asking,
      )
    case 'key':
      return partsOf(condition).flatMap((part) => matchKey(part, asking))
  }
}

/** Asked of the one command that met all of them, which is told where no key names it. */
function keysOfAll(
  condition: Extract<Condition, { kind: 'all' }>,
  asking: MatchContext,
): readonly MatchedKey[] {
  const { by } = testCondition(condition, asking)
  const parts = by === undefined ? undefined : asking.subject.facts().apart?.()
  const part = parts?.find((each) => textOfPart(each) === by)
  const near = part === undefined ? asking : { ...asking, subject: subjectOf(part, asking.subject) }
  const met = condition.of.flatMap((each) => matchedKeys(each, near))
  const isTold = by === undefined || met.some(({ key }) => key === 'command')
  return isTold ? met : [...met, { key: 'by', pattern: by }]
}

/** The fields of `input` one by one. */
export function partsOf(condition: KeyCondition): readonly KeyCondition[] {
  const fields: readonly unknown[] = Array.isArray(condition.pattern) ? condition.pattern : []
  return fields.length === 0 ? [condition] : fields.map((field) => ({ ...condition, pattern: [field] }))
}

/** The first key that does not hold; undefined where that is a matter of alternatives. */
export function missedKey(condition: Condition | undefined, asking: MatchContext): string | undefined {
  if (condition === undefined || condition.kind === 'any' || condition.kind === 'not') return undefined
  if (condition.kind === 'key')
    return testCondition(condition, asking).is === 'no' ? condition.key : undefined
  return condition.of.map((part) => missedKey(part, asking)).find((key) => key !== undefined)
}

export function testCondition(condition: Condition, { subject, compiler }: MatchContext): Match {
  try {
    return compileCondition(condition, compiler)(subject)
  } catch (error) {
    return { is: 'maybe', why: errorMessage(error) }
  }
}

function matchKey(part: KeyCondition, asking: MatchContext): readonly MatchedKey[] {
  const match = testCondition(part, asking)
  if (match.is === 'no') return []
  const [field] = Array.isArray(part.pattern) ? (part.pattern as readonly FieldPattern[]) : [] // what the compiler makes for `input`
  const pattern: unknown = field?.pattern ?? part.pattern
  const key = field === undefined ? part.key : `${part.key}.${field.field}`
  const met = matchedText(match, part.key, field?.field)
  return [
    {
      key,
      pattern: patternText(part, { pattern, field, is: match.is }, asking),
      ...(met !== undefined && { met }),
    },
  ]
}

function matchedText({ bind }: Match, key: string, field = key): string | undefined {
  return bind?.[field] ?? bind?.[key] ?? bind?.['path']
}

/** The list item that matches by itself, else the whole list. */
function patternText(
  part: KeyCondition,
  { pattern, field, is }: { pattern: unknown; field: FieldPattern | undefined; is: Match['is'] },
  asking: MatchContext,
): string {
  if (!isPattern(pattern))
    return isObject(pattern) && typeof pattern['text'] === 'string'
      ? pattern['text']
      : (JSON.stringify(pattern) ?? '')
  const { yes, no } = pattern
  const holds = (item: PatternItem): boolean => {
    const alone: Pattern = { ...pattern, yes: [item] }
    return (
      testCondition(
        { ...part, pattern: field === undefined ? alone : [{ ...field, pattern: alone }] },
        asking,
      ).is === is
    )
  }
  const item = yes.length === 1 ? yes[0] : yes.find(holds)
  if (item !== undefined) return item.text
  const texts = yes.length === 0 ? no.map(({ text }) => `!${text}`) : yes.map(({ text }) => text)
  return [...new Set(texts)].join(', ')
}

export function isPattern(value: unknown): value is Pattern {
  return isObject(value) && Array.isArray(value['yes']) && Array.isArray(value['no'])
}
