// SQL in the input of a tool.
import type { PlainObject } from '../model/plain-object.ts'
import { toSnakeCase } from './added-texts.ts'

const statement =
  /^(?:select|insert|update|delete|drop|create|alter|truncate|merge|replace|grant|revoke|with|copy|explain|vacuum)\s/i

/** Quoted text, or a comment. */
const sqlPart = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*(!\d*)?([^]*?)\*\//g

/** MySQL runs what stands in a comment that begins with `!`. */
function withoutComments(text: string): string {
  return text.replace(sqlPart, (part, runs: string | undefined, inner: string | undefined) =>
    /^['"]/.test(part) ? part : runs === undefined ? ' ' : (inner ?? ' '),
  )
}

const sqlField = /(?:^|_)(?:sql|query|queries|statements?|ddl)$/

/** The statements in an input, without comments; undefined when there are none. */
export function sqlIn(input: PlainObject): string | undefined {
  const texts = Object.entries(input)
    .filter(([field]) => sqlField.test(toSnakeCase(field)))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((each) => typeof each === 'string')
    .map((each) => withoutComments(each).trim())
  return texts.some((each) => statement.test(each)) ? texts.join(';\n') : undefined
}
