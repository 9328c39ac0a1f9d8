import { join } from 'node:path'
import { dialects } from '../../catalog.ts'
import { errorMessage, isHooksError } from '../../model/errors.ts'
import { parseDuration } from '../../patterns/text/duration.ts'
import { askRunner } from '../../recipes/ask-runner.ts'
import { recipeOutcome } from '../../recipes/answer.ts'
import { answerersFor } from '../../run/jobs.ts'
import { interruptible } from '../../run/decide.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { dirs as findDirs, projectKey } from '../../store/disk/dirs.ts'
import {
  jobIds,
  type JobResult,
  jobResult,
  endJob,
  type RecipeJob,
  readJob,
} from '../../store/records/jobs.ts'
import { findProjectConfig } from '../open-project.ts'

interface RecipeResultOptions {
  /** True without a duration: as long as it takes. */
  readonly wait?: string | true
  readonly json?: true
}

const PENDING = 3
const LOOK_MS = 50

export async function recipeResult(
  host: Call,
  job: string | undefined,
  given: RecipeResultOptions,
): Promise<number> {
  const [id, options] = jobAndOptions(job, given)
  if (id === '') return writeFailure(host, 'say which job: hooks recipe result JOB')
  const waitMs = waitOf(options)
  if (waitMs === undefined) return writeFailure(host, `--wait ${String(options.wait)}: write it as 30s or 5m`)
  const { root } = findProjectConfig(host)
  const dir = join(findDirs(host.env).state, projectKey(root), 'jobs')
  const result = await waitFor(dir, id, waitMs)
  if (result === undefined) return writeFailure(host, `there is no job "${id}" here${knownJobs(dir)}`)
  if (options.json === true) host.out(`${JSON.stringify(shown(result, { id, root }), null, 2)}\n`)
  else if (result.output !== undefined) host.out(`${result.output}\n`)
  if (result.status === 'failed')
    return writeFailure(host, `recipe "${result.recipe}": ${result.error ?? 'it failed'}`)
  if (result.status === 'done') return 0
  if (options.json !== true) host.err(`recipe "${result.recipe}" is not done yet\n`)
  return PENDING
}

/** In `--wait JOB` commander takes the job for the duration. */
function jobAndOptions(
  job: string | undefined,
  options: RecipeResultOptions,
): readonly [job: string, options: RecipeResultOptions] {
  if (job !== undefined || typeof options.wait !== 'string') return [job ?? '', options]
  return [options.wait, { ...options, wait: true }]
}

function waitOf({ wait }: RecipeResultOptions): number | undefined {
  if (wait === undefined) return 0
  return wait === true ? Infinity : parseDuration(wait)
}

async function waitFor(dir: string, id: string, waitMs: number): Promise<JobResult | undefined> {
  const clock = createClock()
  const ends = clock.elapsed() + waitMs
  for (;;) {
    const result = jobResult(dir, id, clock.now())
    if (result?.status !== 'pending' || clock.elapsed() >= ends) return result
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** The fields of a verdict. */
function shown({ status, recipe, output, error, job }: JobResult, at: { id: string; root: string }): object {
  const said = { recipe, async: true, status, job: at.id, ...(output === undefined ? {} : { output }) }
  if (output === undefined) return { callback: said, ...(error === undefined ? {} : { error }) }
  const event = { event: 'AgentStop', cwd: at.root, root: at.root, raw: {} } as const
  const native = dialects.find(({ name }) => name === 'native')
  try {
    return { ...recipeOutcome(job, { output, event, native }), callback: said }
  } catch (problem) {
    if (isHooksError(problem)) return { callback: { ...said, status: 'failed' }, error: problem.message }
    throw problem
  }
}

function knownJobs(dir: string): string {
  const ids = jobIds(dir).slice(-5)
  return ids.length === 0 ? '' : `; the last ones are ${ids.join(', ')}`
}

/** Runs a job to its end: what a recipe that nobody waits for does in its own process. */
export async function recipeWork(host: Host, jobDir: string): Promise<number> {
  const job = readJob(jobDir)
  if (job === undefined) return writeFailure(host, `${jobDir} is no job`)
  const end = await outputOf(host, job).then(
    (output) => ({ output }),
    // Any error: nobody reads this process's stderr.
    (error: unknown) => ({ error: errorMessage(error) }),
  )
  endJob(jobDir, job, end)
  return 'output' in end ? 0 : 1
}

function outputOf(host: Host, job: RecipeJob): Promise<string> {
  const { askModel } = answerersFor(host, undefined)
  return askRunner(job, { spawn: interruptible(host, false), files: createFiles(), env: host.env, askModel })
}
