// The agent that is shipped, over a model of the AI SDK that says what a scenario says.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Agent, AgentOptions, AgentTool } from '../../src/agent.ts'
import type { Event, Message, ModelResponse, ToolCall } from '../../src/index.ts'
import { toText } from '../../src/model/plain-object.ts'
import type { Door, Given, LibScenario, Opening, Seen } from './scenario-lib.ts'
import { scripted, standIn } from './scenario-script.ts'

/** One run: what its model says, what it was asked, what its tools did. */
interface Talk extends Pick<Seen, 'requests' | 'tool_runs'> {
  readonly requests: { readonly system_prompt?: string }[]
  readonly tool_runs: Pick<ToolCall, 'name' | 'input'>[]
  readonly begun: Set<string>
  readonly model: () => ModelResponse
  readonly aborting: AbortController
}

export async function openAgent(
  scenario: LibScenario,
  { library, project, optionsWith }: Opening,
): Promise<Door> {
  const held = { talk: talkOf({}), thread: '' }
  const threads = path.join(project.dir, 'threads')
  const agent = await library.createAgent({
    model: modelOf(() => held.talk),
    engine: optionsWith([]),
    threads,
    stack: stackOf(scenario),
    limits: scenario.limits ?? false,
    tools: toolsOf(scenario, () => held.talk),
  })
  let runs = 0
  return {
    engine: agent.engine,
    tools: agent.tools,
    state: () => JSON.parse(readFileSync(path.join(threads, `${held.thread}.json`), 'utf8')) as unknown,
    run: (given) => {
      held.thread = given.session ?? `run-${++runs}`
      held.talk = talkOf(given)
      return runOnce(given, { agent, ...held })
    },
  }
}

function talkOf({ model = [], abort_after_calls }: Given): Talk {
  const requests: Talk['requests'] = []
  const aborting = new AbortController()
  const says = scripted(model)
  const answer = (): ModelResponse => {
    if (requests.length === abort_after_calls) aborting.abort()
    return says()
  }
  return { requests, tool_runs: [], begun: new Set(), model: answer, aborting }
}

async function runOnce(
  { model: _model, session: _session, abort_after_calls: _abort, prompt = 'Go.', ...others }: Given,
  { agent, talk, thread }: { readonly agent: Agent; readonly talk: Talk; readonly thread: string },
): Promise<Seen> {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`a run of the agent takes no "${unknown}"`)
  const events: string[] = []
  const onEvent = ({ event }: Event): void => void events.push(event)
  const run = agent.run(prompt, { thread, signal: talk.aborting.signal, onEvent })
  const ended = await run.catch((error: unknown) => ({ error, messages: [], forced: false }))
  return { ...talk, ...ended, events, messages: ended.messages.flatMap(messagesOf) }
}

/** As the AI SDK asks for one. */
function modelOf(talk: () => Talk): object {
  return {
    specificationVersion: 'v4',
    provider: 'scenario',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async ({ prompt }: { readonly prompt: readonly Prompted[] }) => {
      const { requests, model } = talk()
      const [first] = prompt
      requests.push(first?.role === 'system' ? { system_prompt: String(first.content) } : {})
      return resultOf(model())
    },
  }
}

interface Prompted {
  readonly role: string
  readonly content: unknown
}

function resultOf({ text, tool_calls: calls = [], usage }: ModelResponse): object {
  const parts = calls.map(({ id, name, input }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(input),
  }))
  return {
    content: [...(text === undefined ? [] : [{ type: 'text', text }]), ...parts],
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: { inputTokens: { total: usage?.input ?? 1 }, outputTokens: { total: usage?.output ?? 1 } },
    warnings: [],
  }
}

/** A list of names is all of them with what they do by themselves. */
function stackOf({ stack, memory }: LibScenario): AgentOptions['stack'] {
  if (memory !== undefined) throw new Error('a scenario of the agent has no files in memory')
  if (stack === undefined) return false
  return Array.isArray(stack) ? { only: stack } : (stack as AgentOptions['stack']) // createAgent refuses what is none
}

function toolsOf({ tools = {} }: LibScenario, talk: () => Talk): readonly AgentTool[] {
  return Object.keys(tools).map((name) => ({
    name,
    description: `Says what "${name}" says.`,
    input_schema: { type: 'object', properties: {} },
    run: async (input) => {
      const { tool_runs, begun } = talk()
      tool_runs.push({ name, input: input as ToolCall['input'] }) // the scripted model calls with objects
      return { output: toText(await standIn(name, begun, tools)) }
    },
  }))
}

/** Messages of the AI SDK, one for each result of a tool. */
function messagesOf(given: object): readonly Message[] {
  const { role, content } = given as Message // of its own thread
  if (!Array.isArray(content)) return [{ role, content }]
  const parts = content as readonly Part[] // the AI SDK's
  if (role !== 'tool') return [{ role, content: parts.map(({ text = '' }) => text).join('') }]
  return parts.map(({ toolName: name, toolCallId: tool_call_id, output }) => ({
    role,
    content: output?.value,
    name,
    tool_call_id,
  }))
}

interface Part {
  readonly text?: string
  readonly toolName?: string
  readonly toolCallId?: string
  readonly output?: { readonly value: unknown }
}
