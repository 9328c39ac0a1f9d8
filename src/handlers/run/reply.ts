import { errorMessage, HooksError } from '../../model/errors.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, Message, Outcome, Dialect, ScriptMeaning } from '../../model/types.ts'

const MAX_DEPTH = 200
const roles: readonly unknown[] = ['user', 'assistant', 'system', 'tool'] satisfies Message['role'][]

/** The dialect of rules that name none. */
const UNNAMED = 'native'

/** Parses a script's output; no output is an empty outcome. A script for an agent may answer in that agent's form. */
export function readReply(
  stdout: string,
  { dialect, dialects = [] }: { readonly dialect: Dialect; readonly dialects?: readonly Dialect[] },
  event: Event,
): Outcome {
  const text = stdout.trim() // also removes a byte order mark
  if (text === '') return {}
  try {
    const reply = isJson(text, dialect) ? parse(text) : stdout
    const isUnnamed = dialect.name === UNNAMED && isObject(reply)
    const own = isUnnamed ? dialects.find((each) => each.isOwnReply?.(reply) === true) : undefined
    return checkMessages((own ?? dialect).fromScript?.(reply, event) ?? {})
  } catch (error) {
    if (error instanceof TypeError) throw new HooksError('bad_reply', error.message, { cause: error })
    throw error
  }
}

/** Is the output a reply, not text to show? */
export function isJson(text: string, dialect: Dialect): boolean {
  return dialect.scriptText !== true && text.trimStart().startsWith('{')
}

function parse(text: string): unknown {
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch (error) {
    throw new TypeError(`the reply is not JSON: ${errorMessage(error)}`, { cause: error })
  }
  if (isDeeperThan(reply, MAX_DEPTH)) throw new TypeError(`the reply is nested more than ${MAX_DEPTH} deep`)
  return reply
}

function isDeeperThan(value: unknown, depth: number): boolean {
  let level: readonly unknown[] = [value]
  for (let step = 0; step <= depth && level.length > 0; step++) level = level.flatMap(childrenOf)
  return level.length > 0
}

function childrenOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** Refuses invalid messages, ignores an empty list. */
function checkMessages(outcome: Outcome): Outcome {
  const { replace_messages: messages, ...rest } = outcome
  if (messages === undefined) return outcome
  const wrong = messages.findIndex((message) => !isMessage(message))
  if (wrong >= 0)
    throw new TypeError(`"replace_messages[${wrong}]" is not a message: ${describe(messages[wrong])}`)
  if (messages.length > 0) return outcome
  const warning = {
    code: 'empty_messages',
    message: '"replace_messages" is empty; the messages stay as they are',
  }
  return { ...rest, warnings: [...(rest.warnings ?? []), warning] }
}

function isMessage(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false
  return 'role' in message && roles.includes(message.role) && 'content' in message
}

function describe(message: unknown): string {
  if (typeof message !== 'object' || message === null) return 'it is not an object'
  if (!('role' in message) || !roles.includes(message.role)) {
    return `its "role" is ${JSON.stringify('role' in message ? message.role : undefined) ?? 'missing'}, expected ${roles.map((role) => `"${String(role)}"`).join(', ')}`
  }
  return 'it has no "content"'
}

/** The outcome of a mapped exit code, with the end of the script's output as its text. */
export function meaningOf(meaning: ScriptMeaning, text: string, ended: string): Outcome {
  const why = text === '' ? ended : text
  switch (meaning) {
    case 'proceed':
      return {}
    case 'allow':
    case 'ask':
    case 'deny':
      return { decision: meaning, reason: why }
    case 'continue':
      return { flow: 'continue', flow_reason: why }
    case 'stop':
      return { flow: 'stop', hard: true, flow_reason: why }
    case 'context':
      return { additional_context: [why] }
    case 'notify':
      return { system_messages: [why] }
    case 'output':
      return { updated_output: why }
  }
}
