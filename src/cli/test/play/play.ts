import type { DispatchResult, ExplainedRule } from '../../../engine/dispatch.ts'
import type { Event, Rule, Verdict } from '../../../model/types.ts'
import type { Case, ExampleWants } from '../read/case.ts'
import type { CaseResult, CaseRunner } from './case-runner.ts'
import { judgeExample } from './judge-example.ts'
import { judgeTest } from './judge-test.ts'
import { type Judgement, isRule, entriesOf, ruleOf } from './reasons.ts'

/** One case and what came of it. */
export interface PlayedCase extends Judgement {
  readonly of: Case
  readonly status: 'passed' | 'failed' | 'skipped'
  /** Rules that ran. */
  readonly fired: ReadonlySet<Rule>
  /** Of the last event. */
  readonly verdict: Verdict
  readonly explained: readonly ExplainedRule[]
  /** The rules of the last event. */
  readonly rules: readonly Rule[]
  readonly ms: number
}

export async function playCase(one: Case, bench: CaseRunner, elapsed: () => number): Promise<PlayedCase> {
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

/** A deny ends the evaluation: repeats it without earlier denying rules until the example's rule is reached. */
async function askExample(one: Case, { rule }: ExampleWants, bench: CaseRunner): Promise<CaseResult> {
  const without = new Set<Rule>()
  for (;;) {
    const asked = await bench.ask(one.events, one.replies, without)
    if (!entriesOf(asked.explained ?? [], rule).some(({ skipped }) => skipped === true)) return asked
    const by = asked.verdict.trace.find(({ decision }) => decision === 'deny')
    const denier = by && ruleOf(by, bench, lastOf(one))
    if (denier === undefined || without.has(denier) || isRule(denier, rule)) return asked
    without.add(denier)
  }
}

function firedIn({ events }: Case, asked: CaseResult, bench: CaseRunner): ReadonlySet<Rule> {
  const results: readonly DispatchResult[] = [...asked.before, asked]
  const fired = results.flatMap(({ verdict }, index) => {
    const event = events[index]
    const spoke = verdict.trace.filter(({ result }) => result !== 'skipped')
    return event === undefined ? [] : spoke.map((entry) => ruleOf(entry, bench, event))
  })
  return new Set(fired.filter((rule) => rule !== undefined))
}
