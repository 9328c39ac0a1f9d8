import type { Dialect } from '../types.ts'
import { decode } from './acai/decode.ts'
import { discovery } from './acai/discovery.ts'
import { capabilities, encode } from './acai/encode.ts'
import { isStage, nameIn } from './acai/events.ts'
import { scripted } from './acai/scripted.ts'

/** Names with hyphens are nobody else's. */
function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  return isStage(nameIn(payload)) ? 2 : 0
}

export const acai: Dialect = {
  ...scripted,
  summary: 'acai',
  capabilities,
  recognizes,
  decode,
  encode,
  discovery,
}
