import type { PlainObject as Plain } from '../../model/plain-object.ts'
import type { Env, Listener } from '../../model/types.ts'
import { capabilities, capabilitiesAt } from './capabilities.ts'
import { decode } from './decode.ts'
import { agentName } from './events.ts'
import { recognizes } from './recognizes.ts'

function root(_payload: Plain, env: Env): string | undefined {
  const dir = env['CLAUDE_PROJECT_DIR']
  return dir === undefined || dir === '' ? undefined : dir
}

export const listener: Listener = { name: agentName, recognizes, root, decode, capabilities, capabilitiesAt }
