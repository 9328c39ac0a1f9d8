import type { Dialect } from '../../model/types.ts'
import type { Agent } from '../shared/agent.ts'
import { decode } from './decode.ts'
import { capabilities, encode, readers } from './encode.ts'
import { agentName } from './events.ts'

/** Its events have our names, so only the one that Claude Code calls otherwise tells it. */
function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  return payload['hook_event_name'] === 'AgentStop' ? 2 : 0
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Universal Agent, and what else calls hooks as it does',
  capabilities,
  recognizes,
  decode,
  encode,
  readers,
  byHand: 'let a hook function start "hooks run --agent universal" and return what it prints',
}

export const universal: Agent = {
  name: agentName,
  dialect,
  protectedPaths: [],
}
