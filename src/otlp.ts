// Spans on their way to a collector: only rules that trace need it.
export { spoolSpans } from './otlp/spool.ts'
