// One settings file: read, changed by value, written back with a backup.
import type { InstallFiles } from './files.ts'
import { shapeProblem } from './claude-code.ts'
import { diffLines } from './diff.ts'
import { editJson, writeJson } from './json-edit.ts'
import { parseJson, placeOf, type JsonNode } from './json-tree.ts'

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
  /** One line with the place. */
  readonly problem: string
}

interface Parsed {
  readonly text: string | undefined
  /** Absent when there is no file, or nothing in it. */
  readonly node?: JsonNode
  readonly settings: Settings
}

/** What `edit` would make of the file; nothing is written. */
export function planChange(
  files: InstallFiles,
  path: string,
  edit: (settings: Settings) => Settings,
): Change | Refusal {
  const parsed = parseSettings(files, path)
  if (isRefusal(parsed)) return parsed
  const { text, node, settings } = parsed
  const edited = edit(settings)
  const after = node === undefined ? textOfNew(edited, text ?? '') : editJson(text ?? '', node, edited)
  return { path, before: text, after, diff: diffLines(text ?? '', after) }
}

function textOfNew(settings: Settings, blank: string): string {
  return Object.keys(settings).length === 0 ? blank : writeJson(settings)
}

/** Writes what was planned; the file as it was stays beside it as `.bak`. */
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
  const node = parseJson(text)
  if ('message' in node) return refuse(path, text, node)
  const problem = shapeProblem(node.value)
  if (problem === undefined) return { text, node, settings: asSettings(node) }
  return refuse(path, text, { offset: nodeNamed(node, problem.path).start, message: problem.message })
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

function nodeNamed(node: JsonNode, name: string): JsonNode {
  const hooks = node.members?.get('hooks')
  return (name === 'hooks' ? hooks : hooks?.members?.get(name)) ?? node
}

function asSettings(node: JsonNode): Settings {
  return Object.fromEntries([...(node.members ?? [])].map(([key, member]) => [key, member.value]))
}
