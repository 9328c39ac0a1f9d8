import type { DispatchResult, ExplainedRule } from '../../../engine/dispatch.ts'
import type { Event, Rule, Verdict } from '../../../model/types.ts'
import type { Case, ExampleWants } from '../read/case.ts'
import type { Asked, Bench } from './bench.ts'
import { judgeExample } from './judge-example.ts'
import { judgeTest } from './judge-test.ts'
import { type Judged, isRule, own, ruleOf } from './reasons.ts'

/** One case and what came of it. */
export interface Played extends Judged {
  readonly of: Case
  readonly status: 'passed' | 'failed' | 'skipped'
  /** The rules that spoke. */
  readonly fired: ReadonlySet<Rule>
  /** What was said to the last event, and what each of its rules came to. */
  readonly verdict: Verdict
  readonly explained: readonly ExplainedRule[]
  /** The rules of the last event. */
  readonly rules: readonly Rule[]
  readonly ms: number
}

export async function play(one: Case, bench: Bench, elapsed: () => number): Promise<Played> {
  const began = elapsed()
  const { wants } = one
  const asked =
    wants.kind === 'example' ? await askExample(one, wants, bench) : await bench.ask(one.events, one.replies)
  const judge = { asked, bench, event: lastOf(one) }
  const judged = wants.kind === 'example' ? judgeExample(wants, judge) : judgeTest(wants, judge)
  const { wrong, why } = judged === 'skipped' ? { wrong: [], why: [] } : judged
  const status = judged === 'skipped' ? judged : wrong.length === 0 ? 'passed' : 'failed'
  const { verdict, explained = [] } = asked
  const fired = firedIn(one, asked, bench)
  const rules = bench.rules.filter(({ event }) => event === judge.event.event)
  return { of: one, status, wrong, why, fired, verdict, explained, rules, ms: elapsed() - began }
}

function lastOf({ events }: Case): Event {
  const last = events.at(-1)
  if (last === undefined) throw new Error('a case has at least one event')
  return last
}

/** A deny ends the evaluation: while one before it keeps the example's rule from being asked, the rest is asked without that one. */
async function askExample(one: Case, { rule }: ExampleWants, bench: Bench): Promise<Asked> {
  const without = new Set<Rule>()
  for (;;) {
    const asked = await bench.ask(one.events, one.replies, without)
    if (!own(asked.explained ?? [], rule).some(({ skipped }) => skipped === true)) return asked
    const by = asked.verdict.trace.find(({ decision }) => decision === 'deny')
    const denier = by && ruleOf(by, bench, lastOf(one))
    if (denier === undefined || without.has(denier) || isRule(denier, rule)) return asked
    without.add(denier)
  }
}

function firedIn({ events }: Case, asked: Asked, bench: Bench): ReadonlySet<Rule> {
  const results: readonly DispatchResult[] = [...asked.before, asked]
  const fired = results.flatMap(({ verdict }, index) => {
    const event = events[index]
    const spoke = verdict.trace.filter(({ result }) => result !== 'skipped')
    return event === undefined ? [] : spoke.map((entry) => ruleOf(entry, bench, event))
  })
  return new Set(fired.filter((rule) => rule !== undefined))
}
