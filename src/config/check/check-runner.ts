import { runnerProblem } from '../../recipes/runner.ts'
import { type ConfigFile, isKeys, problemAt, type Report } from '../read/file.ts'

/** What a file's runner lacks, beyond its shape. */
export function checkRunner(file: ConfigFile, report: Report): void {
  const runner = isKeys(file.keys.recipes) ? file.keys.recipes.runner : undefined
  const problem = isKeys(runner) ? runnerProblem(runner) : undefined
  if (problem === undefined) return
  const { code, key, message, hint } = problem
  const path = ['recipes', 'runner', ...(key === undefined ? [] : [key])]
  report(problemAt({ file, path, on: key === undefined ? 'key' : 'value' }, code, { message, hint }))
}
