// One tool call of a framework through a run: what no rule changes stays the framework's own.
import type { Run, ToolCall, ToolResult } from '../../library/run/run-types.ts'
import { isObject } from '../../model/plain-object.ts'

/** How a framework runs a tool and what it gives back. */
export interface Runs<R> {
  readonly start: (input: Readonly<Record<string, unknown>>) => Promise<R>
  readonly read: (value: R) => ToolResult
  /** An error that is no result of the tool: an abort, a question to a person. */
  readonly passes: (error: unknown) => boolean
}

export type Called<R> =
  | { readonly kind: 'own'; readonly value: R }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** A rule's words; `value` is what the tool gave, when it ran. */
  | { readonly kind: 'rules'; readonly result: ToolResult; readonly value?: R }

export async function callThrough<R>(run: Run, call: ToolCall, runs: Runs<R>): Promise<Called<R>> {
  const held: Held<R> = {}
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

interface Held<R> {
  ran?: { readonly value: R; readonly as: ToolResult }
  threw?: { readonly error: unknown }
  passed?: { readonly error: unknown; readonly as: Error }
}

async function attempt<R>(held: Held<R>, input: ToolCall['input'], runs: Runs<R>): Promise<ToolResult> {
  try {
    const value = await runs.start(input)
    held.ran = { value, as: runs.read(value) }
    return held.ran.as
  } catch (error) {
    if (!runs.passes(error)) {
      held.threw = { error }
      throw error
    }
    // Under this name a run lets it through without telling its rules of a failed call.
    held.passed = { error, as: Object.assign(new Error(messageOf(error)), { name: 'HooksStop' }) }
    throw held.passed.as
  }
}

function isError({ is_error }: ToolResult): boolean {
  return is_error === true
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A tool that gave up by itself, such as a request that took too long, throws an AbortError, too: that is a failure. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

/** The arguments of a call; those that are no object stand under `input`. */
export function inputOf(given: unknown): Readonly<Record<string, unknown>> {
  return isObject(given) ? given : { input: given }
}

/** What `inputOf` was given, as rules left it. */
export function givenBy(input: Readonly<Record<string, unknown>>, given: unknown): unknown {
  return isObject(given) ? input : input['input']
}

/** The text of a result that rules gave. */
export function textOfOutput(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
}
