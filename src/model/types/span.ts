// What took how long: one span, and where spans are sent.

/** One thing that was done, as a line of a trace file. The spans of a session are one trace. */
export interface Span {
  /** `llm.call`, `tool.call`, `agent.run`, or `hook.<phase>/<rule>`. */
  readonly name: string
  /** 32 hexadecimal digits. */
  readonly trace_id: string
  /** 16 hexadecimal digits. */
  readonly span_id: string
  readonly parent_id?: string
  /** When it began, ISO 8601. */
  readonly start: string
  /** Absent when nobody heard it begin. */
  readonly duration_ms?: number
  readonly error?: string
  readonly [field: string]: unknown
}

/** A collector that speaks OTLP over HTTP. */
export interface SpanTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
}

/** Keeps spans for a collector. `later`: with others. `soon`: a run is over. `now`: nothing comes after. Resolves to why they could not be sent, and never rejects. */
export type ExportSpans = (
  target: SpanTarget,
  spans: readonly Span[],
  when: 'later' | 'soon' | 'now',
) => Promise<string | undefined>
