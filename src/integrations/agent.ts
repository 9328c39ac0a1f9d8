// The loop of an agent: the AI SDK's, with every model and tool call under rules.
import type * as Ai from 'ai'
import { HooksStop } from '../library/run/stop.ts'
import { type AgentTool, runTool } from '../library/tools/tool.ts'
import { hooksMiddleware } from './ai-sdk/model.ts'
import { failedCall, wrapTools, outputOf } from './ai-sdk/tools.ts'
import { type Turn, runAgent } from './shared/run-agent.ts'
import type { Run, RunOptions } from '../library/run/run-types.ts'
import { inputOf } from './shared/call.ts'
import { parseInput } from './shared/messages.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ThreadState } from '../library/tools/stack.ts'
import { isObject } from '../model/plain-object.ts'
import type { Engine } from '../library/engine-options.ts'

/** Tools of this package, or the AI SDK's own by their names. */
export type ToolsOfAgent = readonly AgentTool[] | Readonly<Record<string, object>>

export interface Loop {
  readonly model: object
  readonly tools: Readonly<Record<string, object>>
  readonly system?: string | undefined
  readonly max_iterations: number
  readonly signal?: AbortSignal | undefined
}

/** One run so far. */
export interface Talk {
  messages: readonly object[]
  /** Model calls, each with its tools. */
  steps: number
}

/** From a prompt to an answer without tool calls. Rejects with a HooksStop when all iterations are used up. */
export async function answer({ prompt, run }: Turn, loop: Loop, talk: Talk): Promise<string> {
  const { generateText, wrapLanguageModel }: typeof Ai = await import('ai')
  const { max_iterations: max, model, system, signal } = loop
  if (talk.steps >= max) throw outOfIterations(loop)
  talk.messages = [...talk.messages, { role: 'user', content: prompt }]
  const before = talk.messages
  const tools = wrapTools({ ...loop.tools }, run)
  const unknown = await standInsFor(tools, run)
  const answered: { messages: readonly object[] } = { messages: [] }
  const { text, finishReason } = await generateText({
    model: wrapLanguageModel({ model, middleware: hooksMiddleware(run) }),
    tools,
    experimental_repairToolCall: unknown.repair,
    system,
    messages: before,
    abortSignal: signal,
    onStepFinish: ({ response }) => {
      unknown.clear()
      talk.steps++
      answered.messages = withStep(answered.messages, response.messages)
      talk.messages = [...before, ...answered.messages]
    },
    stopWhen: () => talk.steps >= max, // a stopped run rejects the next call
  })
  if (finishReason !== 'tool-calls' || talk.steps < max) return text
  throw run.stopped ?? outOfIterations(loop)
}

/** Version 6 gives the messages of all steps so far, version 7 those of this one. */
function withStep(known: readonly object[], given: readonly object[]): readonly object[] {
  const [first] = known
  const isAll = first === undefined || JSON.stringify(first) === JSON.stringify(given[0])
  return isAll ? given : [...known, ...given]
}

function outOfIterations({ max_iterations: max }: Loop): HooksStop {
  const message = `Iteration limit reached: ${max}/${max}`
  return new HooksStop({ code: 'steps_limit', message, hard: true, forced: true })
}

/** By their names, in the AI SDK's form. */
export async function aiTools(tools: ToolsOfAgent): Promise<Readonly<Record<string, object>>> {
  if (!isToolList(tools)) return tools
  const { jsonSchema, tool }: typeof Ai = await import('ai')
  const made = tools.map((own) => {
    const { name, description, input_schema } = own
    const execute = async (input: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal }) => {
      const { output, is_error } = await own.run(input, { signal: abortSignal })
      // Thrown, so that rules and the model see a failed call.
      if (is_error === true) throw failedCall(output)
      return output
    }
    return [name, tool({ description, inputSchema: jsonSchema(input_schema), execute })] as const
  })
  return Object.fromEntries(made)
}

export function isToolList(tools: ToolsOfAgent): tools is readonly AgentTool[] {
  return Array.isArray(tools)
}

// Calls of tools that do not exist: the AI SDK would answer them itself, past the rules.
export interface StandIns {
  /** For `generateText`: lets a call of an unknown tool run under rules, where the model reads that there is no such tool. */
  readonly repair: Ai.ToolCallRepairFunction
  /** Removes them: they are not offered to the model. */
  clear(): void
}

/** Puts a tool that fails into `tools` for each unknown name, as the model calls it. */
export async function standInsFor(tools: Record<string, object>, run: Run): Promise<StandIns> {
  const { jsonSchema, NoSuchToolError }: typeof Ai = await import('ai')
  Object.setPrototypeOf(tools, null) // a model may call "constructor"
  const names = new Set<string>()
  return {
    repair: async ({ toolCall, error }) => {
      if (!NoSuchToolError.isInstance(error)) return null
      const { toolName: name, input } = toolCall
      names.add(name)
      tools[name] = {
        type: 'dynamic',
        inputSchema: jsonSchema({ type: 'object' }),
        execute: fails(name, run),
      }
      return { ...toolCall, input: JSON.stringify(parseInput(input)) }
    },
    clear: () => {
      for (const name of names) Reflect.deleteProperty(tools, name)
      names.clear()
    },
  }
}

function fails(name: string, run: Run) {
  return async (given: unknown, { toolCallId: id }: { readonly toolCallId: string }): Promise<unknown> => {
    const call = { id, name, input: inputOf(given) }
    return outputOf({ kind: 'rules', result: await run.wrapToolCall(call, (now) => runTool([], now)) })
  }
}

// What an agent keeps of a thread between its runs.
export interface Thread extends ThreadState {
  /** In the AI SDK's form. */
  readonly messages: readonly object[]
}

/** Where threads are kept. */
export interface ThreadStore {
  /** Undefined for a thread that is new. */
  load(id: string): Promise<Partial<Thread> | undefined>
  /** All of it or nothing. */
  save(id: string, thread: Thread): Promise<void>
}

/** Threads as long as the process lives. */
export function memoryThreads(): ThreadStore {
  const threads = new Map<string, Thread>()
  return {
    load: async (id) => threads.get(id),
    save: async (id, thread) => void threads.set(id, structuredClone(thread)),
  }
}

/** One JSON file for each thread. `load` rejects when a file cannot be read. */
export function fileThreads(dir: string): ThreadStore {
  const fileOf = (id: string) => path.join(dir, `${encodeURIComponent(id).replaceAll('.', '%2E')}.json`)
  return {
    load: async (id) => {
      const text = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
        if (isObject(error) && error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? undefined : (JSON.parse(text) as Partial<Thread>) // written by save
    },
    save: async (id, thread) => {
      await mkdir(dir, { recursive: true })
      const written = `${fileOf(id)}.${randomUUID()}.tmp`
      await writeFile(written, JSON.stringify(thread, undefined, 2))
      await rename(written, fileOf(id))
    },
  }
}

/** An agent that has a loop: called with the prompt after rules, and again with a rule's text when that makes it go on. */
export type AgentLoop = ((prompt: string, turn: Turn) => Promise<string>) | LoopObject

interface LoopObject {
  run(prompt: string, turn: Turn): Promise<string>
}

export interface WrappedAgent {
  /** Resolves with the agent's last answer; rejects with a HooksStop when a rule ended the run, and with what the agent throws. */
  run(prompt: string, options?: Omit<RunOptions, 'prompt'>): Promise<string>
}

/**
 * Puts the rules of an engine around an agent that has a loop of its own: SessionStart and UserPromptSubmit before it,
 * AgentStop and SessionEnd after it. Its model and tool calls have rules where it makes them through `turn.run`.
 *
 * @example
 * const engine = await createEngine({
 *   config: { hooks: { UserPromptSubmit: [{ name: 'brief', set_prompt: '{{prompt}} Be brief.' }] } },
 * })
 * const agent = wrapAgent(async (prompt) => `I was told: ${prompt}`, engine)
 * assert.equal(await agent.run('Add tax.'), 'I was told: Add tax. Be brief.')
 * await engine.close()
 */
export function wrapAgent(
  agent: AgentLoop,
  engine: Pick<Engine, 'start'>,
  common: Omit<RunOptions, 'prompt'> = {},
): WrappedAgent {
  const loop = typeof agent === 'function' ? agent : agent.run.bind(agent)
  return {
    run: (prompt, options = {}) =>
      runAgent(engine, { ...common, ...options, prompt }, (turn) => loop(turn.prompt, turn)),
  }
}
