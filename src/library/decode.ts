import { HooksError } from '../model/errors.ts'
import { events } from '../model/events.ts'
import type { Dialect, Env, Event, Files } from '../model/types.ts'
import { show } from './options.ts'
import { isObject } from '../model/plain-object.ts'

const NATIVE = 'native'

export interface Decoding {
  readonly dialects: readonly Dialect[]
  readonly root: string
  readonly env: Env
  readonly files: Files
}

export interface Decoded {
  readonly event: Event
  /** Who has to understand the verdict; absent: whoever speaks our own terms. */
  readonly speaks?: Dialect
}

/** What came in as an event; throws when it cannot be one. */
export function decodeEvent(given: unknown, name: string | undefined, decoding: Decoding): Decoded {
  if (!isObject(given)) throw new TypeError(`Expected the event to be an object, got ${show(given)}`)
  const dialect = dialectNamed(name ?? NATIVE, decoding.dialects)
  const { root, env, files } = decoding
  const event = dialect.decode(given, { env, cwd: root, root, files })
  if (dialect.name !== NATIVE) return { event, speaks: dialect }
  if (event.event === 'unmapped') throw unknownEvent(event.native_event)
  return { event }
}

function dialectNamed(name: string, dialects: readonly Dialect[]): Dialect {
  const found = dialects.find((each) => each.name === name || each.aliases?.includes(name) === true)
  if (found !== undefined) return found
  const known = dialects.map((each) => `"${each.name}"`).join(', ')
  throw new HooksError('unknown-dialect', `there is no dialect "${name}"; known: ${known}`)
}

/** What is misspelt would pass every rule. */
export function unknownEvent(name: string | undefined): HooksError {
  const said = name === undefined ? 'the event has no name in "event"' : `there is no event "${name}"`
  return new HooksError('unknown-event', `${said}; known: ${Object.keys(events).join(', ')}`)
}
