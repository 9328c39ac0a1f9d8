import type { Host, Call } from '../../run/call.ts'
import type { LedgerFilter } from '../../store/ledger/source.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { openLedger } from '../open-project.ts'

export const exportFormats = ['jsonl', 'csv', 'json'] as const

type ExportFormat = (typeof exportFormats)[number]

interface ExportOptions extends Omit<LedgerFilter, 'id'> {
  readonly format: ExportFormat
  /** Of `hooks ledger`, before this word. */
  readonly json?: true
  readonly last?: number
}

export function ledgerExport(host: Host, options: ExportOptions): number {
  const { format, json, last } = options
  const { source } = openLedger(host)
  const write = writers[json === true ? 'json' : format](host)
  for (const row of last === undefined ? source.rows(options) : source.last(options, last)) write.row(row)
  write.end()
  const { torn } = source.read()
  if (torn > 0) host.err(`hooks: ${plural(torn, 'line')} of the ledger could not be read\n`)
  return 0
}

interface Writer {
  readonly row: (row: LedgerRow) => void
  readonly end: () => void
}

const writers: Readonly<Record<ExportFormat, (host: Host) => Writer>> = {
  jsonl: (host) => buffered(host, { row: (row) => `${JSON.stringify(row)}\n`, start: '', end: '' }),
  json: (host) => {
    let between = '\n'
    const row = (each: LedgerRow): string => {
      const text = `${between}  ${JSON.stringify(each)}`
      between = ',\n'
      return text
    }
    return buffered(host, { row, start: '[', end: '\n]\n' })
  },
  csv: (host) => buffered(host, { row: csvRow, start: `${csvColumns.join(',')}\n`, end: '' }),
}

const BUFFER_CHARS = 65_536

function buffered(
  host: Call,
  { row, start, end }: { row: (row: LedgerRow) => string; start: string; end: string },
): Writer {
  let text = start
  return {
    row: (each) => {
      text += row(each)
      if (text.length < BUFFER_CHARS) return
      host.out(text)
      text = ''
    },
    end: () => host.out(text + end),
  }
}

const csvColumns = [
  'time',
  'event',
  'agent',
  'session',
  'run',
  'tool',
  'tool_use_id',
  'status',
  'duration_ms',
  'decision',
  'flow',
  'rule',
  'would',
  'failed',
  'warnings',
  'ms',
  'input',
  'output',
  'id',
  'entry',
  'subject',
] as const

function csvRow(row: LedgerRow): string {
  const { events, tool_name: tool, would, failed, warnings, input, output, ...rest } = row
  const values: Readonly<Record<string, unknown>> = {
    ...rest,
    event: events[0],
    tool,
    would:
      would === undefined
        ? undefined
        : Object.entries(would)
            .map((each) => each.join(': '))
            .join('; '),
    failed: failed?.join('; '),
    warnings: warnings?.join('; '),
    input,
    output,
  }
  return `${csvColumns.map((name) => csvCell(values[name])).join(',')}\n`
}

/** As RFC 4180 says, but for the line ends, which other programs trip over. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
function csvCell(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
