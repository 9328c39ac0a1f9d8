import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Host } from '../host.ts'
import type { PlanHead, OpenPlan, PlanKey } from '../../store/plan/cache.ts'
import { projectKey, type Dirs } from '../../store/plan/dirs.ts'
import type { LayerFile } from '../../store/plan/layers.ts'
import { readPauses } from '../../store/plan/pauses.ts'
import { storePlan } from '../../store/plan/store-plan.ts'
import { repositoryOf } from '../../store/plan/root.ts'
import { createPrograms, isAsked } from '../../handlers/spawn/ask-program.ts'
import type { Files } from '../../model/types.ts'
import { compileForCache } from './compile-for-cache.ts'
import { recipesFor } from './recipes-for.ts'

interface RenewRequest {
  readonly key: PlanKey
  /** What was in force before. */
  readonly old: PlanHead | undefined
  readonly layers: readonly LayerFile[]
  readonly files: Files
  readonly dirs: Dirs
}

/**
 * Compiles a plan and keeps it. That is too short for optimized code to pay: making it takes more of the other cores
 * than it saves on this one.
 */
export async function renewFor(host: Host, request: RenewRequest): Promise<OpenPlan> {
  setFlagsFromString('--no-opt')
  try {
    return renew(host, request)
  } finally {
    setFlagsFromString('--opt')
  }
}

function renew(host: Host, { key, old, layers, files, dirs }: RenewRequest): OpenPlan {
  const { root } = key
  const presetDir = path.join(host.packageDir, 'presets')
  const compiled = compileForCache({
    root,
    repository: repositoryOf(root, files),
    layers,
    files,
    env: { ...host.env, HOME: dirs.home },
    presetDir,
    presetDataDir: path.join(host.packageDir, 'dist/presets'),
    ...recipesFor(host, dirs),
    version: host.version,
    ...(key.dry ? {} : { programs: createPrograms(host.env) }),
  })
  const { pauses, source } = readPauses(path.join(dirs.state, projectKey(root)))
  const sources = [...compiled.sources, source]
  return storePlan(
    { ...key, usable: key.usable && !isAsked(host.env) },
    { ...compiled, sources, paused: pauses },
    old,
  )
}
