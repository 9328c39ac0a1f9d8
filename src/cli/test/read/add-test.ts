// A test put into a file as text, so that its comments and its form stay as they are.
import { isMapping, valueAt } from '../../../config/read/yaml/data-path.ts'
import type { ParsedDocument } from '../../../config/read/yaml/document.ts'
import { parseConfig } from '../../../config/read/parse.ts'

export type Added = { readonly text: string } | { readonly problem: string }

/** `text` is the file's, undefined when there is none yet; `item` a list item without indentation. */
export function addTest(text: string | undefined, item: string, file: string): Added {
  if (text === undefined || text.trim() === '') return { text: `tests:\n${indented(item, 2)}` }
  const { document, diagnostics } = parseConfig({ file, path: file, text })
  if (document === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return { problem: 'it has errors (hooks validate lists them)' }
  const added = place(document, item)
  if (added === undefined) return { problem: 'its tests are written in brackets' }
  const again = parseConfig({ file, path: file, text: added })
  const fine = again.document !== undefined && countOf(again.document) === countOf(document) + 1
  return fine ? { text: added } : { problem: 'its form leaves no place for another test' }
}

function countOf({ value }: ParsedDocument): number {
  const tests = valueAt(value, ['tests'])
  return Array.isArray(tests) ? tests.length : 0
}

/** Undefined when the list is not one of dashes. */
function place(document: ParsedDocument, item: string): string | undefined {
  const { source, value } = document
  const text = source.text.endsWith('\n') ? source.text : `${source.text}\n`
  if (!isMapping(value) || !Object.hasOwn(value, 'tests')) return `${text}\ntests:\n${indented(item, 2)}`
  const count = countOf(document)
  if (count === 0) return undefined
  const last = document.place(['tests', count - 1])
  const lines = text.split('\n')
  const dash = /^( *)- /.exec(lines[last.line - 1] ?? '')?.[1]
  if (dash === undefined) return undefined
  const next = endOf(lines, last.line, dash.length)
  return [
    ...lines.slice(0, next),
    ...indented(item, dash.length).trimEnd().split('\n'),
    ...lines.slice(next),
  ].join('\n')
}

/** The index of the line behind an item: its own lines stand deeper than its dash. */
function endOf(lines: readonly string[], first: number, indent: number): number {
  let end = first
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (line.search(/\S/) <= indent) break
    end = at + 1
  }
  return end
}

function indented(item: string, by: number): string {
  return item.replace(/^(?=.)/gm, ' '.repeat(by))
}
