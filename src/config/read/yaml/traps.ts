// Finds the texts that should have been quoted, line by line, in a file that is not YAML because of them.
import type { TextLines } from './lines.ts'
import { type ValueSlot, cutAtComment, type Trap, trapByStart, trapProblem } from './yaml-problem.ts'
import { brokenQuotes, closeOfQuote, type FoundTrap, scanFlow, unclosed } from './trap-flow.ts'

const blockKey =
  /(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s#"'[\]{},&|>%`\n][^\n:#]{0,200}?)[ \t]{0,20}:(?=[ \t\r\n]|$)/y
const property = /(?:&[\w-]+|!!\w+)[ \t]+/y
const blockScalar = /^[|>][+-]?\d?[+-]?\s*(#.*)?$/

/** A line's value: where it is, what it belongs to, and how deep its own lines must be indented. */
interface LineValue {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly base: number
  readonly slot: ValueSlot
}

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** A text and its lines. */
export interface LinedText {
  readonly text: string
  readonly lines: TextLines
}

/** The end of the lines below `line` that are indented more than `base`. */
export function blockEnd({ text, lines }: LinedText, line: number, base: number): number {
  let next = line + 1
  const isInside = (start: number) => {
    const indent = matchAt(/ */y, text, start)?.length ?? 0
    return indent > base || /^[\r\n]?$/.test(text[start + indent] ?? '')
  }
  while (next <= lines.count && isInside(lines.startOf(next))) next += 1
  return lines.startOf(next)
}

interface TrapScan extends LinedText {
  readonly isAlias: (written: string) => boolean
  readonly found: FoundTrap[]
  /** Lines before this offset belong to a value that was read. */
  resume: number
}

/** Every text that YAML takes for something else; only meant for a file that is not YAML. */
export function findTraps(text: string, lines: TextLines): FoundTrap[] {
  const anchors = new Set([...text.matchAll(/&([\w-]+)/g)].map((match) => match[1]))
  const isAlias = (written: string) => /^\*[\w-]+$/.test(written) && anchors.has(written.slice(1))
  const scan: TrapScan = { text, lines, isAlias, found: [], resume: 0 }
  for (let line = 1; line <= lines.count; line++) if (lines.startOf(line) >= scan.resume) readLine(scan, line)
  return scan.found
}

function readLine(scan: TrapScan, line: number) {
  const { text, lines } = scan
  const lineStart = lines.startOf(line)
  const end = lineStart + text.slice(lineStart, lines.startOf(line + 1)).trimEnd().length
  const indent = matchAt(/ */y, text, lineStart)?.length ?? 0
  const start = lineStart + indent
  if (start >= end || text[start] === '#') return
  if (text[start] === '\t') return readTabs(scan, line)
  const marks = matchAt(/(?:-[ \t]+)*/y, text, start) ?? ''
  const key = matchAt(blockKey, text, start + marks.length)
    ?.slice(0, -1)
    .trimEnd()
  const base = key === undefined ? indent + Math.max(0, marks.lastIndexOf('-')) : indent + marks.length
  if (key === undefined && marks === '') return
  const keyStart = start + marks.length
  const code = key === undefined ? undefined : trapByStart(key)
  if (key !== undefined && code !== undefined && !scan.isAlias(key))
    add(scan, { code, start: keyStart, end: keyStart + key.length })
  const afterKey = key === undefined ? keyStart : blockKey.lastIndex
  const blank = matchAt(/[ \t]*/y, text, afterKey)?.length ?? 0
  const at = afterKey + blank + (matchAt(property, text, afterKey + blank)?.length ?? 0)
  if (at < end)
    readValue(scan, { start: at, end, line, base, slot: key === undefined ? { inList: true } : { key } })
}

function add(scan: TrapScan, trap: Trap) {
  scan.found.push({ problem: trapProblem(trap, scan.text), hole: [trap.start, trap.end] })
}

function readValue(scan: TrapScan, value: LineValue) {
  const { text } = scan
  const sign = text[value.start] ?? ''
  if (blockScalar.test(text.slice(value.start, value.end))) {
    scan.resume = blockEnd(scan, value.line, value.base)
  } else if (sign === '"' || sign === "'") readQuoted(scan, value)
  else if ((sign === '{' || sign === '[') && !text.startsWith('{{', value.start)) readFlow(scan, value)
  else readPlain(scan, value)
}

function readQuoted(scan: TrapScan, { start, end, line, base, slot }: LineValue) {
  const { text, found } = scan
  const limit = blockEnd(scan, line, base)
  const close = closeOfQuote(text, start, limit)
  scan.resume = close === -1 ? limit : close
  if (close === -1) found.push(unclosed(text, start, limit))
  else if (close <= end && /^[ \t]*[^\s#]/.test(text.slice(close, end)))
    found.push(brokenQuotes(text, [start, end], slot))
}

function readFlow(scan: TrapScan, { start, end, line, base, slot }: LineValue) {
  const { text, found } = scan
  const limit = blockEnd(scan, line, base)
  const flow = scanFlow(text, [start, limit], scan.isAlias)
  const isText = flow.closed && flow.end <= end && /^[ \t]*[^\s#]/.test(text.slice(flow.end, end))
  scan.resume = flow.end
  if (isText)
    add(scan, { ...slot, code: text[start] === '{' ? 'unquoted-braces' : 'unquoted-brackets', start, end })
  else if (!flow.closed && flow.found.length === 0) found.push(unclosed(text, start, limit))
  else found.push(...flow.found)
}

function readPlain(scan: TrapScan, { start, end, line, base, slot }: LineValue) {
  const { text } = scan
  const comment = commentAt(text, start, end)
  const written = text.slice(start, comment ?? end).trimEnd()
  const stop = start + written.length
  const limit = blockEnd(scan, line, base)
  const code = text.startsWith('{{', start) ? 'unquoted-braces' : trapByStart(written)
  if (scan.isAlias(written)) return
  if (code !== undefined) add(scan, { ...slot, code, start, end })
  else if (/:(\s|$)/.test(written)) add(scan, { ...slot, code: 'unquoted-colon', start, end })
  else if (comment !== undefined && text.slice(end, limit).trim() !== '') {
    scan.found.push({ problem: cutAtComment(text, [start, stop], slot), hole: [start, limit] })
  } else scan.resume = limit
}

function commentAt(text: string, start: number, end: number): number | undefined {
  for (let at = text.indexOf('#', start); at !== -1 && at < end; at = text.indexOf('#', at + 1)) {
    if (/[ \t]/.test(text[at - 1] ?? '')) return at
  }
  return undefined
}

function readTabs(scan: TrapScan, line: number) {
  const { text, lines } = scan
  const start = lines.startOf(line)
  const white = matchAt(/[ \t]*/y, text, start)?.length ?? 0
  const hasTab = (each: number) => /^ *\t/.test(text.slice(lines.startOf(each), lines.startOf(each + 1)))
  let last = line
  while (last < lines.count && hasTab(last + 1)) last += 1
  const hint = `indent ${last > line ? `lines ${line} to ${last}` : 'it'} with spaces`
  const problem = {
    code: 'tab-indent',
    start,
    end: start + white,
    message: 'a tab cannot indent YAML',
    hint,
  } as const
  scan.resume = lines.startOf(last + 1)
  scan.found.push({ problem, hole: [start, scan.resume], blank: true })
}
