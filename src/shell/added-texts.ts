// The texts that a tool's input adds to files, in every agent's shape.
import type { PlainObject } from '../model/plain-object.ts'
import { factsOfPatch } from './patch.ts'

const addedFields = new Set(
  'content contents file_text new_string new_str new_source new_text text insert_text code_edit code_content replacement replacement_content body data append'.split(
    ' ',
  ),
)
const removedFields: Readonly<Record<string, string>> = {
  new_string: 'old_string',
  new_str: 'old_str',
  new_text: 'old_text',
}

export const toSnakeCase = (field: string): string => field.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()

/** Fields of other tools, too: a message has a text and a request a body. */
const weakFields = new Set('text body data append'.split(' '))

/** Does such a field hold a text? The path of a request with a method is no file's. */
export function hasWeakText(input: PlainObject): boolean {
  return (
    !Object.hasOwn(input, 'method') &&
    Object.entries(input).some(([key, each]) => typeof each === 'string' && weakFields.has(toSnakeCase(key)))
  )
}

/** Does an input hold the new content of a file, or a replacement? */
export function replacesText(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 4) return false
  return Object.entries(value).some(([key, each]: [string, unknown]) => {
    const field = toSnakeCase(key)
    const isStrong =
      (addedFields.has(field) && !weakFields.has(field)) || field === 'diff' || field === 'patch'
    return typeof each === 'string' ? isStrong : replacesText(each, depth + 1)
  })
}

/** The texts in an input that it would add to files: replaced text that stays the same does not count. */
export function addedTexts(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 4) return []
  if (Array.isArray(value)) return value.flatMap((each: unknown) => addedTexts(each, depth + 1))
  const fields = new Map(
    Object.entries(value).map(([key, each]: [string, unknown]) => [toSnakeCase(key), each]),
  )
  return [...fields].flatMap(([field, each]) => {
    if (typeof each !== 'string') return addedTexts(each, depth + 1)
    if (field === 'diff' || field === 'patch') return addedByDiff(each)
    if (!addedFields.has(field)) return []
    const old = fields.get(removedFields[field] ?? '')
    const text = typeof old === 'string' ? changedLines(old, each) : each
    return text === '' ? [] : [text]
  })
}

function changedLines(old: string, text: string): string {
  const before = old.split('\n')
  const after = text.split('\n')
  let from = 0
  while (from < after.length && from < before.length && after[from] === before[from]) from++
  let end = 0
  while (
    end < after.length - from &&
    end < before.length - from &&
    after.at(-1 - end) === before.at(-1 - end)
  )
    end++
  return after.slice(from, after.length - end).join('\n')
}

function addedByDiff(diff: string): string[] {
  const blocks = [...diff.matchAll(/^={7}\r?\n([^]*?)^(?:>{7}|\+{7}) ?REPLACE/gm)].map(
    ([, text = '']) => text,
  )
  return blocks.length > 0 ? blocks : [...factsOfPatch(diff, '/').adds]
}
