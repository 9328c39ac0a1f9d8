import { isObject, shown } from '../../model/plain-object.ts'
import type { Outcome } from '../../model/types.ts'

/** What is wrong with a value at a place, or undefined. */
type Check = (value: unknown, at: string) => string | undefined

const wrong = (at: string, value: unknown, expected: string): string =>
  `"${at}" is ${shown(value)}, expected ${expected}`

const text: Check = (value, at) => (typeof value === 'string' ? undefined : wrong(at, value, 'a string'))
const boolean: Check = (value, at) =>
  typeof value === 'boolean' ? undefined : wrong(at, value, 'true or false')
const object: Check = (value, at) => (isObject(value) ? undefined : wrong(at, value, 'an object'))
const any: Check = () => undefined

function oneOf(...allowed: readonly string[]): Check {
  const list = allowed.map((name) => `"${name}"`).join(', ')
  return (value, at) =>
    allowed.some((name) => name === value) ? undefined : wrong(at, value, `one of ${list}`)
}

function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return wrong(at, value, 'a list')
    return firstOf(value.map((item: unknown, index) => () => check(item, `${at}[${index}]`)))
  }
}

/** An object of these fields only; those of `needed` have to be there. */
function shape(checks: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check {
  return (value, at) => {
    if (!isObject(value)) return wrong(at, value, 'an object')
    const inside = (key: string) => (at === '' ? key : `${at}.${key}`)
    const missing = needed.find((key) => !Object.hasOwn(value, key))
    if (missing !== undefined) return `"${inside(missing)}" is missing`
    return firstOf(
      Object.entries(value).map(([key, item]) => () => {
        const check = Object.hasOwn(checks, key) ? checks[key] : undefined
        return check === undefined
          ? `unknown field "${inside(key)}": ${shown(item)}`
          : check(item, inside(key))
      }),
    )
  }
}

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check()
    if (problem !== undefined) return problem
  }
  return undefined
}

const stop = shape({ code: text, message: text, hard: boolean }, ['code', 'message', 'hard'])
const callback = shape(
  {
    recipe: text,
    args: object,
    async: boolean,
    status: oneOf('pending', 'done', 'failed'),
    job: text,
    prompt: text,
    output: text,
  },
  ['recipe'],
)

const fields: Readonly<Record<keyof Outcome, Check>> = {
  decision: oneOf('proceed', 'allow', 'ask', 'deny'),
  reason: text,
  user_reason: text,
  flow: oneOf('default', 'continue', 'restart', 'stop'),
  flow_reason: text,
  user_flow_reason: text,
  hard: boolean,
  stops: listOf(stop),
  forced: boolean,
  updated_input: any,
  updated_output: any,
  updated_prompt: text,
  updated_system: shape({ append: text, prepend: text, replace: text }),
  updated_request: object,
  replace_messages: listOf(object),
  callback,
  follow_up_messages: listOf(text),
  additional_context: listOf(text),
  system_messages: listOf(text),
  tool_results: object,
  next_prompt: text,
  metadata: object,
  persist: boolean,
  clear: listOf(text),
  warnings: listOf(shape({ code: text, rule: text, message: text }, ['code', 'message'])),
}

// A whole verdict is a reply too, so that one `hooks run` can answer for another: its trace stays its own.
const check = shape({ ...fields, id: any, trace: any })

/** The outcome that a script's reply is. Throws a TypeError that names what is wrong. */
export function outcomeFrom(reply: unknown): Outcome {
  const problem = check(reply, '')
  if (problem !== undefined || !isOutcome(reply)) throw new TypeError(problem)
  const { trace: _, id: _id, ...outcome } = reply
  return outcome
}

/** True of everything, after the check above. */
function isOutcome(reply: unknown): reply is Outcome & { readonly trace?: unknown; readonly id?: unknown } {
  return isObject(reply)
}
