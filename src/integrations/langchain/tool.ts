import { ToolMessage } from 'langchain'
import type { Run, ToolResult } from '../../library/run/run-types.ts'
import { callThrough, isAborted, messageOf, textOfOutput } from '../shared/call.ts'
import { plainContent } from '../shared/messages.ts'
import { calling } from './calling.ts'
import type { State } from './messages.ts'
import { isObject } from '../../model/plain-object.ts'

interface LangChainCall {
  readonly id?: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface ToolRequest {
  readonly toolCall: LangChainCall
  readonly state: State
  readonly runtime: { readonly signal?: AbortSignal; readonly configurable?: { readonly thread_id?: string } }
}

/** A message, or a command that holds one. */
type Given = object

export type ToolHandler = (request: ToolRequest) => Promise<Given> | Given

const textTypes: ReadonlySet<unknown> = new Set(['text'])

export async function toolCall(run: Run, request: ToolRequest, handler: ToolHandler): Promise<Given> {
  const { id = crypto.randomUUID(), name, args } = request.toolCall
  const call = { id, name, input: args }
  const called = await callThrough<Given>(run, call, {
    start: async (input) => {
      const changed =
        input === args ? request : { ...request, toolCall: { ...request.toolCall, args: input } }
      return calling.run({ run, call: { ...call, input } }, async () => handler(changed))
    },
    read: (given) => resultOf(messageIn(given, id)),
    passes: (error) => isAborted(request.runtime.signal) || bubblesUp(error),
  })
  if (called.kind === 'own') return called.value
  if (called.kind === 'threw') return failed(called.error, { id, name })
  return told(called.value, called.result, { id, name })
}

/** Interrupts and commands of LangGraph travel as errors. */
export function bubblesUp(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'is_bubble_up') === true
}

/** The tool's words to the model: a command of LangGraph holds them among its updates. */
function messageIn(given: Given, id: string): ToolMessage | undefined {
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

interface Called {
  readonly id: string
  readonly name: string
}

/** As LangChain tells its model of a tool that threw: with a middleware around the call it leaves that to us. */
function failed(error: unknown, { id, name }: Called): Given {
  const own = error instanceof Error && error.name === 'ToolInvocationError'
  const content = own ? messageOf(error) : `${String(error)}\n Please fix your mistakes.`
  return new ToolMessage({ content, tool_call_id: id, name, status: 'error' })
}

function told(given: Given | undefined, { output, is_error }: ToolResult, { id, name }: Called): Given {
  const content = Array.isArray(output) ? output : textOfOutput(output)
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
