// Reports what changed since the project's person last saw the rules: where a session begins, and after each change.
import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { MEANINGS, meaningsChanged } from '../config/compile/changed-meanings.ts'
import type { Warning } from '../model/types.ts'
import { lookAt } from '../store/disk/files.ts'
import { daysIn } from '../store/ledger/spool.ts'
import { readPauses } from '../store/records/pauses.ts'
import { layerFiles } from '../store/project.ts'
import {
  changesSince,
  readSeen,
  type Seen,
  type SeenChange,
  seenBy,
  type SeenRecord,
  sentencesOf,
  settle,
  withOrigin,
  withoutReturns,
  withSeen,
  writeSeen,
} from '../store/records/seen.ts'
import type { Opened } from './call.ts'
import { judgeChange } from '../store/plan/judge-change.ts'
import { seenNow } from './seen-now.ts'

/** `tells`: the agent shows its user what this event answers. */
export function noteDrift(opened: Opened, tells: boolean): readonly Warning[] {
  const { host, event, stateDir } = opened
  const record = readSeen(stateDir)
  if (record !== undefined && !tells) return []
  const found = currentSeen(opened, record)
  const known = record ?? firstRecord(opened, found)
  const old = seenBy(known, host.packageDir, found)
  const isCommitted = askOnce(() => isHeadsNow(opened))
  const now = withOrigin(old, found, isCommitted)
  const changes = withoutReturns(changesSince(old, now), old, isCommitted)
  const told = changes
    .filter(({ weakens }) => weakens)
    .map(({ kind, name, text }) => `${kind} ${name} ${text}`)
  const layers = [...new Set([...known.layers, ...layersOf(opened)])]
  const meanings = { ...known.meanings, session: MEANINGS }
  const next = {
    ...withSeen(known, host.packageDir, settle(old, now, changes)),
    told,
    layers,
    meanings,
    ...digestOf(opened),
  }
  if (JSON.stringify(next) !== JSON.stringify(record)) writeSeen(stateDir, next)
  const isNew = ({ kind, name, text }: SeenChange): boolean => !known.told.includes(`${kind} ${name} ${text}`)
  const changed = meaningsChanged(opened.plan.all(), known.meanings?.session ?? 0)
  return [
    ...warningsOf(event.event === 'SessionStart' ? changes : changes.filter(isNew)),
    ...changed.map((message) => ({ code: 'drift' as const, message })),
  ]
}

function askOnce(ask: () => boolean): () => boolean {
  let found: boolean | undefined
  return () => (found ??= ask())
}

/** Whether the configuration is that of the commit that is checked out. */
function isHeadsNow({ host: { env }, event: { root }, plan, dirs, files }: Opened): boolean {
  const own = [dirs.state, dirs.config, dirs.managed]
  const written = plan.sources.flatMap(([path, , content]) =>
    content === undefined || own.some((dir) => path.startsWith(`${dir}/`)) ? [] : [path],
  )
  return judgeChange(written, { root, env, files, refs: undefined }) === 'git'
}

function digestOf({ plan: { digest } }: Opened): Pick<SeenRecord, 'digest'> {
  return digest === undefined ? {} : { digest }
}

function currentSeen(opened: Opened, record?: SeenRecord): Seen {
  const { host, event, plan, dirs, stateDir, clock } = opened
  return seenNow(host, {
    root: event.root,
    dirs,
    rules: plan.all(),
    settings: plan.settings,
    trusted: plan.trusted ?? [],
    pauses: readPauses(stateDir).pauses.filter(({ until }) => until > clock.now()),
    before: record?.seen.program,
  })
}

/** What is seen for the first time is as it should be; where calls were recorded long before, a record was lost. */
function firstRecord({ stateDir, clock }: Opened, { settings, program, trust, pause }: Seen): SeenRecord {
  const isLost = hasOldCalls(stateDir, clock.now()) && !earlier.some((name) => lookAt(`${stateDir}/${name}`))
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const seen = { settings, program, trust, pause, record: isLost ? { lost: [day] } : {} }
  return { seen, rules: {}, told: [], layers: [], meanings: allTold }
}

/** Rules that no earlier version has seen mean what they mean. */
const allTold = { session: MEANINGS, validate: MEANINGS }

/** An earlier version kept these instead. */
const earlier = ['seals.json', 'rules.json']
/** The first calls of a project may come all at once. */
const FIRST_MS = 60_000

function hasOldCalls(stateDir: string, now: number): boolean {
  const [first] = daysIn(`${stateDir}/ledger`)
  if (first === undefined) return false
  // Another first call may have made the file and not written yet: then it is as old as its day allows at least.
  const [, time = `${basename(first, '.jsonl')}T23:59:59Z`] =
    /"time":"([^"]+)"/.exec(beginningOf(first)) ?? []
  return now - Date.parse(time) > FIRST_MS
}

function beginningOf(file: string): string {
  const fd = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(200)
    return bytes.toString('utf8', 0, readSync(fd, bytes))
  } finally {
    closeSync(fd)
  }
}

function layersOf({ event, dirs }: Opened): readonly string[] {
  return layerFiles(event.root, dirs).flatMap(({ path }) => (lookAt(path) === 'file' ? [path] : []))
}

function warningsOf(changes: readonly SeenChange[]): readonly Warning[] {
  const [weaker, others] = [true, false].map((is) =>
    sentencesOf(changes.filter(({ weakens }) => weakens === is)),
  )
  return [...(weaker ?? []).map((text) => `${text}. If that is right: hooks review`), ...(others ?? [])].map(
    (message) => ({ code: 'drift', message }),
  )
}
