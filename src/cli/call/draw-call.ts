import path from 'node:path'
import { isObject } from '../../model/plain-object.ts'
import type { Answer, Dialect, Event } from '../../model/types.ts'
import { hideDeep } from '../../patterns/secrets/hide-deep.ts'
import { clip, fit, lines, plural, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import { shortPath, tilde, type Page } from '../page/page.ts'

const SESSION_CHARS = 6
const MAX_LINES = 6
const DESCRIPTIVE_KEYS = ['url', 'query', 'pattern'] as const
const PATH_KEYS = ['file_path', 'path', 'notebook_path', 'filePath'] as const

/** Output may be shared, or end up in a build log. */
const HIDING = { replace: '***', record: true } as const

export function hideFromPage<T>(value: T): T {
  return hideDeep(value, HIDING) as T // of the same shape: only texts are replaced
}

export function header(event: Event, page: Page): string[] {
  const name =
    event.event === 'unmapped' ? `${event.native_event ?? 'unmapped'} (no event of ours)` : event.event
  const what = [name, ...(event.tool_name === undefined ? [] : [event.tool_name])].map(visible)
  const who = [
    ...(event.agent === undefined ? [] : [event.agent]),
    ...(event.subagent === undefined ? [] : [`subagent ${event.subagent.name}`]),
    ...(event.session_id === undefined ? [] : [`session ${event.session_id.slice(0, SESSION_CHARS)}`]),
    tilde(event.cwd, page.home),
  ].join(' · ')
  const [first = '', ...rest] = what
  const head = fit(rest.length === 0 ? first : `${first}  ${rest.join('  ')}`, page.width)
  const room = page.width - widthOf(head) - 2
  const bold = page.paint('bold', head.slice(0, first.length)) + head.slice(first.length)
  return room < 30
    ? [bold, `  ${page.paint('dim', fit(who, page.width - 2))}`]
    : [`${bold}  ${page.paint('dim', fit(who, room))}`]
}

export function describeCall(event: Event, page: Page): string[] {
  const said = [...clip(callLines(event, page), MAX_LINES), ...resultLines(event)]
  return said.map((line) => `  ${page.paint('dim', fit(line, page.width - 2))}`)
}

function callLines(event: Event, page: Page): string[] {
  if (event.tool_name !== undefined) return toolLines(hideFromPage(event.tool_input), event, page)
  if (event.prompt !== undefined) return lines(hideFromPage(event.prompt))
  if (event.error !== undefined) return lines(hideFromPage(event.error))
  if (event.stop_active !== undefined && event.stop_active > 0)
    return [`continued ${plural(event.stop_active, 'time')} so far`]
  return event.source === undefined ? [] : [`source ${event.source}`]
}

function toolLines(input: unknown, event: Event, page: Page): string[] {
  const fields = isObject(input) ? input : {}
  const { command } = fields
  if (typeof command === 'string') return lines(command)
  if (Array.isArray(command)) return [command.join(' ')]
  const file = PATH_KEYS.map((key) => fields[key]).find((value) => typeof value === 'string')
  if (file !== undefined) return [shortPath(path.resolve(event.cwd, file), page)]
  const telling = DESCRIPTIVE_KEYS.map((key) => fields[key]).find((value) => typeof value === 'string')
  if (telling !== undefined) return [telling]
  const json = JSON.stringify(input)
  return json === undefined || json === '{}' ? [] : [json]
}

function resultLines({ event, is_error, output_text: output }: Event): string[] {
  if (event !== 'PostToolUse') return []
  if (is_error === true)
    return [
      `failed: ${lines(hideFromPage(output ?? '')).find((line) => line.trim() !== '') ?? 'without a word'}`,
    ]
  return output === undefined ? [] : [`→ ${plural(output.length, 'character')} of output`]
}

const LABEL = 10

/** What person and model read of an answer, then the answer itself. */
export function drawAnswer(
  { answer, event, as }: { answer: Answer; event: Event; as: Dialect },
  page: Page,
): string[] {
  const { stdout, stderr, exit } = answer
  const { user, model } = as.readers?.(answer, event) ?? {}
  return [
    page.paint('bold', `${as.name} is answered`),
    ...(user === undefined ? [] : drawField('user', user, page)),
    ...(model === undefined ? [] : drawField('model', model, page)),
    ...drawField('stdout', stdout === '' ? '(nothing)' : pretty(stdout), page),
    ...drawField('stderr', stderr === '' ? '(nothing)' : stderr, page),
    ...drawField('exit', String(exit), page),
  ]
}

function pretty(stdout: string): string {
  try {
    return JSON.stringify(JSON.parse(stdout), null, 2)
  } catch {
    return stdout
  }
}

/** A label, and its text beside it. */
export function drawField(label: string, text: string, page: Page): string[] {
  return wrap(text, page.width - LABEL).map((line, index) => {
    return index === 0 ? `  ${page.paint('dim', label.padEnd(LABEL - 2))}${line}` : ' '.repeat(LABEL) + line
  })
}
