import type { Speaker } from '../../types.ts'
import { capabilities, capabilitiesAt } from './capabilities.ts'
import { encode } from './encode.ts'
import { agentName } from './events.ts'

/** The half that answers. */
export const speaker: Speaker = { name: agentName, capabilities, capabilitiesAt, encode }
