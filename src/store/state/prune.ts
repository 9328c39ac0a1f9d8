// Removes old state and what killed runs left behind, once a day, when a session begins.
import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, basename } from 'node:path'
import { isPrivate, linkProject, overwritePrivate } from '../disk/private-dir.ts'
import { daysIn, figuresFile } from '../ledger/spool.ts'

const DAY_MS = 86_400_000
/** Sessions without a write for this long are over. */
const KEEP_MS = 30 * DAY_MS
/** Which root a session has is written once, at its first event. */
const KEEP_RECORD_MS = 365 * DAY_MS
/** Removed at once, so that no session waits; the next day goes on. */
const MAX_REMOVED = 500
/** Session, kind, file; a run of a session has one level more. */
const MAX_DEPTH = 3

/** Files that a run writes before it renames them; after this time their run was killed. */
const temporary = /\.\d+\.\d+\.\d+\.tmp$|\.bin\.\d+$/
const KEEP_TEMPORARY_MS = 3_600_000
/** A file of a run of a session: sessions, session, run, kind. */
const TEMPORARY_DEPTH = 4

interface PruneOptions {
  /** The directory of all state. */
  readonly state: string
  /** The directory of all caches. */
  readonly cache: string
  /** The directory of one project in it. */
  readonly project: string
  /** The project itself. */
  readonly root: string
  readonly now: number
  readonly limits: LedgerLimits | undefined
}

/** Removes the sessions and runs of a project that nothing was written for in 30 days, the roots of sessions after a year, old days of the ledger and temporary files. Never throws. */
export function removeOldState({ state, cache, project, root, now, limits }: PruneOptions): void {
  try {
    const stamp = join(project, 'pruned')
    if (!isPrivate(state) || !isPrivate(project) || isToday(stamp, now)) return
    overwritePrivate(stamp, `${now}\n`)
    linkProject(project, root) // of a version that did not link it
    const sessions = join(project, 'sessions')
    const records = ['roots', 'installations'].map((name) => join(state, name)).filter(isPrivate)
    const old = isPrivate(sessions) ? oldIn(sessions, now) : []
    const lost = records.flatMap(filesIn).filter((file) => age(file, now) > KEEP_RECORD_MS)
    const days = ['ledger', 'contents'].every((spool) => isNotForeign(join(project, spool)))
      ? oldDays(project, now, limits)
      : []
    const left = [project, ...records, cache].flatMap((dir) => (isPrivate(dir) ? temporaryIn(dir, now) : []))
    left.push(...temporaryIn(state, now, 0))
    const copies = ['ledger.db', 'ledger.db-journal', 'rules.json', 'seals.json'].map((name) =>
      join(project, name),
    ) // of earlier versions
    // A link is itself removed, never what it leads to.
    for (const path of [...copies, ...days, ...left, ...old, ...lost].slice(0, MAX_REMOVED))
      rmSync(path, { recursive: true, force: true })
  } catch {
    // The next day tries again.
  }
}

function isNotForeign(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false }) === undefined || isPrivate(dir)
}

function temporaryIn(dir: string, now: number, depth = TEMPORARY_DEPTH): readonly string[] {
  const own = filesIn(dir).filter((file) => temporary.test(file) && age(file, now) > KEEP_TEMPORARY_MS)
  const below = depth === 0 ? [] : dirsIn(dir).flatMap((each) => temporaryIn(each, now, depth - 1))
  return [...own, ...below]
}

function isToday(stamp: string, now: number): boolean {
  const stat = lstatSync(stamp, { throwIfNoEntry: false })
  return stat !== undefined && Math.abs(now - stat.mtimeMs) < DAY_MS
}

function oldIn(sessions: string, now: number): readonly string[] {
  return dirsIn(sessions).flatMap((session) => {
    if (isOld(session, now)) return [session]
    return dirsIn(session).filter((dir) => /[/\\]run-\d+$/.test(dir) && isOld(dir, now))
  })
}

/** Nothing in it is newer. */
function isOld(dir: string, now: number, depth = MAX_DEPTH): boolean {
  if (age(dir, now) <= KEEP_MS) return false
  if (filesIn(dir).some((file) => age(file, now) <= KEEP_MS)) return false
  return depth === 0 || dirsIn(dir).every((each) => isOld(each, now, depth - 1))
}

function age(path: string, now: number): number {
  return now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
}

function dirsIn(dir: string): readonly string[] {
  return entriesOf(dir).flatMap((entry) => (entry.isDirectory() ? [join(dir, entry.name)] : []))
}

function filesIn(dir: string): readonly string[] {
  return entriesOf(dir).flatMap((entry) => (entry.isDirectory() ? [] : [join(dir, entry.name)]))
}

const entriesOf = (dir: string) => readdirSync(dir, { withFileTypes: true })

const MAX_DAYS = 90
const MAX_BYTES = 200_000_000

/** How much of the ledger a file keeps; absent: 90 days and 200 MB. */
export interface LedgerLimits {
  readonly ledger_days?: number
  readonly ledger_bytes?: number
}

/** The files of days above the limits with their figures, oldest first; today's are never among them. */
export function oldDays(
  project: string,
  now: number,
  { ledger_days: days = MAX_DAYS, ledger_bytes: most = MAX_BYTES }: LedgerLimits = {},
): readonly string[] {
  const [today, first] = [dayOf(now), dayOf(now - days * DAY_MS)]
  const files = ['ledger', 'contents']
    .flatMap((spool) => daysIn(join(project, spool)))
    .map((file) => ({ file, day: basename(file, '.jsonl'), size: statSync(file).size }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  let total = files.reduce((sum, { size }) => sum + size, 0)
  return files.flatMap(({ file, day, size }) => {
    if (day >= today || (day >= first && total <= most)) return []
    total -= size
    return [file, figuresFile(file)]
  })
}

function dayOf(time: number): string {
  return new Date(Math.max(0, time)).toISOString().slice(0, 10)
}
