import type { Diagnostic } from '../types.ts'
import { createDiagnostic } from './diagnostic.ts'
import type { ParsedDocument } from './document.ts'
import { isMapping } from './data-path.ts'
import { fileLater } from './not-supported.ts'

/** What the file uses and this version does not do. */
export function notSupported(document: ParsedDocument): Diagnostic[] {
  if (!isMapping(document.value)) return []
  return Object.keys(document.value).flatMap((key) => {
    const hint = Object.hasOwn(fileLater, key) ? fileLater[key] : undefined
    if (hint === undefined) return []
    const message = `this version of hooks does not support "${key}" yet`
    return [createDiagnostic('not-supported', document.place([key], 'key'), { message, hint })]
  })
}
