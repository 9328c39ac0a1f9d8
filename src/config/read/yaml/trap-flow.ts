// Reads a text in brackets as its author meant it, where YAML has already given up.
import {
  type YamlProblem,
  quoteHint,
  type ValueSlot,
  type TrapCode,
  trapByStart,
  trapProblem,
} from './yaml-problem.ts'
import { limits } from '../../diagnostics/sizes.ts'

/** A problem, and the text that is left out when the rest is read again. */
export interface FoundTrap {
  readonly problem: YamlProblem
  readonly hole: readonly [number, number]
  /** The hole is filled with blanks; otherwise with a placeholder text. */
  readonly blank?: true
}

export interface FlowScan {
  readonly found: readonly FoundTrap[]
  readonly end: number
  readonly closed: boolean
}

const keyInFlow =
  /(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s,:{}[\]"'#][^,:{}[\]\n]{0,200}?)[ \t]{0,20}:(?=[\s,}\]{["']|$)/y
const regexEnd = /\/[ims]*(?=\s*(?:[,}\]]|$))/

/** Where a quoted text ends: behind its closing quote, or -1. */
export function closeOfQuote(text: string, start: number, limit: number): number {
  const mark = text[start]
  for (let at = start + 1; at < limit; at++) {
    if (mark === '"' && text[at] === '\\') at++
    else if (text[at] === mark && mark === "'" && text[at + 1] === "'") at++
    else if (text[at] === mark) return at + 1
  }
  return -1
}

/** Quotes that end before their text does: `'don't'`, `"x" is bad`. */
export function brokenQuotes(text: string, range: readonly [number, number], slot: ValueSlot): FoundTrap {
  const [start, end] = range
  const written = text.slice(start, end).trimEnd()
  const isWrapped = written.length > 1 && written.at(-1) === written[0]
  const meant = isWrapped ? written.slice(1, -1) : written
  const message = 'the quotes end before the text does'
  const problem: YamlProblem = {
    code: 'broken-quotes',
    start,
    end: start + written.length,
    message,
    hint: quoteHint(meant, slot),
  }
  return { problem, hole: [start, problem.end] }
}

export function unclosed(text: string, start: number, limit: number): FoundTrap {
  const mark = text[start] ?? ''
  const close = { '{': '}', '[': ']' }[mark] ?? mark
  const message = `this ${mark === '{' || mark === '[' ? 'bracket' : 'quote'} is not closed`
  const hint = `close it with ${close}, or quote the whole text`
  return { problem: { code: 'unclosed', start, end: start + 1, message, hint }, hole: [start, limit] }
}

/** The end of unquoted text that begins at `start`, brackets in it balanced. */
function plainEnd(text: string, start: number, limit: number): number {
  const newline = text.indexOf('\n', start)
  const stop = newline === -1 ? limit : Math.min(newline, limit)
  const literal =
    text[start] === '/' ? regexEnd.exec(text.slice(start + 1, Math.min(stop, start + 400))) : null
  if (literal !== null) return start + 1 + literal.index + literal[0].length
  let depth = 0
  for (let at = start; at < stop; at++) {
    const sign = text[at] ?? ''
    if ('{['.includes(sign)) depth += 1
    else if ('}]'.includes(sign) && --depth < 0) return at
    else if (sign === ',' && depth === 0) return at
    else if (sign === '#' && /\s/.test(text[at - 1] ?? '')) return at
  }
  return stop
}

function trapOf(written: string, isAlias: (text: string) => boolean): TrapCode | undefined {
  if (written.startsWith('{{')) return 'unquoted-braces'
  if (isAlias(written)) return undefined
  const byStart = trapByStart(written)
  if (byStart !== undefined) return byStart
  if (/[[\]{},]/.test(written)) return 'unquoted-in-flow'
  return /:(\s|$)/.test(written) ? 'unquoted-colon' : undefined
}

interface FlowCursor {
  readonly text: string
  readonly limit: number
  readonly isAlias: (text: string) => boolean
  readonly found: FoundTrap[]
  at: number
  depth: number
}

const signAt = (cursor: FlowCursor) => cursor.text[cursor.at] ?? ''

function skipBlank(cursor: FlowCursor) {
  const { text, limit } = cursor
  while (cursor.at < limit) {
    const isComment = text[cursor.at] === '#' && /\s/.test(text[cursor.at - 1] ?? '')
    const newline = isComment ? text.indexOf('\n', cursor.at) : -1
    if (isComment) cursor.at = newline === -1 ? limit : Math.min(newline, limit)
    else if (/\s/.test(text[cursor.at] ?? '')) cursor.at += 1
    else return
  }
}

function endsHere({ text, at, limit }: FlowCursor): boolean {
  let next = at
  while (text[next] === ' ' || text[next] === '\t') next += 1
  return next >= limit || /[,}\]:\r\n]/.test(text[next] ?? '') || (text[next] === '#' && next > at)
}

function addTrap(cursor: FlowCursor, code: TrapCode, span: ValueSlot & { readonly start: number }) {
  const end = span.start + cursor.text.slice(span.start, cursor.at).trimEnd().length
  cursor.found.push({ problem: trapProblem({ ...span, code, end }, cursor.text), hole: [span.start, end] })
}

function readQuoted(cursor: FlowCursor, slot: ValueSlot) {
  const { text, limit, found, at: start } = cursor
  const close = closeOfQuote(text, start, limit)
  cursor.at = close === -1 ? limit : close
  if (close === -1) found.push(unclosed(text, start, limit))
  if (close === -1 || endsHere(cursor)) return
  cursor.at = plainEnd(text, close, limit)
  found.push(brokenQuotes(text, [start, cursor.at], slot))
}

function readPlain(cursor: FlowCursor, slot: ValueSlot) {
  const { text, limit, at: start } = cursor
  cursor.at = Math.max(plainEnd(text, start, limit), start + 1)
  const code = trapOf(text.slice(start, cursor.at).trim(), cursor.isAlias)
  if (code !== undefined) addTrap(cursor, code, { ...slot, start })
}

function readNested(cursor: FlowCursor, slot: ValueSlot) {
  const { text, limit, found, at: start } = cursor
  if (cursor.depth >= limits.depth) return readPlain(cursor, slot)
  const before = found.length
  cursor.depth += 1
  const closed = readCollection(cursor)
  cursor.depth -= 1
  if (!closed || endsHere(cursor)) return
  found.length = before
  cursor.at = plainEnd(text, start, limit)
  addTrap(cursor, text[start] === '{' ? 'unquoted-braces' : 'unquoted-brackets', { ...slot, start })
}

function readValue(cursor: FlowCursor, slot: ValueSlot) {
  const sign = signAt(cursor)
  if (sign === '' || ',}]'.includes(sign)) return
  if (sign === '"' || sign === "'") readQuoted(cursor, slot)
  else if (cursor.text.startsWith('{{', cursor.at)) readPlain(cursor, slot)
  else if (sign === '{' || sign === '[') readNested(cursor, slot)
  else readPlain(cursor, slot)
}

function readEntry(cursor: FlowCursor) {
  const start = cursor.at
  keyInFlow.lastIndex = start
  const key = keyInFlow.exec(cursor.text)?.[0].slice(0, -1).trimEnd()
  if (key === undefined) return readValue(cursor, {})
  const code = trapByStart(key)
  cursor.at = start + key.length
  if (code !== undefined) addTrap(cursor, code, { start })
  cursor.at = keyInFlow.lastIndex
  skipBlank(cursor)
  if (cursor.at < cursor.limit) readValue(cursor, { key })
}

/** Reads the brackets at the cursor; false when they are not closed. */
function readCollection(cursor: FlowCursor): boolean {
  const start = cursor.at
  const isMap = signAt(cursor) === '{'
  cursor.at += 1
  for (skipBlank(cursor); cursor.at < cursor.limit; skipBlank(cursor)) {
    const sign = signAt(cursor)
    const isOther = sign === (isMap ? ']' : '}')
    if (isOther) cursor.found.push(unclosed(cursor.text, start, cursor.at))
    else if (sign === '}' || sign === ']' || sign === ',') cursor.at += 1
    if (sign === '}' || sign === ']') return true
    if (sign !== ',' && isMap) readEntry(cursor)
    else if (sign !== ',') readValue(cursor, {})
  }
  return false
}

/** Every text in the brackets at the range's start that must be quoted. */
export function scanFlow(
  text: string,
  range: readonly [number, number],
  isAlias: (text: string) => boolean,
): FlowScan {
  const cursor: FlowCursor = { text, limit: range[1], isAlias, found: [], at: range[0], depth: 0 }
  const closed = readCollection(cursor)
  return { found: cursor.found, end: cursor.at, closed }
}
