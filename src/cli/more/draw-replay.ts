// Draws what rules would have done to past calls.
import { fitStart, lines, plural, visible, wrap } from '../../patterns/text/terminal-text.ts'
import type { ReplayAdvice } from '../change/exception.ts'
import type { LeftOutCalls } from '../past/past-events.ts'
import type { CallTally, Played, RuleTally } from '../past/tally.ts'
import { drawField } from '../call/draw-call.ts'
import { dayOf } from '../live/draw-ledger.ts'
import { drawNote, placeText, signFor, tilde, type Page } from '../page/page.ts'

type AdvisedRule = RuleTally & ReplayAdvice

export interface DrawnReplay extends Played {
  readonly rules: readonly AdvisedRule[]
}

export interface ReplayPlace {
  readonly from: readonly string[]
  /** As it was written: `30d`. */
  readonly since: string
}

const MAX_RULES = 12
const MAX_CALLS = 5

export function drawReplay(replay: DrawnReplay, { from, since }: ReplayPlace, page: Page): string[] {
  const notes = [...drawStarting(replay, page), ...drawLeftOut(replay.left_out, page)]
  if (replay.calls === 0) {
    const where = from.map((each) => tilde(each, page.home)).join(', ')
    return [...wrap(`no tool calls found in ${where} (--since ${since})`, page.width), ...notes]
  }
  const shown = replay.rules.slice(0, MAX_RULES)
  const more = replay.rules.length - shown.length
  return [
    ...drawHead(replay, page),
    ...shown.flatMap((rule) => ['', ...drawRule(rule, page)]),
    ...(more > 0 ? ['', page.paint('dim', `… ${plural(more, 'more rule')}  (--json)`)] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ]
}

function drawHead({ calls, sessions, from, to, denied, asked, advised }: DrawnReplay, page: Page): string[] {
  const { paint } = page
  const days =
    from === undefined || to === undefined
      ? []
      : [dayOf(from) === dayOf(to) ? dayOf(to) : `${dayOf(from)} to ${dayOf(to)}`]
  const counted = `${plural(calls, 'call')} in ${plural(sessions, 'session')}`
  const parts = [
    ...(denied > 0 ? [paint('red', `✗ ${count(denied)} would be denied`)] : []),
    ...(asked > 0 ? [paint('yellow', `? ${count(asked)} would be asked`)] : []),
    ...(advised > 0 ? [paint('yellow', `~ ${count(advised)} only advised about`)] : []),
  ]
  return [
    paint('bold', [counted, ...days].join(' · ')),
    ...(parts.length === 0 ? [paint('green', '✓ none would be denied or asked')] : [parts.join('   ')]),
  ]
}

const count = (number: number): string => number.toLocaleString('en-US')

const verbs = { deny: 'denies', ask: 'asks about' } as const

function drawRule(rule: AdvisedRule, page: Page): string[] {
  const { paint, width } = page
  const sign = rule.mode === 'enforce' ? signFor(rule.decision) : { glyph: '~', colour: 'yellow' as const }
  const said = `${rule.mode === 'enforce' ? verbs[rule.decision] : `would ${rule.decision}`} ${plural(rule.count, 'call')}${rule.mode === 'enforce' ? '' : `, mode ${rule.mode}`}`
  const place = rule.at === undefined || rule.rule.includes('/') ? '' : placeText(rule.at, page)
  const head = `${visible(rule.rule)}  ${said}`
  const gap = Math.max(2, width - head.length - 2 - place.length)
  const more = rule.calls.length - MAX_CALLS
  return [
    `${paint(sign?.colour ?? 'dim', sign?.glyph ?? '·')} ${paint('bold', visible(rule.rule))}  ${said}${place === '' ? '' : ' '.repeat(gap) + paint('dim', place)}`,
    ...rule.calls.slice(0, MAX_CALLS).map((call) => drawCall(call, page)),
    ...(more > 0 ? [`         ${paint('dim', `… ${plural(more, 'more call')}  (--json)`)}`] : []),
    ...drawField('exempt', rule.exempt, page),
    ...(rule.tighten === undefined ? [] : drawField('tighten', rule.tighten, page)),
  ]
}

function drawCall({ call, count: times }: CallTally, { width }: Page): string {
  return `  ${String(times).padStart(4)} ×  ${fitStart(lines(call)[0] ?? '', width - 10)}`
}

function drawStarting({ not_started: names, calls }: DrawnReplay, page: Page): readonly string[] {
  if (names.length === 0 || calls === 0) return []
  return note(`not started, so without an opinion here: ${names.join(', ')}`, page)
}

const MAX_FILES = 3

const note = (text: string, page: Page): readonly string[] => drawNote(page.paint('yellow', '!'), text, page)

function drawLeftOut({ broken, long, unknown, unreadable }: LeftOutCalls, page: Page): string[] {
  const notes = [
    ...(broken > 0 ? [`${plural(broken, 'line')} left out: no JSON object`] : []),
    ...(long > 0 ? [`${plural(long, 'line')} left out: longer than 16 MiB`] : []),
    ...(unknown > 0
      ? [`${plural(unknown, 'object')} left out: no payload of an agent that hooks knows`]
      : []),
    ...unreadable.slice(0, MAX_FILES).map((each) => `${tilde(each.path, page.home)}: ${each.why}`),
    ...(unreadable.length > MAX_FILES
      ? [`${plural(unreadable.length - MAX_FILES, 'more file')} could not be read  (--json)`]
      : []),
  ]
  return notes.flatMap((text) => note(text, page))
}
