import { type Host, type SentPayload, writeFailure } from '../../run/call.ts'
import { openCall } from '../../run/open.ts'
import { agentNamed } from '../../run/payload.ts'
import { rulesAt } from '../../run/rules-in-force.ts'
import { retryDamaged } from '../../store/plan/rule-file.ts'
import { agentsHere, toldAgent } from '../call/agent-answers.ts'
import { hideFromPage } from '../call/draw-call.ts'
import { showExplanation } from '../call/draw.ts'
import { contextOf } from '../call/nearest.ts'
import type { MeantCall } from '../call/recorded.ts'
import { verdictsFor } from '../call/verdicts.ts'
import { judgedRules, viewOf } from '../call/view.ts'
import { findProjectConfig, rootOf } from '../open-project.ts'
import { printJson } from '../page/page.ts'
import { findSubject, type ExplainOptions } from './explain-subject.ts'

export async function explain(
  host: Host,
  words: readonly string[],
  options: ExplainOptions,
): Promise<number> {
  const known =
    options.agent === undefined || options.agent === 'native' ? undefined : agentNamed(options.agent)
  if (typeof known === 'string') return writeFailure(host, known)
  const root = rootOf(host, options)
  const { dirs } = findProjectConfig(host)
  const here = agentsHere(host, { root, dirs })
  const agents =
    known === undefined
      ? here
      : [here.find(({ agent }) => agent === known.name) ?? { agent: known.name, installed: false }]
  const asked = await findSubject(words, { host, options, agent: agents[0]?.agent ?? '' })
  if (typeof asked === 'string') return writeFailure(host, asked)
  const request = requestFor(asked, { root, options })
  const { opened, result, removals } = await retryDamaged(async () => {
    const opened = await openCall(host, request)
    return { opened, ...(await verdictsFor(opened)) }
  })
  const { event, plan } = opened
  const { verdict, explained = [] } = hideFromPage(result)
  const judged = { event, verdict, explained, rules: rulesAt(event.event, host.env, plan), dry: true }
  const asking = contextOf(host, event, plan)
  const rules = judgedRules(judged, asking)
  const told = agents.map((each) => toldAgent(each, { verdict: result.verdict, event }))
  const views = rules.map((rule) => rule.view)
  const view = viewOf(judged, views, { asking, removals, agents: told })
  if (options.json === true) return printJson(host, view)
  host.out(showExplanation(view, { opened, judged, rules, asking }, options.all === true))
  return 0
}

function requestFor(
  { payload, dialect }: MeantCall,
  { root, options }: { root: string; options: ExplainOptions },
): SentPayload {
  return {
    options: { config: options.config ?? [], root, json: false, explain: true, dryRun: true, last: false },
    dialect,
    payload,
    live: false,
  }
}
