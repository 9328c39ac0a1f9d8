import type { Speaker } from '../../types.ts'
import { encode } from './encode.ts'
import { agentName } from './events.ts'

/** The half that answers. */
export const speaker: Speaker = { name: agentName, encode }
