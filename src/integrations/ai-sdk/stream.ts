// A streamed response: rules see it whole before its tools run, its text comes through as it is said.
import type { ModelRequest, ModelResponse, Run } from '../../library/run/run-types.ts'
import { partOf, responseOf, streamOf, textStream, withCalls, type Part } from './response.ts'

export interface StreamResult {
  readonly stream: ReadableStream<Part>
}

interface Opens<R> {
  readonly hold: boolean
  readonly open: (request: ModelRequest) => PromiseLike<R>
}

const TOO_LATE =
  'A rule changed the text of a response after it was streamed. Use hooksMiddleware(run, { hold: true }).'

export async function throughStream<R extends StreamResult>(
  run: Run,
  request: ModelRequest,
  { hold, open }: Opens<R>,
): Promise<R> {
  const opened = deferred<R>()
  const { readable, writable } = new TransformStream<Part, Part>()
  const pour = pourInto(writable.getWriter(), hold)
  const asked = run.wrapModelCall(request, async (changed) => {
    const result = await open(changed)
    opened.resolve({ ...result, stream: readable })
    return pour.all(result.stream)
  })
  const poured = asked.then(
    (now) => {
      // A wrapper that answers by itself opens no stream.
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

interface Pour {
  /** Reads it to its end, passing on what may pass. */
  all(stream: ReadableStream<Part>): Promise<ModelResponse>
  /** The rest, as rules left it. */
  end(now: ModelResponse): Promise<void>
  fail(error: unknown): Promise<void>
}

function pourInto(writer: WritableStreamDefaultWriter<Part>, hold: boolean): Pour {
  const parts: Part[] = []
  const kept: Part[] = []
  const state: { before?: ModelResponse } = {}
  return {
    async all(stream) {
      for await (const part of stream) {
        parts.push(part)
        if (hold || kept.length > 0 || waits(part)) kept.push(part)
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

/** Where a call of a tool, or the end, has come, nothing passes before rules have spoken. */
function waits({ type }: Part): boolean {
  return type === 'tool-call' || type === 'finish'
}

interface Changed {
  readonly before: ModelResponse
  readonly now: ModelResponse
  readonly hold: boolean
}

function rest(kept: readonly Part[], { before, now, hold }: Changed): readonly Part[] {
  if (now.text !== before.text && !hold) return [partOf('error', { error: new Error(TOO_LATE) })]
  const said = now.text === before.text ? kept : retold(kept, now.text ?? '')
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

function retold(kept: readonly Part[], text: string): readonly Part[] {
  const others = kept.filter(({ type }) => !type.startsWith('text-'))
  const first = others.findIndex(({ type }) => type !== 'stream-start' && type !== 'response-metadata')
  return [...others.slice(0, first), ...textStream(text), ...others.slice(first)]
}

/** The same response as if it had not been streamed. */
function wholeOf(parts: readonly Part[]): {
  content: readonly Part[]
  finishReason: unknown
  usage: unknown
} {
  const deltas = parts
    .filter(({ type }) => type === 'text-delta')
    .map((part): unknown => Reflect.get(part, 'delta'))
  const finish = parts.findLast(({ type }) => type === 'finish')
  const text = { type: 'text', text: deltas.filter((delta) => typeof delta === 'string').join('') }
  return {
    content: [text, ...parts.filter(({ type }) => type === 'tool-call')],
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
