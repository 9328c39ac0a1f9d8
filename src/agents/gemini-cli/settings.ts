import { join } from 'node:path'
import { field } from '../../model/plain-object.ts'
import type { AgentSettings } from '../shared/agent.ts'
import { hookGroups, type RegisteredEvents } from '../shared/settings/hook-groups.ts'
import { agentName, nativeEvents } from './events.ts'

/** In its lists of hooks and in those that are switched off. */
const ownName = 'hooks-yaml'
/** Before each model call and each piece of an answer: no rule is asked there. */
const unwatched = new Set(['unmapped', 'PreCompact'])

/** Milliseconds. */
const hook = { name: ownName, timeout: 600_000 }

const registered: RegisteredEvents = Object.fromEntries(
  Object.entries(nativeEvents).flatMap(([name, event]) =>
    event === 'unmapped' || unwatched.has(event) ? [] : [[name, { event, hook }]],
  ),
)

export function disabled({ hooksConfig: config }: Readonly<Record<string, unknown>>): string | undefined {
  if (field(config, 'enabled') === false) return '"hooksConfig.enabled" is false'
  const off = field(config, 'disabled')
  return Array.isArray(off) && off.includes(ownName) ? `"hooksConfig.disabled" names "${ownName}"` : undefined
}

export const settings: AgentSettings = {
  format: 'jsonc',
  projectVariable: 'GEMINI_PROJECT_DIR',
  defaultScope: 'user',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.gemini', 'settings.json')
    return join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json')
  },
  ...hookGroups(agentName, registered, disabled),
  notes: (scope) =>
    scope === 'project' ? ['  Gemini CLI reads this file only in a folder that it trusts'] : [],
}
