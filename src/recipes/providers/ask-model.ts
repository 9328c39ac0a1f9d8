import { HooksError } from '../../model/errors.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import type { Env, ModelRunner } from '../../model/types.ts'
import { completeAnswer, protocols } from './protocols.ts'
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
