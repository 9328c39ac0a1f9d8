// What is kept on disk and is not as hooks wrote it.
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import type { Host } from '../../run/host.ts'
import { spoiledMessage } from '../../run/plan/notices.ts'
import { planKey } from '../../run/plan/plan-for.ts'
import { HEAD_FILE, isPlanOf, openPlan } from '../../store/plan/cache.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { readPauses } from '../../store/plan/pauses.ts'
import { layerFiles } from '../../store/plan/root.ts'
import type { PlanKey } from '../../store/plan/plan-head.ts'
import { readRecord } from '../../store/plan/rules-record.ts'
import { readTrust } from '../../store/plan/trust.ts'
import { keyFile } from '../../store/vouch/key.ts'
import { installationChanges } from '../../store/vouch/installation.ts'
import { canKeepKey } from '../../store/vouch/make-key.ts'
import { checkSeals, sealMessage } from '../../store/vouch/seals.ts'
import { compileLayers, type ProjectConfig } from './project-config.ts'

/** What is kept and does not count, or was changed; and what a person does then. */
export interface KeptProblem {
  readonly message: string
  readonly fix: string
  /** It keeps rules from holding. */
  readonly isGrave?: true
}

/** Of compiled rules and code, pauses and trust. */
export function keptProblems(
  host: Host,
  here: ProjectConfig,
  compiled: CompileResult,
): readonly KeptProblem[] {
  const { root, dirs } = here
  if (!canKeepKey(dirs.state)) return [noKey(dirs.state)]
  if (host.spoiled !== undefined) host.spoiled.told = host.spoiled.files.length
  const stateDir = path.join(dirs.state, projectKey(root))
  const all = [
    { files: [...(host.spoiled?.files ?? []), ...keptPlan(host, here, compiled)], fix: MADE_ANEW },
    { files: forgedRecord(host, here), fix: 'remove it: the next change of the rules makes it anew' },
    { files: readPauses(stateDir).forged ?? [], fix: 'remove it, or pause rules anew: hooks pause RULE' },
    {
      files: readTrust(dirs, root, Date.now()).forged,
      fix: 'remove it, or trust the project anew: hooks trust',
    },
  ]
  return all.flatMap(({ files, fix }) => files.map((file) => ({ message: spoiledMessage(file), fix })))
}

function forgedRecord(host: Host, here: ProjectConfig): readonly string[] {
  const key = keyOf(host, here)
  return key.record !== undefined && readRecord(key) === 'forged' ? [key.record] : []
}

const MADE_ANEW = 'nothing to do: the next event makes it anew'

function noKey(state: string): KeptProblem {
  const message = `${keyFile(state)} cannot be made or read by us alone: nothing is cached, so each event compiles the rules; no pause or trust holds`
  return { message, fix: `make ${state} a directory that only you can write`, isGrave: true }
}

/** With what something else changed in the ledger, in counters and in the installed program in the last week. */
export function changedFiles(
  host: Host,
  here: ProjectConfig,
  compiled: CompileResult,
): readonly KeptProblem[] {
  const { packageDir, version } = host
  const { state } = here.dirs
  const stateDir = path.join(state, projectKey(here.root))
  const now = Date.now()
  const isRecent = ({ at }: { readonly at: string }): boolean => now - Date.parse(at) < WEEK_MS
  const broken = checkSeals(stateDir, now).all.filter(isRecent)
  const installed = installationChanges({ state, packageDir, version }, now).filter(isRecent)
  return [
    ...keptProblems(host, here, compiled),
    ...broken.map((each) => ({
      message: `${sealMessage(stateDir, each)} (${dayOf(each)})`,
      fix: 'hooks ledger verify compares every byte',
    })),
    ...installed.map((each) => ({
      message: `${each.text} (${dayOf(each)})`,
      fix: 'unless that was you, install hooks-yaml again',
    })),
  ]
}

const WEEK_MS = 7 * 86_400_000

function dayOf({ at }: { readonly at: string }): string {
  return at.slice(0, 10)
}

/** A plan that does not say what its sources say is thrown away. */
function keptPlan(host: Host, here: ProjectConfig, compiled: CompileResult): readonly string[] {
  const key = keyOf(host, here)
  const { old, spoiled = [] } = openPlan(key)
  if (old === undefined || spoiled.length > 0) return spoiled
  const { plan } = fromRoot(host, here) ?? compiled
  if (plan === undefined || isDamagedOr(() => isPlanOf(key, old, plan))) return []
  const head = path.join(key.dir, HEAD_FILE)
  rmSync(head, { force: true })
  return [head]
}

function keyOf(host: Host, { root, dirs }: ProjectConfig): PlanKey {
  const event = 'SessionStart' // looks at the rules of every event
  const place = { root, dirs, project: projectKey(root), now: Date.now(), event } as const
  return planKey(host, { ...place, configs: [], dry: true, consent: false })
}

/** The next run finds the damage, and compiles. */
function isDamagedOr(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return true
  }
}

/** Rules name their files as seen from where a command runs; those of the plan, from the root. */
function fromRoot(host: Host, here: ProjectConfig): CompileResult | undefined {
  const layers = layerFiles(here.root, here.dirs)
  const isSame = layers.every(({ file }, at) => here.layers[at]?.file === file)
  return isSame ? undefined : compileLayers(host, { ...here, layers })
}
