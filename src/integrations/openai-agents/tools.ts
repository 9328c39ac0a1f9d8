import type { Run } from '../../library/run/run-types.ts'
import { callThrough, givenBy, inputOf, isAborted, textOfOutput, type Called } from '../shared/call.ts'
import { isObject } from '../../model/plain-object.ts'

interface Details {
  readonly toolCall?: { readonly callId?: string }
  readonly signal?: AbortSignal
}

type Invoke = (context: unknown, input: string, details?: Details) => Promise<unknown>

/** What the SDK answers its model when a tool throws and nothing else was said about that. */
const FAILED = 'An error occurred while running the tool. Please try again.'

/**
 * The same tools under the rules of a run: what a rule denies is not invoked, and the model reads why as its result;
 * inputs and outputs are as rules left them. Tools that run at the provider stay as they are; one that runs here and is
 * no function (a local shell, an editor, a computer) is refused with a TypeError, because no rule would see its calls. A
 * tool with an `errorFunction` of its own answers for its errors itself: rules see that answer as a result.
 */
export function wrapTools<T extends { readonly type: string }>(tools: readonly T[], run: Run): T[] {
  return tools.map((tool) => (tool.type === 'function' ? wrapTool(tool, run) : atProvider(tool)))
}

/** What a tool that is no function runs with, when it runs here. */
const ownMeans: readonly string[] = ['shell', 'editor', 'computer']

function atProvider<T extends { readonly type: string }>(tool: T): T {
  if (ownMeans.every((key) => Reflect.get(tool, key) === undefined)) return tool
  throw new TypeError(
    `Rules would not see the calls of the tool of type "${tool.type}", which runs here: give its work as a function tool`,
  )
}

/** Copied as the SDK copies tools, by property: symbols among them hold namespaces and checks. */
function wrapTool<T extends { readonly type: string }>(tool: T, run: Run): T {
  const name = String(Reflect.get(tool, 'name'))
  const invoke = Reflect.get(tool, 'invoke') as Invoke // every function tool's, by the SDK's own type
  const wrapped: Invoke = async (context, input, details) => {
    const given = parsed(input)
    const id = details?.toolCall?.callId ?? `${name}-${crypto.randomUUID()}`
    const called = await callThrough(
      run,
      { id, name, input: inputOf(given) },
      {
        start: (changed) =>
          invoke.call(tool, context, textFor(givenBy(changed, given), { given, input }), details),
        read: (output) => ({ output, ...(output === FAILED && { is_error: true }) }),
        passes: () => isAborted(details?.signal),
      },
    )
    return outputOf(called)
  }
  const copy = Object.defineProperties(
    Object.create(Object.getPrototypeOf(tool)),
    Object.getOwnPropertyDescriptors(tool),
  )
  return Object.assign(copy, { invoke: wrapped })
}

function outputOf(called: Called<unknown>): unknown {
  if (called.kind === 'own') return called.value
  if (called.kind === 'threw') throw called.error
  const { output } = called.result
  return isObject(output) || Array.isArray(output) ? output : textOfOutput(output)
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input)
  } catch {
    return input
  }
}

/** What rules left is the very same text: the tool may have read it already. */
function textFor(
  changed: unknown,
  { given, input }: { readonly given: unknown; readonly input: string },
): string {
  if (changed === given || typeof given === 'string') return changed === given ? input : String(changed)
  return JSON.stringify(changed)
}
