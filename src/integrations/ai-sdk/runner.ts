import type * as Ai from 'ai'

/** Answers a recipe's prompt. */
export type ModelRunner = (
  prompt: string,
  options?: { readonly signal?: AbortSignal | undefined },
) => Promise<string>

/**
 * Answers recipes with a model of the AI SDK: for the `runner` option of `createEngine`. The model is whatever
 * `generateText` takes.
 */
export function modelRunner(model: string | object): ModelRunner {
  return async (prompt, { signal } = {}) => {
    const { generateText }: typeof Ai = await import('ai')
    const { text } = await generateText({ model, prompt, abortSignal: signal })
    return text
  }
}
