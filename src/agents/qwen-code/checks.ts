import { join } from 'node:path'
import type { AgentChecks } from '../shared/agent.ts'
import { untrustedFolder } from '../shared/settings/trusted-folders.ts'
import { agentName } from './events.ts'

export const checks: AgentChecks = {
  skips: (place) =>
    untrustedFolder(place, { agent: agentName, dir: join(place.home, '.qwen'), enabled: false }),
}
