import { join } from 'node:path'
import { HooksError, errorMessage } from '../../model/errors.ts'
import { appendPrivate, makePrivate } from '../disk/private-dir.ts'
import { eventIds } from './append.ts'
import type { Event } from '../../model/types.ts'

/** What a built-in records of an event beside the ledger, secrets masked. */
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
  const { agent: _agent, ...ids } = eventIds(event)
  const line = { time, ...ids, ...entry }
  try {
    const dir = join(stateDir, 'contents')
    if (!makePrivate(dir)) throw new Error(`${dir} is not a directory that only we can write`)
    appendPrivate(join(dir, `${time.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`)
  } catch (cause) {
    throw new HooksError('error', `the ledger could not be written: ${errorMessage(cause)}`, { cause })
  }
}
