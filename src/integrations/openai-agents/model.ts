import type { ModelResponse, Run } from '../../library/run/run-types.ts'
import { isObject } from '../../model/plain-object.ts'
import {
  outputFrom,
  outputOf,
  requestFrom,
  requestOf,
  responseOf,
  type AgentRequest,
  type AgentResponse,
} from './items.ts'

interface StreamEvent {
  readonly type: string
}

/** What the SDK calls a model. */
export interface AgentModel {
  getResponse(request: never): Promise<object>
  getStreamedResponse(request: never): AsyncIterable<StreamEvent>
}

export interface ModelOptions {
  /** Lets nothing of a streamed response through before rules have seen all of it, so that they can change its text. Absent: text comes through at once, the response's end when rules have seen it. */
  readonly hold?: boolean | undefined
}

const TOO_LATE =
  'A rule changed the text of a response after it was streamed. Use wrapModel(model, run, { hold: true }).'

/**
 * The same model under the rules of a run: PreModelCall may change the request or end the run, PostModelCall sees the
 * response before its tools run. A rule that ends the run makes the call reject with a HooksStop.
 */
export function wrapModel<M extends AgentModel>(model: M, run: Run, options: ModelOptions = {}): M {
  const own = model as unknown as OwnModel // the SDK's own request, whatever else it holds
  const around: OwnModel = {
    getResponse: (request) => respond(own, run, request),
    getStreamedResponse: (request) => stream(own, { run, ...options }, request),
  }
  // Everything else, private fields included, stays the model's own.
  return new Proxy(model, {
    get(target, key) {
      if (Object.hasOwn(around, key)) return Reflect.get(around, key)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

interface OwnModel {
  getResponse(request: AgentRequest): Promise<AgentResponse>
  getStreamedResponse(request: AgentRequest): AsyncIterable<StreamEvent>
}

async function respond(model: OwnModel, run: Run, request: AgentRequest): Promise<AgentResponse> {
  await afterHandoffs(run)
  const before = requestOf(request)
  const held: { answer?: AgentResponse; response?: ModelResponse } = {}
  const now = await run.wrapModelCall(before, async (changed) => {
    held.answer = await model.getResponse(requestFrom(request, before, changed))
    held.response = responseOf(held.answer)
    return held.response
  })
  const { answer, response } = held
  if (answer === undefined || response === undefined) return answerOf(now)
  return { ...answer, output: outputFrom(answer.output, response, now) }
}

/** Usage for a response that a wrapper gave: no request was made. */
function answerOf(now: ModelResponse): AgentResponse {
  const { input = 0, output = 0 } = now.usage ?? {}
  const tokens = { inputTokens: input, outputTokens: output, totalTokens: input + output }
  const usage = { requests: 0, ...tokens, inputTokensDetails: [], outputTokensDetails: [] }
  return { output: outputOf(now), usage }
}

async function* stream(
  model: OwnModel,
  { run, hold = false }: ModelOptions & { readonly run: Run },
  request: AgentRequest,
): AsyncGenerator<StreamEvent> {
  await afterHandoffs(run)
  const before = requestOf(request)
  const passed = createQueue<StreamEvent>()
  const held: { done?: StreamEvent; response?: ModelResponse } = {}
  const kept: StreamEvent[] = []
  const asked = run.wrapModelCall(before, async (changed) => {
    for await (const event of model.getStreamedResponse(requestFrom(request, before, changed))) {
      if (event.type === 'response_done') held.done = event
      else if (hold) kept.push(event)
      else passed.push(event)
    }
    held.response = responseOf(responseIn(held.done))
    return held.response
  })
  const close = (): void => passed.close()
  void asked.then(close, close)
  yield* passed.items()
  const now = await asked
  const { done, response } = held
  const changed = now.text !== response?.text
  if (changed && !hold && response !== undefined) throw new Error(TOO_LATE)
  if (changed) yield textDelta(now.text ?? '')
  else yield* kept
  yield ended(done, response, now)
}

function responseIn(done: StreamEvent | undefined): AgentResponse {
  const response: unknown = done === undefined ? undefined : Reflect.get(done, 'response')
  const { output, usage } = isObject(response) ? response : {}
  return { output: Array.isArray(output) ? output : [], usage: isObject(usage) ? usage : {} }
}

/** The event with the whole response: the SDK runs its tools. */
function ended(
  done: StreamEvent | undefined,
  before: ModelResponse | undefined,
  now: ModelResponse,
): StreamEvent {
  const given: unknown = done === undefined ? undefined : Reflect.get(done, 'response')
  const { usage } = answerOf(now)
  const made = {
    id: `hooks-${crypto.randomUUID()}`,
    usage: { ...usage, inputTokensDetails: {}, outputTokensDetails: {} },
  }
  const whole = isObject(given) ? given : made
  const left = before === undefined ? outputOf(now) : outputFrom(responseIn(done).output, before, now)
  return Object.assign({ type: 'response_done', ...done }, { response: { ...whole, output: left } })
}

function textDelta(delta: string): StreamEvent {
  return Object.assign({ type: 'output_text_delta' }, { delta })
}

interface Queue<T> {
  push(item: T): void
  close(): void
  items(): AsyncGenerator<T>
}

/** Hands on what is pushed while it is waited for. */
function createQueue<T>(): Queue<T> {
  const waiting: T[] = []
  const state: { wake: () => void; closed: boolean } = { wake: () => undefined, closed: false }
  return {
    push: (item) => {
      waiting.push(item)
      state.wake()
    },
    close: () => {
      state.closed = true
      state.wake()
    },
    async *items() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift() as T // there is one
        if (state.closed) return
        await new Promise<void>((resolve) => (state.wake = resolve))
      }
    },
  }
}

/** A `Runner`, or an agent: whatever tells of handoffs. */
export interface Emitter {
  on(event: 'agent_handoff', listener: (...pendingHandoffs: unknown[]) => void): unknown
  off(event: 'agent_handoff', listener: (...told: unknown[]) => void): unknown
}

const told = new WeakMap<Run, Promise<unknown>>()

/**
 * Tells the rules of a run that an agent hands over to another one, as SubagentStart under the other's name. What the
 * rules say is there at the next model call. The function that it returns stops listening.
 */
export function followHandoffs(runner: Emitter, run: Run): () => void {
  const listener = (...args: unknown[]): void => {
    const name = nameOf(args.at(-1))
    const before = told.get(run) ?? Promise.resolve()
    const now = before.then(() => run.dispatch({ event: 'SubagentStart', subagent: { name } }))
    now.catch(() => undefined) // `followed` rejects with it
    told.set(run, now)
  }
  runner.on('agent_handoff', listener)
  return () => void runner.off('agent_handoff', listener)
}

/** Listeners of the SDK are not waited for; the model call that comes next is. */
async function afterHandoffs(run: Run): Promise<void> {
  const pending = told.get(run)
  told.delete(run)
  await pending
}

function nameOf(agent: unknown): string {
  const name: unknown = typeof agent === 'object' && agent !== null ? Reflect.get(agent, 'name') : undefined
  return typeof name === 'string' ? name : 'agent'
}
