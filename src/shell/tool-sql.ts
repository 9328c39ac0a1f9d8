// SQL in the input of a tool.
import { isObject, type PlainObject } from '../model/plain-object.ts'
import { toSnakeCase } from './added-texts.ts'

const statement =
  /^(?:select|insert|update|delete|drop|create|alter|truncate|merge|replace|grant|revoke|with|copy|vacuum|explain\s+\(?\s*analy[sz]e)\b/i

/** Quoted text, or a comment. */
const sqlPart = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*(!\d*)?([^]*?)\*\//g

/** Without comments, and with texts joined that are written in pieces. */
export function plainSql(text: string): string {
  return withoutComments(text).replace(/'\s*\|\|\s*'/g, '')
}

/** MySQL runs what stands in a comment that begins with `!`. */
function withoutComments(text: string): string {
  return text.replace(sqlPart, (part, runs: string | undefined, inner: string | undefined) =>
    /^['"]/.test(part) ? part : runs === undefined ? ' ' : (inner ?? ' '),
  )
}

/** What can hardly begin another text. */
const changing =
  /^(?:drop\s+(?:table|database|schema|index|view)|truncate\s+table|delete\s+from|alter\s+table)\s+[\w."`]+\s*(?:[;,]|$|cascade|where|drop|if\b|add)/i
const sqlField = /(?:^|_)(?:sql|sql_quer(?:y|ies)|statements?|ddl)$/
const queryField = /(?:^|_)quer(?:y|ies)$/
const searches = /search|docs|find|lookup/i

/** The statements in an input, without comments; undefined when there are none. */
export function sqlIn(input: PlainObject, tool: string): string | undefined {
  const isField = (name: string): boolean =>
    sqlField.test(name) || (queryField.test(name) && !searches.test(tool))
  const inner = Object.values(input).filter(isObject)
  const texts = [input, ...inner]
    .flatMap((each) => Object.entries(each))
    .flatMap(([field, value]) => [value].flat().map((each: unknown) => [toSnakeCase(field), each] as const))
    .flatMap(([field, each]) => (typeof each === 'string' ? [[field, withoutComments(each).trim()]] : []))
    .filter(([field = '', text = '']) => isField(field) || (changing.test(text) && !searches.test(tool)))
    .map(([, text = '']) => text)
  return texts.some((each) => statement.test(each)) ? texts.join(';\n') : undefined
}
