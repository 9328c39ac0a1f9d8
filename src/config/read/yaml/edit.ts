// Edits the text of a hooks.yaml by value: what does not change stays as it is written, comments too.
import { isDeepStrictEqual } from 'node:util'
import { isCollection, isPair, isScalar, type Node, parseDocument, stringify } from 'yaml'
import type { Path } from '../config-file.ts'
import { isObject } from '../../../model/plain-object.ts'

interface Edit {
  readonly path: Path
  readonly value: unknown
}

/** The text with `after` in place of `before`, which it says now; undefined when it cannot be edited so. Nothing is removed. */
export function editYaml(text: string, before: unknown, after: unknown): string | undefined {
  const edits = editsFrom(plain(before), plain(after), [])
  return [spliced, rewritten].map((edit) => edit(text, edits)).find((edited) => says(edited, after))
}

function spliced(text: string, edits: readonly Edit[]): string {
  return edits.reduce((now, edit) => splice(now, edit), text)
}

/** By the library, which lays the whole document out anew. */
function rewritten(text: string, edits: readonly Edit[]): string {
  const document = parseDocument(text)
  try {
    for (const { path, value } of edits) document.setIn(path, document.createNode(value))
    return document.toString({ lineWidth: 0 })
  } catch {
    return text // an alias stands in the way
  }
}

function says(text: string, value: unknown): boolean {
  const document = parseDocument(text)
  return document.errors.length === 0 && isDeepStrictEqual(plain(document.toJS()), plain(value))
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown
}

function editsFrom(before: unknown, after: unknown, path: Path): readonly Edit[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after) && after.length >= before.length)
    return after.flatMap((item, at) => editsFrom(before[at], item, [...path, at]))
  if (!isObject(before) || !isObject(after)) return [{ path, value: after }]
  return Object.entries(after).flatMap(([key, value]) => editsFrom(before[key], value, [...path, key]))
}

function splice(text: string, { path, value }: Edit): string {
  const document = parseDocument(text)
  const depth = path.findIndex((_, at) => !document.hasIn(path.slice(0, at + 1)))
  const node = document.getIn(depth < 0 ? path : path.slice(0, depth), true)
  const parent = document.getIn(path.slice(0, (depth < 0 ? path.length : depth) - 1), true)
  const isFlow = isCollection(parent) && parent.flow === true
  if (depth < 0) return replaced(text, node, { value, isFlow })
  const inner = path.slice(depth + 1).reduceRight<unknown>((below, key) => ({ [key]: below }), value)
  const last = path[depth] ?? ''
  if (isCollection(node) && node.items.length > 0) return added(text, node, { key: last, value: inner })
  return replaced(text, node, { value: typeof last === 'number' ? [inner] : { [last]: inner }, isFlow })
}

function replaced(
  text: string,
  node: unknown,
  { value, isFlow }: { value: unknown; isFlow: boolean },
): string {
  const [start, end] = rangeOf(node)
  const isInline = isFlow || (isCollection(node) && node.flow === true) || !isObjectOrList(value)
  if (isInline) return text.slice(0, start) + flow(value) + text.slice(end)
  const head = text.slice(0, start).trimEnd()
  if (head === '') return toYaml(value) + text.slice(end)
  const line = head.slice(head.lastIndexOf('\n') + 1)
  // An item stands behind its dash, a value below its key.
  if (head.endsWith('-'))
    return `${head} ${indented(toYaml(value), line.length + 1).trimStart()}${text.slice(end)}`
  const column = /^[\s-]*/.exec(line)?.[0].length ?? 0
  return `${head}\n${indented(toYaml(value), column + 2)}${text.slice(end)}`
}

interface Entry {
  readonly key: string | number
  readonly value: unknown
}

function added(
  text: string,
  node: Node & { items: unknown[]; flow?: boolean },
  { key, value }: Entry,
): string {
  const [start] = rangeOf(node)
  const end = endOf(node.items.at(-1))
  const entry = typeof key === 'number' ? [value] : { [key]: value }
  if (node.flow === true)
    return `${text.slice(0, end)}, ${flow(entry).replace(/^[[{] ?| ?[\]}]$/g, '')}${text.slice(end)}`
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  const body = text.slice(0, end).trimEnd() // a block of text ends behind the blank lines below it
  const comment = /^[ \t]*#.*/.exec(text.slice(body.length))?.[0] ?? ''
  const rest = text.slice(body.length + comment.length)
  return `${body}${comment}\n${indented(toYaml(entry), column)}${rest.startsWith('\n') ? '' : '\n'}${rest}`
}

function endOf(item: unknown): number {
  if (!isPair(item)) return rangeOf(item)[1]
  return item.value === null ? rangeOf(item.key)[1] + 1 : rangeOf(item.value)[1]
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = isScalar(node) || isCollection(node) ? node.range : undefined
  return range ? [range[0], range[1]] : [0, 0]
}

function isObjectOrList(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).trimEnd()
}

function indented(text: string, by: number): string {
  return text.trimEnd().replace(/^(?=.)/gm, ' '.repeat(by))
}

/** Plain data as the text of a hooks.yaml; every string is quoted. Throws a TypeError when it is not plain data. */
export function textOfData(data: object): string {
  const plain: unknown = JSON.parse(JSON.stringify(data))
  return stringify(plain, {
    aliasDuplicateObjects: false,
    defaultKeyType: 'PLAIN',
    defaultStringType: 'QUOTE_DOUBLE',
    lineWidth: 0,
  })
}

/** Plain data as YAML in blocks; no line is broken. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
