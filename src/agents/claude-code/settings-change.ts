// Reads a settings file, edits it by value, and writes it back with a backup.
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff'
import { isObject } from '../../model/plain-object.ts'
import { shapeProblem } from './settings.ts'
import type { InstallFiles } from '../shared/install-files.ts'
import { editJson, writeJson } from '../shared/json-edit.ts'
import { offsetOf, parseJson, type Path, placeOf } from '../shared/json.ts'

export type Settings = Readonly<Record<string, unknown>>

export interface Change {
  readonly path: string
  /** The text that was there; undefined when there was no file. */
  readonly before: string | undefined
  readonly after: string
  /** Empty when nothing changes. */
  readonly diff: string
}

export interface Refusal {
  /** One line with file, line and column. */
  readonly problem: string
}

interface Parsed {
  /** Undefined when there is no file. */
  readonly text: string | undefined
  readonly settings: Settings
}

/** What `edit` would change in the file; writes nothing. */
export function planChange(
  files: InstallFiles,
  path: string,
  edit: (settings: Settings) => Settings,
): Change | Refusal {
  const parsed = parseSettings(files, path)
  if (isRefusal(parsed)) return parsed
  const { text, settings } = parsed
  const edited = edit(settings)
  const after =
    text === undefined || text.trim() === '' ? textOfNew(edited, text) : editJson(text, settings, edited)
  return { path, before: text, after, diff: diffOf(text ?? '', after) }
}

function textOfNew(settings: Settings, blank = ''): string {
  return Object.keys(settings).length === 0 ? blank : writeJson(settings)
}

/** A unified diff without file headers; empty when nothing changes. */
function diffOf(before: string, after: string): string {
  if (before === after) return ''
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, stripTrailingCr: true })
  return formatPatch(patch, OMIT_HEADERS)
}

/** Writes the planned change; the old file is kept as `.bak`. */
export function applyChange(files: InstallFiles, change: Change): void {
  if (change.diff === '') return
  const end = files.target(change.path)
  if (change.before !== undefined) files.copy(end, `${end}.bak`)
  files.replace(end, change.after)
}

function parseSettings(files: InstallFiles, path: string): Parsed | Refusal {
  const text = readText(files, path)
  if (typeof text === 'object') return text
  if (text === undefined || text.trim() === '') return { text, settings: {} }
  const refuseAt = (at: Path, message: string) => refuse(path, text, { offset: offsetOf(text, at), message })
  const parsed = parseJson(text)
  if ('message' in parsed) return refuse(path, text, parsed)
  const { value } = parsed
  if (!isObject(value)) return refuseAt([], 'the settings are not an object')
  const problem = shapeProblem(value)
  return problem === undefined ? { text, settings: value } : refuseAt(problem.path, problem.message)
}

export function isRefusal(value: object): value is Refusal {
  return 'problem' in value && typeof value.problem === 'string'
}

function readText(files: InstallFiles, path: string): string | undefined | Refusal {
  try {
    return files.read(path)
  } catch (error) {
    return { problem: `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function refuse(
  path: string,
  text: string,
  { offset, message }: { offset: number; message: string },
): Refusal {
  const { line, column } = placeOf(text, offset)
  return { problem: `${path}:${line}:${column}: ${message}. Nothing was changed.` }
}
