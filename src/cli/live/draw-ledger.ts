// Draws ledger rows.
import { field } from '../../model/plain-object.ts'
import {
  clip,
  duration,
  fit,
  fitStart,
  lines,
  plural,
  visible,
  widthOf,
  wrap,
} from '../../patterns/text/terminal-text.ts'
import type { LedgerRow } from '../../store/ledger/rows.ts'
import { type Page, type Sign, signFor } from '../page/page.ts'
import { drawRows, type Row } from '../page/columns.ts'

const statusSigns: Readonly<Record<NonNullable<LedgerRow['status']>, Sign & { readonly word: string }>> = {
  prepared: { glyph: '?', colour: 'yellow', word: 'asked' },
  running: { glyph: '~', colour: 'bold', word: 'running' },
  succeeded: { glyph: '✓', colour: 'green', word: 'succeeded' },
  failed: { glyph: '!', colour: 'yellow', word: 'failed' },
  denied: { glyph: '✗', colour: 'red', word: 'denied' },
  declined: { glyph: '✗', colour: 'yellow', word: 'asked, declined' },
  abandoned: { glyph: '·', colour: 'dim', word: 'abandoned' },
}

function signOf({ status, decision, flow, pause }: LedgerRow): Sign & { readonly word: string } {
  if (status !== undefined) return statusSigns[status]
  if (pause !== undefined) return { glyph: '~', colour: 'yellow', word: '' }
  if (decision === 'deny') return statusSigns.denied
  if (decision === 'ask') return statusSigns.prepared
  if (flow === 'stop') return { glyph: '✗', colour: 'red', word: 'stop' }
  return { glyph: '·', colour: 'dim', word: flow ?? '' }
}

const descriptiveFields = [
  'command',
  'cmd',
  'file_path',
  'path',
  'notebook_path',
  'filePath',
  'url',
  'query',
  'pattern',
  'prompt',
  'description',
]

/** The call in its own words where they were kept, else its subject. */
export function callOf({ input, contents, tool_name, subject }: LedgerRow): string | undefined {
  if (tool_name === undefined) return textAt(contents, ['prompt', 'error', 'response', 'source']) ?? subject
  const told = textAt(input, descriptiveFields)
  if (told !== undefined || input === undefined) return told ?? subject
  const json = JSON.stringify(input)
  return json === '{}' ? undefined : json
}

function textAt(value: unknown, fields: readonly string[]): string | undefined {
  if (typeof value === 'string') return value
  for (const name of fields) {
    const found = field(value, name)
    if (typeof found === 'string' && found !== '') return found
    if (Array.isArray(found)) return found.map(String).join(' ')
  }
  return undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

export function dayOf(time: string): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function timeOf(time: string): string {
  const date = new Date(time)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** One line per row, under the day. */
export function drawLog(rows: readonly LedgerRow[], page: Page): string[] {
  const days = [...new Set(rows.map(({ time }) => dayOf(time)))]
  return days.flatMap((day, index) => [
    ...(index === 0 ? [] : ['']),
    page.paint('bold', day),
    ...drawRows(rows.filter(({ time }) => dayOf(time) === day).map(logRow), page.width, page.paint),
  ])
}

/** What its person was told an id of. */
function isDecision({ decision, flow }: LedgerRow): boolean {
  return decision === 'deny' || decision === 'ask' || flow === 'continue' || flow === 'restart'
}

function logRow(row: LedgerRow): Row {
  const { glyph, colour, word } = signOf(row)
  const [first = ''] = lines(callOf(row) ?? '')
  const rule = row.rule === undefined ? [] : [row.rule]
  const would = Object.entries(row.would ?? {}).map(([name, what]) => `${name} would ${what}`)
  const failed = (row.failed ?? []).filter((name) => name !== row.rule).map((name) => `${name} failed`)
  const paused = row.pause?.reason === undefined ? [] : [row.pause.reason]
  const said = [...rule, ...would, ...failed, ...paused].join(' · ')
  const took = row.duration_ms === undefined ? '' : duration(row.duration_ms)
  return {
    glyph,
    colour,
    name: `${timeOf(row.time)} ${row.tool_name ?? row.events[0] ?? ''}`,
    word,
    text: [said, first].filter((text) => text !== '').join('  '),
    place: [took, isDecision(row) ? (row.id ?? '') : ''].filter((text) => text !== '').join('  '),
  }
}

const MAX_LINES = 12

/** One row with all that was kept of it. */
export function drawRow(row: LedgerRow, page: Page): string[] {
  const { paint, width } = page
  const { glyph, colour } = signOf(row)
  const who = [row.agent, row.session && `session ${row.session}`, row.tool_use_id].filter(
    (each) => each !== undefined && each !== '',
  )
  const head = [row.events.join(' → '), row.tool_name ?? ''].filter((each) => each !== '').join('  ')
  const took = row.duration_ms === undefined ? [] : [duration(row.duration_ms)]
  const status = [row.status ?? row.decision, ...took, `hooks took ${duration(row.ms)}`].join(' · ')
  return [
    paint('bold', fit(head, width)),
    `  ${paint('dim', fit([`${dayOf(row.time)} ${timeOf(row.time)}`, ...who].join(' · '), width - 2))}`,
    '',
    ...drawRows(traceRows(row), width, paint),
    ...((row.trace ?? []).length === 0 ? [] : ['']),
    `${paint(colour, glyph)} ${fit(status, width - 2)}${row.rule === undefined ? '' : `  ${visible(row.rule)}`}`,
    ...partsOf(row).flatMap(([name, value]) => drawPart(name, value, page)),
  ]
}

function traceRows({ trace }: LedgerRow): readonly Row[] {
  return (trace ?? []).map((entry) => {
    const decided = [entry.decision, entry.flow, entry.would].find(
      (each) => typeof each === 'string' && each !== 'proceed',
    )
    const sign = decided === 'allow' ? undefined : signFor(textOf(decided))
    return {
      ...(sign ?? { glyph: '~', colour: 'dim' as const }),
      name: textOf(entry.rule),
      word: entry.would === undefined ? textOf(decided ?? entry.result) : `would ${textOf(entry.would)}`,
      text: textOf(entry.why ?? entry.did ?? ''),
      place: '',
    }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
}

const intents: Readonly<Record<string, string>> = {
  creates: 'would create',
  edits: 'would change',
  deletes: 'would delete',
  hosts: 'would contact',
  unresolved: 'would do what is not known',
}

function partsOf(row: LedgerRow): readonly (readonly [name: string, value: unknown])[] {
  const parts: readonly (readonly [string, unknown])[] = [
    ['input', row.input],
    ['output', row.output],
    ...Object.entries(row.contents ?? {}),
    ...Object.entries(row.intent ?? {}).map(([kind, of]) => [intents[kind] ?? kind, of.join('\n')] as const),
    ['would', row.would],
    ['failed', row.failed?.join(', ')],
    ['warnings', row.warnings?.join(', ')],
    ['pause', row.pause],
  ]
  return parts.filter(([, value]) => value !== undefined)
}

function drawPart(name: string, value: unknown, { paint, width }: Page): string[] {
  const text = clip(lines(textOf(value)), MAX_LINES)
  return [
    '',
    `  ${paint('bold', name)}`,
    ...text.flatMap((line) => wrap(line, width - 4)).map((line) => `    ${line}`),
  ]
}

export interface WouldGroup {
  readonly rule: string
  readonly would: string
  readonly count: number
  readonly first: string
  readonly last: string
  /** Most frequent first. */
  readonly calls: readonly { readonly call: string; readonly count: number }[]
}

const MAX_CALLS = 8

function wouldHead(
  { rule, would, count, last }: Omit<WouldGroup, 'calls'>,
  { paint, width }: Pick<Page, 'paint' | 'width'>,
): string {
  const said = `would ${visible(would)} ${plural(count, 'time')}`
  const when = `last ${dayOf(last)} ${timeOf(last)}`
  const name = visible(rule)
  const between = widthOf(name) + said.length + when.length + 6 > width ? '\n  ' : '  '
  return `${paint('yellow', '~')} ${paint('bold', name)}${between}${said}  ${paint('dim', when)}`
}

export function drawWould(rules: readonly WouldGroup[], page: Page): string[] {
  return rules.flatMap(({ calls, ...of }, index) => [
    ...(index === 0 ? [] : ['']),
    wouldHead(of, page),
    ...calls
      .slice(0, MAX_CALLS)
      .map(
        (each) =>
          `  ${String(each.count).padStart(4)} ×  ${fitStart(lines(each.call)[0] ?? '', page.width - 10)}`,
      ),
    ...(calls.length > MAX_CALLS
      ? [`         ${page.paint('dim', `… ${plural(calls.length - MAX_CALLS, 'more call')}`)}`]
      : []),
  ])
}
