// The state of a run: fills in fields of events, and stores what rules said for later.
import { applySystemChange } from '../../engine/subject.ts'
import { countIn } from '../../agents/shared/payload-fields.ts'
import { eventNamed } from '../../model/events.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, EventName, Message, SystemChange, Usage, Verdict } from '../../model/types.ts'
import type { EndedSubagents } from './ended-subagents.ts'
import type { EventInput, ModelResponse, RunOptions, ToolResult } from './run-types.ts'
import { HooksStop, stopIn } from './stop.ts'

export interface RunState {
  readonly session_id: string
  readonly run_id: string
  readonly started_at: number
  readonly history: RunHistory
  readonly ended: EndedSubagents
  /** Results given by rules, by call. */
  readonly results: Map<string, ToolResult>
  /** Texts that rules added for the model, each once. */
  readonly context: Set<string>
  /** Of this step alone. */
  readonly stepContext: Set<string>
  readonly system: SystemChange[]
  readonly stepSystem: SystemChange[]
  /** Steps that are done; undefined as long as the host tells of none. */
  step?: number
  /** Between PreStep and PostStep. */
  inStep?: boolean
  /** The host sends its own step events. */
  hostSteps?: boolean
  /** The step under way: whether its model call came back, calls that are open, and its PreStep. */
  answered?: boolean
  busy: number
  beginning?: Promise<void>
  /** ShouldContinue's answer to the last step, when it makes the agent go on. */
  again?: Verdict | undefined
  /** Model calls so far, the one under way included. */
  turn: number
  usage?: Usage
  metadata: Readonly<Record<string, unknown>>
  stopped?: HooksStop | undefined
  /** The last response, the host's messages, and the messages as rules changed them. */
  last?: {
    readonly response: ModelResponse
    readonly given: readonly Message[]
    readonly messages: readonly Message[]
  }
}

export function createRunState(
  ids: Pick<RunState, 'session_id' | 'run_id' | 'started_at' | 'ended'>,
): RunState {
  return {
    ...ids,
    history: createHistory(),
    results: new Map(),
    context: new Set(),
    stepContext: new Set(),
    system: [],
    stepSystem: [],
    turn: 0,
    busy: 0,
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

/** Adds the run's fields; the host's own take precedence. */
export function completeEvent(given: EventInput, memory: RunState, options: RunOptions): EventInput {
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
  if (afterResponse.has(name)) add(filled, lastResponse(memory))
  add(filled, given)
  const known = { ...finality(name, memory), ...endOf(name, given, memory) }
  const metadata = { ...options.metadata, ...memory.metadata, ...known, ...own(given) }
  if (Object.keys(metadata).length > 0) filled['metadata'] = metadata
  return filled
}

/** Copies defined fields; runs for every event, so without intermediate objects. */
function add(filled: Record<string, unknown>, fields: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) filled[key] = fields[key]
}

function countStep(name: EventName | undefined, memory: RunState): void {
  if (name === 'PreStep') {
    // A host that tells of no end has ended the step before.
    memory.step = (memory.step ?? 0) + (memory.inStep === true ? 1 : 0)
    memory.inStep = true
    memory.stepContext.clear()
    memory.stepSystem.length = 0
  }
  if (name !== 'PostStep') return
  memory.step = (memory.step ?? 0) + 1
  memory.inStep = false
}

function lastResponse({ last }: RunState): Readonly<Record<string, unknown>> {
  if (last === undefined) return {}
  const { text, finish_reason } = last.response
  return { response: text, finish_reason, messages: last.messages }
}

/** A response without tool calls is final. */
function finality(
  name: EventName | undefined,
  { last }: RunState,
): Readonly<Record<string, unknown>> | undefined {
  if (last === undefined || (name !== 'PostStep' && name !== 'ShouldContinue')) return undefined
  return { final: (last.response.tool_calls ?? []).length === 0 }
}

/** Rules of SubagentStop have heard of it: not again by the result of the call that started it. What they said is its parent's. */
function endOf(
  name: EventName | undefined,
  { tool_use_id: id }: EventInput,
  { ended, session_id, context }: RunState,
): Readonly<Record<string, unknown>> | undefined {
  const told = name === 'PostToolUse' && typeof id === 'string' ? ended.take(session_id, id) : undefined
  for (const text of told ?? []) context.add(text)
  return told === undefined ? undefined : { subagent_stopped: true }
}

function own({ metadata }: EventInput): Readonly<Record<string, unknown>> | undefined {
  return isObject(metadata) ? metadata : undefined
}

/** For the model's next turns; a subagent's last words are its parent's, a compaction's are its host's. */
const noContext: ReadonlySet<Event['event']> = new Set(['SubagentStop', 'PreCompact'])
const aroundTools: ReadonlySet<Event['event']> = new Set(['PreToolUse', 'PostToolUse', 'PermissionRequest'])

/** Keeps what a verdict says beyond its event. */
export function storeVerdict(memory: RunState, { event, subagent }: Event, verdict: Verdict): void {
  if (verdict.metadata !== undefined) memory.metadata = { ...memory.metadata, ...verdict.metadata }
  const isStep = event === 'PreStep'
  if (!noContext.has(event))
    for (const text of verdict.additional_context) (isStep ? memory.stepContext : memory.context).add(text)
  const change = verdict.updated_system
  if (change !== undefined && event !== 'PreModelCall')
    (isStep ? memory.stepSystem : memory.system).push(change)
  if (event === 'PostModelCall') keepResults(memory, verdict)
  if (event === 'SubagentStop' && subagent?.id !== undefined)
    memory.ended.add(memory.session_id, subagent.id, verdict.additional_context)
  keepStop(memory, { event, verdict })
}

function keepResults({ results }: RunState, { tool_results }: Verdict): void {
  for (const [id, value] of Object.entries(tool_results ?? {})) results.set(id, toolResult(value))
}

/** An object with `output` is a result; anything else is the output, and "Error:" marks an error. */
export function toolResult(value: unknown): ToolResult {
  if (typeof value === 'string' && value.startsWith('Error:')) return { output: value, is_error: true }
  if (!isObject(value) || !Object.hasOwn(value, 'output')) return { output: value }
  return { output: value.output, ...(value.is_error === true && { is_error: true }) }
}

/** Stops from tool events apply at the next model call; hard stops from any event. */
function keepStop(
  memory: RunState,
  { event, verdict }: { readonly event: Event['event']; readonly verdict: Verdict },
): void {
  const goesOn = verdict.flow === 'continue' || verdict.flow === 'restart'
  if (goesOn && memory.stopped?.hard === false) memory.stopped = undefined
  const stop = stopIn(verdict)
  if (stop === undefined || !(stop.hard || aroundTools.has(event))) return
  if (memory.stopped === undefined || (stop.hard && !memory.stopped.hard))
    memory.stopped = new HooksStop(stop)
}

/** The host's system prompt with the rules' changes and added context. */
export function systemPrompt(given: string | undefined, memory: RunState): string | undefined {
  const { system, context, stepSystem, stepContext } = memory
  if (system.length + context.size + stepSystem.length + stepContext.size === 0) return given
  const changed = [...system, ...stepSystem].reduce(applySystemChange, given ?? '')
  return [changed, ...new Set([...context, ...stepContext])].filter((text) => text !== '').join('\n\n')
}

/** Adds up tokens; `context` is that of the last call. Returns the values that are none, for the warnings of the event. */
export function addUsage(
  memory: RunState,
  given: Usage | undefined,
  size: number | undefined,
): Usage | undefined {
  const all = Object.entries(given ?? {}).filter(([, value]) => value !== undefined)
  addCounts(memory, given && Object.fromEntries(all.filter(isCount)), size)
  const wrong = all.filter((each) => !isCount(each))
  return wrong.length === 0 ? undefined : { ...memory.usage, ...Object.fromEntries(wrong) }
}

function isCount([, value]: readonly [string, unknown]): boolean {
  return countIn(value) !== undefined
}

function addCounts(memory: RunState, used: Usage | undefined, size: number | undefined): void {
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

interface RunHistory {
  /** The host's messages as the rules left them. */
  of(messages: readonly Message[]): readonly Message[]
  /** From here on these stand for the host's messages, and with `answered` for the assistant's next one. */
  replace(messages: readonly Message[], by: readonly Message[], answered: boolean): void
}

interface Replaced {
  readonly length: number
  /** The first and last message, to detect a host that adopted the new messages. */
  readonly ends: string
  readonly by: readonly Message[]
  readonly answered: boolean
}

function createHistory(): RunHistory {
  const kept: { last?: Replaced | undefined } = {}
  return {
    of(messages) {
      const { last } = kept
      if (last === undefined) return messages
      if (endsOf(messages, last.length) !== last.ends) {
        kept.last = undefined
        return messages
      }
      const rest = messages.slice(last.length)
      return [...last.by, ...(last.answered && rest[0]?.role === 'assistant' ? rest.slice(1) : rest)]
    },
    replace(messages, by, answered) {
      kept.last = { length: messages.length, ends: endsOf(messages, messages.length) ?? '', by, answered }
    },
  }
}

/** Undefined when there are fewer. */
function endsOf(messages: readonly Message[], length: number): string | undefined {
  return messages.length < length ? undefined : `${textOf(messages[0])}\n${textOf(messages[length - 1])}`
}

/** Hosts make their messages anew for each call: only what they say tells them apart. */
function textOf(message: Message | undefined): string {
  if (message === undefined) return ''
  try {
    return `${message.role} ${JSON.stringify(message.content)}`
  } catch {
    return message.role
  }
}
