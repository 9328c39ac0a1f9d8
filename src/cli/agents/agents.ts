// What the commands ask the list of agents.
import { delimiter, join } from 'node:path'
import { accessSync, constants } from 'node:fs'
import type { Agent, AgentSettings, EventCommand, Scope, Settings } from '../../agents/shared/agent.ts'
import { commandLines, ownBin } from '../../agents/shared/command-line.ts'
import { agents } from '../../catalog.ts'
import type { Dialect, Env } from '../../model/types.ts'
import { lookAt } from '../../store/disk/files.ts'

export type InstallableAgent = Agent & { readonly settings: AgentSettings; readonly dialect: Dialect }

export const installableAgents: readonly InstallableAgent[] = agents.filter(isInstallable)

/** The agent that commands mean when none is named. */
export const defaultAgent = 'claude-code'

function isInstallable(agent: Agent): agent is InstallableAgent {
  return agent.settings !== undefined && agent.dialect !== undefined
}

/** The agent whose settings can be written; else why they cannot. */
export function installableAgent(name: string): InstallableAgent | string {
  const found = agents.find((agent) => agent.name === name || agent.dialect?.aliases?.includes(name))
  const names = installableAgents.map((agent) => `"${agent.name}"`).join(', ')
  if (found === undefined) return `unknown agent "${name}". expected ${names}`
  if (isInstallable(found)) return found
  const byHand =
    found.dialect?.byHand ??
    `${found.name} is understood and answered where it calls hooks, but its answers were not yet seen to hold`
  return `only the settings of ${names.replaceAll('"', '')} can be written; ${byHand}`
}

/** The first is where `install` writes when none is named. */
export const scopes: readonly Scope[] = ['local', 'project', 'user']

export interface LinePlace {
  readonly scope: Scope
  readonly root: string
  readonly shim: string
  readonly state: string
}

interface LineKind {
  readonly require: boolean
  /** Starts the package of the project; settings that are shared always look for it. */
  readonly own: boolean
  /** Without a shell, for the events where the agent has that. */
  readonly exec?: boolean
}

/** The commands that `install` writes for an agent. */
export function linesFor(
  { dialect, settings: { events, projectVariable, masks, exec: form } }: InstallableAgent,
  { scope, root, shim, state, require, own, exec = false }: LinePlace & LineKind,
): EventCommand {
  const variable = projectVariable === undefined ? {} : { projectVariable }
  const named = own && scope === 'local' ? { own: join(root, ownBin) } : {}
  const hidden = masks === undefined ? {} : { masks }
  return commandLines({
    dialect,
    events,
    ...variable,
    ...named,
    ...hidden,
    ...(exec && form !== undefined && { exec: form.events }),
    shim,
    state,
    shared: scope === 'project',
    require,
  })
}

const yesNo = [false, true] as const

/** How the commands in these settings were installed. */
export function kindOf(agent: InstallableAgent, found: Settings, place: LinePlace): LineKind {
  const kinds = yesNo.flatMap((require) =>
    yesNo.flatMap((own) => yesNo.map((exec) => ({ require, own, exec }))),
  )
  const current = (kind: LineKind): number =>
    agent.settings.inspect(found, linesFor(agent, { ...place, ...kind })).current.length
  return kinds.reduce((best, kind) => (current(kind) > current(best) ? kind : best))
}

/** Why an agent seems to be on this machine. */
export interface AgentTraces {
  /** Its program. */
  readonly program?: string
  /** Its directory, in the project or at home. */
  readonly directory?: string
}

export interface Machine {
  readonly root: string
  readonly home: string
  readonly env: Env
}

/** Undefined when neither is there. */
export function tracesOf(agent: Agent, { root, home, env }: Machine): AgentTraces | undefined {
  const program = (agent.programs ?? []).map((name) => onPath(name, env)).find((file) => file !== undefined)
  const directory = directoryOf(agent, [root, home], (dir) => lookAt(dir) === 'dir')
  if (program === undefined && directory === undefined) return undefined
  return { ...(program !== undefined && { program }), ...(directory !== undefined && { directory }) }
}

export function directoryOf(
  { directories = [] }: Agent,
  places: readonly string[],
  isDir: (dir: string) => boolean,
): string | undefined {
  return places.flatMap((place) => directories.map((name) => join(place, name))).find(isDir)
}

/** The program that this name starts. */
export function onPath(name: string, { PATH = '' }: Env): string | undefined {
  const files = PATH.split(delimiter).flatMap((dir) => (dir === '' ? [] : [join(dir, name)]))
  return files.find((file) => lookAt(file) === 'file' && isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
