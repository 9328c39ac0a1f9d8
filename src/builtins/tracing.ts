import { postToolUse } from './shared/example-events.ts'
import { attempt } from '../model/errors.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { TracingOptions } from '../model/generated/options.ts'
import { isLoopback } from '../patterns/text/host-name.ts'
import type { Builtin, Context, Event, Outcome, Span, SpanTarget } from '../model/types.ts'
import { spansAt } from './tracing/spans.ts'

type Options = TracingOptions & Required<Pick<TracingOptions, 'headers' | 'service' | 'preview'>>

export const tracing: Builtin<Options> = {
  name: 'tracing',
  summary: 'Records model and tool calls as spans, in a file or at a collector.',
  events: 'any',
  completes: ['AgentStop', 'SessionEnd', 'Error'],
  effects: 'world',
  observes: true,
  examples: [
    {
      name: 'writes a line for a call and has no opinion',
      with: { file: '.hooks/trace.jsonl' },
      event: postToolUse('grep', 'src/cart.ts:3', { tool_use_id: 'c1', tool_input: { pattern: 'cart' } }),
      outcome: {},
    },
  ],
  inactive: ({ file, otlp }) =>
    file === undefined && otlp === undefined ? 'no file and no otlp' : undefined,
  problem: ({ otlp, headers }) => {
    if (otlp === undefined || Object.keys(headers).length === 0 || !isUnencrypted(otlp)) return undefined
    const hint = 'write the address with https:'
    return { option: 'otlp', message: 'headers would be sent unencrypted', hint }
  },
  compile:
    ({ file, otlp, headers, service, preview }) =>
    ({ event }, context) => {
      if (file === undefined && otlp === undefined) return {}
      const spans = spansAt({ event, context, preview })
      // A wrap rule traces calls only.
      const lines = context.rule.half === undefined ? spans : spans.filter(({ name }) => name !== 'agent.run')
      if (file !== undefined && lines.length > 0) write(file, lines, { event, context })
      return otlp === undefined ? {} : send(spans, { otlp, headers, service }, { event, context })
    },
}

/** Variables are checked when spans are sent. */
function isUnencrypted(otlp: string): boolean {
  const { protocol = '', hostname = '' } = URL.canParse(otlp) ? new URL(otlp) : {}
  return protocol === 'http:' && !isLoopback(hostname)
}

interface TraceContext {
  readonly event: Event
  readonly context: Context
}

function write(file: string, spans: readonly Span[], { event, context }: TraceContext): void {
  const text = spans.map((span) => `${JSON.stringify(span)}\n`).join('')
  attempt(`cannot write ${file}`, () =>
    context.files.append(configuredPath(file, { root: event.root, env: context.env }), text),
  )
}

/** Sent in one request when a run is over; a failure is only a warning. */
function send(
  spans: readonly Span[],
  options: Required<Pick<Options, 'headers' | 'service'>> & { readonly otlp: string },
  { event, context }: TraceContext,
): Outcome | Promise<Outcome> {
  const when = event.event === 'SessionEnd' ? 'now' : event.event === 'AgentStop' ? 'soon' : 'later'
  if (context.exportSpans === undefined || (spans.length === 0 && when === 'later')) return {}
  const target = targetOf(options, context)
  if (target === undefined) return {}
  return context.exportSpans(target, spans, when).then((problem) => {
    if (problem === undefined) return {}
    return { warnings: [{ code: 'tracing', rule: context.rule.name, message: problem }] }
  })
}

/** Undefined when the variable with the collector's address is not set. */
function targetOf(
  { otlp, headers, service }: { otlp: string; headers: Readonly<Record<string, string>>; service: string },
  { env }: Context,
): SpanTarget | undefined {
  const url = fromEnv(otlp, env)
  if (url === undefined || url === '') return undefined
  const filled = Object.entries(headers).flatMap(([name, value]) => {
    const found = fromEnv(value, env)
    return found === undefined ? [] : [[name, found] as const]
  })
  return { url, headers: Object.fromEntries(filled), service }
}

/** Replaces `$NAME`; undefined when a variable is not set. */
function fromEnv(text: string, env: Context['env']): string | undefined {
  const names = [...text.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
  if (names.some((name) => env[name] === undefined)) return undefined
  return text.replace(/\$([A-Za-z_]\w*)/g, (_all, name: string) => env[name] ?? '')
}
