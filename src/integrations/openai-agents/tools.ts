import type { Run } from '../../library/run/run-types.ts'
import { toText, isObject } from '../../model/plain-object.ts'
import { callWithRules, argumentsFrom, inputOf, isAborted, type CallOutcome } from '../shared/call.ts'

interface Details {
  readonly toolCall?: { readonly callId?: string }
  readonly signal?: AbortSignal
}

type Invoke = (context: unknown, input: string, details?: Details) => Promise<unknown>

/** The SDK's default answer when a tool throws. */
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

/** Properties of tools that run in this process without being functions. */
const localRuntimes: readonly string[] = ['shell', 'editor', 'computer']

function atProvider<T extends { readonly type: string }>(tool: T): T {
  if (localRuntimes.every((key) => Reflect.get(tool, key) === undefined)) return tool
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
    const called = await callWithRules(
      run,
      { id, name, input: inputOf(given) },
      {
        start: (changed) =>
          invoke.call(tool, context, textFor(argumentsFrom(changed, given), { given, input }), details),
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

function outputOf(called: CallOutcome<unknown>): unknown {
  if (called.kind === 'own') return called.value
  if (called.kind === 'threw') throw called.error
  const { output } = called.result
  return isObject(output) || Array.isArray(output) ? output : toText(output)
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input)
  } catch {
    return input
  }
}

/** An unchanged input stays the same text. */
function textFor(
  changed: unknown,
  { given, input }: { readonly given: unknown; readonly input: string },
): string {
  if (changed === given || typeof given === 'string') return changed === given ? input : String(changed)
  return JSON.stringify(changed)
}
