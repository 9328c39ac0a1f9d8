// Reads the part of YAML that most files are written in, many times faster than the whole language is read. What it
// is not sure about it leaves to the parser; of what it reads, both say the same.
import { bounds } from './bounds.ts'
import type { Converted, Origin } from './convert.ts'

interface Reading {
  readonly text: string
  readonly origins: Map<unknown, Origin>
  at: number
  /** The column of the line that `at` stands in; -1 behind the last one. */
  indent: number
  /** The column that a value's further lines stand behind. */
  floor: number
  depth: number
  /** The last value that was read: where it is, and where what follows it begins. */
  start: number
  end: number
  reach: number
}

/** Leaves the file to the parser. */
class Unsure extends Error {}

/** Every token has a character or stands beside one, so that no text of this size has too many. */
const maxCharacters = bounds.tokens / 3
const maxDepth = 12

const unusual = /[^\n -~\u00a1-\u2027\u202a-\ufefe]/
const blankLines = /(?: *(?:#[^\n]*)?\n)* */y
// A comment with no space behind its sign may be text that was cut.
const lineEnd = / *(?: #(?:[ #][^\n]*)?)?(?:\n|$)/y
const spaces = / */y
const spacesInFlow = / *(?:\n *)?/y
const key = /[$A-Za-z0-9_][\w./-]{0,100}(?=:[ \n])/y
const single = /'(?:[^'\n]|'')*'/y
const double = /"(?:[^"\\\n]|\\["\\/nt])*"/y
const inBlock = /[A-Za-z0-9_/$(.](?:[^\n:#]|:(?=[^ \n])|(?<=[^ ])#)*/y
const inFlow = /[A-Za-z0-9_/$(.][^\n:#,[\]{}"']*/y
const textOnly = /^[A-Za-z_/$(]/
const number = /^[-+]?(?:0[ox][\da-f]*|\.?\d+\.?\d*(?:e[-+]?\d+)?|\.inf|\.nan)$/i
const plainInteger = /^(?:0|[1-9]\d{0,14})$/
const words = new Map<string, boolean | null>(
  ['true', 'True', 'TRUE', 'false', 'False', 'FALSE', 'null', 'Null', 'NULL'].map((word) => [
    word,
    word.length === 5 ? false : /n/i.test(word) ? null : true,
  ]),
)

/** The data of a file and where it stands; undefined when it holds anything out of the ordinary. */
export function readPlain(text: string): Converted | undefined {
  if (text.length > maxCharacters || unusual.test(text)) return undefined
  const origins = new Map<unknown, Origin>()
  const reading: Reading = { text, origins, at: 0, indent: 0, floor: 0, depth: 0, start: 0, end: 0, reach: 0 }
  try {
    nextLine(reading)
    const value = block(reading)
    return reading.at === text.length ? { value, origins, problems: [] } : undefined
  } catch (error) {
    if (error instanceof Unsure) return undefined
    throw error
  }
}

function unsure(): never {
  throw new Unsure()
}

/** Where a pattern ends that stands here; -1 when it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

function nextLine(reading: Reading): void {
  const { text, at } = reading
  const start = endOf(blankLines, text, at)
  const isEnd = start >= text.length || (text[start] === '#' && !text.includes('\n', start))
  reading.indent = isEnd ? -1 : start - (text.lastIndexOf('\n', start - 1) + 1)
  reading.at = start
}

/** Nothing but a comment may follow a value on its line. */
function endLine(reading: Reading): void {
  const end = endOf(lineEnd, reading.text, reading.at)
  if (end === -1) unsure()
  reading.at = end
  reading.reach = end
  nextLine(reading)
}

function deeper(reading: Reading): void {
  reading.depth += 1
  if (reading.depth > maxDepth) unsure()
}

function block(reading: Reading): unknown {
  deeper(reading)
  const isList = reading.text.startsWith('- ', reading.at)
  const value = isList ? blockList(reading) : blockMap(reading, reading.indent)
  reading.depth -= 1
  return value
}

function blockMap(reading: Reading, indent: number): unknown {
  const { text } = reading
  const map: Record<string, unknown> = Object.create(null)
  const keys: string[] = []
  const spans: number[] = []
  const start = reading.at
  do {
    const name = keyHere(reading)
    if (Object.hasOwn(map, name)) unsure()
    keys.push(name)
    spans.push(reading.start, reading.end)
    const value = endOf(spaces, text, reading.end + 1)
    const isBelow = text[value] === '\n' || text[value] === '#'
    reading.at = isBelow ? reading.end + 1 : value
    reading.floor = indent
    map[name] = isBelow ? below(reading, indent) : onLine(reading)
    spans.push(reading.start, reading.end)
  } while (reading.indent === indent && !text.startsWith('- ', reading.at))
  if (reading.indent > indent) unsure()
  return made(reading, map, { start, keys, spans, flow: false })
}

/** The value on the lines below its key. */
function below(reading: Reading, indent: number): unknown {
  endLine(reading)
  const isList = reading.indent === indent && reading.text.startsWith('- ', reading.at)
  return reading.indent > indent || isList ? block(reading) : unsure()
}

function blockList(reading: Reading): unknown {
  const { text, indent } = reading
  const list: unknown[] = []
  const spans: number[] = []
  const start = reading.at
  do {
    reading.at = endOf(spaces, text, reading.at + 1)
    const column = reading.at - (text.lastIndexOf('\n', reading.at) + 1)
    reading.floor = indent
    list.push(startsMap(reading) ? mapInList(reading, column) : onLine(reading))
    spans.push(-1, -1, reading.start, reading.end)
  } while (reading.indent === indent && text.startsWith('- ', reading.at))
  if (reading.indent > indent) unsure()
  return made(reading, list, { start, spans, flow: false })
}

function startsMap({ text, at }: Reading): boolean {
  return endOf(key, text, at) !== -1
}

function mapInList(reading: Reading, column: number): unknown {
  deeper(reading)
  const map = blockMap(reading, column)
  reading.depth -= 1
  return map
}

type Made = Pick<Origin, 'start' | 'keys' | 'spans' | 'flow'>

/** Remembers a collection that ends here. */
function made<Value>(reading: Reading, value: Value, { start, keys, spans, flow }: Made): Value {
  const end = flow ? reading.at : reading.reach
  reading.start = start
  reading.end = end
  const origin = { start, end, reach: end, spans, flow }
  reading.origins.set(value, keys === undefined ? origin : { ...origin, keys })
  return value
}

/** The value behind a key or a dash. */
function onLine(reading: Reading): unknown {
  const value = flow(reading, inBlock)
  const { start, end } = reading
  endLine(reading)
  reading.start = start
  reading.end = end
  return value
}

function flow(reading: Reading, plain: RegExp): unknown {
  const sign = reading.text[reading.at]
  if (sign === '{') return flowMap(reading)
  if (sign === '[') return flowList(reading)
  return sign === "'" || sign === '"' ? quoted(reading, sign) : plainScalar(reading, plain)
}

function flowMap(reading: Reading): unknown {
  const { text, at: start } = reading
  const map: Record<string, unknown> = Object.create(null)
  const keys: string[] = []
  const spans: number[] = []
  deeper(reading)
  skipInFlow(reading, start + 1)
  while (text[reading.at] !== '}') {
    const name = keyHere(reading)
    if (Object.hasOwn(map, name)) unsure()
    keys.push(name)
    spans.push(reading.start, reading.end)
    skipInFlow(reading, reading.end + 1)
    map[name] = flow(reading, inFlow)
    spans.push(reading.start, reading.end)
    if (isClosed(reading, '}')) break
  }
  reading.at += 1
  reading.depth -= 1
  return made(reading, map, { start, keys, spans, flow: true })
}

function flowList(reading: Reading): unknown {
  const { text, at: start } = reading
  const list: unknown[] = []
  const spans: number[] = []
  deeper(reading)
  skipInFlow(reading, start + 1)
  while (text[reading.at] !== ']') {
    list.push(flow(reading, inFlow))
    spans.push(-1, -1, reading.start, reading.end)
    if (isClosed(reading, ']')) break
  }
  reading.at += 1
  reading.depth -= 1
  return made(reading, list, { start, spans, flow: true })
}

/** Whether the collection ends here; else its next item begins. */
function isClosed(reading: Reading, sign: string): boolean {
  skipInFlow(reading, reading.at)
  const found = reading.text[reading.at]
  if (found === sign) return true
  if (found !== ',') unsure()
  skipInFlow(reading, reading.at + 1)
  return false
}

/** On to what stands next in a flow collection, on the next line perhaps. */
function skipInFlow(reading: Reading, from: number): void {
  const end = endOf(spacesInFlow, reading.text, from)
  const line = reading.text.lastIndexOf('\n', end - 1) + 1
  if (line > from && end - line <= reading.floor) unsure()
  reading.at = end
}

/** A key before its colon and a space. */
function keyHere(reading: Reading): string {
  const { text, at } = reading
  const sign = text[at]
  const end = endOf(sign === "'" ? single : sign === '"' ? double : key, text, at)
  if (end === -1 || end > at + 200 || !/[ \n]/.test(text[end + 1] ?? '') || text[end] !== ':') unsure()
  reading.start = at
  reading.end = end
  const written = text.slice(at, end)
  return sign === "'" || sign === '"' ? unquote(written, sign) : written
}

function quoted(reading: Reading, sign: string): string {
  const { text, at } = reading
  const end = endOf(sign === "'" ? single : double, text, at)
  if (end === -1 || !/[\s,\]}]/.test(text[end] ?? '\n')) unsure()
  ended(reading, end)
  return unquote(text.slice(at, end), sign)
}

function unquote(written: string, sign: string): string {
  if (sign === '"') return JSON.parse(written) as string // a JSON string, by its pattern
  return written.slice(1, -1).replaceAll("''", "'")
}

function plainScalar(reading: Reading, pattern: RegExp): unknown {
  const { text, at } = reading
  const found = endOf(pattern, text, at)
  if (found === -1) unsure()
  const written = text.slice(at, found).trimEnd()
  ended(reading, at + written.length)
  if (words.has(written)) return words.get(written)
  if (textOnly.test(written) || !number.test(written)) return written
  return plainInteger.test(written) ? Number(written) : unsure()
}

function ended(reading: Reading, end: number): void {
  reading.start = reading.at
  reading.end = end
  reading.at = end
}
