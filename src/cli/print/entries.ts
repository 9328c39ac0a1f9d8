import { isAbsolute } from 'node:path'
import type { ExplainedRule } from '../../engine/dispatch.ts'
import type { Event, HandlerSpec, Rule, TraceEntry, TraceResult, Verdict } from '../../model/types.ts'
import { writeDuration } from '../../patterns/text/duration.ts'
import { duration, lines, visible } from '../../patterns/text/terminal-text.ts'
import { placeText, shortPath, type Page, type Colour } from './page.ts'
import type { Row } from './rows.ts'

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

/** A built-in that only records has done so, and nothing else. */
export function hasObserved(entry: TraceEntry, rules: readonly Rule[]): boolean {
  return entry.result === 'ran' && isObserver(rules.find(({ name }) => name === entry.rule))
}

/** A built-in that never has an opinion is asked always. */
export function isObserver(rule: Rule | undefined): boolean {
  return rule?.handler.kind === 'remember' || (rule?.handler.kind === 'use' && rule.always)
}

interface Known {
  readonly event: Event
  readonly verdict: Verdict
  /** The rules of the event. */
  readonly rules: readonly Rule[]
  readonly page: Page
  /** Nothing was started. */
  readonly dry?: boolean
}

/** One row for a rule that matched. */
export function rowOf(entry: TraceEntry, known: Known): Row {
  const rule = known.rules.find(({ name }) => name === entry.rule)
  const at = entry.at ?? rule?.at
  const { glyph, colour, word } = signOf(entry, rule, known.dry)
  const said = hasFailed(entry) ? failureOf(entry, rule, known) : { text: textOf(entry, rule, known) }
  const time = entry.ms >= SLOW_MS && entry.result !== 'timeout' ? ` · ${duration(entry.ms)}` : ''
  return {
    glyph,
    colour,
    word,
    name: entry.rule,
    place: at === undefined ? '' : placeText(at, known.page),
    ...said,
    text: said.text + time,
  }
}

interface Sign {
  readonly glyph: string
  readonly colour: Colour
  readonly word: string
}

function signOf(entry: TraceEntry, rule: Rule | undefined, dry = false): Sign {
  const failure = FAILURES[entry.result]
  if (failure !== undefined)
    return { glyph: '!', colour: entry.decision === 'deny' ? 'red' : 'yellow', word: failure }
  if (entry.result === 'skipped') return { glyph: '·', colour: 'dim', word: 'not run' }
  if (entry.would !== undefined) return { glyph: '~', colour: 'dim', word: `would ${entry.would}` }
  if (entry.decision === 'deny') return { glyph: '✗', colour: 'red', word: 'deny' }
  if (entry.flow === 'stop') return { glyph: '✗', colour: 'red', word: 'stop' }
  if (entry.decision === 'ask') return { glyph: '?', colour: 'yellow', word: 'ask' }
  if (entry.decision === 'allow') return { glyph: '✓', colour: 'green', word: 'allow' }
  if (entry.flow === 'continue' || entry.flow === 'restart')
    return { glyph: '✓', colour: 'green', word: entry.flow }
  if (dry && rule?.handler.kind === 'run') return { glyph: '~', colour: 'dim', word: 'would run' }
  if (entry.mode === 'watch' || entry.mode === 'advise')
    return { glyph: '~', colour: 'dim', word: entry.mode }
  if (isObserver(rule)) return { glyph: '~', colour: 'dim', word: 'observes' }
  return { glyph: '✓', colour: 'green', word: rule === undefined ? 'ran' : verbOf(rule) }
}

function verbOf({ handler, background }: Rule): string {
  if (background === true) return 'started'
  return handler.kind === 'inline' ? inlineVerb(handler) : 'ran'
}

function inlineVerb({ inline }: Extract<HandlerSpec, { kind: 'inline' }>): string {
  return inline.says.startsWith('set_') ? inline.says.replace('_', ' ') : inline.says
}

/** What it did and what matched; the header names the tool already. */
function textOf(entry: TraceEntry, rule: Rule | undefined, { event, page }: Known): string {
  const { why = '', matched: met } = entry
  const did = entry.did ?? (rule?.handler.kind === 'use' ? rule.handler.name : undefined)
  const tool = `tool ${event.tool_name}`
  const about = why.startsWith(`${tool}, `) ? why.slice(tool.length + 2) : why
  const matched = met === undefined ? about : isAbsolute(met) ? shortPath(met, page) : met
  if (did === undefined || did === '') return matched === '' ? 'matches everything' : matched
  const ran = fromHere(did, page)
  return matched === '' || matched === tool ? ran : `${ran} · ${matched}`
}

/** The project's own files as they are named in its directory. */
function fromHere(text: string, { cwd, root }: Page): string {
  return cwd === root ? text.replaceAll(`${root}/`, './') : text
}

/** What went wrong, what that means for the verdict, and what would mend it. */
function failureOf(
  entry: TraceEntry,
  rule: Rule | undefined,
  { verdict, page }: Known,
): Pick<Row, 'text' | 'more'> {
  const warning = verdict.warnings.find((each) => each.rule === entry.rule && each.code === entry.result)
  const [text = '', ...fixes] = fromHere(warning?.message ?? entry.did ?? '', page).split('; fix: ')
  const fix = fixes[0] ?? fixFor(entry, rule)
  const stderr = lines(entry.stderr ?? '').filter((line) => line.trim() !== '')
  return {
    text: bare(text, entry.rule),
    more: [
      ...stderr.slice(-STDERR_LINES).map((line) => `stderr: ${visible(line)}`),
      ...(rule === undefined ? [] : [`on_error: ${rule.on_error}`]),
      ...(fix === undefined ? [] : [`fix: ${fix}`]),
    ],
  }
}

/** The row names the rule already. */
function bare(message: string, rule: string): string {
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

interface Asked {
  readonly event: Event
  readonly verdict: Verdict
  readonly rules: readonly Rule[]
  readonly page: Page
  readonly dry?: boolean
}

/** Every rule of the event: what it did, or the first condition that failed. */
export function explainRows(explained: readonly ExplainedRule[], of: Asked): Row[] {
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
