// Draws ledger statistics.
import { duration, fit, lines, pad, plural, visible, widthOf } from '../../patterns/text/terminal-text.ts'
import type { DayInFigures, LedgerFigures, RuleFigures, Percentiles, ToolFigures } from './ledger-figures.ts'
import { dayOf } from './draw-ledger.ts'
import { signFor, type Page } from '../page/page.ts'
import { drawRows, type Row } from '../page/columns.ts'

const MAX_ROWS = 12
const MAX_DAYS = 14
const MAX_DENIED = 8

const decisionOrder = ['deny', 'ask', 'allow', 'proceed'] as const

export function drawStats(figures: LedgerFigures, page: Page): string[] {
  return [
    ...drawHead(figures, page),
    ...section('rules', drawRules(figures.rules, page), page),
    ...drawTools(figures.tools, page),
    ...drawDays(figures.days, page),
    ...section('denied most', drawDenied(figures, page), page),
  ]
}

function section(title: string, drawn: readonly string[], { paint }: Page): readonly string[] {
  return drawn.length === 0 ? [] : ['', paint('bold', title), ...drawn]
}

const signs = [
  ['succeeded', '✓', 'green'],
  ['failed', '!', 'yellow'],
  ['denied', '✗', 'red'],
  ['prepared', '?', 'yellow'],
  ['running', '~', 'bold'],
  ['declined', '✗', 'yellow'],
  ['abandoned', '·', 'dim'],
] as const

function drawHead(figures: LedgerFigures, { paint, width }: Page): readonly string[] {
  const { from = '', to = from, sessions, calls, rows, statuses, decisions, duration: took, hooks } = figures
  const days = dayOf(from) === dayOf(to) ? dayOf(to) : `${dayOf(from)} to ${dayOf(to)}`
  const sums = [plural(calls, 'call'), ...(rows === calls ? [] : [plural(rows - calls, 'other event')])]
  const shown = signs.filter(([status]) => (statuses[status] ?? 0) > 0)
  const decided = decisionOrder.flatMap((name) =>
    decisions[name] === undefined ? [] : [`${cell(decisions[name])} ${name}`],
  )
  const times = [...percentilesText('a call took', took), ...percentilesText('hooks took', hooks)]
  return [
    paint('bold', fit([days, plural(sessions, 'session'), ...sums].join(' · '), width)),
    ...(shown.length === 0
      ? []
      : [
          `  ${shown.map(([status, glyph, colour]) => `${paint(colour, glyph)} ${(statuses[status] ?? 0).toLocaleString('en-US')} ${status}`).join('   ')}`,
        ]),
    ...[`decided: ${decided.join(' · ')}`, ...times].map((line) => `  ${paint('dim', line)}`),
  ]
}

function percentilesText(what: string, times: Percentiles): readonly string[] {
  if (times === undefined) return []
  return [`${what} ${duration(times.p50_ms)} (p50), ${duration(times.p95_ms)} (p95)`]
}

function more(left: number, noun: string, { paint }: Page): readonly string[] {
  return left <= 0 ? [] : [`  ${paint('dim', `… ${plural(left, `more ${noun}`)}  (--json)`)}`]
}

const words = { deny: 'denied', ask: 'asked', allow: 'allowed', proceed: 'let through' } as const

function drawRules(rules: readonly RuleFigures[], page: Page): readonly string[] {
  const drawn = drawRows(rules.slice(0, MAX_ROWS).map(ruleRow), page.width, page.paint)
  return [...drawn, ...more(rules.length - MAX_ROWS, 'rule', page)]
}

function ruleRow({ rule, decided, would, failed, last }: RuleFigures): Row {
  const said = [
    ...Object.entries(decided).map(([what, count]) => `${count} ${words[what as keyof typeof words]}`), // a decision
    ...Object.entries(would).map(([what, count]) => `would ${what} ${plural(count, 'time')}`),
    ...(failed === 0 ? [] : [`failed ${plural(failed, 'time')}`]),
  ]
  const strongest = (['deny', 'ask', 'allow'] as const).find((each) => decided[each] !== undefined)
  const sign = signFor(strongest ?? '') ?? { glyph: failed > 0 ? '!' : '~', colour: 'yellow' as const }
  return { ...sign, name: rule, word: '', text: said.join(' · '), place: `last ${dayOf(last)}` }
}

interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly lines: readonly { readonly name: string; readonly cells: readonly string[] }[]
}

const CELL = 7
const countHead = ['calls', 'denied', 'asked', 'failed']
const NONE = '–'

const cell = (count: number): string => (count === 0 ? NONE : count.toLocaleString('en-US'))

/** Names to the left, numbers in columns below their titles. */
function drawTable({ title, head, lines: all }: Table, page: Page): readonly string[] {
  if (all.length === 0) return []
  const most = page.width - 4 - head.length * (CELL + 2)
  const widths = all.map((line) => widthOf(visible(line.name))).filter((width) => width <= most)
  const column = Math.max(...widths, title.length - 2)
  const titles = head.map((each) => `  ${each.padStart(CELL)}`).join('')
  return [
    '',
    `${page.paint('bold', pad(title, column + 2))}${page.paint('dim', titles)}`,
    ...all.map(
      (line) =>
        `  ${nameIn(visible(line.name), column)}${line.cells.map((each) => `  ${each.padStart(CELL)}`).join('')}`,
    ),
  ]
}

/** A name is never cut: a longer one has a line of its own. */
function nameIn(name: string, column: number): string {
  return widthOf(name) <= column ? pad(name, column) : `${name}\n  ${' '.repeat(column)}`
}

function drawTools(tools: readonly ToolFigures[], page: Page): readonly string[] {
  const shown = tools.slice(0, MAX_ROWS).map(({ tool, calls, denied, asked, failed, duration: took }) => ({
    name: tool,
    cells: [
      ...[calls, denied, asked, failed].map(cell),
      ...[took?.p50_ms, took?.p95_ms].map((ms) => (ms === undefined ? NONE : duration(ms))),
    ],
  }))
  const head = [...countHead, 'p50', 'p95']
  const drawn = drawTable({ title: 'tools', head, lines: shown }, page)
  return [...drawn, ...more(tools.length - MAX_ROWS, 'tool', page)]
}

function drawDays(days: readonly DayInFigures[], page: Page): readonly string[] {
  const shown = days.slice(-MAX_DAYS)
  const table = shown.map(({ day, calls, denied, asked, failed }) => ({
    name: day,
    cells: [calls, denied, asked, failed].map(cell),
  }))
  const [blank = '', title = '', ...drawn] = drawTable({ title: 'days', head: countHead, lines: table }, page)
  const room = Math.max(0, page.width - Math.max(0, ...drawn.map(widthOf)) - 2)
  const most = Math.max(1, ...shown.map(({ calls }) => calls))
  const bar = (calls: number): string => '▇'.repeat(Math.round((calls / most) * room))
  const barred = drawn.map((line, at) =>
    `${line}  ${page.paint('dim', bar(shown[at]?.calls ?? 0))}`.trimEnd(),
  )
  const older = more(days.length - MAX_DAYS, 'day', page)
  return title === '' ? [] : [blank, title, ...older, ...barred]
}

function drawDenied({ denied_most }: LedgerFigures, page: Page): readonly string[] {
  const shown = denied_most.slice(0, MAX_DENIED)
  const rows = shown.map(({ call, rule, count }): Row => ({
    glyph: `${count} ×`,
    colour: 'red',
    name: rule ?? NONE,
    word: '',
    text: lines(call)[0] ?? '',
    place: '',
  }))
  return [...drawRows(rows, page.width, page.paint), ...more(denied_most.length - MAX_DENIED, 'call', page)]
}
