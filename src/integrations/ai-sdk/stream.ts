// Streams text through at once, but buffers tool calls until rules have seen the whole response.
import type { ModelRequest, ModelResponse, Run } from '../../library/run/run-types.ts'
import { partOf, responseOf, streamOf, textStream, withCalls, type ResponsePart } from './response.ts'

export interface StreamResult {
  readonly stream: ReadableStream<ResponsePart>
}

interface StreamOptions<R> {
  readonly hold: boolean
  readonly open: (request: ModelRequest) => PromiseLike<R>
}

const TOO_LATE =
  'A rule changed the text of a response after it was streamed. Use hooksMiddleware(run, { hold: true }).'

export async function streamWithRules<R extends StreamResult>(
  run: Run,
  request: ModelRequest,
  { hold, open }: StreamOptions<R>,
): Promise<R> {
  const opened = deferred<R>()
  const { readable, writable } = new TransformStream<ResponsePart, ResponsePart>()
  const pour = createBuffer(writable.getWriter(), hold)
  const asked = run.wrapModelCall(request, async (changed) => {
    const result = await open(changed)
    opened.resolve({ ...result, stream: readable })
    return pour.all(result.stream)
  })
  const poured = asked.then(
    (now) => {
      // A wrapper that answers itself opens no stream.
      opened.resolve({ stream: readable } as R) // what the specification demands of one
      return pour.end(now)
    },
    (error: unknown) => {
      opened.reject(error)
      return pour.fail(error)
    },
  )
  poured.catch(() => undefined) // whoever reads has gone
  return opened.promise
}

interface StreamBuffer {
  /** Reads it to its end, passing on what may pass. */
  all(stream: ReadableStream<ResponsePart>): Promise<ModelResponse>
  end(now: ModelResponse): Promise<void>
  fail(error: unknown): Promise<void>
}

function createBuffer(writer: WritableStreamDefaultWriter<ResponsePart>, hold: boolean): StreamBuffer {
  const parts: ResponsePart[] = []
  const kept: ResponsePart[] = []
  const state: { before?: ModelResponse } = {}
  return {
    async all(stream) {
      for await (const part of stream) {
        parts.push(part)
        if (hold || kept.length > 0 || needsBuffer(part)) kept.push(part)
        else await writer.write(part)
      }
      return (state.before = responseOf(wholeOf(parts)))
    },
    async end(now) {
      const { before } = state
      for (const part of before === undefined ? streamOf(now) : rest(kept, { before, now, hold }))
        await writer.write(part)
      await writer.close()
    },
    fail: (error) => writer.abort(error),
  }
}

/** Buffer from the first tool call or the end until the rules have run. */
function needsBuffer({ type }: ResponsePart): boolean {
  return type === 'tool-call' || type === 'finish'
}

function rest(
  kept: readonly ResponsePart[],
  { before, now, hold }: { before: ModelResponse; now: ModelResponse; hold: boolean },
): readonly ResponsePart[] {
  if (now.text !== before.text && !hold) return [partOf('error', { error: new Error(TOO_LATE) })]
  const said = now.text === before.text ? kept : replaceText(kept, now.text ?? '')
  if (now.tool_calls === before.tool_calls) return said
  const ends = said.filter(({ type }) => type === 'finish')
  return [
    ...withCalls(
      said.filter(({ type }) => type !== 'finish'),
      now.tool_calls ?? [],
    ),
    ...ends,
  ]
}

function replaceText(kept: readonly ResponsePart[], text: string): readonly ResponsePart[] {
  const others = kept.filter(({ type }) => !type.startsWith('text-'))
  const first = others.findIndex(({ type }) => type !== 'stream-start' && type !== 'response-metadata')
  return [...others.slice(0, first), ...textStream(text), ...others.slice(first)]
}

function wholeOf(parts: readonly ResponsePart[]): {
  content: readonly ResponsePart[]
  finishReason: unknown
  usage: unknown
} {
  const deltas = parts
    .filter(({ type }) => type === 'text-delta')
    .map((part): unknown => Reflect.get(part, 'delta'))
  const finish = parts.findLast(({ type }) => type === 'finish')
  const text = { type: 'text', text: deltas.filter((delta) => typeof delta === 'string').join('') }
  return {
    content: [text, ...parts.filter(({ type }) => type === 'tool-call' || type === 'tool-result')],
    finishReason: finish === undefined ? undefined : Reflect.get(finish, 'finishReason'),
    usage: finish === undefined ? undefined : Reflect.get(finish, 'usage'),
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

function deferred<T>(): Deferred<T> {
  const held: Partial<Deferred<T>> = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(held, { resolve, reject }))
  return {
    promise,
    resolve: (value) => held.resolve?.(value),
    reject: (error) => held.reject?.(error),
  }
}
