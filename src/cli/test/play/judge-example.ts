import type { Decision, TraceEntry } from '../../../model/types.ts'
import { type ExampleWants, isNamed, type RuleId } from '../read/case.ts'
import type { CaseResult } from './case-runner.ts'
import { type JudgeContext, type Judgement, entriesOf, reasonsOf, ruleOf, rulesOf } from './reasons.ts'

const strengths: readonly string[] = ['allow', 'ask', 'deny']

/** The decision, even when the mode is watch or advise. */
function decisionOf(entries: readonly TraceEntry[]): Decision {
  const said = entries.map(({ decision, would }) => decision ?? would).filter((each) => each !== undefined)
  const strongest = Math.max(-1, ...said.map((each) => strengths.indexOf(each)))
  return (['allow', 'ask', 'deny'] as const)[strongest] ?? 'proceed'
}

/** Skips rules with scripts when scripts are not run. */
export function judgeExample(wants: ExampleWants, judge: JudgeContext): Judgement | 'skipped' {
  const { asked, bench, event } = judge
  const rules = rulesOf(wants.rule, bench)
  const entries = entriesOf(asked.verdict.trace, wants.rule).filter(({ result }) => result !== 'skipped')
  if (!bench.scripts && rules.some(({ handler }) => handler.kind === 'run' || handler.kind === 'recipe'))
    return 'skipped'
  const decided = decisionOf(entries)
  const spoke = decided === 'proceed' ? inlineWord(entries, judge) : undefined
  if (decided === wants.decision && spoke === undefined) return { wrong: [], why: [] }
  if (decided === wants.decision && wants.decision !== 'proceed') return { wrong: [], why: [] }
  const others = othersIn(asked, wants.rule)
  const got = spoke ?? decided
  return {
    wrong: [
      {
        expected: wants.decision,
        got: got === 'proceed' && others !== undefined ? `proceed (${others})` : got,
      },
    ],
    why: reasonsOf(wants.rule, { asked, bench, event }),
  }
}

/** The word of an inline handler that decides nothing, such as `context`. */
function inlineWord(entries: readonly TraceEntry[], { bench, event }: JudgeContext): string | undefined {
  const words = entries.map((entry) => {
    const handler = ruleOf(entry, bench, event)?.handler
    return handler?.kind === 'inline' ? handler.inline.says : undefined
  })
  return words.find((word) => word !== undefined)?.replace('_', ' ')
}

function othersIn({ verdict }: CaseResult, rule: RuleId): string | undefined {
  const other = verdict.trace.find(
    (entry) =>
      entry.decision === verdict.decision &&
      entry.decision !== 'proceed' &&
      !(entry.layer === rule.layer && isNamed(entry.rule, rule.name)),
  )
  return other && `${other.rule} says ${verdict.decision}`
}
