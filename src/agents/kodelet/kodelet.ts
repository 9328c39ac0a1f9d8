import type { Dialect } from '../../model/types.ts'
import type { Agent } from '../shared/agent.ts'
import { capabilities, capabilitiesAt } from './capabilities.ts'
import { decode } from './decode.ts'
import { discovery } from './discovery.ts'
import { encode, readers } from './encode.ts'
import { agentName, isKodeletName } from './events.ts'
import { fromScript, toScript } from './script.ts'

/** Fields that only Kodelet sends; its names for events are taken by others, too. */
const own = ['conv_id', 'tool_user_id', 'invoked_by', 'message'] as const

function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  if (!isKodeletName(payload['event'])) return 0
  return own.some((key) => typeof payload[key] === 'string') ? 2 : 0
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Kodelet, up to the version that took its hooks away',
  capabilities,
  capabilitiesAt,
  recognizes,
  decode,
  encode,
  readers,
  discovery,
  toScript,
  fromScript,
  byHand:
    'put a program into .kodelet/hooks/ that answers "hook" with an event and "run" by starting "hooks run --agent kodelet"',
}

export const kodelet: Agent = {
  name: agentName,
  dialect,
  protectedPaths: [
    '.kodelet/hooks/**',
    '.kodelet/plugins/*/hooks/**',
    '~/.kodelet/hooks/**',
    '~/.kodelet/plugins/*/hooks/**',
  ],
}
