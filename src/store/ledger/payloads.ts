import { readdirSync, readFileSync, statSync } from 'node:fs'
import { childPath } from '../../patterns/paths/paths.ts'
import { appendAndLocate, overwritePrivate } from '../private-dir.ts'
import { closeSeams, cutStrings } from './cut-strings.ts'
import { mayHoldSecret } from '../../patterns/secrets/secrets.ts'

/** A payload, masked, with what is needed to replay it. */
export interface StoredPayload {
  readonly agent?: string
  /** Of its row in the ledger. */
  readonly id?: string
  readonly payload: unknown
}

export interface StorePayloadOptions {
  /** How many payloads are kept. */
  readonly keep: number
  /** The payload as JSON without secrets; called only when it may contain some. */
  readonly mask: (payload: StoredPayload) => string
}

/** Stores the last `keep` payloads in a ring of slots; the length of a counter file selects the slot. */
export function storePayload(dir: string, payload: StoredPayload, { keep, mask }: StorePayloadOptions): void {
  if (keep <= 0) return
  try {
    const slot = (appendAndLocate(childPath(dir, 'count'), '.') - 1) % keep
    const cut = cutStrings(payload) as StoredPayload // the same fields
    const text = JSON.stringify(cut)
    const masked = mayHoldSecret(text) ? mask(cut) : text
    overwritePrivate(childPath(dir, `${slot}.json`), cut === payload ? masked : closeSeams(masked))
  } catch {
    // Keeping a payload is a convenience: the verdict stands without it.
  }
}

/** The newest stored payload that `use` accepts; undefined when there is none. */
export function lastPayload<T>(dir: string, use: (kept: StoredPayload) => T | undefined): T | undefined {
  for (const file of payloadFiles(dir).toReversed()) {
    const kept = parse(file)
    const used = kept === undefined ? undefined : use(kept)
    if (used !== undefined) return used
  }
  return undefined
}

/** All of them, oldest first. */
export function storedPayloads(dir: string): readonly StoredPayload[] {
  return payloadFiles(dir).flatMap((file) => parse(file) ?? [])
}

function payloadFiles(dir: string): readonly string[] {
  try {
    const files = readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => childPath(dir, name))
    return files
      .map((file) => ({ file, time: statSync(file).mtimeMs }))
      .toSorted((a, b) => a.time - b.time)
      .map(({ file }) => file)
  } catch {
    return []
  }
}

function parse(file: string): StoredPayload | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredPayload // written by this file
  } catch {
    return undefined
  }
}
