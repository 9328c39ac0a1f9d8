import { isDeepStrictEqual } from 'node:util'
import type { JsonNode } from './json-tree.ts'

interface Style {
  readonly text: string
  readonly indent: string
  readonly newline: string
}

/** The same text with another value: what is equal keeps its bytes, the rest is written in the file's own indentation. */
export function editJson(text: string, node: JsonNode, value: unknown): string {
  const style = { text, indent: indentOf(text), newline: text.includes('\r\n') ? '\r\n' : '\n' }
  return text.slice(0, node.start) + write(value, node, { style, depth: 0 }) + text.slice(node.end)
}

/** A new file. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function indentOf(text: string): string {
  return /^\s*[{[][ \t]*\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
}

interface Where {
  readonly style: Style
  readonly depth: number
}

function write(value: unknown, node: JsonNode | undefined, where: Where): string {
  const { style, depth } = where
  if (node !== undefined && isDeepStrictEqual(node.value, value))
    return style.text.slice(node.start, node.end)
  const inner = { style, depth: depth + 1 }
  if (Array.isArray(value)) return wrap('[]', writeItems(value, node, inner), where)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${write(each, node?.members?.get(key), inner)}`,
  )
  return wrap('{}', members, where)
}

/** An item keeps the bytes of the old one it equals, wherever that stood; failing that, of the one in its place. */
function writeItems(items: readonly unknown[], node: JsonNode | undefined, where: Where): string[] {
  const old = node?.items ?? []
  return items.map((item, at) =>
    write(item, old.find((each) => isDeepStrictEqual(each.value, item)) ?? old[at], where),
  )
}

function wrap(brackets: string, parts: readonly string[], { style, depth }: Where): string {
  if (parts.length === 0) return brackets
  const inner = style.newline + style.indent.repeat(depth + 1)
  return `${brackets[0]}${inner}${parts.join(`,${inner}`)}${style.newline}${style.indent.repeat(depth)}${brackets[1]}`
}
