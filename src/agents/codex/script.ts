import { claudeScript } from '../shared/claude-script.ts'
import { nativeName } from '../shared/native-events.ts'
import { agentName, nativeEvents } from './events.ts'

/** The reason of a block after a tool stands in the place of its output. */
export const script = claudeScript({
  agent: agentName,
  nativeName: (event) => nativeName(nativeEvents, agentName, event),
  outputAfter: (_event, output) => output,
  blockReplaces: true,
})
