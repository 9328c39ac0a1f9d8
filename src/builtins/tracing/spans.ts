// The spans that an event ends; what begins one is kept in the session's state.
import { countCharacters } from '../../patterns/text/code-points.ts'
import { toolCallsOf } from '../shared/tool-calls.ts'
import type { Context, Event, Span, TraceEntry, Verdict } from '../../model/types.ts'
import { agentSpan, mainSpan, runOf, spanId, traceId } from './ids.ts'
import { previewOf, textOf } from './preview.ts'

export interface Tracing {
  readonly event: Event
  readonly context: Context
  /** Characters of contents. */
  readonly preview: number
}

/** What is over with this event. */
export function spansAt(tracing: Tracing): readonly Span[] {
  switch (tracing.event.event) {
    case 'SessionStart':
      return phaseSpans('before_agent', tracing)
    case 'UserPromptSubmit':
    case 'SubagentStart':
      beginAgent(tracing)
      return []
    case 'PreModelCall':
      beginModelCall(tracing)
      return phaseSpans('modify_request', tracing)
    case 'PostModelCall':
      return [modelCall(tracing)]
    case 'PreToolUse':
      return beginToolCall(tracing)
    case 'PostToolUse':
      return [toolCall(tracing)]
    case 'SubagentStop':
    case 'AgentStop':
      return isLetGo(tracing.context.prior) ? [agentRun(tracing)] : []
    case 'Error':
      return failedModelCall(tracing)
    default:
      return []
  }
}

function isLetGo({ flow }: Verdict): boolean {
  return flow !== 'continue' && flow !== 'restart'
}

/** What the rules before took belongs to what they were asked about. */
function begunAt({ clock, prior }: Context): number {
  return clock.now() - Math.round(prior.trace.reduce((sum, { ms }) => sum + ms, 0))
}

interface Taken {
  readonly start: string
  readonly duration_ms?: number
}

function begin(key: string, { event, context }: Tracing): void {
  context.state.open(openKey(key, context), begunAt(context))
  const run = context.state.run()
  if (run.read(startKey(event)) === undefined) run.write(startKey(event), String(begunAt(context)))
}

function end(key: string, { context }: Tracing): Taken {
  const { clock, state } = context
  const duration_ms = state.close(openKey(key, context))
  const start = new Date(clock.now() - (duration_ms ?? 0)).toISOString()
  return { start, ...(duration_ms !== undefined && { duration_ms }) }
}

const openKey = (key: string, { rule }: Context): string => `tracing/${rule.name}/${key}`
const startKey = ({ subagent }: Event): string => `tracing-started/${subagent?.id ?? subagent?.name ?? ''}`

interface Named {
  readonly name: string
  readonly span_id: string
  readonly parent_id?: string
}

function spanOf({ name, span_id, parent_id }: Named, taken: Taken, { event, context }: Tracing): Span {
  const { session_id: session, agent, subagent, model } = event
  return {
    name,
    trace_id: traceId(event),
    span_id,
    ...(parent_id !== undefined && { parent_id }),
    ...taken,
    ...(session !== undefined && { session }),
    run: runOf(event, context.state),
    ...(agent !== undefined && { agent }),
    ...(subagent !== undefined && { subagent }),
    ...(model !== undefined && { model }),
  }
}

const toolKey = ({ tool_use_id, tool_name }: Event): string => `tool/${tool_use_id ?? tool_name ?? ''}`

/** A call that was denied is over. */
function beginToolCall(tracing: Tracing): readonly Span[] {
  const { event, context } = tracing
  begin(toolKey(event), tracing)
  if (context.prior.decision !== 'deny') return []
  return [
    { ...toolSpan(tracing), error: `denied: ${shown(context.prior.reason ?? '', tracing)}`, denied: true },
  ]
}

function toolSpan(tracing: Tracing): Span {
  const { event, context, preview } = tracing
  const { tool_name, tool_use_id, tool_input } = event
  const taken = end(toolKey(event), tracing)
  const id = spanId('tool', event.session_id ?? '', tool_use_id ?? `${tool_name}/${taken.start}`)
  return {
    ...spanOf({ name: 'tool.call', span_id: id, parent_id: agentSpan(event, context.state) }, taken, tracing),
    ...(tool_name !== undefined && { tool_name }),
    ...(tool_use_id !== undefined && { tool_call_id: tool_use_id }),
    ...(tool_input !== undefined && preview > 0 && { tool_args: previewOf(tool_input, preview) }),
  }
}

function toolCall(tracing: Tracing): Span {
  const { event, preview } = tracing
  const text = textOf(event.output_text ?? event.tool_output ?? '')
  const output = shown(text, tracing)
  return {
    ...toolSpan(tracing),
    output_length: countCharacters(text),
    ...(preview > 0 && { output }),
    ...(event.is_error === true && { error: output }),
  }
}

const modelKey = (event: Event, { state }: Context): string =>
  `llm/${event.subagent?.id ?? event.subagent?.name ?? ''}/${runOf(event, state)}/${event.step ?? ''}`

function beginModelCall(tracing: Tracing): void {
  const { event, context } = tracing
  const key = modelKey(event, context)
  begin(key, tracing)
  const count = (context.prior.replace_messages ?? event.messages)?.length
  if (count !== undefined) context.state.run().write(openKey('messages', context), String(count))
}

function modelSpan(tracing: Tracing): Span {
  const { event, context } = tracing
  const key = modelKey(event, context)
  const taken = end(key, tracing)
  const count = context.state.run().read(openKey('messages', context)) ?? event.messages?.length
  const id = spanId('llm', event.session_id ?? '', key, taken.start)
  return {
    ...spanOf({ name: 'llm.call', span_id: id, parent_id: agentSpan(event, context.state) }, taken, tracing),
    ...(count !== undefined && { message_count: Number(count) }),
  }
}

function modelCall(tracing: Tracing): Span {
  const { event, preview } = tracing
  const { response = '', usage, finish_reason, error } = event
  const calls = toolCallsOf(event)
  return {
    ...modelSpan(tracing),
    content_length: countCharacters(response),
    tool_calls_count: calls.length,
    ...(preview > 0 && { content: shown(response, tracing) }),
    ...(calls.length > 0 && { tool_calls: calls.map(({ name }) => name) }),
    ...(usage?.input !== undefined && { input_tokens: usage.input }),
    ...(usage?.output !== undefined && { output_tokens: usage.output }),
    ...(finish_reason !== undefined && { finish_reason }),
    ...(error !== undefined && { error: shown(error, tracing) }),
  }
}

/** The error ends the model call that is under way, when there is one. */
function failedModelCall(tracing: Tracing): readonly Span[] {
  const span = modelSpan(tracing)
  return span.duration_ms === undefined ? [] : [{ ...span, error: shown(tracing.event.error ?? '', tracing) }]
}

function beginAgent({ event, context }: Tracing): void {
  context.state.run().write(startKey(event), String(begunAt(context)))
}

/** From the prompt, or from the first that was heard of the run. */
function agentRun(tracing: Tracing): Span {
  const { event, context } = tracing
  const { clock, state } = context
  const began = Number(state.run().read(startKey(event)) ?? clock.now())
  const isSub = event.subagent !== undefined
  return spanOf(
    {
      name: 'agent.run',
      span_id: agentSpan(event, state),
      ...(isSub && { parent_id: mainSpan(event, state) }),
    },
    { start: new Date(began).toISOString(), duration_ms: Math.max(0, clock.now() - began) },
    tracing,
  )
}

/** Each rule's own part of a phase. */
function phaseSpans(phase: string, tracing: Tracing): readonly Span[] {
  const { event, context } = tracing
  const { prior, clock, state } = context
  const before = event.messages?.length
  const counts =
    before === undefined
      ? {}
      : { message_count_before: before, message_count_after: prior.replace_messages?.length ?? before }
  return prior.trace
    .filter(({ result }) => result !== 'skipped')
    .map((entry: TraceEntry, at) => {
      const name = `hook.${phase}/${entry.rule}`
      const duration_ms = Math.round(entry.ms * 1000) / 1000
      const taken = { start: new Date(clock.now() - duration_ms).toISOString(), duration_ms }
      const id = spanId(name, event.session_id ?? '', taken.start, at, state.counted('runs'))
      return {
        // Where a prompt begins the run, its span is not this one's.
        ...spanOf(
          { name, span_id: id, ...(inRun(event) && { parent_id: agentSpan(event, state) }) },
          taken,
          tracing,
        ),
        ...counts,
        ...(entry.result !== 'ran' && { error: entry.result }),
      }
    })
}

function inRun({ event, run_id }: Event): boolean {
  return event !== 'SessionStart' || run_id !== undefined
}

function shown(text: string, { preview }: Tracing): string {
  return String(previewOf(text, preview))
}
