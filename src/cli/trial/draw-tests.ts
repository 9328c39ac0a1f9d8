// Human-readable output of `hooks test`.
import { commandLine } from '../../handlers/run/arguments.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, Place } from '../../model/types.ts'
import { visible, duration, fit, plural, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import { drawRules } from '../call/draw-rules.ts'
import { judgedRules } from '../call/view.ts'
import { quoted, type Page } from '../page/page.ts'
import type { PlayedCase } from './play-case.ts'
import type { Reason, Mismatch } from './expectations.ts'
import { countOf, type TestReport } from './report.ts'

export interface ReportLayout extends Page {
  /** The commands that show how a failed case is decided; absent: that is shown. */
  readonly next?: NextCommands | 'none'
  /** Rules that no case triggers are failures. */
  readonly require_tests: boolean
  /** Cases that could not be parsed. */
  readonly unplayed: number
}

export interface NextCommands {
  /** For any case. */
  readonly test: string
  /** For a call that can be typed; absent when several rule files were named. */
  readonly explain?: string
}

const LABEL = 10
const INDENT = 6

export function drawReport(report: TestReport, look: ReportLayout): string {
  const failed = report.played.filter(({ status }) => status === 'failed')
  const silent = look.require_tests ? drawSilent(report, look) : []
  const blocks = [...failed.map((played) => drawFailure(played, look)), ...silent, [summary(report, look)]]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function drawFailure(played: PlayedCase, look: ReportLayout): string[] {
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
    ...(look.next === 'none'
      ? []
      : look.next === undefined
        ? drawTrace(played, look)
        : [labelled('try', paint('dim', nextFor(one, look.next, width)))]),
  ]
}

/** The shorter command if it fits on one line. */
function nextFor(
  { events, replies, wants }: PlayedCase['of'],
  { test, explain }: NextCommands,
  width: number,
): string {
  const [event] = events
  const typed =
    event === undefined || events.length > 1 || wants.kind !== 'example' ? undefined : typedCall(event)
  if (typed === undefined || explain === undefined || Object.keys(replies).length > 0) return test
  const whole = `${explain} ${typed}`
  return widthOf(whole) > width - INDENT - LABEL || visible(whole) !== whole ? test : whole
}

const usualKeys = new Set(['event', 'tool_name', 'tool_input', 'prompt'])

/** The arguments of `hooks explain` for a call; undefined when they cannot express it. */
function typedCall({ event, tool_name: tool, tool_input: input, prompt, raw }: Event): string | undefined {
  const isShort =
    typeof raw === 'object' && raw !== null && Object.keys(raw).every((key) => usualKeys.has(key))
  if (!isShort) return undefined
  if (event === 'UserPromptSubmit' && prompt !== undefined) return `--prompt ${quoted(prompt)}`
  if (event !== 'PreToolUse') return undefined
  const { command, file_path: file } = isObject(input) ? input : {}
  if (tool === 'Bash' && typeof command === 'string') return quoted(command)
  const option = tool === 'Write' ? '--write' : tool === 'Read' ? '--read' : undefined
  return option === undefined || typeof file !== 'string' ? undefined : `${option} ${commandLine([file])}`
}

/** The trace of the last event. */
function drawTrace({ last }: PlayedCase, look: ReportLayout): string[] {
  if (last === undefined) return []
  const page = { ...look, width: look.width - INDENT }
  const rows = drawRules(judgedRules(last), last, { page, all: true, hint: '' })
  const margin = ' '.repeat(INDENT - 2)
  return ['', ...rows.map((row) => margin + row)]
}

function labelled(label: string, text: string): string {
  return `${' '.repeat(INDENT)}${label.padEnd(LABEL)}${text}`
}

function drawWrong({ expected, got }: Mismatch, { width }: ReportLayout): string[] {
  const room = width - INDENT - LABEL
  return [labelled('expected', fit(expected, room)), labelled('got', fit(got, room))]
}

/** The place goes last, on its own line if there is no room. */
function drawReason({ text, at }: Reason, label: string, { width, paint }: ReportLayout): string[] {
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

function drawSilent({ silent }: TestReport, { paint }: ReportLayout): string[][] {
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
function summary(
  report: TestReport,
  { paint, width, require_tests: strict, unplayed }: ReportLayout,
): string {
  const passed = countOf(report, 'passed')
  const failed = countOf(report, 'failed')
  const skipped = countOf(report, 'skipped')
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

function namesIn(names: readonly string[], room: number): string {
  for (let shown = names.length; shown > 0; shown--) {
    const rest = names.length - shown
    const text = `${names.slice(0, shown).join(', ')}${rest === 0 ? '' : `, … ${rest} more`}`
    if (widthOf(text) <= room) return text
  }
  return ''
}
