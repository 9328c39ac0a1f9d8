// What changed since a person last saw the rules. Commands of a person keep the record for what they change themselves.
import path from 'node:path'
import { MEANINGS, meaningsChanged } from '../../config/compile/changed-meanings.ts'
import type { CompileResult } from '../../config/compile/compile.ts'
import { trustedNames } from '../../config/trust/trust.ts'
import type { Rule } from '../../model/types.ts'
import type { Host, Program, Call } from '../../run/call.ts'
import { seenNow } from '../../run/seen-now.ts'
import { daysIn } from '../../store/ledger/spool.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { readPauses } from '../../store/records/pauses.ts'
import {
  accept,
  changesSince,
  readSeen,
  type Seen,
  type SeenChange,
  seenBy,
  type SeenRecord,
  withSeen,
  writeSeen,
} from '../../store/records/seen.ts'
import { agentMark } from './inside.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../open-project.ts'

/** Each waits for a person's `hooks review`, or is reported where the next session begins. */
export function unseenChanges(
  host: Host,
  here: ProjectConfig,
  compiled: CompileResult,
): readonly SeenChange[] {
  const record = readSeen(stateDirOf(here))
  if (record === undefined) return []
  const now = seenIn(host, here, { compiled, record })
  const old = seenBy(record, host.packageDir, now)
  // Rules that cannot be compiled are not rules that changed.
  return changesSince(old, compiled.plan === undefined ? { ...now, rule: old.rule } : now)
}

/** What is there now, for `acceptUnseen`. */
export function lookAtAll(host: Host, here: ProjectConfig, compiled: CompileResult): Seen {
  return seenIn(host, here, { compiled, record: readSeen(stateDirOf(here)) })
}

/** From now on, this was seen: what a person was shown, not what has come since. */
export function acceptUnseen(host: Program, here: ProjectConfig, seen: Seen): void {
  writeSeen(stateDirOf(here), withSeen(NOTHING_SEEN, host.packageDir, seen))
}

/** Whether a command changes rules and trust, or only what needs no compiler. */
const changing: Readonly<Record<string, 'rules' | 'rest'>> = {
  allow: 'rules',
  doctor: 'rest',
  import: 'rules',
  init: 'rules',
  install: 'rest',
  pause: 'rest',
  review: 'rules',
  trust: 'rules',
  uninstall: 'rest',
  validate: 'rules',
}

/** Runs a command; what it changes for a person, that person has seen. */
export async function keepSeen(host: Host, work: () => Promise<number>): Promise<number> {
  const [verb = ''] = host.argv
  const changes = changing[verb]
  const isLook =
    host.argv.some((word) => looking.has(word)) || (fixing.has(verb) && !host.argv.includes('--fix'))
  if (changes === undefined || isLook || agentMark(host) !== undefined) return work()
  const here = findProjectConfig(host)
  const isFirst = readSeen(stateDirOf(here)) === undefined && !hasCalls(here)
  const look = (): Seen =>
    seenIn(host, here, { compiled: changes === 'rules' ? compileLayers(host, here) : NO_RULES })
  const before = isFirst ? undefined : look()
  const exit = await work()
  if (before !== undefined) note(host, here, { before, after: look() })
  else if (hasCalls(here)) acceptUnseen(host, here, lookAtAll(host, here, compileLayers(host, here))) // the command itself is in the ledger now
  return exit
}

/** They only look without `--fix`. */
const fixing = new Set(['doctor', 'validate'])
const looking = new Set(['--dry-run', '--help', '-h', '--json', '--list', '--show'])

interface Changing {
  readonly before: Seen
  readonly after: Seen
}

function note(host: Program, here: ProjectConfig, { before, after }: Changing): void {
  const record = readSeen(stateDirOf(here)) // as the command left it
  if (record === undefined || JSON.stringify(before) === JSON.stringify(after)) return
  const seen = accept(seenBy(record, host.packageDir, before), before, after)
  // Other versions compile the new rules: they begin anew.
  const rules = JSON.stringify(before.rule) === JSON.stringify(after.rule) ? record.rules : {}
  writeSeen(stateDirOf(here), withSeen({ ...record, rules }, host.packageDir, seen))
}

const NOTHING_SEEN: SeenRecord = {
  seen: { settings: {}, program: {}, trust: {}, pause: {}, record: {} },
  rules: {},
  told: [],
  layers: [],
  meanings: { session: MEANINGS, validate: MEANINGS },
}

/** Said by validate once, of rules that an earlier version has seen. */
export function tellMeanings(host: Call, rules: readonly Rule[]): readonly string[] {
  const stateDir = stateDirOf(findProjectConfig(host))
  const record = readSeen(stateDir)
  const told = record?.meanings?.validate ?? 0
  if (record === undefined || told === MEANINGS) return []
  writeSeen(stateDir, { ...record, meanings: { ...record.meanings, validate: MEANINGS } })
  return meaningsChanged(rules, told)
}

interface Looked {
  readonly compiled: Pick<CompileResult, 'plan' | 'sound' | 'units'>
  readonly record?: SeenRecord | undefined
}

const NO_RULES: Looked['compiled'] = { units: [] }

function seenIn(host: Host, here: ProjectConfig, { compiled, record }: Looked): Seen {
  const { plan = compiled.sound, units } = compiled
  const now = Date.now()
  return seenNow(host, {
    root: here.root,
    dirs: here.dirs,
    rules: Object.values(plan?.events ?? {}).flat(),
    settings: plan?.settings,
    trusted: trustedNames(units),
    pauses: readPauses(stateDirOf(here)).pauses.filter(({ until }) => until > now),
    before: record?.seen.program,
  })
}

function hasCalls(here: ProjectConfig): boolean {
  return daysIn(path.join(stateDirOf(here), 'ledger')).length > 0
}

function stateDirOf({ dirs, root }: ProjectConfig): string {
  return path.join(dirs.state, projectKey(root))
}
