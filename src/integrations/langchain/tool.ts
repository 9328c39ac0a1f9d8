import { AsyncLocalStorage } from 'node:async_hooks'
import { ToolMessage } from 'langchain'
import type { Run, ToolResult, ToolCall } from '../../library/run/run-types.ts'
import { errorMessage } from '../../model/errors.ts'
import { toText, isObject } from '../../model/plain-object.ts'
import { callWithRules, isAborted } from '../shared/call.ts'
import { plainContent } from '../shared/messages.ts'
import type { GraphState } from './messages.ts'

interface LangChainCall {
  readonly id?: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface ChainToolRequest {
  readonly toolCall: LangChainCall
  readonly state: GraphState
  readonly runtime: { readonly signal?: AbortSignal; readonly configurable?: { readonly thread_id?: string } }
}

/** A message, or a command that holds one. */
type ToolReturn = object

export type ToolHandler = (request: ChainToolRequest) => Promise<ToolReturn> | ToolReturn

const textTypes: ReadonlySet<unknown> = new Set(['text'])

export async function toolCall(
  run: Run,
  request: ChainToolRequest,
  handler: ToolHandler,
): Promise<ToolReturn> {
  const { id = crypto.randomUUID(), name, args } = request.toolCall
  const call = { id, name, input: args }
  const called = await callWithRules<ToolReturn>(run, call, {
    start: async (input) => {
      const changed =
        input === args ? request : { ...request, toolCall: { ...request.toolCall, args: input } }
      return calling.run({ run, call: { ...call, input } }, async () => handler(changed))
    },
    read: (given) => resultOf(messageIn(given, id)),
    passes: (error) => isAborted(request.runtime.signal) || bubblesUp(error),
  })
  if (called.kind === 'own') return called.value
  if (called.kind === 'threw') return errorMessageFor(called.error, { id, name })
  return resultMessage(called.value, called.result, { id, name })
}

/** Interrupts and commands of LangGraph travel as errors. */
export function bubblesUp(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'is_bubble_up') === true
}

/** The tool's message; a LangGraph command contains it among its updates. */
function messageIn(given: ToolReturn, id: string): ToolMessage | undefined {
  if (ToolMessage.isInstance(given)) return given
  const update: unknown = Reflect.get(given, 'update')
  const messages: unknown = isObject(update) ? update['messages'] : undefined
  const all: readonly unknown[] = Array.isArray(messages) ? messages : []
  return all.filter((each) => ToolMessage.isInstance(each)).find(({ tool_call_id }) => tool_call_id === id)
}

function resultOf(message: ToolMessage | undefined): ToolResult {
  if (message === undefined) return { output: '' }
  const output = plainContent(message.content, textTypes)
  return { output, ...(message.status === 'error' && { is_error: true }) }
}

interface CallId {
  readonly id: string
  readonly name: string
}

/** LangChain's message for a tool that threw; with a middleware around the call we must create it. */
function errorMessageFor(error: unknown, { id, name }: CallId): ToolReturn {
  const own = error instanceof Error && error.name === 'ToolInvocationError'
  const content = own ? errorMessage(error) : `${String(error)}\n Please fix your mistakes.`
  return new ToolMessage({ content, tool_call_id: id, name, status: 'error' })
}

function resultMessage(
  given: ToolReturn | undefined,
  { output, is_error }: ToolResult,
  { id, name }: CallId,
): ToolReturn {
  const content = Array.isArray(output) ? output : toText(output)
  const message = given === undefined ? undefined : messageIn(given, id)
  if (given !== undefined && message !== undefined && given !== message) {
    message.content = content // a command's other updates stay
    return given
  }
  return new ToolMessage({
    content,
    tool_call_id: id,
    name: message?.name ?? name,
    status: is_error === true ? 'error' : 'success',
  })
}

/** The current tool call: an agent that begins inside it is a subagent. */
export const calling = new AsyncLocalStorage<{ readonly run: Run; readonly call: ToolCall }>()
