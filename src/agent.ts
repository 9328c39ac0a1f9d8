// An agent under rules. Everything that may be imported from "hooks-yaml/agent".
import path from 'node:path'
import { modelRunner } from './integrations/ai-sdk/model.ts'
import {
  aiTools,
  answer,
  isToolList,
  type Talk,
  type ToolsOfAgent,
  fileThreads,
  memoryThreads,
  type Thread,
  type ThreadStore,
  wrapAgent,
} from './integrations/agent.ts'
import { STACK_PREFIX } from './config/read/default-stack.ts'
import { openEngine } from './library/engine.ts'
import type { Engine, EngineOptions } from './library/engine-options.ts'
import type { Run, RunOptions } from './library/run/run-types.ts'
import { type HooksStop, isHooksStop } from './library/run/stop.ts'
import { type AgentTools, createStack, type StackChoice, toolsFor } from './library/tools/stack.ts'
import type { LimitsOptions } from './model/generated/options.ts'
import { defined } from './model/plain-object.ts'

export { fileThreads, memoryThreads, type Thread, type ThreadStore } from './integrations/agent.ts'
export { type AgentLoop, wrapAgent, type WrappedAgent } from './integrations/agent.ts'
export type { Turn } from './integrations/shared/run-agent.ts'
export type { ToolsOfAgent } from './integrations/agent.ts'
export { createStack, type StackChoice } from './library/tools/stack.ts'
export type { AgentTool } from './library/tools/tool.ts'

export interface AgentOptions extends Pick<RunOptions, 'onAsk' | 'onEvent' | 'metadata'> {
  /** A model of the AI SDK. */
  readonly model: object
  /** Besides those of the stack. */
  readonly tools?: ToolsOfAgent | undefined
  /** Options of an engine of the agent's own, with the rules of the project by default; or an engine, whose rules are then all that hold. */
  readonly engine?: EngineOptions | Engine | undefined
  /** Layers of the default stack, as `createStack` takes them; false: none. With an engine, and where `stack` stands in hooks.yaml, only `fs` counts. */
  readonly stack?: StackChoice | false | undefined
  /** Absent: 20 steps, 32,768 tokens, 300 seconds; false: no limits but `max_iterations`. */
  readonly limits?: LimitsOptions | false | undefined
  /** A directory, or a store. Absent: as long as the process lives. */
  readonly threads?: string | ThreadStore | undefined
  /** The thread of runs that name none. Absent: "default". */
  readonly thread?: string | undefined
  readonly system?: string | undefined
  /** Model calls of one run, whatever rules say. Absent: 25. */
  readonly max_iterations?: number | undefined
}

export interface AgentRunOptions extends Pick<RunOptions, 'signal' | 'onEvent'> {
  readonly thread?: string | undefined
}

export interface AgentResult {
  readonly text: string
  /** Model calls, each with its tools. */
  readonly steps: number
  /** A limit ended the run, it did not end by itself. */
  readonly forced: boolean
  /** Why a rule or a limit ended the run. */
  readonly stopped?: string
  /** Of the whole thread, in the AI SDK's form. */
  readonly messages: readonly object[]
}

export interface Agent {
  readonly engine: Engine
  /** The names of all its tools. */
  readonly tools: readonly string[]
  /** From a prompt to the end. What the thread knew is there again, and what it came to is saved, however it ends. Rejects with what the model throws, and with the signal's reason. */
  run(prompt: string, options?: AgentRunOptions): Promise<AgentResult>
  /** Closes the agent's own engine. */
  close(): Promise<void>
}

const MAX_ITERATIONS = 25

/**
 * An agent on the AI SDK's loop, with rules at every step: the default stack of layers and tools, limits, saved
 * threads, at most 25 iterations.
 */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const threads = storeOf(options.threads)
  const { engine, toolsWith } = await engineFor(options)
  const extra = options.tools ?? []
  const names = isToolList(extra) ? extra.map(({ name }) => name) : Object.keys(extra)
  const work = async (prompt: string, id: string, given: AgentRunOptions): Promise<AgentResult> => {
    const thread = { messages: [], ...(await threads.load(id)) }
    const own = toolsWith(thread)
    const talk: Talk = { messages: thread.messages, steps: 0 }
    const tools = { ...(await aiTools(own.tools)), ...(await aiTools(extra)) }
    try {
      return await talkOnce(prompt, talk, { ...options, ...given, engine, tools, thread, session: id })
    } finally {
      await threads.save(id, { ...own.state(), messages: talk.messages })
    }
  }
  return {
    engine,
    tools: [...toolsWith({}).tools.map(({ name }) => name), ...names],
    run: (prompt, given = {}) => work(prompt, given.thread ?? options.thread ?? 'default', given),
    close: async () => {
      if (!isEngine(options.engine)) await engine.close()
    },
  }
}

interface RunOfAgent extends Omit<AgentOptions, 'engine' | 'thread' | 'tools'> {
  readonly engine: Engine
  readonly tools: Readonly<Record<string, object>>
  readonly thread: Partial<Thread>
  readonly session: string
  readonly signal?: AbortSignal | undefined
}

async function talkOnce(prompt: string, talk: Talk, agent: RunOfAgent): Promise<AgentResult> {
  const { engine, model, tools, system, thread, session, max_iterations = MAX_ITERATIONS } = agent
  const { signal, onAsk, onEvent } = agent
  const loop = { model, tools, max_iterations, ...defined({ system, signal }) }
  const held: { run?: Run } = {}
  const { todos, active_skill } = thread
  const wrapped = wrapAgent(
    (_, turn) => {
      held.run = turn.run
      return answer(turn, loop, talk)
    },
    engine,
    { session, metadata: { ...agent.metadata, ...defined({ todos, active_skill }) }, signal, onAsk, onEvent },
  )
  const result = (text: string, stop: HooksStop | undefined): AgentResult => ({
    text,
    steps: talk.steps,
    forced: stop?.forced === true,
    ...(stop !== undefined && { stopped: stop.reason }),
    messages: talk.messages,
  })
  try {
    return result(await wrapped.run(prompt), held.run?.stopped)
  } catch (error) {
    if (!isHooksStop(error)) throw error
    return result('', error)
  }
}

function storeOf(threads: AgentOptions['threads']): ThreadStore {
  if (threads === undefined) return memoryThreads()
  return typeof threads === 'string' ? fileThreads(threads) : threads
}

interface EngineOfAgent {
  readonly engine: Engine
  readonly toolsWith: (state: Partial<Thread>) => AgentTools
}

async function engineFor(options: AgentOptions): Promise<EngineOfAgent> {
  const { engine: given = {}, stack = {} } = options
  const choice = stack === false ? {} : stack
  if (isEngine(given)) return { engine: given, toolsWith: toolsOfRules(given, choice) }
  const { root = choice.root ?? '.', fs = choice.fs } = given
  const common = [...ownRules(options), ...limitRules(options)]
  const open = (layers: readonly object[]): Promise<Engine> =>
    openEngine(
      {
        root,
        fs,
        runner: modelRunner(options.model),
        ...stateOf(options),
        ...given,
        base: { rules: [...common, ...layers] },
      },
      path.dirname(import.meta.dirname),
    )
  const layers = stack === false ? [] : createStack({ ...choice, root }).rules
  const first = await open(layers)
  const left = layersBeside(first, layers)
  if (left.length < layers.length) await first.close()
  const engine = left.length < layers.length ? await open(left) : first
  return { engine, toolsWith: toolsOfRules(engine, { root, fs }) }
}

/** The rules of the stack that the rules in force beside them leave: there is one stack, and one list of todos. */
function layersBeside<R extends { readonly use: string }>(
  engine: Engine,
  layers: readonly R[],
): readonly R[] {
  const own = engine.rules().filter(({ at, handler }) => at.file !== 'base' && handler.kind === 'use')
  const stack = own.filter(({ name }) => name.startsWith(STACK_PREFIX))
  if (stack.length > 0 && stack.every(({ withheld }) => withheld === undefined)) return []
  const inForce = new Set(
    own.flatMap(({ handler, name, withheld }) =>
      'name' in handler &&
      withheld === undefined &&
      (handler.name === 'todo' || name.startsWith(STACK_PREFIX))
        ? [handler.name]
        : [],
    ),
  )
  return layers.filter(({ use }) => !inForce.has(use))
}

function toolsOfRules(engine: Engine, { root, fs }: StackChoice): EngineOfAgent['toolsWith'] {
  return (state) => toolsFor(engine, { root, fs, state })
}

/** Threads that are kept have counters that are kept. */
function stateOf({ threads }: AgentOptions): Pick<EngineOptions, 'state'> {
  return typeof threads === 'string' ? { state: { dir: path.join(path.resolve(threads), 'state') } } : {}
}

/** What the agent remembers is not its to write, though it may lie in its root. */
function ownRules({ threads }: AgentOptions): readonly object[] {
  if (typeof threads !== 'string') return []
  const dir = path.resolve(threads).replace(/[*?[\]{}!\\]/g, '\\$&')
  const deny = 'What the agent remembers is kept for it. Work on other files.'
  return [
    { name: 'own-state', on: ['PreToolUse'], match: { writes: `${dir}/**` }, on_unresolved: 'proceed', deny },
  ]
}

function limitRules({ limits = {} }: AgentOptions): readonly object[] {
  if (limits === false) return []
  return [{ name: 'limits', on: ['PreStep'], priority: 200, use: 'limits', with: limits }]
}

function isEngine(engine: AgentOptions['engine']): engine is Engine {
  return engine !== undefined && 'dispatch' in engine
}
