/** A line of a trace file. The spans of a session are one trace. */
export interface Span {
  /** `llm.call`, `tool.call`, `agent.run`, or `hook.<phase>/<rule>`. */
  readonly name: string
  /** 32 hexadecimal digits. */
  readonly trace_id: string
  /** 16 hexadecimal digits. */
  readonly span_id: string
  readonly parent_id?: string
  /** ISO 8601. */
  readonly start: string
  /** Absent when the start is unknown. */
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

/** Sends spans to a collector: with others (`later`), at the end of a run (`soon`) or of the session (`now`). Resolves to a problem, never rejects. */
export type ExportSpans = (
  target: SpanTarget,
  spans: readonly Span[],
  when: 'later' | 'soon' | 'now',
) => Promise<string | undefined>
