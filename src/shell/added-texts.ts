// The texts that a tool's input adds to files, in every agent's shape.
import type { PlainObject } from '../model/plain-object.ts'
import type { AddFact } from '../model/types.ts'
import { hunksOf } from '../patterns/text/line-diff.ts'
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

/** Fields that hold a file as a whole. */
const wholeFields = new Set('content contents file_text'.split(' '))

/** What a part of an input names is written as a whole: the text that stood there. */
type OldText = (input: PlainObject) => string | undefined

/** What an input would add to files. */
export function addedTexts(value: unknown, oldText: OldText, depth = 0): readonly AddFact[] {
  if (typeof value !== 'object' || value === null || depth > 4) return []
  if (Array.isArray(value)) return value.flatMap((each: unknown) => addedTexts(each, oldText, depth + 1))
  const input = Object.fromEntries(Object.entries(value))
  const fields = new Map(Object.entries(input).map(([key, each]) => [toSnakeCase(key), each]))
  return [...fields].flatMap(([field, each]) => {
    if (typeof each !== 'string') return addedTexts(each, oldText, depth + 1)
    if (field === 'diff' || field === 'patch') return addedByDiff(each)
    if (!addedFields.has(field)) return []
    const old = wholeFields.has(field) ? oldText(input) : fields.get(removedFields[field] ?? '')
    return hunksOf(typeof old === 'string' ? old : '', each)
  })
}

function addedByDiff(diff: string): readonly AddFact[] {
  const found = diff.matchAll(
    /(?:^(?:<{3,}|-{3,}) ?SEARCH.*\n([^]*?))?^={7}\r?\n([^]*?)^(?:>{7}|\+{7}) ?REPLACE/gm,
  )
  const blocks = [...found].map(([, old = '', text = '']) => hunksOf(old, text))
  return blocks.length > 0 ? blocks.flat() : factsOfPatch(diff, '/').adds
}
