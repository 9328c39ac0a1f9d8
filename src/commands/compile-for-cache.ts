import path from 'node:path'
import { builtins, dialects, matchers } from '../catalog.ts'
import { compilePlan } from '../config/compile.ts'
import type { Broken, Compiled } from '../plan/cache.ts'
import { recordFiles } from '../plan/record.ts'
import type { Diagnostic } from '../types.ts'
import type { CompileRequest } from './plan-for.ts'

/** Compiles the layers of a root for the plan cache, noting how every source looked before it was read. */
export async function compileForCache(request: CompileRequest): Promise<Compiled> {
  const recorded = recordFiles(request.files)
  const result = compilePlan({
    root: request.root,
    layers: request.layers,
    env: request.env,
    files: recorded.files,
    catalog: { matchers, builtins, dialects },
    presetDir: path.join(request.packageDir, 'presets'),
    version: request.version,
  })
  const errors = result.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const broken = result.plan === undefined ? { broken: describe(errors, result.on_config_error) } : {}
  return {
    ...(result.plan === undefined ? {} : { plan: result.plan }),
    ...broken,
    sources: recorded.sources(result.sources),
  }
}

function describe(
  errors: readonly Diagnostic[],
  on_config_error: Broken['on_config_error'] | undefined,
): Broken {
  const [first] = errors
  const message =
    first === undefined
      ? 'it cannot be compiled'
      : `${first.at.file}:${first.at.line}:${first.at.column}: ${first.message}`
  return { message, errors: errors.length, on_config_error: on_config_error ?? 'ask' }
}
