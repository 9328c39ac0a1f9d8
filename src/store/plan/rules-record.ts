// Which rules a project has, kept beside its state: without the cache it tells that they are gone.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPrivate, makePrivate, writeAtomically } from '../private-dir.ts'
import { createFiles } from '../files.ts'
import type { Key } from '../vouch/key.ts'
import type { GoneRules, PlanHead, PlanKey } from './plan-head.ts'

interface RulesRecord extends Pick<GoneRules, 'rules' | 'sessions' | 'on_config_error'> {
  /** The files of the layers that were there, absolute. */
  readonly files: readonly string[]
}

export type RecordKey = Pick<PlanKey, 'record' | 'dry' | 'vouch'>

/** `forged` when it does not carry the key's code. */
export function readRecord({ record, vouch }: RecordKey): RulesRecord | 'forged' | undefined {
  if (record === undefined || vouch === undefined || !isPrivate(dirname(record))) return undefined
  const text = createFiles().read(record)
  if (text === undefined) return undefined
  try {
    const { code, ...known } = JSON.parse(text) as RulesRecord & { readonly code?: string } // its code tells
    return code === codeOf(vouch, record, known) ? known : 'forged'
  } catch {
    return 'forged'
  }
}

function codeOf(key: Key, record: string, known: object): string {
  return key.code('rules', record, JSON.stringify(known))
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
  if (known !== undefined && known !== 'forged') write(key, { ...known, sessions })
}

function write({ record, dry, vouch }: RecordKey, found: RulesRecord | undefined): void {
  if (record === undefined || vouch === undefined || dry) return
  try {
    if (found === undefined) rmSync(record, { force: true })
    else if (makePrivate(dirname(record)))
      writeAtomically(record, JSON.stringify({ ...found, code: codeOf(vouch, record, found) }))
  } catch {
    // Then only the cache knows.
  }
}
