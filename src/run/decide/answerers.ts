import { join } from 'node:path'
import { HooksError } from '../../model/errors.ts'
import type { RecipeAnswerer } from '../../recipes/recipe-handler.ts'
import type { Host, Call } from '../call.ts'
import { startJob } from '../jobs.ts'
import { askModel } from '../../recipes/providers/ask-model.ts'
import { answerCallback, askRecipe } from '../../recipes/answer.ts'

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
