// The settings files of the installable agents, and what of ours stands in them.
import type { EventCommand, Inspection, Scope, SettingsValues } from '../../agents/shared/agent.ts'
import { planBeside, readSettings } from '../../agents/shared/settings/settings-file.ts'
import { callerPath, quote, shimPath } from '../../agents/shared/shim.ts'
import { isGate } from '../../model/events.ts'
import { defined } from '../../model/plain-object.ts'
import type { Call, Program } from '../../run/call.ts'
import type { ProjectConfig } from '../open-project.ts'
import {
  type AgentPlace,
  agentPlace,
  type InstallableAgent,
  installableAgents,
  kindOf,
  type LineKind,
  linesFor,
  scopes,
} from './agents.ts'
import { readUsers } from './shim-users.ts'

/** One settings file, and how our entries in it are. */
export interface AgentFile extends Inspection {
  readonly agent: string
  readonly scope: Scope
  readonly state: 'installed' | 'outdated' | 'disabled' | 'absent'
  readonly path: string
  /** Its path, links resolved. */
  readonly target: string
  readonly shim: string
  /** Undefined when there is no file. */
  readonly text?: string
  readonly settings: SettingsValues
  /** How its entries were installed. */
  readonly kind: LineKind
  /** `install` wrote to it, and `uninstall` did not take it back. */
  readonly installed: boolean
  /** Why it cannot be read or edited. */
  readonly problem?: string
  /** The command before a tool call, where it is as `install` writes it: then the others differ in their event only. */
  readonly command?: string
  /** The program that its agent starts without a shell. */
  readonly caller?: string
}

/** Those that exist, and those that are gone since `install`. */
export function agentFiles(agent: InstallableAgent, place: AgentPlace): readonly AgentFile[] {
  const files = scopes.flatMap((scope) => agentFile(agent, scope, place) ?? [])
  return files.filter(
    ({ text, installed, problem }) => installed || text !== undefined || problem !== undefined,
  )
}

/** Undefined where the agent has no such scope. */
export function agentFile(agent: InstallableAgent, scope: Scope, place: AgentPlace): AgentFile | undefined {
  const { settings, name } = agent
  const { files } = place
  const path = settings.file(scope, place)
  if (path === undefined) return undefined
  const target = files.target(path)
  const at = { agent: name, scope, path, target, shim: shimPath(scope, place) }
  const installed = readUsers(files, at.shim).includes(target)
  const read = readSettings(files, path, settings)
  if ('problem' in read) return { ...at, ...none, ...read, installed }
  if (read.text === undefined && !installed) return { ...at, ...none, installed }
  const kind = kindOf(agent, read.settings, { ...place, ...at })
  const lines = linesFor(agent, { ...place, ...at, ...kind })
  const beside = planBeside(files, settings, { scope, place, lines })
  const isWhole = beside === undefined || ('diff' in beside && beside.diff === '')
  const seen = settings.inspect(read.settings, lines)
  const found = isWhole ? seen : { ...seen, current: [], outdated: [...seen.current, ...seen.outdated] }
  const gate = found.current.find((event) => isGate(settings.events[event]))
  const command = gate === undefined ? undefined : commandIn(read.settings, lines, gate)
  const caller = kind.exec === true ? callerPath(at.shim, name) : undefined
  const more = defined({ text: read.text, command, caller })
  return { ...at, ...found, ...more, settings: read.settings, kind, installed, state: stateOf(found) }
}

/** Of a file that is not there, or cannot be read. */
const none = {
  state: 'absent',
  settings: {},
  kind: { require: false, own: false },
  current: [],
  outdated: [],
  missing: [],
} as const

function stateOf({ disabled, ...found }: Inspection): AgentFile['state'] {
  if (!callsUs(found)) return 'absent'
  if (disabled !== undefined) return 'disabled'
  return found.outdated.length + found.missing.length === 0 ? 'installed' : 'outdated'
}

/** As a shell starts it. */
function commandIn(settings: SettingsValues, lines: EventCommand, event: string): string | undefined {
  const exec = lines.exec?.(event)
  if (exec !== undefined) return [exec.command, ...exec.args].map(quote).join(' ')
  return holds(settings, lines(event)) ? lines(event) : undefined
}

/** A plugin is loaded instead, and has no such line. */
function holds(settings: SettingsValues, line: string): boolean {
  const escaped = JSON.stringify(line).slice(1, -1)
  const { text = JSON.stringify(settings) } = settings
  return typeof text === 'string' && (text.includes(line) || text.includes(escaped))
}

/** One that does not call us has no file. */
export type AgentFound = Pick<AgentFile, 'agent' | 'state'> & Partial<AgentFile>

/** The installable agents, each in every scope where it calls us; those that were not tested only there. */
export function agentsOf(
  host: Call & Program,
  here: Pick<ProjectConfig, 'root' | 'dirs'>,
): readonly AgentFound[] {
  const place = agentPlace(host, here)
  return installableAgents.flatMap((agent): readonly AgentFound[] => {
    const calling = agentFiles(agent, place).filter(callsUs)
    const isShown = calling.length > 0 || agent.settings.untested !== undefined
    return isShown ? calling : [{ agent: agent.name, state: 'absent' }]
  })
}

export function callsUs({ current, outdated }: Pick<Inspection, 'current' | 'outdated'>): boolean {
  return current.length + outdated.length > 0
}
