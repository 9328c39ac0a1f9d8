import { isObject } from '../../model/plain-object.ts'
import type { Event, Verdict } from '../../model/types.ts'
import {
  clip,
  duration,
  fit,
  plural,
  visible,
  widthOf,
  wrap,
  lines,
} from '../../patterns/text/terminal-text.ts'
import { drawField } from './draw-call.ts'
import { hasFailed } from './draw-rules.ts'
import { decidersOf } from './verdicts.ts'
import { paintDiff } from '../page/diff.ts'
import { type Page, type Sign, signFor } from '../page/page.ts'

const MAX_LINES = 8
const MAX_DIFFERENCES = 24
const MAX_OF_ONE_SIGN = 4

/** Numbers among the parts are milliseconds. */
export function drawVerdict(
  verdict: Verdict,
  of: { event: Event; parts: readonly (number | string)[] },
  page: Page,
): string[] {
  const { glyph, colour, words } = titleOf(verdict)
  const rule = decidersOf(verdict)[0]?.rule
  const failed = verdict.trace.filter(hasFailed).length
  const said = of.parts.map((part) => (typeof part === 'number' ? duration(part) : part))
  const parts = [...said, ...(failed === 0 ? [] : [`${plural(failed, 'rule')} failed`])]
  return [
    ...titleLines(
      page.paint(colour, `${glyph} ${words}`),
      { length: words.length + 2, rule, tail: parts.join(' · ') },
      page,
    ),
    ...drawReasons(verdict, page),
    ...sectionsOf(verdict, of.event).flatMap((section) => drawSection(section, page)),
  ]
}

/** Texts that are for one reader only say for whom. */
export function drawReasons(verdict: Verdict, page: Page): string[] {
  const models = [verdict.reason, verdict.flow_reason]
  const users = [verdict.user_reason, verdict.user_flow_reason]
  const texts = [...new Set(models)].filter((text) => text !== undefined && text !== '')
  if (users.every((text) => text === undefined)) return texts.flatMap((text) => block(text ?? '', page, 2))
  const own = [...new Set(users)].filter((text) => text !== undefined)
  return [...drawField('user', own.join('\n'), page), ...drawField('model', texts.join('\n'), page)]
}

/** One line, or two where it is too long. */
function titleLines(
  title: string,
  of: { length: number; rule: string | undefined; tail: string },
  page: Page,
): string[] {
  const name = of.rule === undefined ? '' : `  ${visible(of.rule)}`
  const fits = of.length + widthOf(name) + 3 + widthOf(of.tail) <= page.width
  if (fits) return [`${title}${name} · ${of.tail}`]
  const below =
    of.length + widthOf(name) > page.width ? wrap(name, page.width - 2).map((line) => `  ${line.trim()}`) : []
  return [below.length > 0 ? title : title + name, ...below, `  ${fit(of.tail, page.width - 2)}`]
}

function titleOf({ decision, flow }: Verdict): Sign & { readonly words: string } {
  const words = [
    ...(decision === 'proceed' && flow !== 'default' ? [] : [decision]),
    ...(flow === 'default' ? [] : [flow]),
  ]
  const sign = signFor(flow === 'stop' ? flow : decision)
  return { glyph: '✓', colour: 'green', ...sign, words: words.join(' · ').toUpperCase() }
}

interface Section {
  readonly head: string
  readonly differences?: readonly Difference[]
  readonly texts?: readonly string[]
}

/** What the verdict changes, what it adds, and what it tells. */
function sectionsOf(verdict: Verdict, event: Event): readonly Section[] {
  const { next_prompt: prompt, replace_messages: messages, callback, clear, trace, warnings } = verdict
  const failed = new Set(trace.filter(hasFailed).map((entry) => `${entry.rule} ${entry.result}`))
  const others = warnings.filter(({ rule, code }) => !failed.has(`${rule} ${code}`))
  return [
    ...changed('input', event.tool_input, verdict.updated_input),
    ...(Object.hasOwn(verdict, 'updated_output') ? changedOutput(verdict.updated_output, event) : []),
    ...changed('prompt', event.prompt, verdict.updated_prompt),
    ...data('changes the system prompt', verdict.updated_system),
    ...data('changes the request', verdict.updated_request),
    ...(messages ? [{ head: `replaces the conversation with ${plural(messages.length, 'message')}` }] : []),
    ...texts('adds context', verdict.additional_context),
    ...texts('follows up with', verdict.follow_up_messages),
    ...texts('goes on with', prompt === undefined ? [] : [prompt]),
    ...data('answers tools', verdict.tool_results),
    ...(callback ? texts(`asks recipe ${visible(callback.recipe)}`, [callback.status ?? 'pending']) : []),
    ...data('notes', verdict.metadata),
    ...texts('lets the host drop', clear ? [clear.join(', ')] : []),
    ...(verdict.persist === true ? [{ head: 'lets the host save' }] : []),
    ...texts('stops for', verdict.stops.map(said)),
    ...texts('tells the user', verdict.system_messages),
    ...texts(
      'warns',
      others.map(({ code, message }) => `${message} [${code}]`),
    ),
  ]
}

const said = ({ code, message }: Verdict['stops'][number]): string => `${code}: ${message}`

const texts = (head: string, all: readonly string[]): readonly Section[] =>
  all.length === 0 ? [] : [{ head, texts: all }]

const data = (head: string, value: unknown): readonly Section[] =>
  value === undefined ? [] : [{ head, differences: differences({}, value) }]

function changed(what: string, before: unknown, after: unknown): readonly Section[] {
  if (after === undefined) return []
  const found = differences(before, after)
  return found.length === 0
    ? [{ head: `leaves the ${what} as it is` }]
    : [{ head: `changes the ${what}`, differences: found }]
}

function changedOutput(after: unknown, event: Event): readonly Section[] {
  const before = typeof after === 'string' ? (event.output_text ?? event.tool_output) : event.tool_output
  const found = differences(before, after)
  const head =
    found.length === 0 ? 'leaves the output as it is' : `changes the output: ${sizes(before, after)}`
  return [{ head, differences: found }]
}

function drawSection({ head, differences: found = [], texts = [] }: Section, page: Page): string[] {
  return [
    `  ${page.paint('dim', head)}`,
    ...clip(signed(found), MAX_DIFFERENCES).map(
      (line) => `    ${paintDiff(fit(line, page.width - 4), page.paint)}`,
    ),
    ...texts.flatMap((text) => block(text, page, 4)),
  ]
}

/** Lines with their signs; a long run of one sign is cut, so that what follows it is seen. */
function signed(found: readonly Difference[]): string[] {
  const runs: Difference[][] = []
  for (const each of found) {
    const run = runs.at(-1)
    if (run?.[0]?.sign === each.sign) run.push(each)
    else runs.push([each])
  }
  return runs.flatMap((run) =>
    clip(
      run.map(({ sign, text }) => `${sign} ${text}`),
      MAX_OF_ONE_SIGN,
    ),
  )
}

function block(text: string, page: Page, indent: number): string[] {
  return clip(wrap(text, page.width - indent), MAX_LINES).map((line) => ' '.repeat(indent) + line)
}

interface Difference {
  readonly sign: '-' | '+' | ' '
  readonly text: string
}

export function differences(before: unknown, after: unknown, field = ''): Difference[] {
  if (isObject(before) && isObject(after)) return fieldDifferences(before, after, field)
  if (asText(before) === asText(after)) return []
  if (typeof before === 'string' && typeof after === 'string' && isLong(before, after))
    return lineDifferences(before, after, field)
  return [...signedLines('-', before, field), ...signedLines('+', after, field)]
}

function fieldDifferences(
  before: Readonly<Record<string, unknown>>,
  after: typeof before,
  field: string,
): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => {
    const name = field === '' ? key : `${field}.${key}`
    if (!Object.hasOwn(after, key)) return signedLines('-', before[key], name)
    if (!Object.hasOwn(before, key)) return signedLines('+', after[key], name)
    return differences(before[key], after[key], name)
  })
}

function signedLines(sign: '-' | '+', value: unknown, field: string): Difference[] {
  if (value === undefined) return []
  return lines(asText(value)).map((line, index) => ({
    sign,
    text: index === 0 && field !== '' ? `${field}: ${line}` : line,
  }))
}

function isLong(before: string, after: string): boolean {
  return before.includes('\n') && after.includes('\n')
}

function lineDifferences(before: string, after: string, field: string): Difference[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const least = Math.min(old.length, now.length)
  let start = 0
  while (start < least && old[start] === now[start]) start += 1
  let end = 0
  while (end < least - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const name = field === '' ? 'from' : `${field}, from`
  return [
    { sign: ' ', text: `${name} line ${start + 1}` },
    ...old.slice(start, old.length - end).map((text): Difference => ({ sign: '-', text })),
    ...now.slice(start, now.length - end).map((text): Difference => ({ sign: '+', text })),
  ]
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** How much a text grew or shrank. */
function sizes(before: unknown, after: unknown): string {
  return `${asText(before).length.toLocaleString('en-US')} → ${plural(asText(after).length, 'character')}`
}
