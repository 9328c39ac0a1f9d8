import path from 'node:path'
import { defined } from '../../model/plain-object.ts'
import { fit, pad, plural, span, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import { isDisabled, type Host, type EngineStats } from '../../run/call.ts'
import { countsSince } from '../../store/ledger/day-figures.ts'
import { countProposals } from '../../store/records/proposals.ts'
import type { Pause } from '../../store/records/pauses.ts'
import { createPage, drawNote, type Page, printJson, tilde } from '../page/page.ts'
import { howToStart, isThere } from '../open-project.ts'
import { builtInNames, describeBuiltIn } from '../page/columns.ts'
import { drawFiles, drawForce } from './draw-files.ts'
import { type AgentFound, agentsOf } from '../agents/agent-files.ts'
import { type CommandAnswer, tryCommand } from '../agents/try-agents.ts'
import { examine, type Health } from '../health/health.ts'
import { type Force, forceOf, weekOf, type WeekFigures } from '../health/kept.ts'
import { filesOf, type FileFigures } from '../health/rule-files.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

interface StatusPage {
  readonly project: string
  readonly root: string
  readonly version: string
  readonly files: readonly FileFigures[]
  readonly in_force: Force
  readonly agents: readonly AgentShown[]
  /** The process that answers agents' calls, where it runs. */
  readonly engine?: EngineStats
  /** What no file holds. */
  readonly built_in: readonly string[]
  readonly paused: readonly Pause[]
  /** `HOOKS_DISABLE=1` is set here. */
  readonly disabled?: true
  /** How many changes of the rules wait for a person. */
  readonly proposals: number
  readonly week: WeekFigures
  /** Why what happens cannot be recorded. */
  readonly problem?: string
  /** What changed since a person last saw the rules. */
  readonly changed?: readonly string[]
}

type AgentShown = Pick<AgentFound, 'agent' | 'scope' | 'state' | 'disabled'> & {
  readonly answer?: CommandAnswer
}

/** `hooks status`: which rules hold here, who asks them, and what came of it. */
export async function status(host: Host, { json }: { readonly json?: true }): Promise<number> {
  const health = examine(host)
  const { here, now, stateDir, compiled, plan, paused, problem, changed } = health
  const found: StatusPage = {
    project: path.basename(here.root),
    root: here.root,
    version: host.version,
    files: filesOf(compiled, here),
    in_force: forceOf(host, health),
    ...defined({ engine: host.engine && (await host.load('ask').statsOf(host.engine)) }),
    built_in: builtInNames(plan),
    agents: agentsOf(host, here).map((agent) => tried(agent, health)),
    paused,
    ...(isDisabled(host.env) && { disabled: true as const }),
    proposals: countProposals(stateDir),
    week: weekOf(countsSince(stateDir, new Date(now - WEEK_MS).toISOString()), plan),
    ...defined({ problem, changed: changed.length > 0 ? changed : undefined }),
  }
  if (json === true) return printJson(host, found)
  const drawn = draw(found, { ...createPage(host, { root: here.root, home: here.dirs.home }), now })
  const start = here.layers.some(isThere) ? [] : ['', howToStart()]
  host.out(`${[...drawn, ...start].join('\n')}\n`)
  return 0
}

/** Its command started once. */
function tried(found: AgentFound, { place }: Health): AgentShown {
  const { agent, scope, state, disabled } = found
  const answer = state === 'disabled' ? undefined : tryCommand(found, place)
  return defined({ agent, scope, state, disabled, answer })
}

interface Sheet extends Page {
  readonly now: number
}

function draw(found: StatusPage, sheet: Sheet): string[] {
  const { paint, width, home } = sheet
  const version = `hooks ${found.version}`
  const project = visible(found.project)
  const room = Math.max(10, width - widthOf(project) - version.length - 4)
  const place = `${project}  ${fit(tilde(found.root, home), room)}`
  const gap = ' '.repeat(Math.max(2, width - widthOf(place) - version.length))
  const off = found.disabled ? ["the project's rules  HOOKS_DISABLE=1 is set in this environment"] : []
  const proposed =
    found.proposals === 0 ? [] : [`${plural(found.proposals, 'change')} of the rules: hooks review`]
  return [
    `${paint('bold', place)}${gap}${paint('dim', version)}`,
    ...drawFiles(found.files, sheet),
    ...labelled('in force', drawForce(found.in_force), sheet),
    ...labelled('built in', found.built_in.map(describeBuiltIn), sheet),
    ...labelled('agents', drawAgents(found.agents, sheet), sheet),
    ...labelled('engine', found.engine === undefined ? [] : [drawEngine(found.engine, sheet)], sheet),
    ...labelled('paused', [...off, ...found.paused.map((each) => drawPause(each, sheet))], sheet),
    ...labelled('proposed', proposed, sheet),
    ...drawProblems(found, sheet),
    ...drawWeek(found.week, sheet),
  ]
}

function drawProblems({ problem, changed = [] }: StatusPage, sheet: Sheet): string[] {
  const sign = sheet.paint('red', '✗')
  const draw = (each: string): readonly string[] => drawNote(sign, each, sheet)
  return [
    ...(problem === undefined ? [] : [...draw(problem), '  what to do: hooks doctor']),
    ...(changed.length === 0 ? [] : [...changed.flatMap(draw), '  if that is right: hooks review']),
  ]
}

function drawEngine({ since, calls, p50, p99, memory_mb, projects }: EngineStats, { now }: Sheet): string {
  const times = calls === 0 ? '' : `, half within ${p50} ms, 99 % within ${p99} ms`
  return `up ${span(now - since)}; ${plural(calls, 'call')} of ${plural(projects, 'project')}${times}; ${memory_mb} MB`
}

/** One line for each agent that calls us, one for all others. */
function drawAgents(agents: readonly AgentShown[], sheet: Sheet): string[] {
  const absent = agents.filter(({ state }) => state === 'absent').map(({ agent }) => agent)
  const calling = agents.filter(({ state }) => state !== 'absent')
  const names = absent.join(', ').replace(/, (?!.*, )/, ' or ')
  const text = `${calling.length === 0 ? 'none yet' : 'others'}: hooks install ${names}`
  const twice = calling.filter(({ agent }, at) => calling.findIndex((each) => each.agent === agent) < at)
  const twiceNames = [...new Set(twice.map(({ agent }) => agent))].join(', ')
  return [
    ...calling.flatMap((each) => drawAgent(each, sheet)),
    ...(twice.length === 0 ? [] : [`${twiceNames}: installed more than once here; each call is judged once`]),
    ...(absent.length === 0 ? [] : wrap(text, sheet.width - LABEL)),
  ]
}

/** Where the package is stands on a line of its own when the first has no room. */
function drawAgent({ agent, state, scope, disabled, answer }: AgentShown, sheet: Sheet): readonly string[] {
  const { paint, home, width } = sheet
  if (state === 'disabled') return [`${agent} ${paint('red', '✗')} ${disabled} in its ${scope} settings`]
  if (state === 'outdated') {
    const fix = `hooks install ${agent} --${scope}`
    return [`${agent} ${paint('yellow', '!')} not as this version installs it: ${fix}`]
  }
  if (answer === undefined) return [`${agent} ${scope}`]
  const { version, package: dir = '', ms, problem } = answer
  if (problem !== undefined) return [`${agent} ${paint('red', '✗')} ${scope}  ${visible(problem)}`]
  const said = `${scope}  answered in ${ms} ms by hooks ${version}`
  const place = tilde(dir, home)
  const first = `${agent} ${paint('green', '✓')} ${said}`
  const isShort = LABEL + agent.length + 3 + said.length + 2 + widthOf(place) <= width
  return isShort ? [`${first}  ${place}`] : [first, `  ${place}`]
}

function drawPause({ rule, until, reason, by }: Pause, { now, paint }: Sheet): string {
  return `${paint('yellow', visible(rule))}  ${span(until - now)} left  "${visible(reason)}" (${visible(by)})`
}

const LABEL = 10

function labelled(label: string, said: readonly string[], { paint }: Sheet): string[] {
  return said.map((text, at) => `${paint('bold', pad(at === 0 ? label : '', LABEL))}${text}`)
}

const MAX_RULES = 6

/** Codes of warnings in words. */
const causes: Readonly<Partial<Record<string, string>>> = {
  background: 'background script failed',
  bad_reply: 'unreadable reply',
  config: 'file broken or gone',
  continues: 'let go at limits.continues',
  'context-cut': 'context cut by the agent',
  contract: 'answer not allowed at the event',
  disabled: 'HOOKS_DISABLE',
  downgrade: 'weakened for the agent',
  error: 'rule failed',
  ledger: 'ledger line lost',
  left_out: 'rule left out',
  payload: 'field of a wrong type',
  quarantined: 'rule set aside',
  spent: 'too much work to check',
  root: 'root not sure',
  spawn_failed: 'script not started',
  lost: 'state of a session gone',
  drift: 'changed since you last saw it',
  state: 'state lost',
  timeout: 'rule timed out',
  uncounted: 'steps not counted',
}

function drawWeek(week: WeekFigures, { paint, width }: Sheet): string[] {
  const { calls, denied, asked, failures, warnings, rules, never_fired, events } = week
  if (events === 0) return [`${paint('bold', 'last 7 days')}   nothing was recorded`]
  const sums = [plural(calls, 'call'), `${denied} denied`, `${asked} asked`, plural(failures, 'failure')]
  const most = rules.slice(0, MAX_RULES).map(({ rule, count }) => `${rule} ${count}`)
  const more = never_fired.length > MAX_RULES ? ` and ${never_fired.length - MAX_RULES} more` : ''
  const never =
    never_fired.length === 0 ? [] : [`never fired: ${never_fired.slice(0, MAX_RULES).join(', ')}${more}`]
  const told = warnings.map(({ code, count }) => `${causes[code] ?? code} ${count}`).join(', ')
  const held = told === '' ? [] : [`warnings: ${told}`]
  const detail = [...most, ...held, ...never].join(' · ')
  return [
    `${paint('bold', 'last 7 days')}   ${sums.join('   ')}`,
    ...(detail === '' ? [] : wrap(detail, width - 2).map((line) => `  ${paint('dim', line)}`)),
  ]
}
