// How each installed agent would be answered.
import { dialects } from '../../catalog.ts'
import { capabilitiesFor } from '../../engine/dispatch-state.ts'
import { downgradeVerdict } from '../../engine/fit.ts'
import type { Call, Program } from '../../run/call.ts'
import type { Event, Verdict } from '../../model/types.ts'
import { defaultAgent } from '../agents/agents.ts'
import type { ProjectConfig } from '../open-project.ts'
import { agentsOf } from '../agents/agent-files.ts'

export interface AgentAnswer {
  readonly agent: string
  /** `denied`, `asked`; undefined when the agent has no hook for the event. */
  readonly told?: string
  /** What it does not support, and gets instead. */
  readonly notes: readonly string[]
  readonly installed: boolean
}

/** The agents that are installed here, or the default agent. */
export function agentsHere(
  host: Call & Program,
  here: Pick<ProjectConfig, 'root' | 'dirs'>,
): readonly Pick<AgentAnswer, 'agent' | 'installed'>[] {
  const found = agentsOf(host, here).filter(({ state }) => state === 'installed' || state === 'outdated')
  const names = [...new Set(found.map(({ agent }) => agent))]
  return names.length === 0
    ? [{ agent: defaultAgent, installed: false }]
    : names.map((agent) => ({ agent, installed: true }))
}

export function toldAgent(
  { agent, installed }: Pick<AgentAnswer, 'agent' | 'installed'>,
  { verdict, event }: { verdict: Verdict; event: Event },
): AgentAnswer {
  const dialect = dialects.find(({ name }) => name === agent)
  const capabilities = dialect === undefined ? undefined : capabilitiesFor(dialect, event)
  const carries = event.event === 'unmapped' ? undefined : capabilities?.events[event.event]
  if (carries === undefined) return { agent, installed, notes: [] }
  const told = downgradeVerdict(verdict, carries, agent)
  const notes = told.warnings
    .slice(verdict.warnings.length)
    .map(({ message }) => message.replace(`${agent} `, ''))
  return { agent, installed, told: wordFor(told, event), notes }
}

const decided = { deny: 'denied', ask: 'asked', allow: 'allowed' } as const
const flows = { continue: 'goes on', restart: 'starts again', stop: 'stopped', default: 'proceeds' } as const

function wordFor(
  { decision, flow, updated_input: input, updated_output: output, updated_prompt: prompt }: Verdict,
  event: Event,
): string {
  const word =
    decision === 'proceed'
      ? flows[flow]
      : flow === 'stop'
        ? `${decided[decision]} and stopped`
        : decided[decision]
  const changes = [
    ...(input === undefined || decision === 'deny' ? [] : ['a changed input']),
    ...(output === undefined ? [] : ['a changed output']),
    ...(prompt === undefined ? [] : ['a changed prompt']),
  ]
  const said = event.event === 'AgentStop' && decision === 'proceed' && flow === 'default' ? 'stops' : word
  return changes.length === 0 ? said : `${said} with ${changes.join(' and ')}`
}
