import type { Capable } from '../../types.ts'
import { capabilities, capabilitiesAt } from './capabilities.ts'
import { agentName } from './events.ts'

/** What can be answered at all. */
export const capable: Capable = { name: agentName, capabilities, capabilitiesAt }
