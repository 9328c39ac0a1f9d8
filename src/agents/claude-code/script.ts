import { claudeScript } from '../shared/claude-script.ts'
import { agentName, nativeName } from './events.ts'
import { outputInShape } from './output.ts'

/** Of no other form of reply. */
const ownKeys = ['hookSpecificOutput', 'systemMessage', 'stopReason', 'suppressOutput', 'continue']

export const script = {
  ...claudeScript({
    agent: agentName,
    nativeName,
    outputAfter: ({ tool_name: tool, tool_output: before }, output) =>
      outputInShape(tool, before, output) ?? output,
  }),
  scriptReplies: 'always',
  isOwnReply: (reply: object) =>
    ownKeys.some((key) => Object.hasOwn(reply, key)) ||
    ('decision' in reply && (reply.decision === 'block' || reply.decision === 'approve')),
} as const
