// The spans that end with an event; their starts are in the session's state.
import { mapStrings, toText } from '../../model/plain-object.ts'
import { countCharacters, firstCharacters } from '../../patterns/text/measure.ts'
import { hideDeep } from '../../patterns/secrets/hide-deep.ts'
import { toolCallsOf } from '../shared/conversation.ts'
import type { Context, Event, Span, TraceEntry, Verdict, State } from '../../model/types.ts'
import { hash } from '../../patterns/text/hash.ts'

export interface SpanContext {
  readonly event: Event
  readonly context: Context
  /** How many characters of contents are shown. */
  readonly preview: number
}

export function spansAt(tracing: SpanContext): readonly Span[] {
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

/** Includes the time that earlier rules took. */
function startTime({ clock, prior }: Context): number {
  return clock.now() - Math.round(prior.trace.reduce((sum, { ms }) => sum + ms, 0))
}

function begin(key: string, { event, context }: SpanContext): void {
  context.state.open(openKey(key, context), startTime(context))
  const run = context.state.run()
  if (run.read(startKey(event)) === undefined) run.write(startKey(event), String(startTime(context)))
}

function end(key: string, { context }: SpanContext): Pick<Span, 'start' | 'duration_ms'> {
  const { clock, state } = context
  const duration_ms = state.close(openKey(key, context))
  const start = new Date(clock.now() - (duration_ms ?? 0)).toISOString()
  return { start, ...(duration_ms !== undefined && { duration_ms }) }
}

const openKey = (key: string, { rule }: Context): string => `tracing/${rule.name}/${key}`
const startKey = ({ subagent }: Event): string => `tracing-started/${subagent?.id ?? subagent?.name ?? ''}`

function createSpan(
  ids: Pick<Span, 'name' | 'span_id' | 'parent_id'>,
  timing: Pick<Span, 'start' | 'duration_ms'>,
  { event, context }: SpanContext,
): Span {
  const { session_id: session, agent, subagent, model } = event
  return {
    ...ids,
    trace_id: traceId(event),
    ...timing,
    ...(session !== undefined && { session }),
    run: runOf(event, context.state),
    ...(agent !== undefined && { agent }),
    ...(subagent !== undefined && { subagent }),
    ...(model !== undefined && { model }),
  }
}

const toolKey = ({ tool_use_id, tool_name }: Event): string => `tool/${tool_use_id ?? tool_name ?? ''}`

/** A denied call ends here. */
function beginToolCall(tracing: SpanContext): readonly Span[] {
  const { event, context } = tracing
  begin(toolKey(event), tracing)
  if (context.prior.decision !== 'deny') return []
  return [
    { ...toolSpan(tracing), error: `denied: ${shown(context.prior.reason ?? '', tracing)}`, denied: true },
  ]
}

function toolSpan(tracing: SpanContext): Span {
  const { event, context, preview } = tracing
  const { tool_name, tool_use_id, tool_input } = event
  const timing = end(toolKey(event), tracing)
  const id = spanId('tool', event.session_id ?? '', tool_use_id ?? `${tool_name}/${timing.start}`)
  return {
    ...createSpan(
      { name: 'tool.call', span_id: id, parent_id: agentSpan(event, context.state) },
      timing,
      tracing,
    ),
    ...(tool_name !== undefined && { tool_name }),
    ...(tool_use_id !== undefined && { tool_call_id: tool_use_id }),
    ...(tool_input !== undefined && preview > 0 && { tool_args: previewOf(tool_input, preview) }),
  }
}

function toolCall(tracing: SpanContext): Span {
  const { event, preview } = tracing
  const text = toText(event.output_text ?? event.tool_output ?? '')
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

function beginModelCall(tracing: SpanContext): void {
  const { event, context } = tracing
  const key = modelKey(event, context)
  begin(key, tracing)
  const count = (context.prior.replace_messages ?? event.messages)?.length
  if (count !== undefined) context.state.run().write(openKey('messages', context), String(count))
}

function modelSpan(tracing: SpanContext): Span {
  const { event, context } = tracing
  const key = modelKey(event, context)
  const timing = end(key, tracing)
  const count = context.state.run().read(openKey('messages', context)) ?? event.messages?.length
  const id = spanId('llm', event.session_id ?? '', key, timing.start)
  return {
    ...createSpan(
      { name: 'llm.call', span_id: id, parent_id: agentSpan(event, context.state) },
      timing,
      tracing,
    ),
    ...(count !== undefined && { message_count: Number(count) }),
  }
}

function modelCall(tracing: SpanContext): Span {
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

/** An error ends the open model call, if there is one. */
function failedModelCall(tracing: SpanContext): readonly Span[] {
  const span = modelSpan(tracing)
  return span.duration_ms === undefined ? [] : [{ ...span, error: shown(tracing.event.error ?? '', tracing) }]
}

function beginAgent({ event, context }: SpanContext): void {
  context.state.run().write(startKey(event), String(startTime(context)))
}

function agentRun(tracing: SpanContext): Span {
  const { event, context } = tracing
  const { clock, state } = context
  const started = Number(state.run().read(startKey(event)) ?? clock.now())
  const isSub = event.subagent !== undefined
  return createSpan(
    {
      name: 'agent.run',
      span_id: agentSpan(event, state),
      ...(isSub && { parent_id: mainSpan(event, state) }),
    },
    { start: new Date(started).toISOString(), duration_ms: Math.max(0, clock.now() - started) },
    tracing,
  )
}

/** One span per rule that ran. */
function phaseSpans(phase: string, tracing: SpanContext): readonly Span[] {
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
      const timing = { start: new Date(clock.now() - duration_ms).toISOString(), duration_ms }
      const id = spanId(name, event.session_id ?? '', timing.start, at, state.counted('runs'))
      return {
        // Before the first prompt there is no run to belong to.
        ...createSpan(
          { name, span_id: id, ...(inRun(event) && { parent_id: agentSpan(event, state) }) },
          timing,
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

function shown(text: string, { preview }: SpanContext): string {
  return String(previewOf(text, preview))
}

/** Masked before it is cut: half a secret would not be recognized. */
function previewOf(value: unknown, max: number): unknown {
  return mapStrings(hideDeep(value, { replace: '[masked]', record: true }), (text) => {
    const dropped = text.length <= max ? 0 : countCharacters(text) - max
    return dropped <= 0 ? text : `${firstCharacters(text, max)}… (${dropped} more)`
  })
}

// Deterministic ids: every process of a session makes the same ones.

/** The session is the trace. */
function traceId({ session_id }: Event): string {
  return hex(`trace/${session_id ?? 'none'}`, 32)
}

function spanId(...parts: readonly (string | number)[]): string {
  return hex(parts.join('/'), 16)
}

/** Each prompt of the user begins a run. */
function runOf({ run_id }: Event, state: State): string {
  return run_id ?? String(state.counted('runs'))
}

function agentSpan(event: Event, state: State): string {
  const { subagent, session_id } = event
  const run = `${session_id ?? 'none'}/${runOf(event, state)}`
  return subagent === undefined ? spanId('run', run) : spanId('run', run, subagent.id ?? subagent.name)
}

function mainSpan(event: Event, state: State): string {
  return spanId('run', `${event.session_id ?? 'none'}/${runOf(event, state)}`)
}

/** All zeros would be an invalid id. */
function hex(text: string, length: number): string {
  let digits = ''
  for (let at = 0; digits.length < length; at++)
    digits += Number.parseInt(hash(`${at}/${text}`), 36)
      .toString(16)
      .padStart(14, '0')
      .slice(-12)
  return `${digits.slice(0, length - 1)}${digits.slice(length - 1, length).replace('0', '1')}`
}
