// The rules of a call, a row each: those that spoke, those that came near, and how many more there are.
import { isAbsolute } from 'node:path'
import type { Rule, TraceEntry, TraceResult } from '../../model/types.ts'
import { writeDuration } from '../../patterns/text/duration.ts'
import {
  duration,
  fitStart,
  lines,
  pad,
  plural,
  visible,
  widthOf,
} from '../../patterns/text/terminal-text.ts'
import { NO_BREAK, drawRows, type Row } from '../page/columns.ts'
import { type Page, placeText, shortPath, type Sign, signFor, USUAL_WIDTH } from '../page/page.ts'
import type { MatchedKey } from './matched.ts'
import { decidersOf, namesOf } from './verdicts.ts'
import type { JudgedCall, JudgedRule, RuleView } from './view.ts'

const SLOW_MS = 10
const STDERR_LINES = 4
const MAX_SILENT = 3
const MAX_ALIKE = 3

const FAILURES: Readonly<Record<TraceResult, string | undefined>> = {
  ran: undefined,
  skipped: undefined,
  error: 'failed',
  timeout: 'timed out',
  bad_reply: 'bad reply',
  spawn_failed: 'failed',
}

export function hasFailed({ result }: Pick<TraceEntry, 'result'>): boolean {
  return FAILURES[result] !== undefined
}

interface RulesLook {
  readonly page: Page
  /** With what every key of a match met, which explains; else what the rule did, which reports. */
  readonly full?: boolean
  /** Those that did not match as well. */
  readonly all?: boolean
  /** How to see the others. */
  readonly hint: string
}

/** The deciding rules first. */
export function drawRules(rules: readonly JudgedRule[], judged: JudgedCall, look: RulesLook): string[] {
  const { page, all = false, hint } = look
  const by = namesOf(decidersOf(judged.verdict))
  const decides = ({ rule, is }: RuleView): boolean => is !== 'no' && by.includes(rule)
  const ordered = rules
    .map(({ view }) => view)
    .toSorted((one, two) => Number(decides(two)) - Number(decides(one)) || rankOf(one) - rankOf(two))
  const shown = all ? ordered : worthShowing(ordered)
  const ofView = new Map(rules.map((rule) => [rule.view, rule]))
  const rows = shown.map((view) =>
    rowOf({ ...judged, ...look, entry: undefined, own: undefined, ...ofView.get(view), view }),
  )
  return [
    ...drawRows(rows, page.width, page.paint),
    ...countsOf(ordered, shown).map((text) => counted(text, hint, page)),
  ]
}

const isForOthers = ({ other_tool: other }: RuleView): boolean => other === true
/** Nothing follows from it that it cannot tell. */
const isUnsure = ({ is, says }: RuleView): boolean => is === 'maybe' && says === 'maybe'
const isMissed = (view: RuleView): boolean => view.is === 'no' && !isForOthers(view)
/** It speaks because it cannot tell. */
const isDoubt = (view: RuleView): boolean => view.is === 'maybe' && !isUnsure(view)

const ranks = [({ is }: RuleView) => is === 'yes', isDoubt, isUnsure, isMissed, isForOthers] as const

/** Order: matched, uncertain but speaking, silent. */
function rankOf(view: RuleView): number {
  return ranks.findIndex((is) => is(view))
}

const nearness = ({ near = 0 }: RuleView): number => near

/** Rules that matched, a few of those with equal reasons, and the nearest silent rules. */
function worthShowing(views: readonly RuleView[]): readonly RuleView[] {
  const still = views
    .filter((view) => nearness(view) > 0 && (isUnsure(view) || isMissed(view)))
    .toSorted((one, two) => nearness(two) - nearness(one))
  // Counting one rule would take as much space as showing it.
  const near = still.length === MAX_SILENT + 1 ? still : still.slice(0, MAX_SILENT)
  return views.filter(
    (view) =>
      view.is === 'yes' || near.includes(view) || (isDoubt(view) && alikeBefore(view, views) < MAX_ALIKE),
  )
}

const isAlike = (one: RuleView, two: RuleView): boolean => one.says === two.says && one.why === two.why

function alikeBefore(view: RuleView, views: readonly RuleView[]): number {
  return views.slice(0, views.indexOf(view)).filter((each) => isDoubt(each) && isAlike(each, view)).length
}

function countsOf(views: readonly RuleView[], shown: readonly RuleView[]): readonly string[] {
  const left = views.filter((view) => !shown.includes(view))
  const count = (is: (view: RuleView) => boolean, what: string): string[] => {
    const some = left.filter(is).length
    return some === 0 ? [] : [`${plural(some, shown.some(is) ? 'more rule' : 'rule')} ${what}`]
  }
  const doubts = left.filter(isDoubt)
  const kinds = doubts.filter((view, at) => doubts.findIndex((each) => isAlike(each, view)) === at)
  return [
    ...kinds.map((kind) => {
      const some = doubts.filter((each) => isAlike(each, kind)).length
      return `${kind.says ?? ''}: ${plural(some, 'more rule')}, for the same reason`
    }),
    ...count(isUnsure, 'that cannot tell: nothing follows'),
    ...count(isMissed, 'did not match'),
    ...count(isForOthers, 'for other tools'),
  ]
}

export function counted(text: string, hint: string, { width, paint }: Page): string {
  const room = Math.min(width, USUAL_WIDTH) - hint.length - 2
  const short = widthOf(text) + 4 > room ? text.replace(/ rules?/, '') : text
  return `  ${paint('dim', `${pad(fitStart(`· ${short}`, room - 2), room)}${hint}`)}`
}

type DrawnRule = JudgedCall & RulesLook & JudgedRule

function rowOf(drawn: DrawnRule): Row {
  const { view, entry, own, page, full = false } = drawn
  const base = {
    name: view.rule,
    place: view.at === undefined ? '' : placeText(view.at, page),
    whole: view.is !== 'no',
  }
  const quiet = { ...base, glyph: '·', colour: 'dim', word: '' } as const
  if (view.is === 'no') return { ...quiet, text: view.why ?? 'its match does not hold' }
  if (entry === undefined && view.not_reached === undefined && own?.once !== undefined)
    return { ...quiet, text: `once: ${own.once}, and it has spoken` }
  const failed = entry && FAILURES[entry.result]
  if (failed !== undefined && entry !== undefined) {
    const colour = entry.decision === 'deny' ? 'red' : 'yellow'
    return { ...base, glyph: '!', colour, word: failed, ...failureOf(entry, drawn) }
  }
  if (full) return { ...base, ...signOf(view), word: view.says ?? '', text: reasonsOf(view, page) }
  const text = textOf(drawn)
  return view.not_reached === true
    ? { ...quiet, word: 'not run', text }
    : { ...base, ...signOf(view), word: view.says ?? '', text: text + timeOf(entry) }
}

function signOf({ is, says = '', asks }: RuleView): Sign {
  const sign = signFor(asks === undefined ? says : 'ask')
  if (sign !== undefined) return sign
  if (says.startsWith('would ') || ['watch', 'advise', 'observes', 'remember'].includes(says))
    return { glyph: '~', colour: 'dim' }
  if (says === 'not trusted') return { glyph: '!', colour: 'yellow' }
  return is === 'maybe' ? { glyph: '·', colour: 'dim' } : { glyph: '✓', colour: 'green' }
}

/** What was met, and what else there is to say of the rule. */
function reasonsOf({ met, why = '', is, asks, uses, layer, not_reached }: RuleView, page: Page): string {
  // The tool only when it is the only key.
  const telling = met.length > 1 ? met.filter(({ key }) => key !== 'tool') : met
  const keys = is === 'maybe' ? '' : telling.map((key) => metText(key, page)).join(', ')
  const nothing = is === 'maybe' || uses !== undefined ? '' : 'matches everything'
  return [
    asks,
    uses,
    keys || why || nothing,
    layer === 'project' ? undefined : `${layer} layer`,
    not_reached === true ? 'not reached' : undefined,
  ]
    .filter((text) => text !== undefined && text !== '')
    .join(' · ')
}

function metText({ key, pattern, met }: MatchedKey, page: Page): string {
  const what = met?.startsWith('/') === true ? shortPath(met, page) : met
  return `${key}: ${pattern}${what === undefined || what === pattern ? '' : ` ← ${what}`}`
}

/** What it did and what matched, without the tool, which the header shows. */
function textOf({ view: { why = '', uses }, entry, event, page }: DrawnRule): string {
  const did = entry?.did ?? uses
  const tool = `tool ${event.tool_name}`
  const about = why.startsWith(`${tool}, `) ? why.slice(tool.length + 2) : why
  const met = entry?.matched
  const matched = met === undefined ? about : isAbsolute(met) ? shortPath(met, page) : met
  if (did === undefined || did === '') return matched === '' ? 'matches everything' : matched
  const ran = shortenPaths(did, page)
  return matched === '' || matched === tool ? ran : `${ran} · ${matched}`
}

function timeOf(entry: Pick<TraceEntry, 'ms' | 'result'> | undefined): string {
  return entry === undefined || entry.ms < SLOW_MS || entry.result === 'timeout'
    ? ''
    : ` · ${duration(entry.ms)}`.replaceAll(/(?<=.) /g, NO_BREAK)
}

/** Shortens paths of the project. */
function shortenPaths(text: string, { cwd, root }: Page): string {
  return cwd === root ? text.replaceAll(`${root}/`, './') : text
}

/** The error, its effect on the verdict, and a fix. */
function failureOf(entry: TraceEntry, { own, verdict, page }: DrawnRule): Pick<Row, 'text' | 'more'> {
  const warning = verdict.warnings.find((each) => each.rule === entry.rule && each.code === entry.result)
  const [said = '', ...fixes] = shortenPaths(warning?.message ?? entry.did ?? '', page).split('; fix: ')
  const name = `${entry.rule}: `
  const fix = fixes[0] ?? fixFor(entry, own)
  const stderr = lines(entry.stderr ?? '').filter((line) => line.trim() !== '')
  return {
    text: (said.startsWith(name) ? said.slice(name.length) : said) + timeOf(entry),
    more: [
      ...stderr.slice(-STDERR_LINES).map((line) => `stderr: ${visible(line)}`),
      ...(own === undefined ? [] : [`on_error: ${own.on_error}`]),
      ...(fix === undefined ? [] : [`fix: ${fix}`]),
    ],
  }
}

function fixFor({ result, did }: TraceEntry, rule: Rule | undefined): string | undefined {
  const program = did?.split(' ')[0]
  switch (result) {
    case 'timeout':
      return rule === undefined
        ? undefined
        : `timeout: ${writeDuration(Math.ceil((rule.timeout_ms * 2) / 1000) * 1000)} (now ${writeDuration(rule.timeout_ms)})`
    case 'bad_reply':
      return 'print one JSON object of verdict fields such as {"decision": "deny"}, or nothing'
    case 'spawn_failed':
      return program?.includes('/') === true ? `ls -l ${program}` : undefined
    case 'error':
    case 'ran':
    case 'skipped':
      return undefined
  }
}
