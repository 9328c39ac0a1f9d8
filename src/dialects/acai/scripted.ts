import type { Scripted } from '../../types.ts'
import { agentName } from './events.ts'
import { fromScript, toScript } from './script.ts'

export const scripted: Scripted = {
  name: agentName,
  toScript,
  fromScript,
  scriptEnv: () => ({ HOOK_ACTION: 'execute' }),
}
