import { matchers } from '../catalog.ts'
import { createFiles } from '../store/files.ts'
import { byKey } from '../engine/makers.ts'
import type { Host } from '../run/host.ts'
import { retryDamaged } from '../store/plan/rule-file.ts'
import { createFactSource } from '../shell/source.ts'
import { findRoot } from '../store/plan/root.ts'
import { drawAnswer } from './print/answer.ts'
import { describeCall, header, hideFromPage } from './print/call.ts'
import { drawExplanation } from './print/explanation.ts'
import { pageWidth, type Page } from './print/page.ts'
import { choosePaint } from './print/paint.ts'
import { drawUnmatched } from './print/unmatched.ts'
import { wrap } from '../patterns/text/terminal-text.ts'
import type { Event, Verdict } from '../model/types.ts'
import { agentNamed } from '../run/agent-named.ts'
import { askedAbout, dirOf, type Asked, type ExplainOptions } from './explain/asked.ts'
import { agentsHere, toldAgent } from './explain/told.ts'
import { verdictsFor, type Verdicts } from './explain/verdicts.ts'
import { type Explanation, viewOf } from './explain/view.ts'
import { findHere } from './shared/compile-here.ts'
import { loadersOf } from '../run/decide/effects.ts'
import { prepare, type Prepared, type Request } from '../run/decide/prepare.ts'
import { rulesAt } from '../run/plan/rules-for.ts'
import { drawPlan } from './show.ts'

const FINE = 0
const PROBLEM = 1

/** `hooks explain`: what a call would do, what each rule makes of it, and what would decide without the one that does. */
export async function explain(
  host: Host,
  words: readonly string[],
  options: ExplainOptions,
): Promise<number> {
  const known =
    options.agent === undefined || options.agent === 'native' ? undefined : agentNamed(options.agent)
  if (typeof known === 'string') return refuse(host, known)
  const root = rootOf(host, options)
  const { dirs } = findHere(host)
  const here = agentsHere(host, { root, dirs })
  const agents =
    known === undefined
      ? here
      : [here.find(({ agent }) => agent === known.name) ?? { agent: known.name, installed: false }]
  const asked = await askedAbout(words, { host, options, agent: agents[0]?.agent ?? '' })
  if (typeof asked === 'string') return refuse(host, asked)
  const request = requestFor(asked, { root, options })
  const { prepared, verdicts } = await retryDamaged(async () => {
    const prepared = await prepare(host, request)
    return { prepared, verdicts: await verdictsFor(host, request, prepared) }
  })
  const { event } = prepared
  const told = agents.map((each) => toldAgent(each, { verdict: verdicts.result.verdict, event }))
  const explanation = explained({ host, prepared, verdicts, told })
  host.out(
    options.json === true
      ? `${JSON.stringify(explanation, undefined, 2)}\n`
      : draw(explanation, { host, options, prepared, verdicts }),
  )
  return FINE
}

function refuse(host: Host, message: string): number {
  host.err(`hooks: ${message}\n`)
  return PROBLEM
}

/** The project is that of the directory where the call would be made. */
function rootOf(host: Host, { root, cwd }: ExplainOptions): string {
  const files = createFiles()
  const from = files.real(dirOf(host, root ?? cwd))
  return root === undefined ? findRoot(from, files).root : from
}

function requestFor(
  { payload, dialect }: Asked,
  { root, options }: { root: string; options: ExplainOptions },
): Request {
  return {
    options: { config: options.config ?? [], root, json: false, explain: true, dryRun: true, last: false },
    dialect,
    payload,
    live: false,
  }
}

interface Found {
  readonly host: Host
  readonly prepared: Prepared
  readonly verdicts: Verdicts
  readonly told: Explanation['agents']
}

function explained({ host, prepared, verdicts, told }: Found): Explanation {
  const { event, files } = prepared
  const compiler = { matchers: byKey(matchers), ...loadersOf(host) }
  const source = createFactSource({ files, env: host.env, parser: compiler.parser })
  const { verdict, explained: rules = [] } = verdicts.result
  const view = viewOf({
    event,
    verdict,
    explained: rules,
    rules: rulesAt(event.event, host.env, prepared.plan),
    compiler,
    facts: source.facts(event),
    look: source.look?.(event),
    real: (path) => files.real(path),
    removals: verdicts.removals,
    agents: told,
  })
  return hideFromPage(view)
}

interface Drawn {
  readonly host: Host
  readonly options: ExplainOptions
  readonly prepared: Prepared
  readonly verdicts: Verdicts
}

function draw(explanation: Explanation, { host, options, prepared, verdicts }: Drawn): string {
  const { event, plan, dirs } = prepared
  const page: Page = {
    width: pageWidth(host.columns),
    paint: choosePaint(host),
    cwd: host.cwd,
    root: event.root,
    home: dirs.home,
  }
  const { verdict } = verdicts.result
  const rules = rulesAt(event.event, host.env, plan)
  const lines = [
    ...header(event, page),
    ...describeCall(event, page),
    '',
    ...drawExplanation(explanation, { all: options.all === true, page }),
    ...(rules.length > 0
      ? []
      : drawUnmatched(
          {
            event,
            rules,
            plan,
            compiler: { matchers: byKey(matchers), ...loadersOf(host) },
            payload: undefined,
            explain: true,
          },
          page,
        )),
    ...drawPlan({ plan, verdict }, page),
    ...disabledNote(host, page),
    ...(options.all === true ? drawAnswers(explanation, { verdict, event }, page) : []),
  ]
  return `${lines.join('\n')}\n`
}

function disabledNote({ env }: Host, page: Page): string[] {
  const text = 'HOOKS_DISABLE=1 is set here: only locked rules are asked'
  return env['HOOKS_DISABLE'] === '1'
    ? wrap(text, page.width - 2).map((line) => `  ${page.paint('dim', line)}`)
    : []
}

/** What each agent's model would read. */
function drawAnswers(
  { agents }: Explanation,
  { verdict, event }: { verdict: Verdict; event: Event },
  page: Page,
): string[] {
  return agents.flatMap(({ agent }) => {
    const dialect = agentNamed(agent)
    return typeof dialect === 'string'
      ? []
      : ['', ...drawAnswer(dialect.encode(hideFromPage(verdict), event), agent, page)]
  })
}
