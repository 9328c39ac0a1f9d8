import { join } from 'node:path'
import type { AgentSettings } from '../shared/agent.ts'
import { hookGroups, type RegisteredEvents } from '../shared/settings/hook-groups.ts'
import { agentName, nativeEvents } from './events.ts'

const unwatched = new Set(['unmapped', 'SessionEnd'])

/** Seconds. Without a matcher an entry hears of every tool. */
const registered: RegisteredEvents = {
  ...Object.fromEntries(
    Object.entries(nativeEvents).flatMap(([name, event]) =>
      event === 'unmapped' || unwatched.has(event) ? [] : [[name, { event, hook: { timeout: 600 } }]],
    ),
  ),
  SessionEnd: { event: 'SessionEnd', hook: { timeout: 3 } }, // Codex allows no more
}

export const settings: AgentSettings = {
  format: 'json',
  defaultScope: 'user', // trust in a project's file is not inherited by its worktrees
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.codex', 'hooks.json')
    const dir = env['CODEX_HOME']
    return join(dir === undefined || dir === '' ? join(home, '.codex') : dir, 'hooks.json')
  },
  ...hookGroups(agentName, registered, () => undefined),
  asksTrust: `Codex skips these hooks, without a word, until you trust them: open codex, run /hooks, choose "trust"`,
  notes: (scope) => (scope === 'project' ? ['  Codex reads this file only in a project that it trusts'] : []),
}
