import { runnerProblem } from '../../recipes/runner.ts'
import { type ConfigFile, isKeys, diagnosticAt, type ReportDiagnostic } from '../read/config-file.ts'

/** What a file's runner lacks, beyond its shape. */
export function checkRunner(file: ConfigFile, report: ReportDiagnostic): void {
  const runner = isKeys(file.keys.recipes) ? file.keys.recipes.runner : undefined
  const problem = isKeys(runner) ? runnerProblem(runner) : undefined
  if (problem === undefined) return
  const { code, key, message, hint } = problem
  const path = ['recipes', 'runner', ...(key === undefined ? [] : [key])]
  report(diagnosticAt({ file, path, on: key === undefined ? 'key' : 'value' }, code, { message, hint }))
}
