import { parse } from 'yaml'
import type { Context } from '../model/types.ts'
import { isObject } from '../model/plain-object.ts'

const FENCED = /^\uFEFF?---[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*(?:\r?\n|$)([\s\S]*)$/
const MAX_CHARS = 64 * 1024

/** Splits a file into its YAML front matter and its body; broken front matter loses only itself. */
export const frontMatter: Context['frontMatter'] = (text) => {
  const [, head, body] = FENCED.exec(text) ?? []
  if (head === undefined || body === undefined) return { body: text }
  const data = head.length > MAX_CHARS ? undefined : parseHead(head)
  return data === undefined ? { body } : { data, body }
}

function parseHead(head: string): Readonly<Record<string, unknown>> | undefined {
  if (/[[{]{20}|(?:[[{][^\]}]*){40}/.test(head)) return undefined // the parser must not meet deep nesting
  try {
    const value: unknown = parse(head, { uniqueKeys: false, maxAliasCount: 10, logLevel: 'error' })
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
