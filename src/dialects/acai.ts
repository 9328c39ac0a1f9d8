import type { Dialect } from '../types.ts'
import { decode } from './acai/decode.ts'
import { discovery } from './acai/discovery.ts'
import { capabilities, encode } from './acai/encode.ts'
import { agentName, isStage, nameIn } from './acai/events.ts'
import { fromScript, toScript } from './acai/script.ts'

/** Names with hyphens are nobody else's. */
function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  return isStage(nameIn(payload)) ? 2 : 0
}

export const acai: Dialect = {
  name: agentName,
  summary: 'acai',
  capabilities,
  recognizes,
  decode,
  encode,
  discovery,
  toScript,
  fromScript,
  scriptEnv: () => ({ HOOK_ACTION: 'execute' }),
}
