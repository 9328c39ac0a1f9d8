// The settings that `install` and `uninstall` mean when no agent is named.
import type { Scope } from '../../agents/shared/agent.ts'
import { callingScopes, type InstallEffects, type InstallRequest, planFor } from '../install.ts'
import { type InstallableAgent, installableAgents, scopes } from '../shared/agent-list.ts'
import { tracesOf } from '../shared/found-agents.ts'
import { readUsers } from '../shared/shim-users.ts'

export interface Target {
  readonly agent: InstallableAgent
  readonly scope: Scope
  /** The agent's program or directory; absent where only its settings name hooks. */
  readonly seen?: string
}

/** Agents on this machine, where they call hooks already, else where `install` writes for them. */
export function installTargets(place: InstallEffects, only: Scope | undefined): readonly Target[] {
  return installableAgents.flatMap((agent): readonly Target[] => {
    const calling = callingScopes(agent, place)
    const { program, directory } = tracesOf(agent, place) ?? {}
    const seen = program ?? directory
    if (seen === undefined && calling.length === 0) return []
    const usual = agent.settings.defaultScope ?? scopes.find((each) => hasScope(agent, each, place))
    const wanted =
      only !== undefined ? [only] : calling.length > 0 ? calling : usual === undefined ? [] : [usual]
    return wanted
      .filter((scope) => hasScope(agent, scope, place))
      .map((scope) => ({ agent, scope, ...(seen !== undefined && { seen }) }))
  })
}

/** Settings with entries of ours, and those that the shim's list still names. */
export function uninstallTargets(place: Place, only: Scope | undefined): readonly Target[] {
  return installableAgents.flatMap((agent) => {
    const calling = callingScopes(agent, place)
    return scopes
      .filter((scope) => only === undefined || scope === only)
      .filter((scope) => calling.includes(scope) || isListed(agent, scope, place))
      .map((scope) => ({ agent, scope }))
  })
}

type Place = Omit<InstallEffects, 'node' | 'bin'>

function isListed(agent: InstallableAgent, scope: Scope, place: Place): boolean {
  const plan = planFor({ agent: agent.name, scope, dry_run: true }, place, 'uninstall')
  return typeof plan !== 'string' && readUsers(place.files, plan.shim).includes(plan.target)
}

/** Whether `uninstall` has something to take away. */
export function isInstalled(request: InstallRequest, place: Place): boolean {
  const plan = planFor(request, place, 'uninstall')
  if (typeof plan === 'string') return false
  return plan.diff !== '' || readUsers(place.files, plan.shim).includes(plan.target)
}

function hasScope({ settings }: InstallableAgent, scope: Scope, place: Place) {
  return settings.file(scope, place) !== undefined
}
