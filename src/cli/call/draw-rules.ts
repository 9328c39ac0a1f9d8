import { isAbsolute } from 'node:path'
import type { ExplainedRule } from '../../engine/dispatch.ts'
import type { Event, Rule, TraceEntry, TraceResult, Verdict } from '../../model/types.ts'
import { writeDuration } from '../../patterns/text/duration.ts'
import {
  duration,
  fit,
  lines,
  pad,
  plural,
  visible,
  widthOf,
  wrap,
} from '../../patterns/text/terminal-text.ts'
import { type Page, placeText, shortPath, type Sign, signFor, USUAL_WIDTH } from '../page/page.ts'
import { NO_BREAK, type Row } from '../page/columns.ts'
import { events } from '../../model/events.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import type { OpenPlan } from '../../store/plan/cache.ts'
import type { MatchContext } from './matched.ts'
import { closestRule } from './nearest.ts'

const SLOW_MS = 10
const STDERR_LINES = 4

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

export function hasObserved(entry: TraceEntry, rules: readonly Rule[]): boolean {
  return entry.result === 'ran' && isObserver(rules.find(({ name }) => name === entry.rule))
}

/** A built-in that only records: it always runs. */
export function isObserver(rule: Rule | undefined): boolean {
  return rule?.handler.kind === 'remember' || (rule?.handler.kind === 'use' && rule.always)
}

interface RowContext {
  readonly event: Event
  readonly verdict: Verdict
  /** The rules of the event. */
  readonly rules: readonly Rule[]
  readonly page: Page
  /** Nothing was started. */
  readonly dry?: boolean
}

/** One row for a rule that matched. */
export function rowOf(entry: TraceEntry, known: RowContext): Row {
  const rule = known.rules.find(({ name }) => name === entry.rule)
  const at = entry.at ?? rule?.at
  const { glyph, colour, word } = signOf(entry, rule, known.dry)
  const said = hasFailed(entry) ? failureOf(entry, rule, known) : { text: textOf(entry, rule, known) }
  const time =
    entry.ms >= SLOW_MS && entry.result !== 'timeout'
      ? ` · ${duration(entry.ms)}`.replaceAll(/(?<=.) /g, NO_BREAK)
      : ''
  return {
    glyph,
    colour,
    word,
    name: entry.rule,
    place: at === undefined ? '' : placeText(at, known.page),
    whole: true,
    ...said,
    text: said.text + time,
  }
}

const dimmed = (word: string) => ({ glyph: '~', colour: 'dim', word }) as const

function signOf(entry: TraceEntry, rule: Rule | undefined, dry = false): Sign & { readonly word: string } {
  const { decision, flow, mode, would } = entry
  const failure = FAILURES[entry.result]
  if (failure !== undefined)
    return { glyph: '!', colour: decision === 'deny' ? 'red' : 'yellow', word: failure }
  if (entry.result === 'skipped') return { glyph: '·', colour: 'dim', word: 'not run' }
  if (would !== undefined) return dimmed(`would ${would}`)
  const says = decision !== 'deny' && flow === 'stop' ? flow : (decision ?? '')
  const sign = signFor(says)
  if (sign !== undefined) return { ...sign, word: says }
  const runs = { glyph: '✓', colour: 'green' } as const
  if (flow === 'continue' || flow === 'restart') return { ...runs, word: flow }
  if (dry && rule?.handler.kind === 'run') return dimmed('would run')
  if (mode === 'watch' || mode === 'advise') return dimmed(mode)
  if (isObserver(rule)) return dimmed('observes')
  return { ...runs, word: rule === undefined ? 'ran' : verbOf(rule) }
}

function verbOf({ handler, background }: Rule): string {
  if (background === true) return 'started'
  if (handler.kind !== 'inline') return 'ran'
  const { says } = handler.inline
  return says.startsWith('set_') ? says.replace('_', ' ') : says
}

/** What it did and what matched, without the tool, which the header shows. */
function textOf(entry: TraceEntry, rule: Rule | undefined, { event, page }: RowContext): string {
  const { why = '', matched: met } = entry
  const did = entry.did ?? (rule?.handler.kind === 'use' ? rule.handler.name : undefined)
  const tool = `tool ${event.tool_name}`
  const about = why.startsWith(`${tool}, `) ? why.slice(tool.length + 2) : why
  const matched = met === undefined ? about : isAbsolute(met) ? shortPath(met, page) : met
  if (did === undefined || did === '') return matched === '' ? 'matches everything' : matched
  const ran = shortenPaths(did, page)
  return matched === '' || matched === tool ? ran : `${ran} · ${matched}`
}

/** Shortens paths of the project. */
function shortenPaths(text: string, { cwd, root }: Page): string {
  return cwd === root ? text.replaceAll(`${root}/`, './') : text
}

/** The error, its effect on the verdict, and a fix. */
function failureOf(
  entry: TraceEntry,
  rule: Rule | undefined,
  { verdict, page }: RowContext,
): Pick<Row, 'text' | 'more'> {
  const warning = verdict.warnings.find((each) => each.rule === entry.rule && each.code === entry.result)
  const [text = '', ...fixes] = shortenPaths(warning?.message ?? entry.did ?? '', page).split('; fix: ')
  const fix = fixes[0] ?? fixFor(entry, rule)
  const stderr = lines(entry.stderr ?? '').filter((line) => line.trim() !== '')
  return {
    text: withoutRuleName(text, entry.rule),
    more: [
      ...stderr.slice(-STDERR_LINES).map((line) => `stderr: ${visible(line)}`),
      ...(rule === undefined ? [] : [`on_error: ${rule.on_error}`]),
      ...(fix === undefined ? [] : [`fix: ${fix}`]),
    ],
  }
}

/** Removes the rule's name, which the row shows already. */
function withoutRuleName(message: string, rule: string): string {
  return message.startsWith(`${rule}: `) ? message.slice(rule.length + 2) : message
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

interface ExplainContext {
  readonly event: Event
  readonly verdict: Verdict
  readonly rules: readonly Rule[]
  readonly page: Page
  readonly dry?: boolean
}

/** Every rule of the event: what it did, or the first condition that failed. */
export function explainRows(explained: readonly ExplainedRule[], of: ExplainContext): Row[] {
  return explained.map((each) => {
    const entry = of.verdict.trace.find(({ rule }) => rule === each.rule)
    return entry === undefined ? silentRow(each, of.rules, of.page) : rowOf(entry, of)
  })
}

function silentRow(each: ExplainedRule, rules: readonly Rule[], page: Page): Row {
  const place = placeText(each.at, page)
  const base = {
    glyph: '·',
    colour: 'dim',
    name: each.rule,
    word: each.is === 'maybe' ? 'maybe' : '',
    place,
  } as const
  if (each.is !== 'yes') return { ...base, text: each.why ?? 'its match does not hold' }
  const once = rules.find(({ name }) => name === each.rule)?.once
  if (each.skipped === true) return { ...base, word: 'not run', text: each.why ?? 'matches everything' }
  return { ...base, text: once === undefined ? (each.why ?? '') : `once: ${once}, and it has spoken` }
}

interface UnmatchedEvent {
  readonly event: Event
  readonly rules: readonly Rule[]
  readonly plan: Pick<OpenPlan, 'counts' | 'sizes'>
  readonly asking: MatchContext
  readonly payload: string | undefined
  readonly explain: boolean
}

export function drawUnmatched(of: UnmatchedEvent, page: Page): string[] {
  if (of.rules.length === 0) return noRules(of, page)
  const near = of.explain ? undefined : closestRule(of.rules, of.asking)
  if (near === undefined) return []
  const again =
    of.payload === undefined || of.payload === '-' ? '--explain' : `hooks explain ${visible(of.payload)}`
  return [
    ...drawNear(near.rule, near.why, page),
    `  ${page.paint('dim', 'why not:')} ${fit(again, page.width - 11)}`,
  ]
}

function drawNear(rule: Rule, why: string, page: Page): string[] {
  const name = visible(rule.name)
  const place = placeText(rule.at, page)
  const head = `  ${page.paint('dim', 'closest:')} ${name}   `
  const used = 2 + 'closest: '.length + widthOf(name) + 3
  if (page.width - used < 18)
    return [
      ...wrap(name, page.width - 11).map(
        (line, at) => `  ${at === 0 ? page.paint('dim', 'closest:') : '        '} ${line}`,
      ),
      ...[fit(why, page.width - 11), page.paint('dim', place)]
        .filter((line) => line !== '')
        .map((line) => ' '.repeat(11) + line),
    ]
  if (place === '') return [`${head}${fit(why, page.width - used)}`]
  const room = page.width - used - widthOf(place) - 2
  if (room >= 18) return [`${head}${pad(fit(why, room), room)}  ${page.paint('dim', place)}`]
  return [
    `${head}${fit(why, page.width - used)}`,
    `  ${' '.repeat('closest: '.length)}${page.paint('dim', place)}`,
  ]
}

function noRules({ event, plan }: UnmatchedEvent, page: Page): string[] {
  const dim = (text: string): string => `  ${page.paint('dim', text)}`
  if (event.event === 'unmapped') return [dim('this event is recorded, rules cannot be written for it')]
  if (rulesIn(plan.counts) === 0) {
    return [
      dim('there is no rule yet; write three lines into hooks.yaml:'),
      '    hooks:',
      `      ${event.event}:`,
      `        - { name: first, notify: 'hooks saw ${event.event}' }`,
    ]
  }
  const others = Object.keys(events).flatMap((name) =>
    plan.sizes[name] ? [`${name} (${plan.sizes[name]})`] : [],
  )
  return [dim(fit(`no rule is for ${event.event}, only for ${others.join(', ')}`, page.width - 2))]
}

export function drawRest(count: number, page: Page, hint = '(--explain)'): string[] {
  if (count <= 0) return []
  const long = `· ${plural(count, 'more rule')} for this event did not match`
  const width = Math.min(page.width, USUAL_WIDTH)
  const text = widthOf(long) + hint.length + 4 > width ? `· ${count} more did not match` : long
  return [`  ${page.paint('dim', pad(text, width - hint.length - 2) + hint)}`]
}
