// One HTTP request and its reply as JSON, tried again while the provider is busy.
import { HooksError } from '../../model/errors.ts'
import { field, type Plain, type Post, textOf } from './protocol.ts'

export interface Sending {
  /** As people see it. */
  readonly who: string
  readonly url: string
  readonly post: Post
  /** By `now`. */
  readonly ends: number
  readonly max_chars: number
  readonly signal: AbortSignal
  /** A text of somebody else's without the key and other secrets. */
  readonly hide: (text: string) => string
}

const TRIES = 4
const FIRST_WAIT_MS = 500
const SHOWN_CHARS = 200
const busy: readonly number[] = [408, 429, 500, 502, 503, 504, 529]

/** What failed in a way that may not fail again. */
interface Busy {
  readonly message: string
  readonly wait_ms?: number
}

/** The reply of the provider. Throws a HooksError when there is none in time. */
export async function requestJson(sending: Sending): Promise<Plain> {
  for (let attempt = 1; ; attempt++) {
    const reply = await tryOnce(sending)
    if ('reply' in reply) return reply.reply
    const wait = reply.wait_ms ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
    const isHopeless = attempt === TRIES || Date.now() + wait >= sending.ends
    if (isHopeless) throw new HooksError('error', `${sending.who}: ${reply.message}${triesOf(attempt)}`)
    await waitFor(wait, sending.signal)
  }
}

const triesOf = (tries: number): string => (tries === 1 ? '' : ` (${tries} tries)`)

async function tryOnce(sending: Sending): Promise<{ readonly reply: Plain } | Busy> {
  const { url, post, signal, who, hide } = sending
  signal.throwIfAborted()
  try {
    const response = await fetch(url + post.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      redirect: 'manual', // a key is shown to nobody else
      signal,
    })
    const text = await readText(response, sending)
    if (response.ok) return { reply: parseReply(text, who) }
    const message = `HTTP ${response.status}${explained(text, hide)}`
    if (!busy.includes(response.status)) throw new HooksError('error', `${who}: ${message}`)
    return { message, ...waitTold(response.headers) }
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'HooksError')) throw error
    return { message: networkProblem(error, hide) }
  }
}

/** A reply without end is not read to its end. */
async function readText(response: Response, { max_chars, who }: Sending): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 2 * max_chars + 65_536)
      throw new HooksError('bad_reply', `${who}: the reply is too long`)
  }
  return text + decoder.decode()
}

function parseReply(text: string, who: string): Plain {
  try {
    const reply: unknown = JSON.parse(text)
    if (typeof reply === 'object' && reply !== null) return { ...reply }
  } catch {
    // Told below.
  }
  throw new HooksError('bad_reply', `${who}: the reply is not a JSON object`)
}

/** The provider's own sentence. What it quotes is hidden before it is cut: half a key would not be known for one. */
function explained(text: string, hide: Sending['hide']): string {
  const said = textOf(field(parsed(text), 'error', 'message')) ?? textOf(field(parsed(text), 'error'))
  return said === undefined ? '' : `: ${hide(said.replace(/\s+/g, ' ')).slice(0, SHOWN_CHARS)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds, or a date. */
function waitTold(headers: Headers): Pick<Busy, 'wait_ms'> {
  const told = headers.get('retry-after')?.trim() ?? ''
  if (told === '') return {}
  const ms = /^\d+(?:\.\d+)?$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now()
  return Number.isFinite(ms) ? { wait_ms: Math.max(0, ms) } : {}
}

function networkProblem(error: unknown, hide: Sending['hide']): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = textOf(field(cause, 'code'))
  if (code !== undefined) return `no connection (${code})`
  return `no connection (${cause instanceof Error ? hide(cause.message).slice(0, SHOWN_CHARS) : 'unknown'})`
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error) // whatever it was aborted with
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
