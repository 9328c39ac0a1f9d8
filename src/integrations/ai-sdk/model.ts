// Wraps the calls of an AI SDK model, streamed or not.
import type * as Ai from 'ai'
import type { ModelResponse, Run } from '../../library/run/run-types.ts'
import { paramsOf, requestOf, type CallOptions } from './prompt.ts'
import { answerOf, responseOf, resultOf, type GenerateResult } from './response.ts'
import { type StreamResult, streamWithRules } from './stream.ts'

interface Generates<P, R> {
  readonly params: P
  readonly model: { readonly modelId: string; doGenerate(params: P): PromiseLike<R> }
}

interface Streams<P, R> {
  readonly params: P
  readonly model: { readonly modelId: string; doStream(params: P): PromiseLike<R> }
}

/** For `wrapLanguageModel` of `ai`, its versions 6 and 7. */
export interface HooksMiddleware {
  readonly specificationVersion: 'v3'
  wrapGenerate<P extends CallOptions, R extends GenerateResult>(options: Generates<P, R>): Promise<R>
  wrapStream<P extends CallOptions, R extends StreamResult>(options: Streams<P, R>): Promise<R>
}

export interface MiddlewareOptions {
  /** Lets nothing of a streamed response through before rules have seen all of it, so that they can change its text. Absent: text comes through at once, calls of tools when rules have seen the response. */
  readonly hold?: boolean | undefined
}

/**
 * The rules of a run around every call of a model: PreModelCall may change the request or end the run, PostModelCall
 * sees the response before its tools run. A rule that ends the run makes the call reject with a HooksStop.
 */
export function hooksMiddleware(run: Run, { hold = false }: MiddlewareOptions = {}): HooksMiddleware {
  return {
    specificationVersion: 'v3',
    wrapGenerate: (options) => generate(run, options),
    wrapStream: ({ params, model }) => {
      const before = requestOf(params, model.modelId)
      return streamWithRules(run, before, {
        hold,
        open: (request) => model.doStream(paramsOf(params, before, request)),
      })
    },
  }
}

async function generate<P extends CallOptions, R extends GenerateResult>(
  run: Run,
  { params, model }: Generates<P, R>,
): Promise<R> {
  const before = requestOf(params, model.modelId)
  const held: { result?: R; response?: ModelResponse } = {}
  const now = await run.wrapModelCall(before, async (request) => {
    held.result = await model.doGenerate(paramsOf(params, before, request))
    held.response = responseOf(held.result)
    return held.response
  })
  if (held.result !== undefined && held.response !== undefined)
    return resultOf(held.result, held.response, now)
  return answerOf(now) as unknown as R // a wrapper answered: all that the specification demands is there
}

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
