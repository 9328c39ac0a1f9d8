// A `not` over what a call does hides a harmful part behind a harmless one; beside a key of commands it asks the same command.
import type { RuleContext } from '../compile/compile-context.ts'
import { isKeys, listOf, type Keys, type Path } from '../read/config-file.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'

/** Warns of each `not` over paths, commands and hosts that no other key of commands stands beside, in a rule that denies or asks. */
export function warnOfNotOverFacts({ draft, matchers, report }: RuleContext): void {
  const handler = handlerKeyOf(draft)
  if (handler !== 'deny' && handler !== 'ask') return
  for (const { path, key, hint } of findNots(draft.keys.match, { matchers, beside: false })) {
    const message = `"not" over "${key}" lets the whole call pass as soon as a part of it is harmless`
    report('not-over-facts', ['match', ...path], { on: 'key', message, hint })
  }
}

type Matchers = RuleContext['matchers']

interface NotOverFact {
  readonly path: Path
  readonly key: string
  readonly hint: string
}

interface Surroundings {
  readonly matchers: Matchers
  /** A key of commands stands beside it. */
  readonly beside: boolean
}

function findNots(written: unknown, around: Surroundings, path: Path = []): readonly NotOverFact[] {
  if (Array.isArray(written))
    return written.flatMap((each: unknown, at) => findNots(each, around, [...path, at]))
  if (!isKeys(written)) return []
  const { matchers } = around
  const beside = around.beside || asksCommand(written, matchers)
  return Object.keys(written).flatMap((key): readonly NotOverFact[] => {
    if (key === 'any' || key === 'all')
      return findNots(written[key], { matchers, beside: key === 'any' && beside }, [...path, key])
    const inner = key === 'not' ? factKeyIn(written[key], matchers) : undefined
    return inner === undefined || (beside && !isOwnKey(inner, written))
      ? []
      : [{ path: [...path, key], key: inner.key, hint: hintFor(inner, written) }]
  })
}

/** One command may touch a path that is meant and one that is excused. */
const isOwnKey = ({ key }: FactCondition, beside: Keys): boolean =>
  key !== 'command' && Object.hasOwn(beside, key)

function asksCommand(written: unknown, matchers: Matchers): boolean {
  if (Array.isArray(written)) return written.some((each: unknown) => asksCommand(each, matchers))
  return (
    isKeys(written) &&
    Object.keys(written).some(
      (key) => matchers.get(key)?.needs === 'facts' || (key === 'any' && asksCommand(written[key], matchers)),
    )
  )
}

interface FactCondition {
  readonly key: string
  readonly value: unknown
}

/** The first key that asks about paths, commands or hosts; texts that are added make one whole. */
function factKeyIn(written: unknown, matchers: Matchers): FactCondition | undefined {
  if (Array.isArray(written))
    return written.map((each: unknown) => factKeyIn(each, matchers)).find((each) => each !== undefined)
  if (!isKeys(written)) return undefined
  for (const key of Object.keys(written)) {
    const found = key === 'any' || key === 'all' ? factKeyIn(written[key], matchers) : undefined
    if (found !== undefined) return found
    const facts = matchers.get(key)?.facts
    if (facts?.some((kind) => kind !== 'adds') === true) return { key, value: written[key] }
  }
  return undefined
}

function hintFor({ key, value }: FactCondition, beside: Keys): string {
  if (isKeys(value)) return `exclude inside of ${key}: { to: ['*', '!shop.example'] }`
  const positive = Object.hasOwn(beside, key)
    ? listOf(beside[key])
    : [key === 'command' || key === 'host' ? '*' : '**']
  const excluded = listOf(value).map((each) => `!${String(each)}`)
  const list = [...positive, ...excluded].map((each) => `'${String(each).replaceAll("'", "''")}'`)
  return `write ${key}: [${list.join(', ')}]`
}
