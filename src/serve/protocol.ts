// What a caller and the engine say to each other.
import type { Answered, EngineCall } from '../run/call.ts'

/**
 * The engine beats while it judges, and then answers at once; a caller gives up after so long a silence, or answer, and
 * does the cold run.
 */
export const BEAT = '.'
export const BEAT_MS = 1000
export const ACKNOWLEDGED_MS = 3000
export const SILENCE_MS = 5000
/** No agent waits for longer. */
const MAX_BEATS = 600
/** No answer: the caller does the cold run. */
export const REFUSED = 'F\n'

const MAX_HEAD = 96
const MAX_BYTES = 64 * 1024 * 1024

/** The head tells the sizes of the words (cwd, arguments, an empty one, environment; each ends in NUL) and of the payload. */
export function encodeCall({ parent, cwd, argv, env, payload }: EngineCall): Buffer {
  const words = [cwd, ...argv, '', ...Object.entries(env).map(([name, value = '']) => `${name}=${value}`)]
  const text = Buffer.from(words.map((word) => `${word}\0`).join(''))
  const body = Buffer.from(payload)
  return Buffer.concat([Buffer.from(`call ${parent} ${text.length} ${body.length}\n`), text, body])
}

/** A number: so many bytes are it at least; `wrong`: it never will be a call. */
export function decodeCall(bytes: Buffer): EngineCall | number | 'wrong' {
  const end = bytes.indexOf('\n')
  if (end < 0) return bytes.length > MAX_HEAD ? 'wrong' : bytes.length + 1
  const [, parent, words, payload] = /^call (\d+) (\d+) (\d+)$/.exec(bytes.toString('latin1', 0, end)) ?? []
  const [from, size, rest] = [end + 1, Number(words), Number(payload)]
  if (parent === undefined || size + rest > MAX_BYTES) return 'wrong'
  if (bytes.length < from + size + rest) return from + size + rest
  const [cwd = '', ...given] = bytes.toString('utf8', from, from + size).split('\0')
  const gap = given.indexOf('')
  const named = given.slice(gap + 1).flatMap((word) => {
    const at = word.indexOf('=', 1)
    return at < 0 ? [] : [[word.slice(0, at), word.slice(at + 1)] as const]
  })
  const env = Object.fromEntries(named.toReversed()) // of two with one name the first holds
  const argv = given.slice(0, gap)
  return {
    parent: Number(parent),
    cwd,
    argv,
    env,
    payload: bytes.toString('utf8', from + size, from + size + rest),
  }
}

export function encodeAnswer({ exit, out, err }: Answered): Buffer {
  const [told, said] = [Buffer.from(out), Buffer.from(err)]
  return Buffer.concat([Buffer.from(`${exit} ${told.length} ${said.length}\n`), told, said])
}

/** `more`: not all of it is here; `wrong`: it is no answer. */
export function decodeAnswer(bytes: Buffer): Answered | 'more' | 'wrong' {
  let from = 0
  while (bytes[from] === BEAT.charCodeAt(0)) from++
  if (from > MAX_BEATS) return 'wrong'
  const end = bytes.indexOf('\n', from)
  if (end < 0) return bytes.length - from > MAX_HEAD ? 'wrong' : 'more'
  const [, exit, out, err] = /^(\d{1,8}) (\d{1,8}) (\d{1,8})$/.exec(bytes.toString('latin1', from, end)) ?? []
  const [size, rest] = [Number(out), Number(err)]
  if (exit === undefined || Number(exit) > 255 || size + rest > MAX_BYTES) return 'wrong'
  const whole = end + 1 + size + rest
  if (bytes.length !== whole) return bytes.length < whole ? 'more' : 'wrong'
  return {
    exit: Number(exit),
    out: bytes.toString('utf8', end + 1, end + 1 + size),
    err: bytes.toString('utf8', end + 1 + size),
  }
}
