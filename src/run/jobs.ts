// A background recipe runs in its own process.
import { join } from 'node:path'
import { HooksError, errorMessage } from '../model/errors.ts'
import { createSpawn } from '../handlers/spawn/spawn.ts'
import { endJob, type RecipeJob, writeJob } from '../store/records/jobs.ts'
import type { Env } from '../model/types.ts'
import type { RecipeAnswerer } from '../recipes/recipe-handler.ts'
import type { Host, Call } from './call.ts'
import { askModel } from '../recipes/providers/ask-model.ts'
import { answerCallback, askRecipe } from '../recipes/answer.ts'

interface StartJobOptions {
  /** Where jobs are kept. */
  readonly dir: string
  readonly node: string
  readonly packageDir: string
  readonly env: Env
  readonly now: number
}

/** Starts a job and returns its id. */
export function startJob(job: RecipeJob, { dir, node, packageDir, env, now }: StartJobOptions): string {
  const id = storeJob(dir, job, now)
  const started = createSpawn()({
    argv: [node, join(packageDir, 'dist', 'bin.cjs'), 'recipe', 'work', join(dir, id)],
    cwd: job.event.root,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >, // those that are set
    stdin: '',
    timeout_ms: job.time_ms,
    max_stdout: 0,
    background: true,
  })
  void started.then(({ end, failure = 'unknown' }) => {
    if (end !== 'exit') endUnstarted(join(dir, id), job, failure)
  })
  return id
}

function endUnstarted(jobDir: string, job: RecipeJob, failure: string): void {
  try {
    endJob(jobDir, job, { error: `its process could not be started (${failure})` })
  } catch {
    // Then it is over when its time is.
  }
}

function storeJob(dir: string, job: RecipeJob, now: number): string {
  try {
    return writeJob(dir, job, now)
  } catch (cause) {
    throw new HooksError('error', `the job cannot be kept: ${errorMessage(cause)}`, { cause })
  }
}

/** What answers recipes in this process; each part is loaded when it is first needed. */
export function answerersFor(host: Host, stateDir: string | undefined): RecipeAnswerer {
  return {
    scripted: host.load('agents').dialects,
    answerCallback,
    askRecipe,
    render: (...filled) => host.load('liquid').render(...filled),
    askModel: (question, { env }) => askModel(question, { env, signal: interrupted(host) }),
    ...(stateDir === undefined
      ? {}
      : {
          startJob: (question) => {
            const { recipe, prompt, runner, event, time_ms, max_chars } = question
            if (typeof runner === 'function')
              throw new HooksError('error', 'a function runs in no other process')
            const { root, session_id, agent } = event
            const about = { root, ...(session_id && { session_id }), ...(agent && { agent }) }
            const job = { recipe, prompt, runner, event: about, time_ms, max_chars }
            const { node, packageDir, env } = host
            const dir = join(stateDir, 'jobs')
            return startJob(job, { dir, node, packageDir, env, now: Date.now() })
          },
        }),
  }
}

/** A request to a provider ends with us. */
function interrupted(host: Call): AbortSignal {
  const controller = new AbortController()
  host.onInterrupt(() => controller.abort())
  return controller.signal
}
