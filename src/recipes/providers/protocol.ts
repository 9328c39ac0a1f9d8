// What the providers' protocols have in common: a prompt becomes a request, a reply becomes a text.
import { HooksError } from '../../model/errors.ts'
import type { ModelRunner, ProviderName } from '../../model/types.ts'

export type Plain = Readonly<Record<string, unknown>>

export interface Post {
  /** Below the provider's address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Plain
}

export interface Protocol {
  readonly name: ProviderName
  readonly url: string
  /** The variable of its key; absent: it needs none. */
  readonly key_env?: string
  post(prompt: string, runner: ModelRunner, key: string | undefined): Post
  /** The answer's text, and why the model ended when that was not its own will. */
  answer(reply: Plain): { readonly text: string | undefined; readonly cut?: string }
}

/** An own property of a value that may be anything. */
export function field(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  )
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The only answer of a model that counts is a whole one. */
export function wholeAnswer(
  { text, cut }: ReturnType<Protocol['answer']>,
  { provider, max_tokens }: ModelRunner,
): string {
  if (cut === 'length') {
    const most = max_tokens === undefined ? '' : ` of ${max_tokens}`
    throw new HooksError('bad_reply', `${provider}: the answer was cut off at max_tokens${most}`)
  }
  if (cut !== undefined) throw new HooksError('bad_reply', `${provider}: the model ended with "${cut}"`)
  if (text === undefined || text.trim() === '')
    throw new HooksError('bad_reply', `${provider}: the reply holds no text`)
  return text.trim()
}
