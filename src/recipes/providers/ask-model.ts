import { HooksError } from '../../model/errors.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import type { Env, ModelRunner } from '../../model/types.ts'
import { completeAnswer, protocols, type HttpPost } from './protocols.ts'
import { field, isObject, type PlainObject } from '../../model/plain-object.ts'

export interface ModelQuestion {
  readonly prompt: string
  readonly runner: ModelRunner
  readonly time_ms: number
  readonly max_chars: number
}

export interface ModelReach {
  readonly env: Env
  readonly signal?: AbortSignal | undefined
}

const HIDDEN = '***'

/** Throws a HooksError when there is no complete answer in time; its message never holds the key. */
export async function askModel(
  { prompt, runner, time_ms, max_chars }: ModelQuestion,
  { env, signal: given }: ModelReach,
): Promise<string> {
  const protocol = protocols[runner.provider]
  const key = keyFor(runner, env)
  const late = AbortSignal.timeout(time_ms)
  const signal = given === undefined ? late : AbortSignal.any([given, late])
  try {
    const reply = await requestJson({
      who: runner.provider,
      url: runner.url ?? protocol.url,
      post: protocol.post(prompt, runner, key),
      ends: Date.now() + time_ms,
      max_chars,
      signal,
      hide: (text) => hideSecrets(key === undefined ? text : text.replaceAll(key, HIDDEN), HIDDEN),
    })
    return completeAnswer(reply, runner)
  } catch (error) {
    const { provider } = runner
    if (given?.aborted === true) throw new HooksError('aborted', `${provider}: the request was aborted`)
    if (late.aborted)
      throw new HooksError('timeout', `${provider}: no answer within ${Math.round(time_ms / 100) / 10} s`)
    throw withoutKey(error, key)
  }
}

/** The provider's own key is sent to its own address only. */
function keyFor({ provider, url, key_env }: ModelRunner, env: Env): string | undefined {
  const name = key_env ?? (url === undefined ? protocols[provider].key_env : undefined)
  if (name === undefined) return undefined
  const key = env[name]?.trim()
  if (key === undefined || key === '') throw new HooksError('error', `${provider}: ${name} is not set`)
  // The error about such a header would quote it.
  if (/[^\x21-\x7e]/.test(key))
    throw new HooksError('error', `${provider}: ${name} holds a space or a character that no key has`)
  return key
}

/** A provider may quote the key that it refuses. */
function withoutKey(error: unknown, key: string | undefined): unknown {
  if (key === undefined || !(error instanceof HooksError) || !error.message.includes(key)) return error
  return new HooksError(error.code, error.message.replaceAll(key, HIDDEN))
}

// One HTTP request with a JSON reply, retried while the provider is busy.
interface ProviderRequest {
  readonly who: string
  readonly url: string
  readonly post: HttpPost
  /** Deadline, by `Date.now`. */
  readonly ends: number
  readonly max_chars: number
  readonly signal: AbortSignal
  /** Masks the key and other secrets. */
  readonly hide: (text: string) => string
}

const MAX_TRIES = 4
const FIRST_WAIT_MS = 500
const SHOWN_CHARS = 200
const busy: readonly number[] = [408, 429, 500, 502, 503, 504, 529]

/** A failure that may pass. */
interface Busy {
  readonly message: string
  /** As long as the provider asks for. */
  readonly wait_ms?: number
  readonly isRateLimit?: boolean
}

/** The reply of the provider. Throws a HooksError when there is none in time. */
async function requestJson(sending: ProviderRequest): Promise<PlainObject> {
  let waits = 0
  for (let attempt = 1; ; attempt++) {
    const reply = await tryOnce(sending)
    if ('reply' in reply) return reply.reply
    const wait = reply.wait_ms ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
    const isLate = Date.now() + wait >= sending.ends
    // A rate limit that outlasts the wait it asked for is no short one.
    const isAgain = reply.isRateLimit === true && reply.wait_ms !== undefined && waits++ > 0
    if (isLate || isAgain || attempt === MAX_TRIES) {
      const asked = isLate && reply.wait_ms !== undefined ? `; it asks to wait ${secondsOf(wait)}` : ''
      throw new HooksError('error', `${sending.who}: ${reply.message}${asked}${triesOf(attempt)}`)
    }
    await waitFor(wait, sending.signal)
  }
}

const triesOf = (tries: number): string => (tries === 1 ? '' : ` (${tries} tries)`)
const secondsOf = (ms: number): string => `${Math.ceil(ms / 100) / 10} s`

async function tryOnce(sending: ProviderRequest): Promise<{ readonly reply: PlainObject } | Busy> {
  const { url, post, signal, who, hide } = sending
  signal.throwIfAborted()
  try {
    const response = await fetch(url + post.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      redirect: 'manual', // another server must not get the key
      signal,
    })
    const text = await readText(response, sending)
    if (response.ok) return { reply: parseReply(text, who) }
    const message = `HTTP ${response.status}${explained(text, hide) || `: ${response.statusText}`}`
    if (!busy.includes(response.status)) throw new HooksError('error', `${who}: ${message}`)
    return { message, isRateLimit: response.status === 429, ...retryAfter(response.headers) }
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'HooksError')) throw error
    return { message: networkProblem(error, hide) }
  }
}

async function readText(response: Response, { max_chars, who }: ProviderRequest): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 2 * max_chars + 65_536)
      throw new HooksError('bad_reply', `${who}: the reply is too long`)
  }
  return text + decoder.decode()
}

function parseReply(text: string, who: string): PlainObject {
  try {
    const reply: unknown = JSON.parse(text)
    if (isObject(reply)) return reply
  } catch {
    // Reported below.
  }
  throw new HooksError('bad_reply', `${who}: the reply is not a JSON object`)
}

/** The provider's own message, masked before it is cut: half a key would not be recognized. */
function explained(text: string, hide: ProviderRequest['hide']): string {
  try {
    const error = field(JSON.parse(text), 'error')
    const message = field(error, 'message') ?? error
    return typeof message === 'string' ? `: ${hide(message.replace(/\s+/g, ' ')).slice(0, SHOWN_CHARS)}` : ''
  } catch {
    return ''
  }
}

/** Seconds, or a date. */
function retryAfter(headers: Headers): Pick<Busy, 'wait_ms'> {
  const given = headers.get('retry-after')?.trim() ?? ''
  if (given === '') return {}
  const ms = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(ms) ? { wait_ms: Math.max(0, ms) } : {}
}

function networkProblem(error: unknown, hide: ProviderRequest['hide']): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = field(cause, 'code')
  if (typeof code === 'string') return `no connection (${code})`
  return `no connection (${cause instanceof Error ? hide(cause.message).slice(0, SHOWN_CHARS) : 'unknown'})`
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
