// What a user trusts, kept in the state directory and nowhere else.
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { join, basename, dirname, isAbsolute, relative } from 'node:path'
import { changedAt, type StampedSource, stampOf } from '../../config/read/stamp.ts'
import type { TrustedUnits, TrustRecords } from '../../config/trust/trust.ts'
import { isObject } from '../../model/plain-object.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { recordOf } from '../disk/record.ts'
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

const form = {
  check: (found: unknown) => (isRecord(found) ? found : undefined),
  print: (record: TrustRecord) => `${JSON.stringify(record, undefined, 1)}\n`,
}
const projects = recordOf<TrustRecord>(form)
/** Of content that counts anywhere, one for each directory that was looked at. */
const contents = recordOf<TrustRecord>({ ...form, below: 'content' })

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
  const { value: own, source } = projects.at(dir, fileName(root)).look()
  const index = [dir, childPath(dir, 'content')].map((path) => ({ path, stamp: stampOf(path) }))
  return {
    trust: {
      own: own?.root === root ? [own.units] : elsewhere(dir, root),
      contents: valuesIn(contents, dir).map(({ units }) => units),
      ...(refused !== undefined && { refused }),
      look: (file) => lookAtFile(file, root, now),
      kind: kindOf,
    },
    sources: [source, ...index],
  }
}

/** What is trusted in the same repository: in another worktree, or where it lay before it moved. */
function elsewhere(dir: string, root: string): readonly TrustedUnits[] {
  const here = repositoryMark(root)
  if (here === undefined) return []
  return valuesIn(projects, dir)
    .filter(({ repository }) => repository?.git === here.git && repository.below === here.below)
    .map(({ units }) => units)
}

export function writeTrust({ state }: Pick<Dirs, 'state'>, given: TrustRecord): void {
  const repository = repositoryMark(given.root)
  const record = { ...given, ...(repository !== undefined && { repository }) }
  const kind = record.content === true ? contents : projects
  kind.at(trustDir(state), fileName(record.root)).write(record)
}

/** Returns how many records there were. */
export function removeTrust({ state }: Pick<Dirs, 'state'>, root: string): number {
  const dir = trustDir(state)
  const content = contents.at(dir, fileName(root))
  const own = projects.at(dir, fileName(root))
  const there = [
    ...(own.read() === 'none' ? [] : [own]),
    ...(content.value()?.root === root ? [content] : []),
  ]
  for (const record of there) record.remove()
  return there.length
}

/** Every record on this machine. */
export function listTrust({ state }: Pick<Dirs, 'state'>): readonly TrustRecord[] {
  return [projects, contents].flatMap((kind) => valuesIn(kind, trustDir(state)))
}

function valuesIn(kind: typeof projects, dir: string): readonly TrustRecord[] {
  return kind.allIn(dir).flatMap((record) => record.value() ?? [])
}

function trustDir(state: string): string {
  return join(state, 'trust')
}

function fileName(root: string): string {
  return `${projectKey(root)}.json`
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

interface RepositoryMark {
  /** Device, inode and birth of the directory that all worktrees share. */
  readonly git: string
  /** The root, from the top of the checkout. */
  readonly below: string
}

/** Undefined where there is none, or it does not know this directory: an unpacked folder may name another's. */
function repositoryMark(root: string): RepositoryMark | undefined {
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
