// Hooks of others that came into a settings file since `install`, or went: the file as it was stands beside it.
import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../agents/shared/agent.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { readSettings } from '../../agents/shared/settings/settings-file.ts'
import { isObject } from '../../model/plain-object.ts'
import type { InstallableAgent } from '../shared/agent-list.ts'
import type { AgentFile } from '../shared/agent-files.ts'

export interface Drift {
  /** Commands of other hooks. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const none: Drift = { added: [], removed: [] }

export function driftOf({ settings: agent }: InstallableAgent, file: AgentFile): Drift {
  if (agent.own === true || file.problem !== undefined) return none
  const files = createInstallFiles()
  const before = readSettings(files, `${files.target(file.path)}.bak`, agent)
  if ('problem' in before || before.text === undefined) return none
  const [then, now] = [before.settings, file.settings].map((each) => foreignHooks(agent.uninstall(each)))
  return { added: without(now, then), removed: without(then, now) }
}

interface ForeignHook {
  readonly event: string
  readonly hook: unknown
}

function foreignHooks({ hooks }: Settings): readonly ForeignHook[] {
  return Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      listOf(isObject(group) ? group['hooks'] : []).map((hook) => ({ event, hook })),
    ),
  )
}

function without(these: readonly ForeignHook[] = [], those: readonly ForeignHook[] = []): readonly string[] {
  return these
    .filter((each) => !those.some((other) => isDeepStrictEqual(each, other)))
    .map(({ event, hook }) => {
      const command = isObject(hook) ? (hook['command'] ?? hook['url'] ?? hook['type']) : hook
      return `${event}: ${typeof command === 'string' ? command : 'a hook'}`
    })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
