import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Host } from '../host.ts'
import type { PlanHead, OpenPlan, PlanKey, BrokenConfig } from '../../store/plan/cache.ts'
import { projectKey, type Dirs } from '../../store/plan/dirs.ts'
import { type LayerFile, repositoryOf } from '../../store/plan/root.ts'
import { readPauses } from '../../store/plan/pauses.ts'
import { storePlan, type CompiledSources } from '../../store/plan/store-plan.ts'
import { createPrograms, isAsked } from '../../handlers/spawn/ask-program.ts'
import type { Files, Diagnostic } from '../../model/types.ts'
import { recipesFor } from './recipes-for.ts'
import { catalog } from '../../catalog.ts'
import { compilePlan, type CompileOptions } from '../../config/compile/compile.ts'
import { recordFiles } from '../../store/plan/record-files.ts'

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

/** Compiles the layers of a root for the plan cache, noting how every source looked before it was read. */
export function compileForCache(request: Omit<CompileOptions, 'catalog'>): CompiledSources {
  const recorded = recordFiles(request.files)
  const result = compilePlan({ ...request, files: recorded.files, catalog })
  const errors = result.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const broken = result.plan === undefined ? { broken: describe(errors, result.on_config_error) } : {}
  const plan = result.plan ?? result.sound
  return {
    ...(plan === undefined ? {} : { plan }),
    ...broken,
    sources: recorded.sources(result.sources),
  }
}

function describe(
  errors: readonly Diagnostic[],
  on_config_error: BrokenConfig['on_config_error'] | undefined,
): BrokenConfig {
  const [first] = errors
  const message =
    first === undefined
      ? 'it cannot be compiled'
      : `${first.at.file}:${first.at.line}:${first.at.column}: ${first.message}`
  return { message, errors: errors.length, on_config_error: on_config_error ?? 'ask' }
}
