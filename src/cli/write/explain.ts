import { wrap } from '../../patterns/text/terminal-text.ts'
import { agentNamed } from '../../run/payload.ts'
import { openCall } from '../../run/open.ts'
import { isDisabled, type Host, writeFailure, type SentPayload, type Call } from '../../run/call.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { rulesAt } from '../../run/rules-in-force.ts'
import { retryDamaged } from '../../store/plan/rule-file.ts'
import type { MeantCall } from '../call/recorded.ts'
import { findSubject, type ExplainOptions } from './explain-subject.ts'
import { type AgentAnswer, agentsHere, toldAgent } from '../call/agent-answers.ts'
import { verdictsFor } from '../call/verdicts.ts'
import { type JudgedCall, judgedRules, viewOf } from '../call/view.ts'
import { drawAnswer, describeCall, header, hideFromPage } from '../call/draw-call.ts'
import { drawExplanation } from '../call/draw.ts'
import { createPage, drawNote, type Page, printJson } from '../page/page.ts'
import { findProjectConfig, rootOf } from '../open-project.ts'
import { drawPlan, drawUnmatched } from '../call/draw-run.ts'
import { contextOf } from '../call/nearest.ts'

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
  const { prepared, verdicts } = await retryDamaged(async () => {
    const prepared = await openCall(host, request)
    return { prepared, verdicts: await verdictsFor(prepared) }
  })
  const { event, plan } = prepared
  const { verdict, explained = [] } = hideFromPage(verdicts.result)
  const judged = { event, verdict, explained, rules: rulesAt(event.event, host.env, plan), dry: true }
  const asking = contextOf(host, event, plan)
  const told = agents.map((each) => toldAgent(each, { verdict: verdicts.result.verdict, event }))
  const rules = judgedRules(judged, asking)
  const beside = { asking, removals: verdicts.removals, agents: told }
  const view = viewOf(
    judged,
    rules.map((rule) => rule.view),
    beside,
  )
  if (options.json === true) return printJson(host, view)
  const all = options.all === true
  const page = createPage(host, { root: event.root, home: dirs.home })
  const written = judged.rules.filter(isWritten)
  const lines = [
    ...header(event, page),
    ...describeCall(event, page),
    '',
    ...drawExplanation(view, { judged, rules }, { all, page }),
    ...(written.length > 0
      ? []
      : drawUnmatched({ event, rules: written, plan }, { asking, payload: undefined, explain: true }, page)),
    ...drawPlan({ plan, verdict }, page),
    ...disabledNote(host, page),
    ...(plan.settings?.left_out ?? []).flatMap((text) => drawNote(page.paint('yellow', '!'), text, page)),
    ...(all ? drawAnswers(agents, judged, page) : []),
  ]
  host.out(`${lines.join('\n')}\n`)
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

function disabledNote({ env }: Call, page: Page): string[] {
  const text = 'HOOKS_DISABLE=1 is set here: the rules of this project are not checked'
  return isDisabled(env) ? wrap(text, page.width - 2).map((line) => `  ${page.paint('dim', line)}`) : []
}

function drawAnswers(
  agents: readonly Pick<AgentAnswer, 'agent'>[],
  { verdict, event }: JudgedCall,
  page: Page,
): string[] {
  return agents.flatMap(({ agent }) => {
    const as = agentNamed(agent)
    return typeof as === 'string'
      ? []
      : ['', ...drawAnswer({ answer: as.encode(verdict, event), event, as }, page)]
  })
}
