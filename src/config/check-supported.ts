import type { Diagnostic } from '../types.ts'
import { type DataPath, valueAt } from './data-path.ts'
import { createDiagnostic } from './diagnostic.ts'
import { fileLater, matchLater } from './not-supported.ts'
import type { ParsedDocument } from './document.ts'
import { rulesOf } from './rules-of.ts'

/** What the file uses and this version does not do. */
export function notSupported(document: ParsedDocument): Diagnostic[] {
  const found = inKeys(document, [], fileLater)
  for (const { path, rule } of rulesOf(document.value)) {
    const name = typeof rule.name === 'string' ? rule.name : undefined
    const own = inMatch(document, [...path, 'match'])
    found.push(...own.map((each) => (name === undefined ? each : { ...each, rule: name })))
  }
  return found
}

function inKeys(
  document: ParsedDocument,
  path: DataPath,
  later: Readonly<Record<string, string>>,
): Diagnostic[] {
  const value = valueAt(document.value, path)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.keys(value).flatMap((key) => {
    const hint = Object.hasOwn(later, key) ? later[key] : undefined
    if (hint === undefined) return []
    const message = `this version of hooks does not support "${key}" yet`
    return [createDiagnostic('not-supported', document.place([...path, key], 'key'), { message, hint })]
  })
}

function inMatch(document: ParsedDocument, path: DataPath): Diagnostic[] {
  const value = valueAt(document.value, path)
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((_, index) => inMatch(document, [...path, index]))
  return [
    ...inKeys(document, path, matchLater),
    ...['any', 'all', 'not'].flatMap((key) => inMatch(document, [...path, key])),
  ]
}
