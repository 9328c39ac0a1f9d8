import { join } from 'node:path'
import { field } from '../../model/plain-object.ts'
import type { AgentSettings } from '../shared/agent.ts'
import { hookLists, type RegisteredEvents } from '../shared/settings/hook-groups.ts'

/** Seconds. */
const hook = { type: 'command', timeout: 30 }

/** Tool events stand in groups, all others in the list itself: in the wrong shape the whole file is ignored. */
const registered: RegisteredEvents = {
  PreToolUse: { event: 'PreToolUse', group: { matcher: '*' }, hook },
  PostToolUse: { event: 'PostToolUse', group: { matcher: '*' }, hook },
  PreInvocation: { flat: true, event: 'PreModelCall', hook },
  Stop: { flat: true, event: 'AgentStop', hook },
}

/** Our hooks stand under a name of their own. */
const under = 'hooks-yaml'

export const settings: AgentSettings = {
  format: 'json',
  untested:
    'it is not known whether its "allow" and "ask" leave your own prompts in place, so it may ask you more, or less, than before',
  defaultScope: 'user',
  file(scope, { root, home }) {
    if (scope === 'local') return undefined
    return scope === 'project'
      ? join(root, '.agents', 'hooks.json')
      : join(home, '.gemini', 'config', 'hooks.json')
  },
  ...hookLists({
    agent: 'antigravity',
    registered,
    under,
    disabled: ({ [under]: own }) =>
      field(own, 'enabled') === false ? `"${under}.enabled" is false` : undefined,
  }),
}
