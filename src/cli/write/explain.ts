import type { Event, Verdict } from '../../model/types.ts'
import { wrap } from '../../patterns/text/terminal-text.ts'
import { agentNamed } from '../../run/payload.ts'
import { openCall } from '../../run/open.ts'
import {
  isDisabled,
  type Host,
  writeFailure,
  type Opened,
  type SentPayload,
  type Call,
} from '../../run/call.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { rulesAt } from '../../run/rules-in-force.ts'
import { retryDamaged } from '../../store/plan/rule-file.ts'
import type { MeantCall } from '../call/recorded.ts'
import { findSubject, type ExplainOptions } from './explain-subject.ts'
import { agentsHere, toldAgent } from '../call/agent-answers.ts'
import { verdictsFor, type Verdicts } from '../call/verdicts.ts'
import { type Explanation, viewOf } from '../call/view.ts'
import { drawAnswer, describeCall, header, hideFromPage } from '../call/draw-call.ts'
import { drawExplanation } from '../call/draw.ts'
import { createPage, type Page, printJson } from '../page/page.ts'
import { drawUnmatched } from '../call/draw-rules.ts'
import { findProjectConfig, rootOf } from '../open-project.ts'
import { drawPlan } from '../call/draw-run.ts'
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
  const { event } = prepared
  const told = agents.map((each) => toldAgent(each, { verdict: verdicts.result.verdict, event }))
  const explanation = createExplanation(host, prepared, { verdicts, told })
  if (options.json === true) return printJson(host, explanation)
  host.out(draw(host, explanation, { all: options.all === true, prepared, verdict: verdicts.result.verdict }))
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

function createExplanation(
  host: Host,
  { event, plan }: Opened,
  { verdicts, told }: { verdicts: Verdicts; told: Explanation['agents'] },
): Explanation {
  const { verdict, explained: rules = [] } = verdicts.result
  const view = viewOf({
    event,
    verdict,
    explained: rules,
    rules: rulesAt(event.event, host.env, plan),
    asking: contextOf(host, event, plan),
    removals: verdicts.removals,
    agents: told,
  })
  return hideFromPage(view)
}

function draw(
  host: Host,
  explanation: Explanation,
  { all, prepared, verdict }: { all: boolean; prepared: Opened; verdict: Verdict },
): string {
  const { event, plan, dirs } = prepared
  const page = createPage(host, { root: event.root, home: dirs.home })
  const rules = rulesAt(event.event, host.env, plan).filter(isWritten)
  const lines = [
    ...header(event, page),
    ...describeCall(event, page),
    '',
    ...drawExplanation(explanation, { all, page }),
    ...(rules.length > 0
      ? []
      : drawUnmatched(
          { event, rules, plan, asking: contextOf(host, event, plan), payload: undefined, explain: true },
          page,
        )),
    ...drawPlan({ plan, verdict }, page),
    ...disabledNote(host, page),
    ...(plan.settings?.left_out ?? []).flatMap((text) =>
      wrap(text, page.width - 2).map((line, at) =>
        at === 0 ? `${page.paint('yellow', '!')} ${line}` : `  ${line}`,
      ),
    ),
    ...(all ? drawAnswers(explanation, { verdict, event }, page) : []),
  ]
  return `${lines.join('\n')}\n`
}

function disabledNote({ env }: Call, page: Page): string[] {
  const text = 'HOOKS_DISABLE=1 is set here: the rules of this project are not checked'
  return isDisabled(env) ? wrap(text, page.width - 2).map((line) => `  ${page.paint('dim', line)}`) : []
}

function drawAnswers(
  { agents }: Explanation,
  { verdict, event }: { verdict: Verdict; event: Event },
  page: Page,
): string[] {
  return agents.flatMap(({ agent }) => {
    const dialect = agentNamed(agent)
    return typeof dialect === 'string'
      ? []
      : [
          '',
          ...drawAnswer({ answer: dialect.encode(hideFromPage(verdict), event), event, as: dialect }, page),
        ]
  })
}
