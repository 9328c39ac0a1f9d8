import { claudeScript } from '../shared/claude-script.ts'
import { agentName, nativeName } from './events.ts'
import { outputInShape } from './output.ts'

export const script = {
  ...claudeScript({
    agent: agentName,
    nativeName,
    outputAfter: ({ tool_name: tool, tool_output: before }, output) =>
      outputInShape(tool, before, output) ?? output,
  }),
  scriptReplies: 'always',
} as const
