import { createFiles } from '../../store/files.ts'
import type { Host } from '../../run/host.ts'
import { askRunner } from '../../recipes/ask.ts'
import { endJob, type RecipeJob, readJob } from '../../store/state/jobs.ts'
import { answerersFor } from '../../run/decide/answerers.ts'
import { interruptible } from '../../run/decide/interrupt.ts'
import { refuse } from './open.ts'

/** Runs a job to its end: what a recipe that nobody waits for does in its own process. */
export async function recipeWork(host: Host, jobDir: string): Promise<number> {
  const job = readJob(jobDir)
  if (job === undefined) return refuse(host, `${jobDir} is no job`)
  const end = await outputOf(host, job).then(
    (output) => ({ output }),
    // Whatever it was: nobody sees this process's stderr.
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  endJob(jobDir, job, end)
  return 'output' in end ? 0 : 1
}

function outputOf(host: Host, job: RecipeJob): Promise<string> {
  const { askModel } = answerersFor(host, undefined)
  return askRunner(job, { spawn: interruptible(host, false), files: createFiles(), env: host.env, askModel })
}
