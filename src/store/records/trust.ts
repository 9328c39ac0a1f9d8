// What a user trusts, kept in the state directory and nowhere else.
import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, basename, dirname, isAbsolute, relative } from 'node:path'
import { changedAt, type StampedSource, stampOf } from '../../config/read/stamp.ts'
import type { TrustedUnits, TrustRecords } from '../../config/trust/trust.ts'
import { isMissing } from '../../model/errors.ts'
import { isObject } from '../../model/plain-object.ts'
import { hash } from '../../patterns/text/hash.ts'
import { isOwnFile, makePrivate, writeAtomically } from '../disk/private-dir.ts'
import { digestOfFile, isReallyInside, realOf } from './covered.ts'
import { type Dirs, ownHome, projectKey } from '../disk/dirs.ts'

export interface TrustRecord {
  /** The directory that was looked at. */
  readonly root: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly by: string
  readonly repository?: RepositoryMark
  /** Counts for the same content in any directory. */
  readonly content?: true
  readonly units: TrustedUnits
}

/** A file changed this shortly before it is looked at may change again with the same stamp. */
const SETTLE_MS = 2000

/** Records of trust as the compiler needs them, and their files as sources of the plan. */
export interface OpenTrust {
  readonly trust: TrustRecords
  readonly sources: readonly StampedSource[]
}

export function readTrust({ state }: Pick<Dirs, 'state'>, root: string, now: number): OpenTrust {
  const dir = trustDir(state)
  const refused = whyRefused(state, root)
  const own = readRecord(recordFile(dir, root))
  const index = [dir, contentDir(dir)].map((path) => ({ path, stamp: stampOf(path) }))
  const contents = readContents(dir)
  return {
    trust: {
      own: own.record?.root === root ? [own.record.units] : elsewhere(dir, root),
      contents: recordsOf(contents).map(({ units }) => units),
      ...(refused !== undefined && { refused }),
      look: (file) => lookAtFile(file, root, now),
      kind: kindOf,
    },
    sources: [own.source, ...index],
  }
}

/** What is trusted in the same repository: in another worktree, or where it lay before it moved. */
function elsewhere(dir: string, root: string): readonly TrustedUnits[] {
  const here = repositoryMark(root)
  if (here === undefined) return []
  return recordsIn(dir)
    .filter(({ repository }) => repository?.git === here.git && repository.below === here.below)
    .map(({ units }) => units)
}

export function writeTrust({ state }: Pick<Dirs, 'state'>, given: TrustRecord): void {
  const repository = repositoryMark(given.root)
  const record = { ...given, ...(repository !== undefined && { repository }) }
  const dir = trustDir(state)
  const file =
    record.content === true ? join(contentDir(dir), contentName(record)) : recordFile(dir, record.root)
  const above = record.content === true ? contentDir(dir) : dir
  if (!makePrivate(dir) || !makePrivate(above))
    throw new Error(`${above} is not a directory that only you can write`)
  writeAtomically(file, `${JSON.stringify(record, undefined, 1)}\n`)
}

/** Returns how many records there were. */
export function removeTrust({ state }: Pick<Dirs, 'state'>, root: string): number {
  const dir = trustDir(state)
  const files = [
    recordFile(dir, root),
    ...recordsOf(readContents(dir))
      .filter((record) => record.root === root)
      .map((record) => join(contentDir(dir), contentName(record))),
  ]
  const there = files.filter((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined)
  for (const file of there) rmSync(file)
  return there.length
}

/** Every record on this machine. */
export function listTrust({ state }: Pick<Dirs, 'state'>): readonly TrustRecord[] {
  const dir = trustDir(state)
  return [...recordsIn(dir), ...recordsOf(readContents(dir))]
}

function recordsIn(dir: string): readonly TrustRecord[] {
  return recordsOf(namesIn(dir).map((name) => readRecord(join(dir, name))))
}

function recordsOf(read: readonly ReadRecord[]): readonly TrustRecord[] {
  return read.flatMap(({ record }) => record ?? [])
}

function trustDir(state: string): string {
  return join(state, 'trust')
}

function recordFile(dir: string, root: string): string {
  return join(dir, `${projectKey(root)}.json`)
}

function contentDir(dir: string): string {
  return join(dir, 'content')
}

/** One file for each directory that was looked at. */
function contentName({ root }: Pick<TrustRecord, 'root'>): string {
  return `${projectKey(root)}.json`
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

function readContents(dir: string): readonly ReadRecord[] {
  const below = contentDir(dir)
  return namesIn(below).map((name) => readRecord(join(below, name)))
}

interface ReadRecord {
  readonly record?: TrustRecord
  readonly source: StampedSource
}

/** A record counts when it is a file of ours that nobody else can write. */
function readRecord(path: string): ReadRecord {
  const stamp = stampOf(path) // before it is read, so that a change in between is seen
  try {
    const stat = lstatSync(path)
    const text = isOwnFile(stat) ? readFileSync(path, 'utf8') : ''
    const source = { path, stamp, content: hash(text) }
    const found: unknown = JSON.parse(text)
    return { ...(isRecord(found) && { record: found }), source }
  } catch (error) {
    const isSure = isMissing(error) || error instanceof SyntaxError
    return { source: { path, stamp: isSure ? stamp : '?' } } // else the next run reads it again
  }
}

function isRecord(value: unknown): value is TrustRecord {
  if (!isObject(value)) return false
  const { root, at, by, units } = value as Partial<Record<keyof TrustRecord, unknown>> // looked at just here
  return typeof root === 'string' && typeof at === 'number' && typeof by === 'string' && isUnits(units)
}

function isUnits(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((unit) => {
      if (!isObject(unit)) return false
      const { digest, says, files } = unit
      return typeof digest === 'string' && typeof says === 'string' && isObject(files)
    })
  )
}

/** A record below the project would be the project's own word. */
function whyRefused(state: string, root: string): string | undefined {
  if (!isReallyInside(state, root)) return undefined
  const home = ownHome()
  return home !== undefined && realOf(home) === root
    ? 'this project is your home directory, where trust is recorded; move these rules to ~/.config/hooks/hooks.yaml'
    : `the directory of records, ${state}, lies in this project`
}

function kindOf(path: string): 'file' | 'dir' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true ? 'file' : stat?.isDirectory() === true ? 'dir' : undefined
  } catch {
    return undefined
  }
}

function lookAtFile(path: string, root: string, now: number): ReturnType<TrustRecords['look']> {
  const stamp = stampOf(path) // before it is read
  const digest = digestOfFile(path, root)
  if (digest === undefined) return undefined
  const isSettled = (changedAt(stamp) ?? Infinity) < now - SETTLE_MS
  return { real: realOf(path), digest, stamp: isSettled ? stamp : '' }
}

// The repository that a project belongs to, as it stays when a directory moves and in its worktrees.

export interface RepositoryMark {
  /** Device, inode and birth of the directory that all worktrees share. */
  readonly git: string
  /** The root, from the top of the checkout. */
  readonly below: string
}

/** Undefined where there is none, or it does not know this directory: an unpacked folder may name another's. */
export function repositoryMark(root: string): RepositoryMark | undefined {
  try {
    for (let top = root; ; top = dirname(top)) {
      const own = lstatSync(join(top, '.git'), { throwIfNoEntry: false })
      if (own === undefined && dirname(top) !== top) continue
      const common = own?.isDirectory() === true ? join(top, '.git') : own?.isFile() === true && commonOf(top)
      return common ? { git: markOf(common), below: relative(top, root) } : undefined
    }
  } catch {
    return undefined
  }
}

/** Of a worktree, where Git's own record of it leads back here. */
function commonOf(top: string): string | undefined {
  const own = join(top, '.git')
  const [, named = ''] = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(own, 'utf8')) ?? []
  const dir = realOf(isAbsolute(named) ? named : join(top, named))
  if (basename(dirname(dir)) !== 'worktrees') return undefined
  const back = readFileSync(join(dir, 'gitdir'), 'utf8').trim()
  return realOf(isAbsolute(back) ? back : join(dir, back)) === realOf(own) ? dirname(dirname(dir)) : undefined
}

function markOf(dir: string): string {
  const { dev, ino, birthtimeNs } = statSync(dir, { bigint: true })
  if (birthtimeNs === 0n) throw new Error(`when ${dir} was made is not known`)
  return [dev, ino, birthtimeNs].join('.')
}
