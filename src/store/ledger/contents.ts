import { join } from 'node:path'
import { HooksError } from '../../model/errors.ts'
import { appendPrivate, makePrivate } from '../private-dir.ts'
import type { Event } from '../../model/types.ts'

/** One line beside the ledger: what a built-in wants kept of an event, secrets masked. */
export interface ContentsLine {
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string
  readonly event: string
  readonly session?: string
  readonly run?: string
  readonly tool?: string
  readonly tool_use_id?: string
  readonly rule?: string
  /** With `use: ledger`: input and output, or what else the event holds. */
  readonly contents?: Readonly<Record<string, unknown>>
  /** What each rule came to. */
  readonly trace?: readonly Readonly<Record<string, unknown>>[]
  /** With `use: side-effects`: what the call would create, edit, delete and contact, and what could not be known. */
  readonly intent?: Readonly<Record<string, readonly string[]>>
}

export interface ContentsEntry {
  readonly event: Event
  readonly now: number
  readonly entry: Readonly<Record<string, unknown>>
}

/** Appends one line to the day's contents, in one write. Throws a HooksError when it cannot. */
export function appendContents(stateDir: string, { event, now, entry }: ContentsEntry): void {
  const time = new Date(now).toISOString()
  const line = { time, ...eventIds(event), ...entry }
  try {
    const dir = join(stateDir, 'contents')
    if (!makePrivate(dir)) throw new Error(`${dir} is not ours alone`)
    appendPrivate(join(dir, `${time.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new HooksError('error', `the ledger could not be written: ${why}`, { cause })
  }
}

function eventIds(event: Event): Pick<ContentsLine, 'event' | 'session' | 'run' | 'tool' | 'tool_use_id'> {
  return {
    event: event.event === 'unmapped' ? (event.native_event ?? 'unmapped') : event.event,
    ...(event.session_id === undefined ? {} : { session: event.session_id }),
    ...(event.run_id === undefined ? {} : { run: event.run_id }),
    ...(event.tool_name === undefined ? {} : { tool: event.tool_name }),
    ...(event.tool_use_id === undefined ? {} : { tool_use_id: event.tool_use_id }),
  }
}
