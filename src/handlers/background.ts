// Failures in the background: recorded in a file of the session by the process that waits, told by a later event.
import { writeDuration } from '../patterns/text/duration.ts'
import type { Files, Rule, ScriptMeaning, SpawnRequest, State, Warning } from '../model/types.ts'
import { exitText } from './run/failure.ts'

/** Its name in the session's state. */
export const BACKGROUND_FILE = 'background'
/** Stands for the exit code of what failed in the process that started it. */
const HERE = 'error'

/** How the end of a background script is recorded; without a file where none can be kept. */
export function endRecord(
  exits: Readonly<Record<string, ScriptMeaning>> | undefined,
  { rule, state }: { readonly rule: Pick<Rule, 'name' | 'timeout_ms'>; readonly state: State },
): Pick<SpawnRequest, 'record'> {
  const file = state.file(BACKGROUND_FILE) ?? ''
  const late = failureLine(rule.name, `killed after ${writeDuration(rule.timeout_ms)}`)
  return { record: { file, label: JSON.stringify([rule.name]), expected: Object.keys(exits ?? {}), late } }
}

/** For what failed before a process of its own could record it. */
export function recordFailure(
  failure: { readonly rule: string; readonly message: string },
  { state, files }: { readonly state: State; readonly files: Files },
): void {
  try {
    const file = state.file(BACKGROUND_FILE)
    if (file !== undefined) files.append(file, `${failureLine(failure.rule, failure.message)}\n`)
  } catch {
    // State that cannot be written is a warning of its own.
  }
}

function failureLine(rule: string, message: string): string {
  return `${HERE} ${JSON.stringify([rule, message])}`
}

/** What failed in the background of this session and was not told yet. */
export function backgroundFailures(state: State, files: Pick<Files, 'read'>): readonly Warning[] {
  const file = state.file(BACKGROUND_FILE)
  const text = file === undefined ? undefined : files.read(file)
  if (text === undefined) return []
  return text
    .split('\n')
    .filter((line) => line !== '' && state.once(`${BACKGROUND_FILE}/${line}`))
    .flatMap(warningOf)
}

function warningOf(line: string): readonly Warning[] {
  const [, end = '', label = ''] = /^(\w+) (.*)$/.exec(line) ?? []
  try {
    const [rule, message = exitText(Number(end))] = JSON.parse(label) as [string, string?] // written above
    return [{ code: 'background', rule, message: `it failed in the background: ${message}` }]
  } catch {
    return [] // half a line
  }
}
