// What a run knows by itself: it fills in what the host does not say, and keeps what rules said for later.
import { applySystemChange } from '../../engine/subject.ts'
import { eventNamed } from '../../model/events.ts'
import type { Event, EventName, Message, SystemChange, Usage, Verdict } from '../../model/types.ts'
import { createHistory, type History } from './history.ts'
import type { EndedSubagents } from './subagents.ts'
import type { EventInput, ModelResponse, RunOptions, ToolResult } from './run-types.ts'
import { HooksStop, stopIn } from './stop.ts'
import { isObject } from '../../model/plain-object.ts'

export interface Memory {
  readonly session_id: string
  readonly run_id: string
  readonly started_at: number
  readonly history: History
  readonly ended: EndedSubagents
  /** By call: what rules answered in place of running it. */
  readonly results: Map<string, ToolResult>
  /** Texts that rules added for the model, each once. */
  readonly context: Set<string>
  /** Of this step alone. */
  readonly stepContext: Set<string>
  readonly system: SystemChange[]
  readonly stepSystem: SystemChange[]
  /** Steps that are done; undefined as long as the host tells of none. */
  step?: number
  /** Model calls so far, the one under way included. */
  turn: number
  usage?: Usage
  metadata: Readonly<Record<string, unknown>>
  stopped?: HooksStop | undefined
  /** The last response, and the messages that led to it: the host's own, and as the rules left them. */
  last?: {
    readonly response: ModelResponse
    readonly given: readonly Message[]
    readonly messages: readonly Message[]
  }
}

export function createMemory(ids: Pick<Memory, 'session_id' | 'run_id' | 'started_at' | 'ended'>): Memory {
  return {
    ...ids,
    history: createHistory(),
    results: new Map(),
    context: new Set(),
    stepContext: new Set(),
    system: [],
    stepSystem: [],
    turn: 0,
    metadata: {},
  }
}

/** Events after a response whose rules ask what it was. */
const afterResponse: ReadonlySet<EventName | undefined> = new Set([
  'PostStep',
  'ShouldContinue',
  'AgentStop',
  'SubagentStop',
])

/** The event with all that the run knows; what the host says itself counts. */
export function filledIn(given: EventInput, memory: Memory, options: RunOptions): EventInput {
  const name = eventNamed(given.event)
  countStep(name, memory)
  const { agent, model, subagent } = options
  const filled: Record<string, unknown> & { event: string } = { event: given.event }
  add(filled, {
    agent,
    model,
    session_id: memory.session_id,
    run_id: memory.run_id,
    started_at: memory.started_at,
    subagent: subagent && { id: subagent.id, name: subagent.name ?? 'subagent' },
    step: memory.step,
    turn: memory.turn === 0 ? undefined : memory.turn,
    usage: memory.usage,
  })
  if (afterResponse.has(name)) add(filled, saidLast(memory))
  add(filled, given)
  const known = { ...finality(name, memory), ...endOf(name, given, memory) }
  const metadata = { ...options.metadata, ...memory.metadata, ...known, ...own(given) }
  if (Object.keys(metadata).length > 0) filled['metadata'] = metadata
  return filled
}

/** What is there; every event pays for it. */
function add(filled: Record<string, unknown>, fields: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) filled[key] = fields[key]
}

function countStep(name: EventName | undefined, memory: Memory): void {
  if (name === 'PreStep') {
    memory.step ??= 0
    memory.stepContext.clear()
    memory.stepSystem.length = 0
  }
  if (name === 'PostStep') memory.step = (memory.step ?? 0) + 1
}

function saidLast({ last }: Memory): Readonly<Record<string, unknown>> {
  if (last === undefined) return {}
  const { text, finish_reason } = last.response
  return { response: text, finish_reason, messages: last.messages }
}

/** Without tool calls it is the agent's final answer. */
function finality(
  name: EventName | undefined,
  { last }: Memory,
): Readonly<Record<string, unknown>> | undefined {
  if (last === undefined || (name !== 'PostStep' && name !== 'ShouldContinue')) return undefined
  return { final: (last.response.tool_calls ?? []).length === 0 }
}

/** Rules of SubagentStop have heard of it: not again by the result of the call that started it. */
function endOf(
  name: EventName | undefined,
  { tool_use_id: id }: EventInput,
  { ended, session_id }: Memory,
): Readonly<Record<string, unknown>> | undefined {
  const isTold = name === 'PostToolUse' && typeof id === 'string' && ended.take(session_id, id)
  return isTold ? { subagent_stopped: true } : undefined
}

function own({ metadata }: EventInput): Readonly<Record<string, unknown>> | undefined {
  return isObject(metadata) ? metadata : undefined
}

/** For the model's next turns; a subagent's last words are its parent's, a compaction's are its host's. */
const noContext: ReadonlySet<Event['event']> = new Set(['SubagentStop', 'PreCompact'])
const aroundTools: ReadonlySet<Event['event']> = new Set(['PreToolUse', 'PostToolUse', 'PermissionRequest'])

/** Keeps what a verdict says beyond its event. */
export function keep(memory: Memory, { event, subagent }: Event, verdict: Verdict): void {
  if (verdict.metadata !== undefined) memory.metadata = { ...memory.metadata, ...verdict.metadata }
  const isStep = event === 'PreStep'
  if (!noContext.has(event))
    for (const text of verdict.additional_context) (isStep ? memory.stepContext : memory.context).add(text)
  const change = verdict.updated_system
  if (change !== undefined && event !== 'PreModelCall')
    (isStep ? memory.stepSystem : memory.system).push(change)
  if (event === 'PostModelCall') keepResults(memory, verdict)
  if (event === 'SubagentStop' && subagent?.id !== undefined) memory.ended.add(memory.session_id, subagent.id)
  keepStop(memory, { event, verdict })
}

function keepResults({ results }: Memory, { tool_results }: Verdict): void {
  for (const [id, value] of Object.entries(tool_results ?? {})) results.set(id, toolResult(value))
}

/** A text or any other value is the output, of an error when it says so; an object with `output` is the result itself. */
export function toolResult(value: unknown): ToolResult {
  if (typeof value === 'string' && value.startsWith('Error:')) return { output: value, is_error: true }
  if (!isObject(value) || !Object.hasOwn(value, 'output')) return { output: value }
  return { output: value.output, ...(value.is_error === true && { is_error: true }) }
}

/** A stop of a tool's rule can be told only later; a hard one holds wherever it was said. */
function keepStop(
  memory: Memory,
  { event, verdict }: { readonly event: Event['event']; readonly verdict: Verdict },
): void {
  const goesOn = verdict.flow === 'continue' || verdict.flow === 'restart'
  if (goesOn && memory.stopped?.hard === false) memory.stopped = undefined
  const stop = stopIn(verdict)
  if (stop === undefined || !(stop.hard || aroundTools.has(event))) return
  if (memory.stopped === undefined || (stop.hard && !memory.stopped.hard))
    memory.stopped = new HooksStop(stop)
}

/** The host's system prompt with all that rules said about it, and the texts that they added. */
export function systemPrompt(given: string | undefined, memory: Memory): string | undefined {
  const { system, context, stepSystem, stepContext } = memory
  if (system.length + context.size + stepSystem.length + stepContext.size === 0) return given
  const changed = [...system, ...stepSystem].reduce(applySystemChange, given ?? '')
  return [changed, ...new Set([...context, ...stepContext])].filter((text) => text !== '').join('\n\n')
}

/** Adds up what was used; how full the window is is said by the last call alone. */
export function addUsage(memory: Memory, used: Usage | undefined, size: number | undefined): void {
  const { usage: before = {} } = memory
  if (used === undefined && size === undefined) return
  const sum = (key: 'input' | 'output') => (before[key] ?? 0) + (used?.[key] ?? 0)
  const call = (used?.input ?? 0) + (used?.output ?? 0)
  const max_context = used?.max_context ?? size ?? before.max_context
  memory.usage = {
    input: sum('input'),
    output: sum('output'),
    total: (before.total ?? 0) + (used?.total ?? call),
    context: used?.context ?? (call > 0 ? call : (before.context ?? 0)),
    ...(max_context !== undefined && { max_context }),
  }
}
