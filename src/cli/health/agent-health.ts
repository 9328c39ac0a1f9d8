// All that can be seen of one agent without starting a session of it.
import coerce from 'semver/functions/coerce.js'
import compare from 'semver/functions/compare.js'
import satisfies from 'semver/functions/satisfies.js'
import type { AgentDefinition } from '../../agents/shared/agent.ts'
import { defined } from '../../model/plain-object.ts'
import { span } from '../../patterns/text/terminal-text.ts'
import { agentFiles, type AgentFile, callsUs } from '../agents/agent-files.ts'
import { installableAgent, installableAgents, tracesOf } from '../agents/agents.ts'
import { versionOf } from '../agents/agent-programs.ts'
import { limitsFor } from './agent-limits.ts'
import { type ExaminedFile, examineFile } from './file-findings.ts'
import { type Finding, fine, found, note, problem } from './finding.ts'
import type { Health } from './health.ts'

export interface AgentHealth {
  readonly agent: string
  /** Its program on PATH. */
  readonly program?: string
  readonly version?: string
  /** Semver range of the versions that hooks was tried with. */
  readonly tested?: string
  /** Its settings files that call us, or should. */
  readonly files: readonly ExaminedFile[]
  readonly last_event?: { readonly time: string; readonly event: string }
  readonly findings: readonly Finding[]
  /** With `--live`: whether a denied call did not run and an allowed one did. */
  readonly live?: { readonly proved: boolean; readonly ms: number }
}

/** Undefined for an agent that is neither here nor calls us, unless the person named it. */
export async function examineAgent(
  agent: AgentDefinition,
  health: Health,
  isNamed: boolean,
): Promise<AgentHealth | undefined> {
  const { place, plan } = health
  const traces = tracesOf(agent, place)
  const { program } = traces ?? {}
  const installable = installableAgents.find(({ name }) => name === agent.name)
  const all = installable === undefined ? [] : agentFiles(installable, place)
  const ours = all.filter((file) => callsUs(file) || file.installed || file.problem !== undefined)
  if (traces === undefined && ours.length === 0 && !isNamed) return undefined
  const version = await versionOf(program, place)
  const around = { place, plan, program, version, all: ours }
  const files =
    installable === undefined
      ? []
      : await Promise.all(ours.map((file) => examineFile(installable, file, around)))
  const tested = agent.dialect.capabilities.versions
  const last = lastEvent(agent, health)
  const isOurs = files.length > 0
  return {
    agent: agent.name,
    ...defined({ program, version, tested }),
    files,
    ...defined({ last_event: last }),
    findings: [
      ...versionFindings(version, tested),
      ...(isOurs ? all.filter((file) => !ours.includes(file)).flatMap(disabledElsewhere) : []),
      ...calledTwice(ours),
      ...alsoCalled(agent, health),
      ...(isOurs
        ? unheld(agent, health)
        : [notInstalled(agent, health, { isNamed, isSeen: traces !== undefined })]),
      ...found((isOurs || last !== undefined) && lastFinding(last, health)),
    ],
  }
}

/** Whether hooks was tried with a version of an agent's program; nothing where there is nothing to compare. */
function versionFindings(version: string | undefined, tested: string | undefined): readonly Finding[] {
  if (version === undefined || tested === undefined || satisfies(version, tested)) return []
  // Of a range such as `2.1.197 - 2.1.329`.
  const [first = '', last = first] = tested.match(/\d+\.\d+\.\d+/g) ?? []
  const asked = coerce(version)
  const nearest = asked !== null && compare(asked, first) < 0 ? first : last
  return [note('version', `${version} is not tested: it is held as ${nearest}, the nearest that is`)]
}

/** A file that does not call us may still switch all hooks off. */
function disabledElsewhere({ disabled, path }: AgentFile): readonly Finding[] {
  if (disabled === undefined) return []
  return [
    problem('disabled', `${disabled} in ${path}: the agent runs no hooks at all`, `change that in ${path}`),
  ]
}

/** A person's installation and a team's: the normal case. */
function calledTwice(files: readonly AgentFile[]): readonly Finding[] {
  const paths = files.filter(callsUs).map(({ path }) => path)
  const message = `it calls us through ${paths.join(' and ')}; each call is judged once`
  return found(paths.length > 1 && note('called-twice', message))
}

/** Settings of other agents that it reads as well. */
function alsoCalled({ alsoReads = [] }: AgentDefinition, { place }: Health): readonly Finding[] {
  return alsoReads.flatMap((name) => {
    const owner = installableAgent(name)
    const paths = typeof owner === 'string' ? [] : agentFiles(owner, place).filter(callsUs)
    const shown = paths.map(({ path }) => path).join(', ')
    const message = `where it reads ${name}'s settings it calls us through ${shown}, too; each call is judged once`
    return found(paths.length > 0 && note('also-called', message))
  })
}

function notInstalled(
  { name, dialect }: AgentDefinition,
  { plan }: Health,
  { isNamed, isSeen }: { isNamed: boolean; isSeen: boolean },
): Finding {
  if (typeof installableAgent(name) === 'string')
    return note('by-hand', dialect.byHand ?? 'hooks install cannot write its settings')
  const hasRules = Object.keys(plan?.events ?? {}).length > 0
  const message = isSeen ? 'does not call us' : 'not found here, and does not call us'
  return (isNamed && hasRules ? problem : note)('not-installed', message, `hooks install ${name}`)
}

/** Rules that the agent cannot be told, or not as they are written. */
function unheld({ name, dialect }: AgentDefinition, { plan }: Health): readonly Finding[] {
  const { diagnostics, summary } =
    plan === undefined ? { diagnostics: [], summary: '' } : limitsFor(plan, dialect)
  const uncalled = Object.keys(plan?.events ?? {}).filter(
    (event) => !Object.hasOwn(dialect.capabilities.events, event),
  )
  const events = uncalled.length === 0 ? '' : `; no hook is called at ${uncalled.join(', ')}`
  const message = `${summary.slice(dialect.name.length + 2)}${events}`
  return found(diagnostics.length > 0 && note('limits', message, `hooks validate --agent ${name}`))
}

const RECENT_MS = 30 * 24 * 60 * 60 * 1000

function lastEvent({ name }: AgentDefinition, { ledger, now }: Health): AgentHealth['last_event'] {
  const since = new Date(now - RECENT_MS).toISOString()
  const [row] = ledger.last({ agent: name, since }, 1)
  const event = row?.events.at(-1)
  return row === undefined || event === undefined ? undefined : { time: row.time, event }
}

function lastFinding(last: AgentHealth['last_event'], { now }: Health): Finding {
  return last === undefined
    ? note('last-event', 'no event of it in this project within 30 days')
    : fine('last-event', `last event: ${last.event}, ${span(now - Date.parse(last.time))} ago`)
}
