// Reads JSON, says where a mistake is, and edits it by value: what does not change keeps every byte, and comments stay.
import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { isObject } from '../../../model/plain-object.ts'

export type JsonPath = readonly (string | number)[]

interface JsonMistake {
  readonly offset: number
  readonly message: string
}

/** The parser calls itself for each level. */
const MAX_DEPTH = 500
const MARK = '\uFEFF'

const messages: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":"',
  CommaExpected: 'expected ","',
  CloseBraceExpected: 'expected "," or "}"',
  CloseBracketExpected: 'expected "," or "]"',
  EndOfFileExpected: 'there is more text after the end',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfString: 'this text in double quotes does not end',
  InvalidUnicode: 'expected four hexadecimal digits after "\\u"',
  InvalidEscapeCharacter: 'this escape is unknown',
  InvalidCharacter: 'this character must be escaped',
}

/** Strict JSON, perhaps behind a byte order mark; `jsonc` may hold comments. */
export function parseJson(
  text: string,
  format: 'json' | 'jsonc' = 'json',
): { readonly value: unknown } | JsonMistake {
  const body = withoutMark(text)
  const deep = tooDeep(body)
  if (deep !== undefined) return { offset: deep, message: 'it is nested too deeply' }
  const errors: ParseError[] = []
  parseTree(body, errors, { disallowComments: format === 'json' })
  const [first] = errors
  if (first === undefined) return { value: JSON.parse(withoutComments(body)) }
  const offset = first.offset + text.length - body.length
  if (offset >= text.length) return { offset, message: 'the text ends early' }
  return { offset, message: messages[printParseErrorCode(first.error)] ?? 'expected a value' }
}

/** The same length, with spaces for comments. The package's own `stripComments` changes the length of comments in a row. */
function withoutComments(text: string): string {
  if (!text.includes('/')) return text
  const scanner = createScanner(text)
  const parts: string[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset()
    const token = text.slice(at, at + scanner.getTokenLength())
    parts.push(/^\/[/*]/.test(token) ? token.replace(/[^\r\n]/g, ' ') : token)
  }
  return parts.join('')
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text
}

function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = text[scanner.getTokenOffset()]
    if (token === '}' || token === ']') depth--
    else if ((token === '{' || token === '[') && ++depth > MAX_DEPTH + 1) return scanner.getTokenOffset()
  }
  return undefined
}

export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Where the value at a path begins in a text that `parseJson` reads. */
export function offsetOf(text: string, path: JsonPath): number {
  const body = withoutMark(text)
  return (nodeAt(body, path)?.offset ?? 0) + text.length - body.length
}

/** Of two members with one key the last counts, as for JSON.parse. */
function nodeAt(text: string, path: JsonPath): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, key) =>
      typeof key === 'number' ? node?.children?.[key] : node?.children?.[memberOf(node, key)]?.children?.[1],
    parseTree(text),
  )
}

/** The index of an object's member; -1 when there is none. */
function memberOf({ children = [] }: Node, key: string): number {
  return children.findLastIndex((member) => member.children?.[0]?.value === key)
}

/** A new file. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The same text with another value, written in the indentation and line ends of the file. */
export function editJson(text: string, before: unknown, after: unknown): string {
  const body = withoutMark(text)
  const style = styleOf(body)
  const edits = changes(before, after, []).map((change): Edit => ({ ...change, style }))
  return text.slice(0, text.length - body.length) + edits.reduce(apply, body)
}

/** Each counts on the ones before it. */
type Change =
  | { readonly kind: 'remove'; readonly path: JsonPath }
  | { readonly kind: 'replace' | 'insert'; readonly path: JsonPath; readonly value: unknown }

function changes(before: unknown, after: unknown, path: JsonPath): readonly Change[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return changedItems(before, after, path)
  if (!isObject(before) || !isObject(after)) return [{ kind: 'replace', path, value: after }]
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const rest = Object.entries(after).flatMap(([key, value]): readonly Change[] => {
    const at = [...path, key]
    return Object.hasOwn(before, key)
      ? changes(before[key], value, at)
      : [{ kind: 'insert', path: at, value }]
  })
  return [...removed.map((key): Change => ({ kind: 'remove', path: [...path, key] })), ...rest]
}

/** What replaces an item is compared with it, so that an edited entry keeps its layout. */
function changedItems(before: unknown[], after: unknown[], path: JsonPath): readonly Change[] {
  const list: Change[] = []
  let gone: unknown[] = []
  let at = 0
  const removeRest = (): void => {
    list.push(...gone.map((): Change => ({ kind: 'remove', path: [...path, at] })))
    gone = []
  }
  const replaceNext = (item: unknown, here: JsonPath): readonly Change[] =>
    gone.length > 0 ? changes(gone.shift(), item, here) : [{ kind: 'insert', path: here, value: item }]
  for (const { added, removed, value } of diffArrays(before, after, { comparator: isDeepStrictEqual })) {
    if (removed) gone = value
    if (added) list.push(...value.flatMap((item) => replaceNext(item, [...path, at++])))
    if (added || removed) continue
    removeRest()
    at += value.length
  }
  removeRest()
  return list
}

interface Style {
  readonly indent: string
  readonly newline: string
}

type Edit = Change & { readonly style: Style }

function apply(text: string, edit: Edit): string {
  const { kind, path } = edit
  const key = path.at(-1)
  const parent = nodeAt(text, path.slice(0, -1))
  if (parent === undefined || key === undefined) return text
  if (kind === 'insert') return insert(text, parent, edit)
  const index = typeof key === 'number' ? key : memberOf(parent, key)
  const own = parent.children?.[index]
  if (own === undefined) return text
  if (kind === 'remove') {
    const rest = remove(text, parent, index)
    return typeof key === 'string' ? apply(rest, edit) : rest // of two members with one key both go
  }
  const { offset, length } = nodeAt(text, path) ?? own
  return splice(text, [offset, offset + length], valueText(edit))
}

type Range = readonly [from: number, to: number]

function remove(text: string, parent: Node, index: number): string {
  const { children = [] } = parent
  const [own, previous, next] = [children[index], children[index - 1], children[index + 1]]
  if (own === undefined) return text
  const around: Range = [previous ? endOf(previous) : parent.offset + 1, next?.offset ?? endOf(parent) - 1]
  if (hasComment(text, around))
    return removeAlone(text, own, endOf(previous !== undefined && next === undefined ? previous : own))
  if (previous !== undefined) return splice(text, [endOf(previous), endOf(own)], '')
  return splice(text, next === undefined ? inside(parent) : [own.offset, next.offset], '')
}

/** The value and one comma beside it, but no comment; with its line when nothing else is there. */
function removeAlone(text: string, own: Node, from: number): string {
  const comma = withoutComments(text).slice(from).search(/\S/) + from
  const isLast = /^[ \t]*\r?\n/.test(text.slice(endOf(own)))
  const before = (isLast ? /\r?\n[ \t]*$/ : /[ \t]*$/).exec(text.slice(0, own.offset))?.[0] ?? ''
  const ranges: readonly Range[] = [
    [own.offset - before.length, endOf(own)],
    ...(text[comma] === ',' ? [[comma, comma + 1] as const] : []),
  ]
  return ranges
    .toSorted(([one], [other]) => other - one)
    .reduce((left, range) => splice(left, range, ''), text)
}

function hasComment(text: string, [from, to]: Range): boolean {
  return text.slice(from, to) !== withoutComments(text).slice(from, to)
}

type Addition = Extract<Edit, { readonly value: unknown }>

function insert(text: string, parent: Node, edit: Addition): string {
  const { children = [] } = parent
  const { path, style } = edit
  const key = path.at(-1)
  const index = typeof key === 'number' ? key : children.length
  const name = typeof key === 'string' ? `${JSON.stringify(key)}: ` : ''
  const added = `${newLine(style, path.length)}${name}${valueText(edit)}`
  const end = newLine(style, path.length - 1)
  const previous = children[index - 1]
  const behind: Range = [previous ? endOf(previous) : parent.offset + 1, endOf(parent) - 1]
  if (index === children.length && hasComment(text, behind)) {
    const rest = text.slice(...behind).trimEnd()
    return splice(text, behind, `${previous ? ',' : ''}${rest}${added}${end}`)
  }
  if (children.length === 0) return splice(text, inside(parent), added + end)
  if (previous === undefined) return splice(text, [parent.offset + 1, parent.offset + 1], `${added},`)
  const [from, to] = [endOf(previous), endOf(parent) - 1]
  const isOneLine = index === children.length && !text.slice(from, to).includes('\n')
  return splice(text, [from, isOneLine ? to : from], `,${added}${isOneLine ? end : ''}`)
}

function valueText({ path, value, style }: Addition): string {
  return JSON.stringify(value, null, style.indent).replaceAll('\n', newLine(style, path.length))
}

function newLine({ newline, indent }: Style, depth: number): string {
  return newline + indent.repeat(depth)
}

function styleOf(text: string): Style {
  return {
    indent: /^\s*[{[][ \t]*\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

function inside(node: Node): Range {
  return [node.offset + 1, endOf(node) - 1]
}

function endOf(node: Node): number {
  return node.offset + node.length
}

function splice(text: string, [from, to]: Range, by: string): string {
  return text.slice(0, from) + by + text.slice(to)
}
