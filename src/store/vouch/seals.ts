// What readers of the ledger, of counters and of what was done once saw: how long each was, and what it said so far.
// All of it only grows.
import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isObject } from '../../model/plain-object.ts'
import { isPrivate, writeAtomically } from '../private-dir.ts'
import { daysIn } from '../ledger/spool.ts'
import { type Key, readKey } from './key.ts'
import { openKey } from './make-key.ts'
import { lookOf } from './vouched.ts'

interface Seal {
  readonly size: number
  readonly look: string
  /** Of each MiB of a day's lines, the last one as far as it went. */
  readonly blocks?: readonly string[]
  /** How often a counter, or what was done once, began again. */
  readonly resets?: number
}

export interface BrokenSeal {
  /** Below the project's state. */
  readonly file: string
  readonly is: 'gone' | 'shorter' | 'different'
  /** When it was found, ISO 8601. */
  readonly at: string
  /** The agent's user read it where a session began. */
  readonly told?: true
}

interface Seals {
  readonly files: Readonly<Record<string, Seal>>
  readonly broken: readonly BrokenSeal[]
}

export interface Sealed {
  /** Found just now. */
  readonly now: readonly BrokenSeal[]
  /** With what was found in the last 30 days. */
  readonly all: readonly BrokenSeal[]
  /** How many files were compared. */
  readonly files: number
}

const KEEP_MS = 30 * 86_400_000
const MAX_BROKEN = 100

const SEALS = 'seals.json'

function sealsFile(stateDir: string): string {
  return join(stateDir, SEALS)
}

/**
 * Compares what is there with what was seen last, and remembers what is there now. `deep`: every byte; else, of a day
 * that grew, the last MiB that was seen.
 */
export function checkSeals(stateDir: string, now: number, deep = false): Sealed {
  const key = isPrivate(stateDir) ? openKey(dirname(stateDir)) : undefined
  if (key === undefined) return { now: [], all: [], files: 0 }
  const old = readSeals(stateDir, key)
  const found = lookAtAll(stateDir, old, deep)
  const at = new Date(now).toISOString()
  const broken = found.broken.map((each) => ({ ...each, at }))
  const recent = old.broken.filter((each) => now - Date.parse(each.at) < KEEP_MS)
  const all = [...recent, ...broken].slice(-MAX_BROKEN)
  write(stateDir, key, { files: found.files, broken: all })
  return { now: broken, all, files: Object.keys(found.files).length }
}

/** What was not told yet where a session begins, whoever found it. */
export function tellBroken(stateDir: string, now: number): readonly BrokenSeal[] {
  const untold = checkSeals(stateDir, now).all.filter(({ told }) => told !== true)
  const key = readKey(dirname(stateDir))
  if (untold.length === 0 || key === undefined) return untold
  const { files, broken } = readSeals(stateDir, key)
  write(stateDir, key, { files, broken: broken.map((each) => ({ ...each, told: true })) })
  return untold
}

/** As a sentence about a file of this project's state. */
export function sealMessage(stateDir: string, { file, is }: Pick<BrokenSeal, 'file' | 'is'>): string {
  const shorter = ONCE.test(basename(file)) ? 'has fewer files than it had' : 'is shorter than it was'
  const how = { gone: 'is gone', shorter, different: 'does not say what it said' }
  return `${join(stateDir, file)} ${how[is]}: something other than hooks changed it`
}

/** After old files were removed by us: nobody misses them. */
export function forgetRemoved(stateDir: string): void {
  const key = readKey(dirname(stateDir))
  if (key === undefined || lstatSync(sealsFile(stateDir), { throwIfNoEntry: false }) === undefined) return
  const { files, broken } = readSeals(stateDir, key)
  const there = Object.entries(files).filter(
    ([file]) => lstatSync(join(stateDir, file), { throwIfNoEntry: false }) !== undefined,
  )
  if (there.length < Object.keys(files).length)
    write(stateDir, key, { files: Object.fromEntries(there), broken })
}

function lookAtAll(
  stateDir: string,
  old: Seals,
  deep: boolean,
): { readonly files: Seals['files']; readonly broken: readonly Omit<BrokenSeal, 'at'>[] } {
  const files: Record<string, Seal> = {}
  const broken: Omit<BrokenSeal, 'at'>[] = []
  const spools = ['ledger', 'contents'].flatMap((name) => daysIn(join(stateDir, name)))
  const there = new Set(
    [...spools, ...countersIn(join(stateDir, 'sessions'))].map((file) => relative(stateDir, file)),
  )
  for (const file of new Set([...there, ...Object.keys(old.files)])) {
    const before = old.files[file]
    const found = there.has(file) ? sealSafely(join(stateDir, file), before, deep) : undefined
    if (found !== undefined) files[file] = found.seal
    const is = found === undefined ? (file === SEALS ? 'different' : 'gone') : found.is
    if (before !== undefined && is !== undefined) broken.push({ file, is })
  }
  return { files, broken }
}

type Found = { readonly seal: Seal; readonly is?: BrokenSeal['is'] } | undefined

function sealOf(path: string, before: Seal | undefined, deep: boolean): Found {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory() === true && ONCE.test(basename(path))) return onceSeal(path, before)
  if (stat?.isFile() !== true) return undefined // a pipe would never end
  const look = { size: stat.size, look: lookOf(stat) }
  if (!path.endsWith('.jsonl')) return counterSeal(path, look, before)
  if (before?.look === look.look && !deep) return { seal: before }
  return daySeal(path, { look, before, from: deep ? 0 : Math.floor((before?.size ?? 0) / BLOCK) })
}

/** What cannot be looked at just now is as it was. */
function sealSafely(path: string, before: Seal | undefined, deep: boolean): Found {
  try {
    return sealOf(path, before, deep)
  } catch {
    return before && { seal: before }
  }
}

type Look = Pick<Seal, 'size' | 'look'>

function counterSeal(path: string, look: Look, before: Seal | undefined): Found {
  const log = join(dirname(dirname(path)), 'resets', basename(path))
  return growing({ ...look, resets: sizeOf(log) }, before)
}

/** A directory with an empty file for all that was done once. */
function onceSeal(path: string, before: Seal | undefined): Found {
  const logs = join(dirname(path), 'resets')
  const resets = filesIn(logs).reduce((sum, log) => sum + sizeOf(log), 0)
  return growing({ size: entriesOf(path).length, look: '', resets }, before)
}

/** Shorter only after a reset. */
function growing(seal: Seal, before: Seal | undefined): Found {
  const isShorter = before !== undefined && seal.size < before.size && seal.resets === before.resets
  return isShorter ? { seal, is: 'shorter' } : { seal }
}

function sizeOf(file: string): number {
  return lstatSync(file, { throwIfNoEntry: false })?.size ?? 0
}

const BLOCK = 1 << 20

interface Day {
  readonly look: Look
  readonly before: Seal | undefined
  /** The first block that is read; those before it were seen. */
  readonly from: number
}

function daySeal(path: string, { look, before, from }: Day): Found {
  const { size = 0, blocks: seen = [] } = before ?? {}
  const blocks = seen.slice(0, from)
  const then = [...blocks]
  eachBlock(path, { from, size: look.size }, (bytes, start) => {
    blocks.push(hashOf(bytes))
    if (start < size) then.push(hashOf(bytes.subarray(0, size - start)))
  })
  const seal = { ...look, blocks }
  if (before === undefined) return { seal }
  if (look.size < size) return { seal, is: 'shorter' }
  return then.join() === seen.join() ? { seal } : { seal, is: 'different' }
}

/** Of what may be long, also before a key's code of it is taken, which is slow. */
export function hashOf(bytes: Uint8Array | string): string {
  const { createHash } = process.getBuiltinModule('node:crypto') // where a session begins, and for a person
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

function eachBlock(
  path: string,
  { from, size }: { readonly from: number; readonly size: number },
  see: (bytes: Uint8Array, start: number) => void,
): void {
  const buffer = new Uint8Array(BLOCK)
  const fd = openSync(path, 'r')
  try {
    for (let start = from * BLOCK; start < size; start += BLOCK) {
      const read = readSync(fd, buffer, 0, Math.min(BLOCK, size - start), start)
      see(buffer.subarray(0, read), start)
    }
  } finally {
    closeSync(fd)
  }
}

const ONCE = /^once$/
const runOfSession = /^run-\d+$/

/** The counts of every session and run, and the directories of what was done once. */
function countersIn(sessions: string): readonly string[] {
  return dirsIn(sessions)
    .flatMap((session) => [session, ...dirsIn(session, runOfSession)])
    .flatMap((scope) => [...filesIn(join(scope, 'counts')), ...dirsIn(scope, ONCE)])
}

function dirsIn(dir: string, names = /^/): readonly string[] {
  return entriesOf(dir).flatMap((each) =>
    each.isDirectory() && names.test(each.name) ? [join(dir, each.name)] : [],
  )
}

function filesIn(dir: string): readonly string[] {
  return entriesOf(dir).flatMap((each) => (each.isFile() ? [join(dir, each.name)] : []))
}

function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch {
    return []
  }
}

function codeOf(key: Key, stateDir: string, { files, broken }: Seals): string {
  return key.code('seals', stateDir, hashOf(JSON.stringify([files, broken])))
}

/** Seals that are not ours are themselves told of. */
function readSeals(stateDir: string, key: Key): Seals {
  const file = sealsFile(stateDir)
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { files: {}, broken: [] }
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const { files, broken, code } = (isObject(found) ? found : {}) as Partial<
      Seals & { readonly code: string }
    > // its code tells
    if (files !== undefined && broken !== undefined && code === codeOf(key, stateDir, { files, broken }))
      return { files, broken }
  } catch {
    // Not ours either.
  }
  const forged = { size: 0, look: '' }
  return { files: { [SEALS]: forged }, broken: [] }
}

function write(stateDir: string, key: Key, seals: Seals): void {
  try {
    writeAtomically(sealsFile(stateDir), JSON.stringify({ ...seals, code: codeOf(key, stateDir, seals) }))
  } catch {
    // The next look compares with the one before.
  }
}
