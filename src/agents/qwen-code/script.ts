import { isObject } from '../../model/plain-object.ts'
import { claudeScript } from '../shared/claude-script.ts'
import { nativeName } from '../shared/native-events.ts'
import { agentName, nativeEvents } from './events.ts'

export const script = {
  ...claudeScript({
    agent: agentName,
    nativeName: (event) => nativeName(nativeEvents, agentName, event),
    outputAfter: ({ tool_output: before }, output) =>
      isObject(before) && typeof output === 'string' ? { ...before, llmContent: output } : output,
    decisions: ['allow', 'deny'],
  }),
  scriptReplies: 'always',
  scriptEnv: ({ root }: { readonly root: string }) => ({
    QWEN_PROJECT_DIR: root,
    GEMINI_PROJECT_DIR: root,
    CLAUDE_PROJECT_DIR: root,
  }),
} as const
