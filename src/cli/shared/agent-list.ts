// What the commands ask the list of agents.
import type { Agent, AgentSettings, EventCommand, Scope, Settings } from '../../agents/shared/agent.ts'
import { commandLines } from '../../agents/shared/command-line.ts'
import { agents } from '../../catalog.ts'
import type { Dialect } from '../../model/types.ts'
import type { Host } from '../../run/host.ts'

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
  const byHand = found.byHand ?? `hooks does not speak the protocol of ${found.name} yet`
  return `only the settings of ${names.replaceAll('"', '')} can be written; ${byHand}`
}

/** The first is where `install` writes when none is named. */
export const scopes: readonly Scope[] = ['local', 'project', 'user']

interface LinePlace {
  readonly scope: Scope
  readonly shim: string
}

/** The commands that `install` writes for an agent. */
export function linesFor(
  { dialect, settings: { events, projectVariable } }: InstallableAgent,
  { scope, shim, require }: LinePlace & { readonly require: boolean },
): EventCommand {
  const variable = projectVariable === undefined ? {} : { projectVariable }
  return commandLines({ dialect, events, ...variable, shim, shared: scope === 'project', require })
}

/** Whether settings were installed with `--require`. */
export function isRequired(agent: InstallableAgent, found: Settings, place: LinePlace): boolean {
  const currentWith = (require: boolean): number =>
    agent.settings.inspect(found, linesFor(agent, { ...place, require })).current.length
  return currentWith(true) > currentWith(false)
}

/** Set for everything that runs inside of an agent, whichever it is. */
const commonVariables = ['AI_AGENT', 'HOOKS_DEPTH']

/** The environment variable that shows that an agent started this process; undefined when none did. */
export function agentVariable({ env }: Pick<Host, 'env'>): string | undefined {
  const variables = [...agents.flatMap(({ variables: own = [] }) => own), ...commonVariables]
  return variables.find((name) => (env[name] ?? '') !== '')
}
