// Recipes that run in the background: each job and its result, in files until it is collected or old.
import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isPrivate, makeDirs, readdirSafely } from '../disk/private-dir.ts'
import { recordOf } from '../disk/record.ts'
import type { ModelRunner, ProgramRunner, Recipe } from '../../model/types.ts'

/** A recipe that runs in the background. */
export interface RecipeJob {
  readonly recipe: Recipe
  readonly prompt: string
  readonly runner: ProgramRunner | ModelRunner
  readonly event: { readonly root: string; readonly session_id?: string; readonly agent?: string }
  readonly time_ms: number
  readonly max_chars: number
}

export interface JobResult {
  readonly status: 'pending' | 'done' | 'failed'
  readonly recipe: string
  readonly output?: string
  /** Why it failed. */
  readonly error?: string
  /** How its output is used. */
  readonly job: Pick<Recipe, 'name' | 'output'>
}

const jobs = recordOf<StoredJob>({ name: 'job.json' })
const ends = recordOf<{ readonly output?: string; readonly error?: string }>({ name: 'result.json' })

const KEPT_MS = 7 * 86_400_000
const GRACE_MS = 30_000

/** Stores a job and returns its id. Throws when it cannot. */
export function writeJob(dir: string, job: RecipeJob, now: number): string {
  makeDirs(dir)
  if (!isPrivate(dir)) throw new Error(`${dir} is not a directory that only we can write`)
  forgetJobs(dir, now)
  const id = `${now.toString(36)}-${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`
  jobs.at(join(dir, id)).write({ ...job, began: now })
  return id
}

/** A stored job; undefined when there is none. */
export function readJob(jobDir: string): RecipeJob | undefined {
  return isPrivate(jobDir) ? jobs.at(jobDir).value() : undefined
}

type JobEnd = { readonly output: string } | { readonly error: string }

/** Stores a job's result and removes its prompt. */
export function endJob(jobDir: string, job: RecipeJob, end: JobEnd): void {
  ends.at(jobDir).write(end)
  jobs.at(jobDir).write({ ...job, prompt: '' })
}

const LOST = { error: 'it ended without an answer' }

type StoredJob = RecipeJob & { readonly began?: number }

/** A job's status and result; undefined when there is none with this id. */
export function jobResult(dir: string, id: string, now: number): JobResult | undefined {
  if (!/^[\w-]+$/.test(id)) return undefined
  const job = jobs.at(join(dir, id)).value()
  if (job === undefined) return undefined
  const { recipe } = job
  const about = { recipe: recipe.name, job: { name: recipe.name, output: recipe.output } }
  const end = endIn(dir, id) ?? (isLost(job, now) ? LOST : undefined)
  if (end === undefined) return { ...about, status: 'pending' }
  if (job.prompt !== '' && isPrivate(join(dir, id))) forgetPrompt(join(dir, id), job, end)
  return 'output' in end
    ? { ...about, status: 'done', output: end.output }
    : { ...about, status: 'failed', error: end.error }
}

function endIn(dir: string, id: string): JobEnd | undefined {
  const end = ends.at(join(dir, id)).value()
  if (end === undefined) return undefined
  return end.output === undefined ? { error: end.error ?? LOST.error } : { output: end.output }
}

function isLost({ began = 0, time_ms }: StoredJob, now: number): boolean {
  return now > began + time_ms + GRACE_MS
}

/** For a job whose process was killed before it could do so. */
function forgetPrompt(jobDir: string, job: RecipeJob, end: JobEnd): void {
  try {
    endJob(jobDir, job, end)
  } catch {
    // It goes with the job.
  }
}

/** The ids of all jobs, the newest last. */
export function jobIds(dir: string): readonly string[] {
  return readdirSafely(dir).toSorted()
}

function forgetJobs(dir: string, now: number): void {
  for (const id of readdirSafely(dir)) {
    const stat = lstatSync(join(dir, id), { throwIfNoEntry: false })
    if (stat !== undefined && now - stat.mtimeMs > KEPT_MS)
      rmSync(join(dir, id), { recursive: true, force: true })
    else if (endIn(dir, id) === undefined) jobResult(dir, id, now)
  }
}
