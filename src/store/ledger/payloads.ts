import { readdirSync, readFileSync, statSync } from 'node:fs'
import { childPath } from '../../patterns/paths/paths.ts'
import { appendAndLocate, overwritePrivate } from '../disk/private-dir.ts'
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

// Of long strings the beginning and the end are kept: a payload is kept to be replayed, not to hold an output.

const KEPT = 8192
/** Read beyond what is kept, so that no secret is cut in half before it is masked. */
const OVERLAP = 4096
const PIECE = KEPT + OVERLAP

const seam = /\n\0(\d+)\0\n/
const mark = /\[hooks: \d+ characters were not kept\]/

/** The value with a seam in each long string; the same value when none is long. */
function cutStrings(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= 2 * PIECE
      ? value
      : `${value.slice(0, PIECE)}\n\0${value.length}\0\n${value.slice(-PIECE)}`
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const cut = entries.map(([key, inner]: [string, unknown]) => [key, cutStrings(inner)] as const)
  if (cut.every(([, inner], at) => inner === entries[at]?.[1])) return value
  return Array.isArray(value) ? cut.map(([, inner]) => inner) : Object.fromEntries(cut)
}

/** JSON, masked, whose strings lose what was only read for the mask, and say how much was not kept. */
function closeSeams(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? close(value) : value)),
  )
}

function close(text: string): string {
  const found = seam.exec(text)
  if (found === null) return text
  const head = text.slice(0, found.index).slice(0, -OVERLAP)
  const tail = text.slice(found.index + found[0].length).slice(OVERLAP)
  const missing = Number(found[1]) - head.length - tail.length
  return `${head}\n[hooks: ${missing} characters were not kept]\n${tail}`
}

/** Was some of it not kept? */
export function isCut(json: string): boolean {
  return mark.test(json)
}
