// All that can be seen of one agent without starting a session of it.
import { limitsFor } from './agent-limits.ts'
import type { Agent, Scope } from '../../agents/shared/agent.ts'
import { agents } from '../../catalog.ts'
import type { Plan } from '../../model/types.ts'
import { span } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/call.ts'
import type { LedgerSource } from '../../store/ledger/source.ts'
import { agentFiles, type AgentFile, callsUs } from '../agents/agent-files.ts'
import {
  type AgentTraces,
  type InstallableAgent,
  installableAgent,
  installableAgents,
  tracesOf,
} from '../agents/agents.ts'
import { versionOf } from '../agents/agent-version.ts'
import type { ProjectConfig } from '../open-project.ts'
import { type CommandAnswer, commandTrial } from '../agents/try-agents.ts'
import { type Drift, driftOf, skipFindings } from './drift.ts'
import { DESKTOP_PATH, fileFindings, type RulesAt } from './file-findings.ts'
import { type Finding, versionFinding } from './finding.ts'

interface LiveResult {
  /** A denied call did not run, and an allowed one did. */
  readonly proved: boolean
  readonly ms: number
}

interface FileReport extends Pick<AgentFile, 'scope' | 'path' | 'current' | 'outdated' | 'missing'>, Drift {
  readonly answer?: CommandAnswer
  readonly findings: readonly Finding[]
}

export interface AgentReport {
  readonly agent: string
  /** Its program on PATH. */
  readonly program?: string
  readonly version?: string
  /** Semver range of the versions that hooks was tried with. */
  readonly tested?: string
  /** Its settings files that call us, or should. */
  readonly files: readonly FileReport[]
  /** With `--live`. */
  readonly live?: LiveResult
  readonly last_event?: { readonly time: string; readonly event: string }
  readonly findings: readonly Finding[]
}

export interface ExamineContext {
  readonly host: Host
  readonly here: ProjectConfig
  readonly plan: Plan | undefined
  readonly ledger: LedgerSource
  readonly now: number
  /** Whether the person named this agent. */
  readonly isNamed: boolean
}

/** Undefined for an agent that is neither here nor calls us. */
export async function examine(agent: Agent, around: ExamineContext): Promise<AgentReport | undefined> {
  const { host, here, isNamed } = around
  const traces = tracesOf(agent, { root: here.root, home: here.dirs.home, env: host.env })
  const installable = installableAgents.find(({ name }) => name === agent.name)
  const found = installable === undefined ? [] : agentFiles(installable, host, here)
  const files = found.filter((file) => callsUs(file) || file.installed || file.problem !== undefined)
  if (traces === undefined && files.length === 0 && !isNamed) return undefined
  const { program } = traces ?? {}
  const version =
    program === undefined ? undefined : await versionOf(program, { env: host.env, cwd: here.root })
  const reports =
    installable === undefined ? [] : await examineFiles(installable, { ...around, files, program, version })
  const off = reports.length === 0 ? [] : found.filter((file) => !files.includes(file))
  const tested = agent.dialect?.capabilities.versions
  const last = lastEvent(agent, around)
  return {
    agent: agent.name,
    ...(program !== undefined && { program }),
    ...(version !== undefined && { version }),
    ...(tested !== undefined && { tested }),
    files: reports,
    ...last,
    findings: [
      ...versionFinding(version, tested),
      ...disabledElsewhere(off),
      ...calledTwice(files),
      ...alsoCalled(agent, around),
      ...(reports.length === 0 ? notInstalled(agent, traces, around) : unheld(agent, around)),
      ...(reports.length === 0 && last.last_event === undefined ? [] : [spoken(last, around)]),
    ],
  }
}

type FilesAround = ExamineContext & {
  readonly files: readonly AgentFile[]
  readonly program: string | undefined
  readonly version: string | undefined
}

async function examineFiles(agent: InstallableAgent, around: FilesAround): Promise<readonly FileReport[]> {
  const { host, here, files, program, version } = around
  const trial = commandTrial(host, here)
  const place = { root: here.root, home: here.dirs.home, env: host.env }
  const reports = files.map(async (file): Promise<FileReport> => {
    const { scope, path, current, outdated, missing, command } = file
    const drift = driftOf(agent, file)
    const others = files.filter((other) => other !== file)
    const elsewhere = others.flatMap((other) => [...other.current, ...other.outdated])
    const tried: Partial<Tried> = command === undefined ? {} : tryTwice(trial, agent.name, { command, scope })
    const skips = callsUs(file) ? await skipFindings(agent, { file, place, program }) : []
    const state = { file, drift, elsewhere, rulesAt: rulesAt(around.plan), version, ...tried }
    const findings = [...fileFindings(agent, state), ...skips]
    const answer = tried.answer === undefined ? {} : { answer: tried.answer }
    return { scope, path, current, outdated, missing, ...drift, ...answer, findings }
  })
  return Promise.all(reports)
}

interface Tried {
  readonly answer: CommandAnswer
  readonly desktop: CommandAnswer
}

/** As the person's shell starts it, and as a desktop would; the time is that of the faster one. */
function tryTwice(
  trial: ReturnType<typeof commandTrial>,
  agent: string,
  line: { readonly command: string; readonly scope: Scope },
): Tried {
  const [answer, desktop] = [trial(agent, line), trial(agent, { ...line, PATH: DESKTOP_PATH })]
  const fair = answer.problem === undefined && desktop.problem === undefined
  return { answer: fair ? { ...answer, ms: Math.min(answer.ms, desktop.ms) } : answer, desktop }
}

function rulesAt(plan: Plan | undefined): RulesAt {
  return (event) => new Set((plan?.events[event] ?? []).map(({ name }) => name.replace(/\/\d+$/, ''))).size
}

/** A file that does not call us may still switch all hooks off. */
function disabledElsewhere(files: readonly AgentFile[]): readonly Finding[] {
  return files.flatMap(({ disabled, path }) =>
    disabled === undefined
      ? []
      : [
          {
            level: 'problem' as const,
            code: 'disabled' as const,
            message: `${disabled} in ${path}: the agent runs no hooks at all`,
            fix: `change that in ${path}`,
          },
        ],
  )
}

/** A person's installation and a team's: the normal case. */
function calledTwice(files: readonly AgentFile[]): readonly Finding[] {
  const paths = files.filter(callsUs).map(({ path }) => path)
  if (paths.length < 2) return []
  const message = `it calls us through ${paths.join(' and ')}; each call is judged once`
  return [{ level: 'note', code: 'called-twice', message }]
}

/** Settings of other agents that it reads as well. */
function alsoCalled({ alsoReads = [] }: Agent, { host, here }: ExamineContext): readonly Finding[] {
  return alsoReads.flatMap((name) => {
    const owner = installableAgent(name)
    if (typeof owner === 'string') return []
    const paths = agentFiles(owner, host, here).filter(callsUs)
    if (paths.length === 0) return []
    const shown = paths.map(({ path }) => path).join(', ')
    return [
      {
        level: 'note' as const,
        code: 'also-called' as const,
        message: `where it reads ${name}'s settings it calls us through ${shown}, too; each call is judged once`,
      },
    ]
  })
}

function notInstalled(
  agent: Agent,
  traces: AgentTraces | undefined,
  { isNamed, plan }: ExamineContext,
): readonly Finding[] {
  const installable = installableAgent(agent.name)
  if (typeof installable === 'string')
    return [
      {
        level: 'note',
        code: 'by-hand',
        message: agent.dialect?.byHand ?? 'hooks install cannot write its settings',
      },
    ]
  const hasRules = Object.keys(plan?.events ?? {}).length > 0
  return [
    {
      level: isNamed && hasRules ? 'problem' : 'note',
      code: 'not-installed',
      message: traces === undefined ? 'not found here, and does not call us' : 'does not call us',
      fix: `hooks install ${agent.name}`,
    },
  ]
}

/** Rules that the agent cannot be told, or not as they are written. */
function unheld({ name, dialect }: Agent, { plan }: ExamineContext): readonly Finding[] {
  if (plan === undefined || dialect === undefined) return []
  const uncalled = Object.keys(plan.events).filter(
    (event) => !Object.hasOwn(dialect.capabilities.events, event),
  )
  const { diagnostics, summary } = limitsFor(plan, dialect)
  if (diagnostics.length === 0) return []
  const events = uncalled.length === 0 ? '' : `; no hook is called at ${uncalled.join(', ')}`
  const message = `${summary.slice(dialect.name.length + 2)}${events}`
  return [{ level: 'note', code: 'limits', message, fix: `hooks validate --agent ${name}` }]
}

const RECENT_MS = 30 * 24 * 60 * 60 * 1000

function lastEvent({ name }: Agent, { ledger, now }: ExamineContext): Pick<AgentReport, 'last_event'> {
  const since = new Date(now - RECENT_MS).toISOString()
  const row = ledger.last({ agent: name, since }, 1)[0]
  const event = row?.events.at(-1)
  return row === undefined || event === undefined ? {} : { last_event: { time: row.time, event } }
}

function spoken(
  { last_event: last }: Pick<AgentReport, 'last_event'>,
  { now }: Pick<ExamineContext, 'now'>,
): Finding {
  const message =
    last === undefined
      ? 'no event of it in this project within 30 days'
      : `last event: ${last.event}, ${span(now - Date.parse(last.time))} ago`
  return { level: last === undefined ? 'note' : 'fine', code: 'last-event', message }
}

export function agentNamed(name: string): Agent | undefined {
  return agents.find((agent) => agent.name === name || agent.dialect?.aliases?.includes(name) === true)
}
