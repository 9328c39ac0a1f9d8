// A `not` over what a call does hides a harmful part behind a harmless one.
import { type Bench, complain } from '../compile/bench.ts'
import { isKeys, listOf, type Keys, type Path } from '../read/file.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'
import type { Draft } from '../expand/sugar.ts'

/** Warns of each `not` over paths, commands and hosts in a rule that denies or asks. */
export function warnOfNotOverFacts(draft: Draft, bench: Bench): void {
  const handler = handlerKeyOf(draft)
  if (handler !== 'deny' && handler !== 'ask') return
  for (const { path, key, hint } of notsIn(draft.keys.match, bench)) {
    complain(bench, draft, {
      code: 'not-over-facts',
      key: 'match',
      below: path,
      on: 'key',
      message: `"not" over "${key}" lets the whole call pass as soon as a part of it is harmless`,
      hint,
    })
  }
}

interface Found {
  readonly path: Path
  readonly key: string
  readonly hint: string
}

function notsIn(written: unknown, bench: Bench, path: Path = []): readonly Found[] {
  if (Array.isArray(written))
    return written.flatMap((each: unknown, at) => notsIn(each, bench, [...path, at]))
  if (!isKeys(written)) return []
  return Object.keys(written).flatMap((key): readonly Found[] => {
    if (key === 'any' || key === 'all') return notsIn(written[key], bench, [...path, key])
    const inner = key === 'not' ? factKeyIn(written[key], bench) : undefined
    return inner === undefined
      ? []
      : [{ path: [...path, key], key: inner.key, hint: hintFor(inner, written) }]
  })
}

interface Inner {
  readonly key: string
  readonly value: unknown
}

/** The first key that asks about paths, commands or hosts; texts that are added make one whole. */
function factKeyIn(written: unknown, bench: Bench): Inner | undefined {
  if (Array.isArray(written))
    return written.map((each: unknown) => factKeyIn(each, bench)).find((each) => each !== undefined)
  if (!isKeys(written)) return undefined
  for (const key of Object.keys(written)) {
    const found = key === 'any' || key === 'all' ? factKeyIn(written[key], bench) : undefined
    if (found !== undefined) return found
    const facts = bench.matchers.get(key)?.facts
    if (facts?.some((kind) => kind !== 'adds') === true) return { key, value: written[key] }
  }
  return undefined
}

function hintFor({ key, value }: Inner, beside: Keys): string {
  const positive = Object.hasOwn(beside, key)
    ? listOf(beside[key])
    : [key === 'command' || key === 'host' ? '*' : '**']
  const excluded = listOf(value).map((each) => `!${String(each)}`)
  const list = [...positive, ...excluded].map((each) => `'${String(each).replaceAll("'", "''")}'`)
  return `write ${key}: [${list.join(', ')}]`
}
