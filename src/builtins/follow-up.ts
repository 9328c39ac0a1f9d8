import type { FollowUpOptions } from '../model/generated/options.ts'
import { matchesNameGlob } from '../patterns/globs/glob.ts'
import { mcpToolName } from '../patterns/pattern.ts'
import { field } from '../model/plain-object.ts'
import { blockTypes, callsIn } from './shared/conversation.ts'
import type { Builtin, Event, Message, Outcome } from '../model/types.ts'

type Options = FollowUpOptions & Required<Pick<FollowUpOptions, 'when_used' | 'times'>>

const messages = [
  { role: 'user', content: 'Add a discount to the cart' },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'c1', name: 'Edit', input: { file_path: 'src/cart.ts' } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] },
] as const

export const followUp: Builtin<Options> = {
  name: 'follow-up',
  summary: 'Sends the agent one more message when it would stop after using certain tools.',
  events: ['AgentStop'],
  effects: 'state',
  examples: [
    {
      name: 'asks for the linter after an edit',
      with: { when_used: ['Edit', 'Write'], message: 'Run the linter on what you changed.' },
      event: { event: 'AgentStop', messages },
      outcome: { flow: 'continue', follow_up_messages: ['Run the linter on what you changed.'] },
    },
    {
      name: 'says nothing when none of the tools was used',
      with: { when_used: ['Write'], message: 'Run the linter on what you changed.' },
      event: { event: 'AgentStop', messages },
      outcome: {},
    },
  ],
  answers: () => ['continue'],
  compile:
    ({ when_used, message, times }) =>
    ({ event }, { rule, state }): Outcome => {
      const key = `follow-up/${rule.name}`
      if (state.run().counted(key) >= times) return {}
      const isWanted = (tool: string) =>
        when_used.some((name) =>
          [tool, mcpToolName(tool) ?? tool].some((each) => matchesNameGlob(name, each)),
        )
      const used = toolsUsed(event)
      if (when_used.length > 0 && used === undefined) return { warnings: [unknownConversation] }
      if (when_used.length > 0 && used?.some(isWanted) !== true) return {}
      state.run().count(key)
      return { flow: 'continue', flow_reason: message, follow_up_messages: [message] }
    },
}

const unknownConversation = {
  code: 'follow-up',
  message: 'the conversation is not known, so the tools it used are not either',
}

/** As the host reports them, else those of the conversation; undefined when neither is known. */
function toolsUsed({ messages, metadata }: Event): readonly string[] | undefined {
  const reported = metadata?.['tools_used']
  if (Array.isArray(reported)) return reported.filter((tool) => typeof tool === 'string')
  return messages === undefined ? undefined : usedTools(messages)
}

/** The tools that were called since the user's last prompt. */
export function usedTools(messages: readonly Message[]): readonly string[] {
  const calls = messages
    .slice(messages.findLastIndex(isPrompt) + 1)
    .flatMap((each) => callsIn(each, callTypes))
  return [...new Set(calls.map(({ name }) => name))]
}

/** Tool results come under the same role. */
function isPrompt({ role, content }: Message): boolean {
  if (role !== 'user') return false
  return !Array.isArray(content) || !content.some((block: unknown) => field(block, 'type') === 'tool_result')
}

/** Also tools that ran at the provider. */
const callTypes: ReadonlySet<unknown> = new Set([...blockTypes, 'server_tool_use'])
