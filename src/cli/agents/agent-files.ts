// The settings files of the installable agents, and what of ours stands in them.
import type { EventCommand, Inspection, Scope, Settings, SettingsPlace } from '../../agents/shared/agent.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { planBeside, readSettings } from '../../agents/shared/settings/settings-file.ts'
import { callerPath, quote, shimPath } from '../../agents/shared/shim.ts'
import { isGate } from '../../model/events.ts'
import type { Call, Program } from '../../run/call.ts'
import {
  type InstallableAgent,
  installableAgents,
  kindOf,
  linesFor,
  type LinePlace,
  scopes,
} from './agents.ts'
import type { ProjectConfig } from '../open-project.ts'
import { readUsers } from './shim-users.ts'

export interface AgentFile extends Inspection {
  readonly scope: Scope
  readonly path: string
  readonly settings: Settings
  /** `install` wrote to it, and `uninstall` did not take it back. */
  readonly installed: boolean
  /** Why it cannot be read or edited. */
  readonly problem?: string
  /** The command before a tool call, where it is as `install` writes it: then the others differ in their event only. */
  readonly command?: string
  /** The program that its agent starts without a shell. */
  readonly caller?: string
}

type AgentPlace = Pick<ProjectConfig, 'root' | 'dirs'>

/** Those that exist, and those that are gone since `install`. */
export function agentFiles(
  agent: InstallableAgent,
  host: Call & Program,
  { root, dirs }: AgentPlace,
): readonly AgentFile[] {
  const place = { root, home: dirs.home, env: host.env, state: dirs.state, accountHome: host.accountHome() }
  return scopes.flatMap((scope) => fileOf(agent, scope, { ...place, shim: shimPath(scope, place) }) ?? [])
}

function fileOf(
  agent: InstallableAgent,
  scope: Scope,
  place: SettingsPlace & Pick<LinePlace, 'shim' | 'state'>,
): AgentFile | undefined {
  const { settings } = agent
  const path = settings.file(scope, place)
  if (path === undefined) return undefined
  const files = createInstallFiles()
  const installed = readUsers(files, place.shim).includes(files.target(path))
  const file = readSettings(files, path, settings)
  const none = { current: [], outdated: [], missing: [], settings: {} }
  if ('problem' in file) return { ...none, scope, path, installed, problem: file.problem }
  if (file.text === undefined && !installed) return undefined
  const at = { scope, root: place.root, shim: place.shim, state: place.state }
  const kind = kindOf(agent, file.settings, at)
  const lines = linesFor(agent, { ...at, ...kind })
  const beside = planBeside(files, settings, { scope, place, lines })
  const isWhole = beside === undefined || ('diff' in beside && beside.diff === '')
  const seen = settings.inspect(file.settings, lines)
  const found = isWhole ? seen : { ...seen, current: [], outdated: [...seen.current, ...seen.outdated] }
  const gate = found.current.find((event) => isGate(settings.events[event]))
  const command = gate === undefined ? undefined : commandIn(file.settings, lines, gate)
  const caller = kind.exec === true ? { caller: callerPath(place.shim, agent.name) } : {}
  return {
    ...found,
    scope,
    path,
    settings: file.settings,
    installed,
    ...(command !== undefined && { command }),
    ...caller,
  }
}

/** As a shell starts it. */
function commandIn(settings: Settings, lines: EventCommand, event: string): string | undefined {
  const exec = lines.exec?.(event)
  if (exec !== undefined) return [exec.command, ...exec.args].map(quote).join(' ')
  return holds(settings, lines(event)) ? lines(event) : undefined
}

/** A plugin is loaded instead, and has no such line. */
function holds(settings: Settings, line: string): boolean {
  const escaped = JSON.stringify(line).slice(1, -1)
  const { text = JSON.stringify(settings) } = settings
  return typeof text === 'string' && (text.includes(line) || text.includes(escaped))
}

export interface AgentFigures {
  readonly agent: string
  readonly state: 'installed' | 'outdated' | 'disabled' | 'absent'
  readonly scope?: Scope
  /** The setting that switches all of its hooks off. */
  readonly disabled?: string
  readonly command?: string
}

/** The installable agents, each in every scope where it calls us; those that were not tested only there. */
export function agentsOf(host: Call & Program, here: AgentPlace): readonly AgentFigures[] {
  return installableAgents.flatMap((agent): readonly AgentFigures[] => {
    const calling = agentFiles(agent, host, here).filter(callsUs)
    if (calling.length > 0) return calling.map((file) => figuresOf(agent.name, file))
    return agent.settings.untested === undefined ? [{ agent: agent.name, state: 'absent' }] : []
  })
}

export function callsUs({ current, outdated }: AgentFile): boolean {
  return current.length + outdated.length > 0
}

function figuresOf(agent: string, { scope, outdated, missing, disabled, command }: AgentFile): AgentFigures {
  const isWhole = outdated.length === 0 && missing.length === 0
  const state = disabled === undefined ? (isWhole ? 'installed' : 'outdated') : 'disabled'
  return {
    agent,
    scope,
    state,
    ...(disabled !== undefined && { disabled }),
    ...(command !== undefined && { command }),
  }
}
