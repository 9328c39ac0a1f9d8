import type { DispatchResult } from '../../engine/dispatch.ts'
import type { Rule } from '../../model/types.ts'
import type { JudgedCall } from '../call/view.ts'
import type { TrialCase, ExampleWants } from './case.ts'
import { type Bench, type CaseResult, lastOf } from './bench.ts'
import {
  entriesOf,
  isRule,
  judgeExample,
  type Judgement,
  judgeTest,
  ruleOf,
  rulesAt,
} from './expectations.ts'

/** One case and what came of it. */
export interface PlayedCase extends Judgement {
  readonly of: TrialCase
  readonly status: 'passed' | 'failed' | 'skipped'
  /** Rules that ran. */
  readonly fired: ReadonlySet<Rule>
  /** What came of the last event of a case that failed. */
  readonly last?: JudgedCall
  readonly ms: number
}

/** What each rule made of the call is asked only when the case fails: a script is not started twice for it. */
export async function playCase(one: TrialCase, bench: Bench, elapsed: () => number): Promise<PlayedCase> {
  const began = elapsed()
  let asked = await ask(one, bench, bench.scripts)
  let judged = judge(one, asked, bench)
  if (isWrong(judged) && asked.explained === undefined) {
    asked = await ask(one, bench, true)
    judged = judge(one, asked, bench)
  }
  const { wrong, why } = judged === 'skipped' ? { wrong: [], why: [] } : judged
  const status = judged === 'skipped' ? judged : isWrong(judged) ? 'failed' : 'passed'
  const { verdict, explained = [] } = asked
  const event = lastOf(one.events)
  return {
    of: one,
    status,
    wrong,
    why,
    fired: firedIn(one, asked, bench),
    ...(status === 'failed' && {
      last: { event, verdict, explained, rules: rulesAt(event, bench), dry: !bench.scripts },
    }),
    ms: elapsed() - began,
  }
}

function ask(one: TrialCase, bench: Bench, explain: boolean): Promise<CaseResult> {
  const { events, replies, wants } = one
  return wants.kind === 'example'
    ? askExample(one, wants, { bench, explain })
    : bench.ask(events, { replies, explain })
}

function judge(one: TrialCase, asked: CaseResult, bench: Bench): Judgement | 'skipped' {
  const context = { asked, bench, event: lastOf(one.events) }
  return one.wants.kind === 'example' ? judgeExample(one.wants, context) : judgeTest(one.wants, context)
}

function isWrong(judged: Judgement | 'skipped'): boolean {
  return judged !== 'skipped' && judged.wrong.length > 0
}

/** A deny ends the evaluation: repeats it without earlier denying rules until the example's rule is reached. */
async function askExample(
  one: TrialCase,
  { rule }: ExampleWants,
  { bench, explain }: { readonly bench: Bench; readonly explain: boolean },
): Promise<CaseResult> {
  const without = new Set<Rule>()
  let asked = await bench.ask(one.events, { replies: one.replies, explain })
  for (;;) {
    const by = asked.verdict.trace.find(({ decision }) => decision === 'deny')
    const denier = by && ruleOf(by, bench, lastOf(one.events))
    if (denier === undefined || without.has(denier) || isRule(denier, rule)) return asked
    if (asked.explained !== undefined) {
      if (!entriesOf(asked.explained, rule).some(({ skipped }) => skipped === true)) return asked
      without.add(denier)
    }
    asked = await bench.ask(one.events, { replies: one.replies, explain: true, without })
  }
}

function firedIn({ events }: TrialCase, asked: CaseResult, bench: Bench): ReadonlySet<Rule> {
  const results: readonly DispatchResult[] = [...asked.before, asked]
  const fired = results.flatMap(({ verdict }, index) => {
    const event = events[index]
    const spoke = verdict.trace.filter(({ result }) => result !== 'skipped')
    return event === undefined ? [] : spoke.map((entry) => ruleOf(entry, bench, event))
  })
  return new Set(fired.filter((rule) => rule !== undefined))
}
