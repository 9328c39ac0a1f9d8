import type { Capabilities, Event } from '../model/types.ts'
import type { DispatchOptions } from './course.ts'

/** The part of the agent's own limit that we keep back, so that the answer that counts is ours. */
const MARGIN = 0.1

/** What an agent can be told, and by when; without an agent nothing limits a dispatch. */
export function agentLimits(
  capabilities: Capabilities | undefined,
  event: Event,
): Pick<DispatchOptions, 'capabilities' | 'deadline_ms'> {
  if (capabilities === undefined) return {}
  const own = event.event === 'unmapped' ? undefined : capabilities.timeouts_ms?.[event.event]
  return { capabilities, deadline_ms: (own ?? capabilities.timeout_ms) * (1 - MARGIN) }
}
