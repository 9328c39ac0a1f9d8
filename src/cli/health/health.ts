// How a project's rules stand: what `hooks status` and `hooks doctor` both begin with.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import { defined } from '../../model/plain-object.ts'
import type { Plan } from '../../model/types.ts'
import type { Host } from '../../run/call.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { createClock, lookAt } from '../../store/disk/files.ts'
import { isPrivate } from '../../store/disk/private-dir.ts'
import { type LedgerSource, openSource } from '../../store/ledger/source.ts'
import { type Pause, readPauses } from '../../store/records/pauses.ts'
import { sentencesOf } from '../../store/records/seen.ts'
import { type AgentPlace, agentPlace } from '../agents/agents.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../open-project.ts'
import { unseenChanges } from '../person/unseen.ts'

export interface Health {
  readonly here: ProjectConfig
  readonly place: AgentPlace
  readonly now: number
  readonly stateDir: string
  readonly ledger: LedgerSource
  readonly compiled: CompileResult
  /** Where files have errors, that of the others. */
  readonly plan: Plan | undefined
  /** Active ones. */
  readonly paused: readonly Pause[]
  /** Why what happens cannot be recorded. */
  readonly problem?: string
  /** What changed since a person last saw the rules. */
  readonly changed: readonly string[]
}

export function examine(host: Host): Health {
  const here = findProjectConfig(host)
  const now = createClock().now()
  const stateDir = path.join(here.dirs.state, projectKey(here.root))
  const compiled = compileLayers(host, here)
  return {
    here,
    place: agentPlace(host, here),
    now,
    stateDir,
    ledger: openSource(stateDir, now),
    compiled,
    plan: compiled.plan ?? compiled.sound,
    paused: readPauses(stateDir).pauses.filter(({ until }) => until > now),
    ...defined({ problem: stateProblem(here.dirs.state, stateDir) }),
    changed: sentencesOf(unseenChanges(host, here, compiled)),
  }
}

/** Why counters, ledger or pauses are lost: one of their directories cannot be used. */
function stateProblem(state: string, stateDir: string): string | undefined {
  const used = [state, stateDir, ...['ledger', 'sessions'].map((name) => path.join(stateDir, name))]
  const bad = used.find((dir) => lookAt(dir) !== undefined && !isUsable(dir))
  return bad === undefined
    ? undefined
    : `${bad} is not a directory that only we can write, so counters or ledger are lost`
}

function isUsable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK)
    return isPrivate(dir)
  } catch {
    return false
  }
}
