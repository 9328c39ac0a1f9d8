// The loop of an agent: the AI SDK's, with every model and tool call under rules.
import type * as Ai from 'ai'
import { HooksStop } from '../../library/run/stop.ts'
import type { AgentTool } from '../../library/tools/tool.ts'
import { hooksMiddleware } from '../ai-sdk/model.ts'
import { failedCall, wrapTools } from '../ai-sdk/tools.ts'
import type { Turn } from '../shared/run-agent.ts'
import { standInsFor } from './unknown-tools.ts'

/** Tools of this package, or the AI SDK's own by their names. */
export type ToolsOfAgent = readonly AgentTool[] | Readonly<Record<string, object>>

export interface Loop {
  readonly model: object
  readonly tools: Readonly<Record<string, object>>
  readonly system?: string | undefined
  readonly max_iterations: number
  readonly signal?: AbortSignal | undefined
}

/** One run so far. */
export interface Talk {
  messages: readonly object[]
  /** Model calls, each with its tools. */
  steps: number
}

/** From a prompt to an answer without tool calls. Rejects with a HooksStop when all iterations are used up. */
export async function answer({ prompt, run }: Turn, loop: Loop, talk: Talk): Promise<string> {
  const { generateText, wrapLanguageModel }: typeof Ai = await import('ai')
  const { max_iterations: max, model, system, signal } = loop
  if (talk.steps >= max) throw outOfIterations(loop)
  talk.messages = [...talk.messages, { role: 'user', content: prompt }]
  const before = talk.messages
  const tools = wrapTools({ ...loop.tools }, run)
  const unknown = await standInsFor(tools, run)
  const answered: { messages: readonly object[] } = { messages: [] }
  const { text, finishReason } = await generateText({
    model: wrapLanguageModel({ model, middleware: hooksMiddleware(run) }),
    tools,
    experimental_repairToolCall: unknown.repair,
    system,
    messages: before,
    abortSignal: signal,
    onStepFinish: ({ response }) => {
      unknown.clear()
      talk.steps++
      answered.messages = withStep(answered.messages, response.messages)
      talk.messages = [...before, ...answered.messages]
    },
    stopWhen: () => talk.steps >= max, // a stopped run rejects the next call
  })
  if (finishReason !== 'tool-calls' || talk.steps < max) return text
  throw run.stopped ?? outOfIterations(loop)
}

/** Version 6 gives the messages of all steps so far, version 7 those of this one. */
function withStep(known: readonly object[], given: readonly object[]): readonly object[] {
  const [first] = known
  const isAll = first === undefined || JSON.stringify(first) === JSON.stringify(given[0])
  return isAll ? given : [...known, ...given]
}

function outOfIterations({ max_iterations: max }: Loop): HooksStop {
  const message = `Iteration limit reached: ${max}/${max}`
  return new HooksStop({ code: 'steps_limit', message, hard: true, forced: true })
}

/** By their names, in the AI SDK's form. */
export async function aiTools(tools: ToolsOfAgent): Promise<Readonly<Record<string, object>>> {
  if (!isToolList(tools)) return tools
  const { jsonSchema, tool }: typeof Ai = await import('ai')
  const made = tools.map((own) => {
    const { name, description, input_schema } = own
    const execute = async (input: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal }) => {
      const { output, is_error } = await own.run(input, { signal: abortSignal })
      // Thrown, so that rules and the model see a failed call.
      if (is_error === true) throw failedCall(output)
      return output
    }
    return [name, tool({ description, inputSchema: jsonSchema(input_schema), execute })] as const
  })
  return Object.fromEntries(made)
}

export function isToolList(tools: ToolsOfAgent): tools is readonly AgentTool[] {
  return Array.isArray(tools)
}
