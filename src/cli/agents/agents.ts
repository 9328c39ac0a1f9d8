// What the commands ask the list of agents.
import { delimiter, join } from 'node:path'
import { accessSync, constants } from 'node:fs'
import type {
  AgentDefinition,
  AgentSettings,
  EventCommand,
  Scope,
  SettingsValues,
  SettingsPlace,
} from '../../agents/shared/agent.ts'
import { commandLines, ownBin } from '../../agents/shared/command-line.ts'
import { createInstallFiles, type InstallFiles } from '../../agents/shared/install-files.ts'
import type { Homes } from '../../agents/shared/shim.ts'
import { agents } from '../../catalog.ts'
import { defined } from '../../model/plain-object.ts'
import type { Env } from '../../model/types.ts'
import type { Call, Program } from '../../run/call.ts'
import { lookAt } from '../../store/disk/files.ts'
import type { ProjectConfig } from '../open-project.ts'

export type InstallableAgent = AgentDefinition & { readonly settings: AgentSettings }

export const installableAgents: readonly InstallableAgent[] = agents.filter(isInstallable)

/** The agent that commands mean when none is named. */
export const defaultAgent = 'claude-code'

function isInstallable(agent: AgentDefinition): agent is InstallableAgent {
  return agent.settings !== undefined
}

export function agentNamed(name: string): AgentDefinition | undefined {
  return agents.find((agent) => agent.name === name || agent.dialect.aliases?.includes(name) === true)
}

/** The agent whose settings can be written; else why they cannot. */
export function installableAgent(name: string): InstallableAgent | string {
  const found = agentNamed(name)
  const names = installableAgents.map((agent) => `"${agent.name}"`).join(', ')
  if (found === undefined) return `unknown agent "${name}". expected ${names}`
  if (isInstallable(found)) return found
  const byHand =
    found.dialect.byHand ??
    `${found.name} is understood and answered where it calls hooks, but its answers were not yet seen to hold`
  return `only the settings of ${names.replaceAll('"', '')} can be written; ${byHand}`
}

/** The first is where `install` writes when none is named. */
export const scopes: readonly Scope[] = ['local', 'project', 'user']

/** A project on this machine, and the program that its agents shall run. */
export interface AgentPlace extends SettingsPlace, Homes {
  readonly files: InstallFiles
  /** The directory with the state of each project. */
  readonly state: string
  /** Absolute paths of this Node and of the program. */
  readonly node: string
  readonly bin: string
}

export function agentPlace(
  { env, node, packageDir, accountHome }: Pick<Call & Program, 'env' | 'node' | 'packageDir' | 'accountHome'>,
  { root, dirs }: Pick<ProjectConfig, 'root' | 'dirs'>,
): AgentPlace {
  const bin = join(packageDir, 'dist/bin.cjs')
  const { home, state } = dirs
  return { root, home, env, files: createInstallFiles(), accountHome: accountHome(), state, node, bin }
}

/** Whether the program is the project's own package, which other projects do not start. */
export function isOwn({ files, root, bin }: Pick<AgentPlace, 'files' | 'root' | 'bin'>): boolean {
  return files.target(join(root, ownBin)) === files.target(bin)
}

export interface LinePlace extends Pick<AgentPlace, 'root' | 'state'> {
  readonly scope: Scope
  readonly shim: string
}

export interface LineKind {
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
  const named = {
    projectVariable,
    masks,
    own: own && scope === 'local' ? join(root, ownBin) : undefined,
    exec: exec ? form?.events : undefined,
  }
  return commandLines({
    dialect,
    events,
    shim,
    state,
    require,
    shared: scope === 'project',
    ...defined(named),
  })
}

const yesNo = [false, true] as const

/** How the commands in these settings were installed. */
export function kindOf(agent: InstallableAgent, found: SettingsValues, place: LinePlace): LineKind {
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

/** Undefined when neither is there. */
export function tracesOf(
  agent: AgentDefinition,
  { root, home, env }: SettingsPlace,
): AgentTraces | undefined {
  const [program] = (agent.programs ?? []).flatMap((name) => onPath(name, env) ?? [])
  const directory = directoryOf(agent, [root, home], (dir) => lookAt(dir) === 'dir')
  return program === undefined && directory === undefined ? undefined : defined({ program, directory })
}

export function directoryOf(
  { directories = [] }: AgentDefinition,
  places: readonly string[],
  isDir: (dir: string) => boolean,
): string | undefined {
  return places.flatMap((place) => directories.map((name) => join(place, name))).find(isDir)
}

/** The program that this name starts. */
function onPath(name: string, { PATH = '' }: Env): string | undefined {
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
