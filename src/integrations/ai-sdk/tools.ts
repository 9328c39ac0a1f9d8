// The AI SDK's callbacks cannot change a tool's result, so tools themselves are wrapped.
import type { Run } from '../../library/run/run-types.ts'
import { toText, isObject } from '../../model/plain-object.ts'
import { callWithRules, argumentsFrom, inputOf, isAborted, type CallOutcome } from '../shared/call.ts'

interface Options {
  readonly toolCallId: string
  readonly abortSignal?: AbortSignal | undefined
}

type Execute = (input: unknown, options: Options) => unknown

/**
 * The same tools under the rules of a run: what a rule denies is not executed, and the model reads why as the call's
 * error; inputs and outputs are as rules left them. Tools without `execute` stay as they are. Of a tool that gives
 * preliminary results only the last one, which rules have seen, comes through.
 */
export function wrapTools<T extends object>(tools: T, run: Run): T {
  const entries = Object.entries(tools).map(([name, tool]) => [name, wrapTool(name, tool, run)] as const)
  return Object.fromEntries(entries) as T // the same names, and under each a tool of the same shape
}

function wrapTool(name: string, tool: unknown, run: Run): unknown {
  if (!isObject(tool) || typeof tool['execute'] !== 'function') return tool
  const ofRules = new Map<string, unknown>()
  const execute = tool['execute'].bind(tool) as Execute // every tool's, by the AI SDK's own type
  return {
    ...tool,
    execute: async (input: unknown, options: Options): Promise<unknown> => {
      const called = await callWithRules(run, callOf(name, input, options), {
        start: async (changed) => lastOf(await execute(argumentsFrom(changed, input), options)),
        read: (output) => ({ output }),
        passes: () => isAborted(options.abortSignal),
      })
      if (called.kind === 'rules') ofRules.set(options.toolCallId, called.result.output)
      return outputOf(called)
    },
    ...(typeof tool['toModelOutput'] === 'function' && { toModelOutput: modelOutput(tool, ofRules) }),
  }
}

function callOf(name: string, input: unknown, { toolCallId }: Options): Parameters<Run['wrapToolCall']>[0] {
  return { id: toolCallId, name, input: inputOf(input) }
}

async function lastOf(given: unknown): Promise<unknown> {
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) return given
  let last: unknown
  for await (const each of given as AsyncIterable<unknown>) last = each // it has the method that makes it one
  return last
}

/** An error is how the AI SDK tells its model that a call failed. */
export function outputOf(called: CallOutcome<unknown>): unknown {
  if (called.kind === 'own') return called.value
  if (called.kind === 'threw') throw called.error
  const { output, is_error } = called.result
  if (is_error === true) throw failedCall(toText(output))
  return output
}

/** The model reads this text: some versions show it an error's message, others the error as a text. */
export function failedCall(text: string): Error {
  return Object.assign(new Error(text), { name: 'HooksDenied', toString: () => text })
}

/** The tool's own `toModelOutput` does not know results given by rules. */
function modelOutput(
  tool: Readonly<Record<string, unknown>>,
  ofRules: ReadonlyMap<string, unknown>,
): Function {
  const show = tool['toModelOutput'] as (given: { readonly toolCallId: string }) => unknown // checked by the caller
  return (given: { readonly toolCallId: string }): unknown => {
    if (!ofRules.has(given.toolCallId)) return show.call(tool, given)
    const value = ofRules.get(given.toolCallId)
    return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value: value ?? null }
  }
}
