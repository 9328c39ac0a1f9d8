// Reads an agent's settings file, edits it by value, and writes it back with a backup.
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff'
import { isObject } from '../../../model/plain-object.ts'
import type { AgentSettings, EventCommand, Scope, SettingsValues, SettingsPlace } from '../agent.ts'
import type { InstallFiles } from '../install-files.ts'
import { isOurs } from './own-file.ts'
import { editJson, writeJson, offsetOf, parseJson, type JsonPath, placeOf } from './json.ts'

export interface SettingsChange {
  readonly path: string
  /** The text that was there; undefined when there was no file. */
  readonly before: string | undefined
  readonly after: string
  readonly settings: SettingsValues
  /** Unified, without file headers; empty when nothing changes. */
  readonly diff: string
}

export interface SettingsProblem {
  /** One line with file, line and column. */
  readonly problem: string
}

interface SettingsFile {
  /** Undefined when there is no file. */
  readonly text: string | undefined
  readonly settings: SettingsValues
}

export function readSettings(
  files: InstallFiles,
  path: string,
  agent: AgentSettings,
): SettingsFile | SettingsProblem {
  const text = readText(files, path)
  if (typeof text === 'object') return text
  if (text === undefined || (text.trim() === '' && agent.own !== true)) return { text, settings: {} }
  if (agent.own === true) return { text, settings: { text } }
  const refuse = (offset: number, message: string): SettingsProblem => {
    const { line, column } = placeOf(text, offset)
    return { problem: `${path}:${line}:${column}: ${message}. Nothing was changed.` }
  }
  const refuseAt = (at: JsonPath, message: string) => refuse(offsetOf(text, at), message)
  const parsed = parseJson(text, agent.format)
  if ('message' in parsed) return refuse(parsed.offset, parsed.message)
  const { value } = parsed
  if (!isObject(value)) return refuseAt([], 'the settings are not an object')
  const problem = agent.problem(value)
  return problem === undefined ? { text, settings: value } : refuseAt(problem.path, problem.message)
}

function readText(files: InstallFiles, path: string): string | undefined | SettingsProblem {
  try {
    return files.read(path)
  } catch (error) {
    return { problem: `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** What an edit would change in the file; writes nothing. */
export function planChange(
  { path, own }: { readonly path: string; readonly own?: AgentSettings['own'] },
  { text, settings }: SettingsFile,
  edit: (settings: SettingsValues) => SettingsValues,
): SettingsChange {
  const edited = edit(settings)
  const isEmpty = text === undefined || text.trim() === ''
  const after = own ? ownText(edited) : isEmpty ? newText(edited, text) : editJson(text, settings, edited)
  return { path, before: text, after, settings: edited, diff: diffOf(text ?? '', after) }
}

/** The same for the file beside it; undefined where the agent has none. */
export function planBeside(
  files: InstallFiles,
  { beside }: Pick<AgentSettings, 'beside'>,
  { scope, place, lines }: { scope: Scope; place: SettingsPlace; lines: EventCommand | undefined },
): SettingsChange | SettingsProblem | undefined {
  if (beside === undefined) return undefined
  const path = beside.file(scope, place)
  const text = readText(files, path)
  if (typeof text === 'object') return text
  const settings = text === undefined ? {} : { text }
  return planChange({ path, own: true }, { text, settings }, (before) =>
    lines === undefined ? (isOurs(before) ? {} : before) : { text: beside.text(lines) },
  )
}

function newText(settings: SettingsValues, blank = ''): string {
  return Object.keys(settings).length === 0 ? blank : writeJson(settings)
}

function ownText({ text }: SettingsValues): string {
  return typeof text === 'string' ? text : ''
}

/** Unified, without file headers; empty when nothing changes. */
export function diffOf(before: string, after: string): string {
  if (before === after) return ''
  const patch = structuredPatch('', '', before, after, '', '', { context: 2, stripTrailingCr: true })
  return formatPatch(patch, OMIT_HEADERS)
}

/** Writes the planned change; the old file is kept as `.bak`. A file of ours that holds nothing any more goes. */
export function applyChange(files: InstallFiles, change: SettingsChange): void {
  if (change.diff === '') return
  const end = files.target(change.path)
  if (change.after === '') return files.remove(end)
  if (change.before !== undefined) files.copy(end, `${end}.bak`)
  files.replace(end, change.after, change.after.startsWith('#!') ? 0o755 : undefined)
}
