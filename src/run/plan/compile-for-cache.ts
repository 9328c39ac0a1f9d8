import { builtins, dialects, matchers } from '../../catalog.ts'
import { compilePlan, type CompileOptions } from '../../config/compile/compile.ts'
import type { BrokenConfig } from '../../store/plan/cache.ts'
import type { CompiledSources } from '../../store/plan/store-plan.ts'
import { recordFiles } from '../../store/plan/record-files.ts'
import type { Diagnostic } from '../../model/types.ts'

/** Compiles the layers of a root for the plan cache, noting how every source looked before it was read. */
export function compileForCache(request: Omit<CompileOptions, 'catalog'>): CompiledSources {
  const recorded = recordFiles(request.files)
  const result = compilePlan({ ...request, files: recorded.files, catalog: { matchers, builtins, dialects } })
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
