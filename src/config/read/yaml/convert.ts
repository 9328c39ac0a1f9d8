// YAML nodes to plain data, and back from a path in the data to its node.
import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import {
  type YamlProblem,
  quote,
  quoteHint,
  type ValueSlot,
  cutAtComment,
  trapProblem,
} from './yaml-problem.ts'
import { limits } from '../../diagnostics/sizes.ts'

type YamlNode = ParsedNode | null

/** A collection in the data, with what it was made of. */
export interface CollectionOrigin {
  readonly start: number
  readonly end: number
  /** Where what follows it begins. */
  readonly reach: number
  readonly flow: boolean
  /** A mapping's, in order. */
  readonly keys?: readonly string[]
  /** Four numbers for each entry: where its key begins and ends, and its value; -1 where there is none. */
  readonly spans: readonly number[]
  /** Entries that are an alias: their values were converted elsewhere. */
  readonly aliases?: ReadonlySet<number>
}

export interface ConvertedYaml {
  readonly value: unknown
  readonly problems: readonly YamlProblem[]
  readonly origins: ReadonlyMap<unknown, CollectionOrigin>
}

interface Conversion {
  /** As written, for hints; nodes come from a text of the same length. */
  readonly text: string
  /** Offsets of bad escapes, ascending. */
  readonly escapes: readonly number[]
  readonly problems: YamlProblem[]
  readonly origins: Map<unknown, CollectionOrigin>
  readonly anchors: Map<string, { value: unknown; size: number; open: boolean }>
  aliases: number
  size: number
}

const textKeys = new Set(
  'deny ask allow context notify continue stop description set_prompt set_output append prepend replace'.split(
    ' ',
  ),
)

export function convert(root: YamlNode, text: string, escapes: readonly number[]): ConvertedYaml {
  const conversion: Conversion = {
    text,
    escapes: [...escapes].sort((a, b) => a - b),
    problems: [],
    origins: new Map(),
    anchors: new Map(),
    aliases: 0,
    size: 0,
  }
  const value = valueOf(conversion, root, {})
  return { value, problems: conversion.problems, origins: conversion.origins }
}

function valueOf(conversion: Conversion, node: YamlNode, slot: ValueSlot): unknown {
  conversion.size += 1
  if (node === null) return null
  if (isAlias(node)) return valueOfAlias(conversion, node, slot)
  const anchor =
    node.anchor === undefined ? undefined : { value: undefined as unknown, size: conversion.size, open: true }
  if (anchor !== undefined && node.anchor !== undefined) conversion.anchors.set(node.anchor, anchor)
  const value = isScalar(node)
    ? valueOfScalar(conversion, node, slot)
    : valueOfCollection(conversion, node, slot)
  if (anchor !== undefined)
    Object.assign(anchor, { value, size: conversion.size - anchor.size + 1, open: false })
  return value
}

function valueOfAlias(conversion: Conversion, node: Alias.Parsed, slot: ValueSlot): unknown {
  const { problems, text } = conversion
  const [start, end] = node.range
  const written = text.slice(start, end)
  const target = conversion.anchors.get(node.source)
  const refuse = (message: string, hint: string): void =>
    void problems.push({ code: 'too-many-aliases', start, end, message, hint })
  conversion.aliases += 1
  conversion.size += target?.size ?? 0
  if (target === undefined) problems.push(trapProblem({ ...slot, code: 'unquoted-star', start, end }, text))
  else if (target.open) refuse(`"${written}" contains itself`, 'write the value out')
  else if (conversion.aliases <= limits.aliases && conversion.size <= limits.values) return target.value
  else {
    conversion.size -= target.size
    const message = 'the aliases of this file stand for too much'
    if (!problems.some((each) => each.message === message)) refuse(message, 'write the values out')
  }
  return written
}

function valueOfScalar(conversion: Conversion, node: Scalar.Parsed, slot: ValueSlot): unknown {
  const { text, problems } = conversion
  const [start, end] = node.range
  const { value, type } = node
  if (type === 'QUOTE_DOUBLE') checkEscapes(conversion, node, slot)
  if (type === 'PLAIN' && typeof value === 'string' && isCut(text, [start, end], slot)) {
    problems.push(cutAtComment(text, [start, end], slot))
  }
  return value
}

/** A comment without a space behind its "#", where a text or a regular expression would go on. */
function isCut(text: string, [start, end]: readonly [number, number], slot: ValueSlot): boolean {
  const comment = /^[ \t]+#[^\s#].*/.exec(text.slice(end, end + 500))?.[0]
  if (comment === undefined) return false
  return slot.isText === true || (text[start] === '/' && comment.includes('/'))
}

function checkEscapes({ text, escapes, problems }: Conversion, node: Scalar.Parsed, slot: ValueSlot) {
  const [start, end] = node.range
  const raw = text.slice(start, end)
  const backspace = raw.includes('\\b') && typeof node.value === 'string' ? node.value.indexOf('\b') : -1
  const at = escapes.find((offset) => offset >= start && offset < end)
  const escape = at ?? (backspace === -1 ? undefined : start + raw.indexOf('\\b'))
  if (escape === undefined) return
  const meant = raw.slice(1, -1).replace(/\\(["\\])/g, '$1')
  const sign = text.slice(escape, escape + 2)
  const message =
    sign === '\\b'
      ? '"\\b" in double quotes is a backspace character'
      : `"${sign}" means nothing in double quotes`
  problems.push({ code: 'bad-escape', start: escape, end: escape + 2, message, hint: quoteHint(meant, slot) })
}

function valueOfCollection(conversion: Conversion, node: ParsedNode, slot: ValueSlot): unknown {
  if (!isSeq(node)) return isMap(node) ? valueOfMap(conversion, node, slot) : null
  const items = node.items as YamlNode[]
  const list = items.map((item) => valueOf(conversion, item, { inList: node.flow !== true }))
  const entries = items.map((value) => ({ value }))
  conversion.origins.set(list, originOf(node, entries))
  return list
}

function valueOfMap(conversion: Conversion, node: YAMLMap.Parsed, slot: ValueSlot): unknown {
  const { text } = conversion
  const [start, end] = node.range
  const written = trapInMap(node, text)
  if (written !== undefined) {
    conversion.problems.push(trapProblem({ ...slot, code: written, start, end }, text))
    return text.slice(start, end)
  }
  const map: Record<string, unknown> = Object.create(null)
  const keys = new Map<string, { key: ParsedNode; value: YamlNode }>()
  for (const pair of node.items) {
    const key = keyOf(conversion, pair, node)
    const first = key === undefined ? undefined : keys.get(key)
    if (key === undefined) continue
    if (first !== undefined) conversion.problems.push(duplicate(key, pair.key, first.key))
    else {
      keys.set(key, { key: pair.key, value: pair.value })
      map[key] = valueOf(conversion, pair.value, { key, isText: slot.isText === true || textKeys.has(key) })
    }
  }
  conversion.origins.set(map, { ...originOf(node, [...keys.values()]), keys: [...keys.keys()] })
  return map
}

function originOf(
  { range: [start, end, reach], ...node }: ParsedNode,
  entries: readonly { readonly key?: ParsedNode; readonly value: YamlNode }[],
): CollectionOrigin {
  const spans = entries.flatMap(({ key, value }) => [...spanOf(key), ...spanOf(value)])
  const aliases = entries.flatMap(({ value }, at) => (isAlias(value) ? [at] : []))
  return { start, end, reach, flow: 'flow' in node && node.flow, spans, aliases: new Set(aliases) }
}

function spanOf(node: YamlNode | undefined): readonly [number, number] {
  return node ? [node.range[0], node.range[1]] : [-1, -1]
}

/** `{{path}}` alone is a map in a map, and `[Note: x]` a map in a list. */
function trapInMap(node: YAMLMap.Parsed, text: string): 'unquoted-braces' | 'unquoted-colon' | undefined {
  if (node.flow !== true) return undefined
  if (text[node.range[0]] !== '{') return 'unquoted-colon'
  return isMap(node.items[0]?.key) && text[node.range[0] + 1] === '{' ? 'unquoted-braces' : undefined
}

function duplicate(key: string, again: ParsedNode, first: ParsedNode): YamlProblem {
  const [start, end] = again.range
  const message = `"${key}" is given twice`
  return { code: 'duplicate-key', start, end, message, hint: 'remove one of them', first: first.range[0] }
}

/** A key's text, or undefined when the pair was reported. */
function keyOf(
  conversion: Conversion,
  pair: Pair<ParsedNode, YamlNode>,
  map: YAMLMap.Parsed,
): string | undefined {
  const { problems, text } = conversion
  const { key, value } = pair
  const [start, end] = key.range
  if (!isScalar(key)) {
    const hint = `quote it: ${quote(text.slice(start, end))}`
    problems.push(
      isCollection(key)
        ? { code: 'bad-key', start, end, message: 'a key must be text', hint }
        : trapProblem({ code: 'unquoted-star', start, end }, text),
    )
    return undefined
  }
  const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
  if (key.type === 'PLAIN' && name === '<<') problems.push(mergeKey(start, end))
  else if (name === '' && key.type === 'PLAIN') problems.push(noKey(text.indexOf(':', start)))
  else if (value === null && map.flow === true && problems.length > limits.problems) return undefined
  else if (value === null && map.flow === true) problems.push(cutAtComma(name, key, text))
  else return name
  return undefined
}

const noKey = (colon: number): YamlProblem => ({
  code: 'bad-key',
  start: colon,
  end: colon + 1,
  message: 'the key before ":" is missing',
  hint: 'write a key before the colon',
})

const mergeKey = (start: number, end: number): YamlProblem => ({
  code: 'merge-key',
  start,
  end,
  message: 'merge keys are not part of YAML 1.2',
  hint: 'write the keys out, or use defaults',
})

function cutAtComma(name: string, key: ParsedNode, text: string): YamlProblem {
  const [start, end] = key.range
  const before = text.slice(Math.max(0, start - 120), start)
  const [, field, cut] = /[{,]\s*([\w.-]+)\s*:\s*([^{}[\]"':]+,\s*)$/.exec(before) ?? []
  const whole = `${cut ?? ''}${text.slice(start, end)}`
  const message =
    cut === undefined ? `"${name}" has no value` : 'text is cut at the comma: the rest is a new key'
  const hint =
    cut === undefined
      ? `write ${name}: and its value`
      : quoteHint(whole, field === undefined ? {} : { key: field })
  return { code: 'cut-at-comma', start, end, message, hint }
}
