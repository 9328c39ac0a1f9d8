// `hooks install --trust`: shows the commands that an agent would trust, and records that its user does.
import type { TrustPlace, UntrustedHook } from '../../agents/shared/agent.ts'
import { hookTrusts } from '../../catalog.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/call.ts'
import { done, type InstallEffects, type InstallRequest, planFor, refusal, type Report } from './install.ts'
import { whyNotHere } from '../person/consent.ts'
import { type InstallableAgent, onPath } from '../agents/agents.ts'
import { findProjectConfig } from '../open-project.ts'

export function canTrust(agent: string): boolean {
  return hookTrusts.some((each) => each.agent === agent)
}

/** What `--trust` can do nothing about, before anything is written. */
export function whyNoTrust(host: Host, agent: InstallableAgent): string | undefined {
  if (!canTrust(agent.name)) return `${agent.name} does not ask for trust in hooks: leave --trust away`
  return whyNotHere(host, findProjectConfig(host), { verb: 'trust', what: 'trust hooks' })
}

/** Shown first, then recorded. */
export async function trustHooks(
  host: Host,
  request: InstallRequest,
  effects: InstallEffects,
): Promise<Report> {
  const plan = planFor(request, effects, 'check')
  if (typeof plan === 'string') return refusal(plan)
  const { agent, target } = plan
  const trust = hookTrusts.find((each) => each.agent === agent.name)
  const program = agent.programs?.map((name) => onPath(name, effects.env)).find((file) => file !== undefined)
  if (trust === undefined || program === undefined)
    return refusal(`${agent.name} is not on PATH, so it cannot be asked. ${agent.settings.asksTrust}`)
  const place: TrustPlace = { ...effects, program, settings: target }
  const hooks = await trust.list(place)
  if (typeof hooks === 'string')
    return refusal(`${agent.name} cannot be asked: ${hooks}. ${agent.settings.asksTrust}`)
  if (hooks.length === 0) return done(`✓ ${agent.name} trusts its hooks`)
  host.out(`${shown(agent.name, hooks)}\n`)
  const accepted = await trust.accept(hooks, place)
  if (typeof accepted === 'string') return refusal(accepted)
  return done(`✓ ${agent.name} trusts ${plural(hooks.length, 'hook')}  ${accepted.file}`)
}

function shown(agent: string, hooks: readonly UntrustedHook[]): string {
  const lines = hooks.map(({ event, command }) => `  ${event}\n    ${visible(command)}`)
  return [`${agent} is told to trust ${plural(hooks.length, 'command')}:`, ...lines].join('\n')
}
