import type { Event, Scripted } from '../../types.ts'
import { agentName } from './events.ts'
import { fromScript, scriptExit, toScript } from './script.ts'

function scriptEnv(event: Event): Readonly<Record<string, string>> {
  return { CLAUDE_PROJECT_DIR: event.root }
}

export const scripted: Scripted = {
  name: agentName,
  aliases: ['claude'],
  toScript,
  fromScript,
  scriptExit,
  scriptEnv,
}
