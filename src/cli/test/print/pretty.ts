// What `hooks test` prints for people.
import { isObject } from '../../../model/plain-object.ts'
import type { Event, Place } from '../../../model/types.ts'
import { visible, duration, fit, plural, widthOf, wrap } from '../../../patterns/text/terminal-text.ts'
import { explainRows } from '../../print/entries.ts'
import type { Page, Paint } from '../../print/page.ts'
import { drawRows } from '../../print/rows.ts'
import type { Played } from '../play/play.ts'
import type { Reason, Wrong } from '../play/reasons.ts'
import type { Report } from './report.ts'

export interface Look {
  readonly width: number
  readonly paint: Paint
  /** The commands that show how a failed case is decided; absent: that is shown. */
  readonly next?: Next
  /** From where places are seen. */
  readonly from: Pick<Page, 'cwd' | 'root' | 'home'>
  /** A rule that no case makes speak is a failure. */
  readonly require_tests: boolean
  /** Cases that could not be made. */
  readonly unplayed: number
}

export interface Next {
  /** How any case is decided. */
  readonly test: string
  /** How a call is decided that can be typed; absent: the rules are not those of one file or of the project. */
  readonly explain?: string
}

const LABEL = 10
const INDENT = 6

/** Failures, silent rules where they matter, and the last line. */
export function drawReport(report: Report, look: Look): string {
  const failed = report.played.filter(({ status }) => status === 'failed')
  const silent = look.require_tests ? drawSilent(report, look) : []
  const blocks = [...failed.map((played) => drawFailure(played, look)), ...silent, [summary(report, look)]]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function drawFailure(played: Played, look: Look): string[] {
  const { of: one } = played
  const { paint, width } = look
  const title = one.wants.kind === 'example' ? one.wants.rule.name : one.name
  const head = `${paint('red', '✗')} ${paint('bold', visible(title))}  ${paint('dim', placeText(one.at))}`
  const about = one.wants.kind === 'example' ? wrap(one.name, width - 4).map((line) => `    ${line}`) : []
  return [
    head,
    ...about,
    ...played.wrong.flatMap((wrong) => drawWrong(wrong, look)),
    ...played.why.flatMap((reason, index) => drawReason(reason, index === 0 ? 'why' : '', look)),
    ...(look.next === undefined
      ? drawTrace(played, look)
      : [labelled('try', paint('dim', nextFor(one, look.next, width)))]),
  ]
}

/** The shorter of the two, where the call can be typed on one line. */
function nextFor({ events, replies, wants }: Played['of'], { test, explain }: Next, width: number): string {
  const [event] = events
  const typed =
    event === undefined || events.length > 1 || wants.kind !== 'example' ? undefined : typedCall(event)
  if (typed === undefined || explain === undefined || Object.keys(replies).length > 0) return test
  const whole = `${explain} ${typed}`
  return widthOf(whole) > width - INDENT - LABEL || visible(whole) !== whole ? test : whole
}

const usualKeys = new Set(['event', 'tool_name', 'tool_input', 'prompt'])

/** A call as `hooks explain` takes it; undefined when it holds more than an example's short forms. */
function typedCall({ event, tool_name: tool, tool_input: input, prompt, raw }: Event): string | undefined {
  const isShort =
    typeof raw === 'object' && raw !== null && Object.keys(raw).every((key) => usualKeys.has(key))
  if (!isShort) return undefined
  if (event === 'UserPromptSubmit' && prompt !== undefined) return `--prompt ${quoted(prompt)}`
  if (event !== 'PreToolUse') return undefined
  const { command, file_path: file } = isObject(input) ? input : {}
  if (tool === 'Bash' && typeof command === 'string') return quoted(command)
  const option = tool === 'Write' ? '--write' : tool === 'Read' ? '--read' : undefined
  return option === undefined || typeof file !== 'string'
    ? undefined
    : `${option} ${/^[\w./@-]+$/.test(file) ? file : quoted(file)}`
}

/** One word for a shell; always in quotes, so that a command is seen to be one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** What each rule came to that was asked about the last event. */
function drawTrace({ of: { events }, explained, verdict, rules }: Played, look: Look): string[] {
  const event = events.at(-1)
  if (event === undefined) return []
  const page: Page = { ...look.from, width: look.width - INDENT, paint: look.paint }
  const rows = drawRows(explainRows(explained, { event, verdict, rules, page }), page.width, look.paint)
  const margin = ' '.repeat(INDENT - 2)
  return ['', ...rows.map((row) => margin + row)]
}

function labelled(label: string, text: string): string {
  return `${' '.repeat(INDENT)}${label.padEnd(LABEL)}${text}`
}

function drawWrong({ expected, got }: Wrong, { width }: Look): string[] {
  const room = width - INDENT - LABEL
  return [labelled('expected', fit(expected, room)), labelled('got', fit(got, room))]
}

/** The place stands last; on a line of its own where the sentence leaves no room. */
function drawReason({ text, at }: Reason, label: string, { width, paint }: Look): string[] {
  const room = width - INDENT - LABEL
  const lines = wrap(text, room)
  const place = at === undefined ? '' : placeText(at)
  const last = lines.at(-1) ?? ''
  const gap = room - widthOf(last) - widthOf(place)
  const placed =
    place === ''
      ? lines
      : gap >= 2
        ? [...lines.slice(0, -1), `${last}${' '.repeat(gap)}${paint('dim', place)}`]
        : [...lines, paint('dim', place)]
  return placed.map((line, index) => labelled(index === 0 ? label : '', line))
}

function placeText({ file, line }: Place): string {
  return visible(`${file}:${line}`)
}

function drawSilent({ silent }: Report, { paint }: Look): string[][] {
  if (silent.length === 0) return []
  const rows = silent.map(({ name, at }) => `    ${visible(name)}  ${paint('dim', placeText(at))}`)
  return [
    [
      `${paint('red', '✗')} no case makes ${silent.length === 1 ? 'this rule' : 'these rules'} speak`,
      ...rows,
    ],
  ]
}

/** `61 passed, 1 failed · 38 rules, 3 without examples: slack, tests, r12 · 84 ms` */
function summary(report: Report, { paint, width, require_tests: strict, unplayed }: Look): string {
  const count = (status: Played['status']): number =>
    report.played.filter((each) => each.status === status).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const fine = failed + unplayed === 0 && !(strict && report.silent.length > 0)
  const counts = [
    ...(passed > 0 || failed + skipped + unplayed === 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unplayed > 0 ? [`${unplayed} not played`] : []),
    ...(skipped > 0 ? [`${skipped} skipped (hooks test --scripts)`] : []),
  ].join(', ')
  const ending = ` · ${duration(report.ms)}`
  const rules = plural(report.rules, 'rule')
  const bare = report.untested.length
  const head = `${counts} · ${rules}${bare === 0 ? '' : `, ${bare} without examples`}`
  const room = width - 2 - widthOf(head) - widthOf(ending) - 2
  const names =
    bare === 0
      ? ''
      : namesIn(
          report.untested.map(({ name }) => visible(name)),
          room,
        )
  const glyph = fine ? paint('green', '✓') : paint('red', '✗')
  return `${glyph} ${head}${names === '' ? '' : `: ${names}`}${paint('dim', ending)}`
}

/** As many names as there is room for. */
function namesIn(names: readonly string[], room: number): string {
  for (let shown = names.length; shown > 0; shown--) {
    const rest = names.length - shown
    const text = `${names.slice(0, shown).join(', ')}${rest === 0 ? '' : `, … ${rest} more`}`
    if (widthOf(text) <= room) return text
  }
  return ''
}
