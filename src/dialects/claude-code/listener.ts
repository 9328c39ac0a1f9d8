import type { Env, Listener } from '../../types.ts'
import { decode } from './decode.ts'
import { agentName } from './events.ts'
import type { PlainObject as Plain } from '../../plain-object.ts'

function root(_payload: Plain, env: Env): string | undefined {
  const dir = env['CLAUDE_PROJECT_DIR']
  return dir === undefined || dir === '' ? undefined : dir
}

/** The half that hears; an answer is needed only when there is something to say. */
export const listener: Listener = { name: agentName, root, decode }
