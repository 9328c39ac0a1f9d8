// What became of a settings file since `install`: hooks of others that came or went, and why an agent skips its hooks.
import { isDeepStrictEqual } from 'node:util'
import { basename } from 'node:path'
import type { CheckPlace, Settings } from '../../agents/shared/agent.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { readSettings } from '../../agents/shared/settings/settings-file.ts'
import { isObject } from '../../model/plain-object.ts'
import type { InstallableAgent } from '../agents/agents.ts'
import type { AgentFile } from '../agents/agent-files.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { createFiles } from '../../store/disk/files.ts'
import type { Finding } from './finding.ts'

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

interface SkipQuestion {
  readonly file: AgentFile
  readonly place: Pick<CheckPlace, 'root' | 'home' | 'env'>
  readonly program: string | undefined
}

export async function skipFindings(
  { checks }: InstallableAgent,
  { file, place, program }: SkipQuestion,
): Promise<readonly Finding[]> {
  const path = createInstallFiles().target(file.path)
  const checked: CheckPlace = { ...place, scope: file.scope, path, read: readObject }
  const told = program === undefined ? undefined : await checks?.ask?.({ ...checked, program })
  const isSilent = typeof told === 'string'
  const found = [...(checks?.skips?.(checked) ?? []), ...(isSilent ? [] : (told ?? []))]
  return [
    ...found.map((skip): Finding => ({ level: 'problem', ...skip })),
    ...(isSilent ? [silent(program, told)] : []),
  ]
}

function silent(program = '', why: string): Finding {
  const message = `${basename(program)} does not say whether it trusts our hooks: ${why}`
  return { level: 'warning', code: 'not-trusted', message }
}

function readObject(file: string): Settings {
  const parsed = parseJson(createFiles().read(file) ?? '{}', 'jsonc')
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
}
