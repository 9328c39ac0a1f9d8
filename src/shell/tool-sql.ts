// SQL in the input of a tool.
import type { PlainObject } from '../model/plain-object.ts'
import { toSnakeCase } from './added-texts.ts'

const statement =
  /^(?:select|insert|update|delete|drop|create|alter|truncate|merge|replace|grant|revoke|with|copy|vacuum|explain\s+\(?\s*analy[sz]e)\b/i

/** Quoted text, or a comment. */
const sqlPart = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*(!\d*)?([^]*?)\*\//g

/** MySQL runs what stands in a comment that begins with `!`. */
function withoutComments(text: string): string {
  return text.replace(sqlPart, (part, runs: string | undefined, inner: string | undefined) =>
    /^['"]/.test(part) ? part : runs === undefined ? ' ' : (inner ?? ' '),
  )
}

const sqlField = /(?:^|_)(?:sql|sql_quer(?:y|ies)|statements?|ddl)$/
const queryField = /(?:^|_)quer(?:y|ies)$/
const searches = /search|docs|find|lookup/i

/** The statements in an input, without comments; undefined when there are none. */
export function sqlIn(input: PlainObject, tool: string): string | undefined {
  const isField = (name: string): boolean =>
    sqlField.test(name) || (queryField.test(name) && !searches.test(tool))
  const texts = Object.entries(input)
    .filter(([field]) => isField(toSnakeCase(field)))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((each) => typeof each === 'string')
    .map((each) => withoutComments(each).trim())
  return texts.some((each) => statement.test(each)) ? texts.join(';\n') : undefined
}
