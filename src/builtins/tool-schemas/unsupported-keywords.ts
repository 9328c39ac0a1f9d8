import { assertions, type JsonSchema, patternOf, resolvePointer } from './json-schema.ts'
import { isObject } from '../../model/plain-object.ts'

/** A keyword of a user's JSON Schema that cannot be checked, and its path in the schema. */
export interface UnsupportedKeyword {
  readonly path: readonly (string | number)[]
  readonly keyword: string
  /** One sentence fragment, lower case, no final stop. */
  readonly message: string
}

const annotations = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'definitions',
  '$defs',
  'readOnly',
  'writeOnly',
  'deprecated',
  'contentEncoding',
  'contentMediaType',
])
const mapKeywords = new Set(['properties', 'definitions', '$defs'])
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'items'])
const schemaKeywords = new Set(['items', 'additionalProperties', 'not'])

/** All keywords that the interpreter would not check; a schema with one is refused when rules are compiled. */
export function unsupportedKeywords(root: JsonSchema): readonly UnsupportedKeyword[] {
  const found: UnsupportedKeyword[] = []
  const visit = (schema: unknown, path: readonly (string | number)[]): void => {
    if (!isObject(schema)) return
    for (const [keyword, given] of Object.entries(schema)) {
      const at = [...path, keyword]
      const message = keywordProblem(root, keyword, given)
      if (message !== undefined) found.push({ path: at, keyword, message })
      for (const [name, inner] of schemasIn(keyword, given))
        visit(inner, name === undefined ? at : [...at, name])
    }
  }
  visit(root, [])
  return found
}

function keywordProblem(root: JsonSchema, keyword: string, given: unknown): string | undefined {
  if (!Object.hasOwn(assertions, keyword) && !annotations.has(keyword))
    return `"${keyword}" is not supported in a tool's schema`
  if (keyword === 'pattern' && patternOf(given) === undefined)
    return `"${String(given)}" is not a regular expression`
  if (keyword === '$ref' && resolvePointer(root, String(given)) === undefined) {
    return `"${String(given)}" leads nowhere in this schema`
  }
  return undefined
}

function schemasIn(
  keyword: string,
  given: unknown,
): readonly (readonly [string | number | undefined, unknown])[] {
  if (mapKeywords.has(keyword) && isObject(given)) return Object.entries(given)
  if (listKeywords.has(keyword) && Array.isArray(given))
    return given.map((schema, index) => [index, schema] as const)
  return schemaKeywords.has(keyword) ? [[undefined, given]] : []
}
