// Runs one tool call of a framework through the rules; unchanged results stay the framework's own.
import { errorMessage } from '../../model/errors.ts'
import type { Run, ToolCall, ToolResult } from '../../library/run/run-types.ts'
import { isObject } from '../../model/plain-object.ts'

/** How a framework runs a tool and what it gives back. */
export interface ToolRunner<R> {
  readonly start: (input: Readonly<Record<string, unknown>>) => Promise<R>
  readonly read: (value: R) => ToolResult
  /** An error that is no result of the tool: an abort, a question to a person. */
  readonly passes: (error: unknown) => boolean
}

export type CallOutcome<R> =
  | { readonly kind: 'own'; readonly value: R }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** A rule's words; `value` is what the tool gave, when it ran. */
  | { readonly kind: 'rules'; readonly result: ToolResult; readonly value?: R }

export async function callWithRules<R>(
  run: Run,
  call: ToolCall,
  runs: ToolRunner<R>,
): Promise<CallOutcome<R>> {
  const held: CallProgress<R> = {}
  try {
    const result = await run.wrapToolCall(call, ({ input }) => attempt(held, input, runs))
    const { ran } = held
    if (ran === undefined) return { kind: 'rules', result }
    const same = result.output === ran.as.output && isError(result) === isError(ran.as)
    return same ? { kind: 'own', value: ran.value } : { kind: 'rules', result, value: ran.value }
  } catch (error) {
    if (held.passed !== undefined && held.passed.as === error) throw held.passed.error
    if (held.threw?.error === error) return { kind: 'threw', error }
    throw error
  }
}

interface CallProgress<R> {
  ran?: { readonly value: R; readonly as: ToolResult }
  threw?: { readonly error: unknown }
  passed?: { readonly error: unknown; readonly as: Error }
}

async function attempt<R>(
  held: CallProgress<R>,
  input: ToolCall['input'],
  runs: ToolRunner<R>,
): Promise<ToolResult> {
  try {
    const value = await runs.start(input)
    held.ran = { value, as: runs.read(value) }
    return held.ran.as
  } catch (error) {
    if (!runs.passes(error)) {
      held.threw = { error }
      throw error
    }
    // A run rethrows errors of this name without reporting a failed call.
    held.passed = { error, as: Object.assign(new Error(errorMessage(error)), { name: 'HooksStop' }) }
    throw held.passed.as
  }
}

function isError({ is_error }: ToolResult): boolean {
  return is_error === true
}

/** Checks the signal, not the error: a tool's own timeout also throws an AbortError, but is a failure. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

/** The arguments of a call; those that are no object stand under `input`. */
export function inputOf(given: unknown): Readonly<Record<string, unknown>> {
  return isObject(given) ? given : { input: given }
}

/** Inverse of `inputOf`. */
export function argumentsFrom(input: Readonly<Record<string, unknown>>, given: unknown): unknown {
  return isObject(given) ? input : input['input']
}
