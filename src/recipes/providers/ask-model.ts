import { HooksError } from '../../model/errors.ts'
import { hideSecrets } from '../../patterns/text/secrets.ts'
import type { Env, ModelRunner } from '../../model/types.ts'
import { anthropic } from './anthropic.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { type Protocol, wholeAnswer } from './protocol.ts'
import { requestJson } from './request.ts'

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

const protocols: readonly Protocol[] = [anthropic, ollama, openai]

/** What a provider's model answers. Throws a HooksError when there is no whole answer in time; the key stands in no message. */
export async function askModel(
  { prompt, runner, time_ms, max_chars }: ModelQuestion,
  { env, signal: given }: ModelReach,
): Promise<string> {
  const protocol = protocolOf(runner)
  const key = keyFor(protocol, runner, env)
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
      hide: (text) => hideSecrets(key === undefined ? text : text.replaceAll(key, HIDDEN), HIDDEN, true),
    })
    return wholeAnswer(protocol.answer(reply), runner)
  } catch (error) {
    throw withoutKey(
      given?.aborted === true ? aborted(runner) : late.aborted ? tooLate(runner, time_ms) : error,
      key,
    )
  }
}

function protocolOf({ provider }: ModelRunner): Protocol {
  const found = protocols.find(({ name }) => name === provider)
  if (found === undefined) throw new HooksError('error', `there is no provider "${provider}"`)
  return found
}

/** The provider's own key goes to the provider's own address alone. */
function keyFor(protocol: Protocol, { url, key_env }: ModelRunner, env: Env): string | undefined {
  const name = key_env ?? (url === undefined ? protocol.key_env : undefined)
  if (name === undefined) return undefined
  const key = env[name]?.trim()
  if (key === undefined || key === '') throw new HooksError('error', `${protocol.name}: ${name} is not set`)
  // The complaint about such a header would quote it.
  if (/[^\x21-\x7e]/.test(key))
    throw new HooksError('error', `${protocol.name}: ${name} holds a space or a character that no key has`)
  return key
}

function aborted({ provider }: ModelRunner): HooksError {
  return new HooksError('aborted', `${provider}: the request was aborted`)
}

function tooLate({ provider }: ModelRunner, time_ms: number): HooksError {
  return new HooksError('timeout', `${provider}: no answer within ${Math.round(time_ms / 100) / 10} s`)
}

/** A provider may quote the key that it refuses. */
function withoutKey(error: unknown, key: string | undefined): unknown {
  if (key === undefined || !(error instanceof HooksError) || !error.message.includes(key)) return error
  return new HooksError(error.code, error.message.replaceAll(key, HIDDEN))
}
