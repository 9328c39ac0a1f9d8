// What `hooks test` prints for people.
import { visible, duration, fit, plural, widthOf, wrap } from '../show/text.ts'
import type { Paint } from '../show/paint.ts'
import type { Place } from '../types.ts'
import type { Reason, Wrong } from './judged.ts'
import type { Played } from './play.ts'
import type { Report } from './report.ts'

export interface Look {
  readonly width: number
  readonly paint: Paint
  /** The command that shows how a case is decided. */
  tryLine(played: Played): string
  /** A rule that no case makes speak is a failure. */
  readonly require_tests: boolean
  /** Cases that could not be made. */
  readonly unplayed: number
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
    // Earlier events have left something behind that the last one alone would not meet.
    ...(one.events.length > 1 ? [] : [labelled('try', paint('dim', look.tryLine(played)))]),
  ]
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
