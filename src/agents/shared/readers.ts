// Who reads what of an answer that is one JSON object.
import { field, isObject, type PlainObject } from '../../model/plain-object.ts'
import type { AnswerReaders } from '../../model/types.ts'

/** The object that an agent is answered with; empty when stdout holds none. */
export function replyIn(stdout: string): PlainObject {
  try {
    const reply: unknown = JSON.parse(stdout)
    return isObject(reply) ? reply : {}
  } catch {
    return {}
  }
}

/** A field that holds a text. */
export function textIn(value: unknown, name: string): string {
  const text = field(value, name)
  return typeof text === 'string' ? text : ''
}

export function readersOf(read: { user: readonly string[]; model: readonly string[] }): AnswerReaders {
  const [user, model] = [joined(read.user), joined(read.model)]
  return { ...(user !== '' && { user }), ...(model !== '' && { model }) }
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts)].filter((text) => text !== '').join('\n')
}
