import type { Dialect } from '../../model/types.ts'
import type { Agent } from '../shared/agent.ts'
import { decode } from './decode.ts'
import { discovery } from './discovery.ts'
import { capabilities, encode, readers } from './encode.ts'
import { agentName, isStage, nameIn } from './events.ts'
import { fromScript, toScript } from './script.ts'

/** Names with hyphens are nobody else's. */
function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  return isStage(nameIn(payload)) ? 2 : 0
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'acai',
  capabilities,
  recognizes,
  decode,
  encode,
  readers,
  discovery,
  toScript,
  fromScript,
  scriptEnv: () => ({ HOOK_ACTION: 'execute' }),
  byHand: 'put a program into ~/.acai/hooks/ that describes itself and starts "hooks run --agent acai"',
}

export const acai: Agent = {
  name: agentName,
  dialect,
  protectedPaths: ['~/.acai/hooks/**'],
}
