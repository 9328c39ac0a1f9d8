import {
  createMiddleware,
  HumanMessage,
  type AgentMiddleware,
  type BaseMessage,
  SystemMessage,
  type AIMessage,
} from 'langchain'
import { z } from 'zod'
import type { Engine } from '../../library/engine-options.ts'
import { nextPrompt, HooksStop } from '../../library/run/stop.ts'
import type {
  Run,
  RunOptions,
  ToolCall,
  ModelRequest as OurRequest,
  ModelResponse,
} from '../../library/run/run-types.ts'
import { defined, isObject } from '../../model/plain-object.ts'
import { textIn, restoreOriginals, changedSettings } from '../shared/messages.ts'
import { endFailed } from '../shared/run-agent.ts'
import { messageOf, type GraphState, answerFrom, newMessage, responseOf } from './messages.ts'
import { calling, bubblesUp, toolCall, type ToolHandler, type ChainToolRequest } from './tool.ts'

export type HooksMiddlewareOptions = Omit<
  RunOptions,
  'prompt' | 'messages' | 'system_prompt' | 'signal' | 'subagent'
>

interface Runtime {
  readonly configurable?: { readonly thread_id?: string } | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * The rules of an engine around an agent of LangChain, for the `middleware` of `createAgent` and of `createDeepAgent`.
 * Each invocation is a run of its own, in the session of its thread: it begins with SessionStart and the prompt, its
 * model and tool calls go through their rules, and it goes on while a rule of AgentStop wants it to. When a rule ends
 * the run, the invocation rejects with an error named HooksStop.
 */
export function hooksMiddleware(
  engine: Pick<Engine, 'start'>,
  options: HooksMiddlewareOptions = {},
): AgentMiddleware<undefined, undefined> {
  const runs = createRuns()
  const begin = (state: GraphState, runtime: Runtime, how: Partial<RunOptions>): Promise<Run> =>
    beginRun({ engine, options: { ...options, ...how } }, state, runtime)
  const runOf = (state: GraphState, runtime: Runtime): Promise<Run> =>
    // A run that began in another process.
    runs.of(state['_hooks_run'], () => begin(state, runtime, {}))
  return createMiddleware({
    name: 'HooksMiddleware',
    stateSchema: z.object({ _hooks_run: z.string().optional() }),
    beforeAgent: async (state: GraphState, runtime: Runtime) => {
      const prompt = createPrompt(state)
      const run = await begin(state, runtime, prompt === undefined ? {} : { prompt: textIn(prompt.content) })
      runs.add(run)
      await refuseStopped(run, runs)
      return { _hooks_run: run.run_id, ...rewritten(prompt, run) }
    },
    wrapModelCall: async (request: ChainRequest, handler: ModelHandler) => {
      const run = await runOf(request.state, request.runtime)
      return endedBy(run, modelCall(run, request, handler))
    },
    wrapToolCall: async (request: ChainToolRequest, handler: ToolHandler) => {
      const run = await runOf(request.state, request.runtime)
      return endedBy(run, toolCall(run, request, handler))
    },
    afterAgent: {
      canJumpTo: ['model'],
      hook: async (state: GraphState, runtime: Runtime) => {
        const run = await runOf(state, runtime)
        const verdict = await run.end({ response: lastText(state), messages: state.messages.map(messageOf) })
        const prompt = nextPrompt(verdict)
        if (prompt !== undefined)
          return { jumpTo: 'model', messages: [new HumanMessage({ content: prompt })] }
        runs.end(run)
        return undefined
      },
    },
  })
}

interface RunSource {
  readonly engine: Pick<Engine, 'start'>
  readonly options: RunOptions
}

/** An error thrown from a call ends the invocation without any LangChain hook. */
async function endedBy<T>(run: Run, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!bubblesUp(error)) await endFailed(run, error)
    throw error
  }
}

/** Inside of a tool call of another agent it is that one's subagent. */
async function beginRun({ engine, options }: RunSource, state: GraphState, runtime: Runtime): Promise<Run> {
  const parent = calling.getStore()
  const session = parent?.run.session_id ?? options.session ?? runtime.configurable?.thread_id
  const before = options.prompt === undefined ? state.messages : state.messages.slice(0, -1)
  return engine.start({
    ...options,
    messages: before.map(messageOf),
    ...defined({ session, signal: runtime.signal }),
    ...(parent !== undefined && { subagent: { id: parent.call.id, name: subagentIn(parent.call) } }),
  })
}

/** The name that deepagents uses, else the tool's. */
function subagentIn({ name, input }: ToolCall): string {
  const { subagent_type: type } = input
  return typeof type === 'string' ? type : name
}

async function refuseStopped(run: Run, runs: RunTable): Promise<void> {
  const { stopped } = run.started
  if (stopped === undefined) return
  const error = new HooksStop(stopped)
  await endFailed(run, error)
  runs.end(run)
  throw error
}

function createPrompt({ messages }: GraphState): BaseMessage | undefined {
  const last = messages.at(-1)
  return last?.getType() === 'human' ? last : undefined
}

/** In its place: messages of LangChain go by their id. */
function rewritten(prompt: BaseMessage | undefined, { prompt: now }: Run): { messages?: BaseMessage[] } {
  if (prompt === undefined || now === undefined || now === textIn(prompt.content)) return {}
  return { messages: [new HumanMessage({ id: prompt.id, content: now })] }
}

function lastText({ messages }: GraphState): string {
  return textIn(messages.at(-1)?.content)
}

/** Runs that are kept; one that ended without `afterAgent` goes when it is the oldest. */
const MAX_RUNS = 1000

interface RunTable {
  add(run: Run): void
  /** The run of an invocation; begins one if unknown. */
  of(id: string | undefined, begin: () => Promise<Run>): Promise<Run>
  end(run: Run): void
}

function createRuns(): RunTable {
  const runs = new Map<string, Promise<Run>>()
  const keys = new WeakMap<Run, string>()
  const keep = (key: string, run: Promise<Run>): void => {
    runs.set(key, run)
    const [oldest] = runs.keys()
    if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest)
  }
  return {
    add(run) {
      keys.set(run, run.run_id)
      keep(run.run_id, Promise.resolve(run))
    },
    of(id, begin) {
      if (id === undefined) return begin()
      const known = runs.get(id)
      if (known !== undefined) return known
      const begun = begin().then(
        (run) => {
          keys.set(run, id)
          return run
        },
        (error: unknown) => {
          runs.delete(id)
          throw error
        },
      )
      keep(id, begun)
      return begun
    },
    end: (run) => void runs.delete(keys.get(run) ?? run.run_id),
  }
}

interface ChainRequest {
  readonly messages: readonly BaseMessage[]
  readonly systemMessage: BaseMessage
  readonly tools: readonly { readonly name?: unknown }[]
  readonly modelSettings?: unknown
  readonly state: GraphState
  readonly runtime: { readonly signal?: AbortSignal; readonly configurable?: { readonly thread_id?: string } }
}

type ModelHandler = (request: ChainRequest) => Promise<AIMessage> | AIMessage

async function modelCall(run: Run, request: ChainRequest, handler: ModelHandler): Promise<AIMessage> {
  const before = requestOf(request)
  const held: { answer?: AIMessage; response?: ModelResponse } = {}
  const now = await run.wrapModelCall(before, async (changed) => {
    held.answer = await handler(requestFrom(request, before, changed))
    held.response = responseOf(held.answer)
    return held.response
  })
  return answerFrom(held.answer, held.response, now)
}

function requestOf({ messages, systemMessage, tools, modelSettings }: ChainRequest): OurRequest {
  const system_prompt = textIn(systemMessage.content)
  return {
    ...(isObject(modelSettings) && modelSettings),
    messages: messages.map(messageOf),
    ...(system_prompt !== '' && { system_prompt }),
    tools: tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
  }
}

/** Unchanged parts keep their identity: LangChain compares them. */
function requestFrom(given: ChainRequest, before: OurRequest, now: OurRequest): ChainRequest {
  const { messages, system_prompt, tools } = now
  const settings = changedSettings(before, now)
  return {
    ...given,
    ...(messages !== before.messages && { messages: restoreOriginals(messages, newMessage) }),
    ...(system_prompt !== before.system_prompt && {
      systemMessage: new SystemMessage({ content: system_prompt ?? '' }),
    }),
    ...(tools !== before.tools && {
      tools: given.tools.filter(({ name }) => tools?.some((kept) => kept === name)),
    }),
    ...(settings !== undefined && { modelSettings: { ...Object(given.modelSettings), ...settings } }),
  }
}
