// Which rules a project has, kept beside its state: without the cache it tells that they are gone.
import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPrivate, makePrivate, writeAtomically } from '../private-dir.ts'
import type { GoneRules, PlanHead, PlanKey } from './plan-head.ts'

interface RulesRecord extends Pick<GoneRules, 'rules' | 'sessions' | 'on_config_error'> {
  /** The files of the layers that were there, absolute. */
  readonly files: readonly string[]
}

type RecordKey = Pick<PlanKey, 'record' | 'dry'>

export function readRecord({ record }: RecordKey): RulesRecord | undefined {
  if (record === undefined || !isPrivate(dirname(record))) return undefined
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as RulesRecord // written below
  } catch {
    return undefined
  }
}

/** Records the rules in force. */
export function recordRules(key: RecordKey, head: PlanHead, layers: readonly string[]): void {
  const { rules, sessions = [], gone, settings } = head
  if (gone !== undefined) return recordSessions(key, head)
  const there = new Set(head.sources.flatMap(([path, stamp]) => (stamp === '-' ? [] : [path])))
  const files = layers.filter((file) => there.has(file))
  const found = { files, rules, sessions, on_config_error: settings?.on_config_error ?? 'ask' }
  write(key, rules === 0 ? undefined : found)
}

/** Rules that are gone stay recorded as long as a session has them or nobody was told. */
export function recordSessions(key: RecordKey, { sessions = [], gone }: PlanHead): void {
  if (gone !== undefined) {
    if (gone.told !== undefined && gone.sessions.length === 0) write(key, undefined)
    return
  }
  const known = readRecord(key)
  if (known !== undefined) write(key, { ...known, sessions })
}

function write({ record, dry }: RecordKey, found: RulesRecord | undefined): void {
  if (record === undefined || dry) return
  try {
    if (found === undefined) rmSync(record, { force: true })
    else if (makePrivate(dirname(record))) writeAtomically(record, JSON.stringify(found))
  } catch {
    // Then only the cache knows.
  }
}
