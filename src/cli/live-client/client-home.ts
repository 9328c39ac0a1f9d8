// A home and a project for one run of an agent: the person's own entry for hooks in it, and nothing else of theirs.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SettingsValues } from '../../agents/shared/agent.ts'
import type { Client, ClientPlace, ClientStart } from '../../agents/shared/client.ts'
import { shimPath } from '../../agents/shared/shim.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Host } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import type { AgentFile } from '../agents/agent-files.ts'
import type { AgentPlace, InstallableAgent } from '../agents/agents.ts'

export interface LivePlace extends ClientPlace {
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
}

export const allowed = 'touch hooks-canary-allowed'
export const denied = 'touch hooks-canary-denied'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: canary, match: { command: ${denied} }, deny: The canary must not sing. }
`

/** `program` is the agent's. */
export function makeLivePlace({ env }: Host, program: string): LivePlace {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hooks-doctor-')))
  const [project, home, tmp] = ['shop', 'home', 'tmp'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ] // three
  for (const each of [project, home, tmp]) mkdirSync(each)
  writeFileSync(join(project, 'hooks.yaml'), rules)
  const own = {
    PATH: [dirname(program), env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    TMPDIR: tmp,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local/state'),
  }
  return { dir, project, home, tmp, env: own }
}

export function removePlace({ dir }: LivePlace): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

export interface Installed {
  readonly agent: InstallableAgent
  readonly file: AgentFile
  readonly client: Client
  /** The agent's. */
  readonly program: string
}

/** Its settings, with our entry as it stands in the person's own file. */
export function furnish(
  place: LivePlace,
  { agent, file, client }: Installed,
  { real, start }: { real: AgentPlace; start: ClientStart },
): void {
  const env = { ...place.env, ...start.env }
  const target = agent.settings.file('user', { root: place.project, home: place.home, env })
  for (const [path, text] of Object.entries(start.files)) if (path !== target) put(path, text)
  if (target !== undefined) put(target, settingsText({ agent, file }, start.files[target]))
  const { beside } = agent.settings
  const text = beside && createFiles().read(beside.file(file.scope, real))
  if (beside !== undefined && text !== undefined)
    put(beside.file('user', { root: place.project, home: place.home, env }), text)
  link(dirname(shimPath('user', real)), join(place.home, '.local/share/hooks/bin'))
  link(join(real.root, 'node_modules/hooks-yaml'), join(place.project, 'node_modules/hooks-yaml'))
  for (const each of client.kept ?? []) link(join(real.home, each), join(place.home, each))
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o700 : 0o600 })
}

function link(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

function settingsText({ agent, file }: Pick<Installed, 'agent' | 'file'>, needed = '{}'): string {
  if (agent.settings.own === true) return String(file.settings['text'])
  const settings: unknown = JSON.parse(needed)
  const hooks = ownHooks(file.settings, agent.settings.uninstall(file.settings))
  return JSON.stringify({ ...(isObject(settings) ? settings : {}), hooks })
}

/** The groups that `uninstall` would take away. */
function ownHooks(whole: SettingsValues, without: SettingsValues): SettingsValues {
  const [all, others] = [whole['hooks'], without['hooks']].map((hooks) => (isObject(hooks) ? hooks : {}))
  return Object.fromEntries(
    Object.entries(all ?? {}).map(([event, groups]) => {
      const kept = listOf(others?.[event])
      return [event, listOf(groups).filter((group) => !kept.some((each) => isDeepStrictEqual(each, group)))]
    }),
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
