import type { ExplainedRule } from '../../engine/dispatch.ts'
import type { Event, Rule, Verdict } from '../../model/types.ts'
import { rowOf } from './entries.ts'
import { placeText, type Page } from './page.ts'
import type { Row } from './rows.ts'

interface Asked {
  readonly event: Event
  readonly verdict: Verdict
  readonly rules: readonly Rule[]
  readonly page: Page
  readonly dry?: boolean
}

/** Every rule of the event: what it did, or the first condition that failed. */
export function explainRows(explained: readonly ExplainedRule[], of: Asked): Row[] {
  return explained.map((each) => {
    const entry = of.verdict.trace.find(({ rule }) => rule === each.rule)
    return entry === undefined ? silentRow(each, of.rules, of.page) : rowOf(entry, of)
  })
}

function silentRow(each: ExplainedRule, rules: readonly Rule[], page: Page): Row {
  const place = placeText(each.at, page)
  const base = {
    glyph: '·',
    colour: 'dim',
    name: each.rule,
    word: each.is === 'maybe' ? 'maybe' : '',
    place,
  } as const
  if (each.is !== 'yes') return { ...base, text: each.why ?? 'its match does not hold' }
  const once = rules.find(({ name }) => name === each.rule)?.once
  if (each.skipped === true) return { ...base, word: 'not run', text: each.why ?? 'matches everything' }
  return { ...base, text: once === undefined ? (each.why ?? '') : `once: ${once}, and it has spoken` }
}
