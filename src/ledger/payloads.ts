import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendPrivate } from '../private-dir.ts'
import { maskedJson } from './mask.ts'

/** A payload as it came, masked, with what is needed to replay it. */
export interface KeptPayload {
  readonly agent?: string
  readonly payload: unknown
}

/** What a secret-looking text or key has in it; a payload with none of these is kept as it is. */
const SUSPECT = [
  'pass',
  'secret',
  'token',
  'key',
  'auth',
  'cookie',
  'credential',
  'bearer',
  'basic',
  'akia',
  'asia',
  'gh',
  'sk-',
  'xox',
  'aiza',
  'glpat',
  'npm_',
  'eyj',
  '@',
] as const

/** Keeps the last `keep` payloads, each in its slot; which slot is the length of a file that grows by a byte. */
export function keepPayload(dir: string, keep: number, payload: KeptPayload): void {
  if (keep <= 0) return
  try {
    const slot = (appendPrivate(join(dir, 'count'), '.') - 1) % keep
    writeFileSync(join(dir, `${slot}.json`), maskedIfNeeded(payload), { mode: 0o600 })
  } catch {
    // Keeping a payload is a convenience: the verdict stands without it.
  }
}

function maskedIfNeeded(payload: KeptPayload): string {
  const text = JSON.stringify(payload)
  const lower = text.toLowerCase()
  return SUSPECT.some((part) => lower.includes(part)) ? maskedJson(payload) : text
}

/** The newest kept payload; undefined when none is kept. */
export function lastPayload(dir: string): KeptPayload | undefined {
  const newest = payloadFiles(dir).at(-1)
  return newest === undefined ? undefined : parse(newest)
}

function payloadFiles(dir: string): readonly string[] {
  try {
    const files = readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(dir, name))
    return files
      .map((file) => ({ file, time: statSync(file).mtimeMs }))
      .toSorted((a, b) => a.time - b.time)
      .map(({ file }) => file)
  } catch {
    return []
  }
}

function parse(file: string): KeptPayload | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptPayload // written by this file
  } catch {
    return undefined
  }
}
