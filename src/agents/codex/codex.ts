import { join, dirname } from 'node:path'
import { field, type PlainObject } from '../../model/plain-object.ts'
import type { AgentSettings, AgentChecks, AskedPlace, Skip, AgentDefinition } from '../shared/agent.ts'
import type { Client } from '../shared/client.ts'
import { type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, FoundHook } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import { entriesFor, hookGroups, type RegisteredEvents } from '../shared/settings/hook-groups.ts'
import { isShimCommand } from '../shared/shim.ts'
import { askCodex, hooksIn, listCall, type ListedHook } from './app-server.ts'
import { agentName, nativeEvents, dialect } from './dialect.ts'
import { trust } from './trusted-hooks.ts'

/** Seconds. Without a matcher an entry hears of every tool. */
const registered: RegisteredEvents = {
  ...entriesFor({ ...nativeEvents, SessionEnd: 'unmapped' }, () => ({ hook: { timeout: 600 } })),
  SessionEnd: { event: 'SessionEnd', hook: { timeout: 3 } }, // Codex allows no more
}

const settings: AgentSettings = {
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

const untrusted: Skip = {
  code: 'not-trusted',
  message: 'our hooks are not trusted: Codex skips them without a word',
  fix: 'open codex, run /hooks, choose "trust"; then hooks doctor codex',
}
const off: Skip = {
  code: 'switched-off',
  message: '"hooks" is false under [features]: Codex runs no hooks',
  fix: 'remove it from config.toml, or codex features enable hooks',
}
const unread: Skip = {
  code: 'not-trusted',
  message: 'Codex does not read this file: the project is not trusted',
  fix: 'start codex here and trust the project, or hooks install codex --user',
}

/** Trust holds for one command of one file, and only Codex itself knows it. */
async function ask({ program, env, root, path }: AskedPlace): Promise<readonly Skip[] | string> {
  const configCall = { method: 'config/read', params: { includeLayers: false, cwd: root } }
  const answers = await askCodex({ program, env, cwd: root }, [listCall(root), configCall])
  if (typeof answers === 'string') return answers
  const [listed, configured] = answers
  const config = field(field(configured, 'result'), 'config')
  if (field(field(config, 'features'), 'hooks') === false) return [off]
  const hooks = hooksIn(listed)
  if (typeof hooks === 'string') return hooks
  return skipsOf(hooks.filter(({ source, command }) => source === path && isShimCommand(command, agentName)))
}

function skipsOf(ours: readonly ListedHook[]): readonly Skip[] {
  if (ours.length === 0) return [unread]
  const skipped = ours.filter((hook) => !isRun(hook)).length
  if (skipped === 0) return []
  return [skipped === ours.length ? untrusted : { ...untrusted, message: partly(skipped, ours.length) }]
}

function partly(skipped: number, all: number): string {
  return `${skipped} of our ${all} hooks are not trusted: Codex skips them without a word`
}

/** `untrusted` is new, `modified` was trusted in another form. */
const isRun = ({ enabled, trust }: ListedHook): boolean =>
  enabled && trust !== 'untrusted' && trust !== 'modified'

const checks: AgentChecks = { ask }

const client: Client = {
  agent: agentName,
  shell: (cmd) => ({ tool: 'exec_command', input: { cmd } }),
  start({ home, project }, url) {
    const config = `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
requires_openai_auth = false
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects."${project}"]
trust_level = "trusted"
`
    const disabled = ['plugins', 'remote_plugin', 'apps'].flatMap((name) => ['--disable', name])
    const trust = '--dangerously-bypass-hook-trust' // trust holds for a path, and the settings are a copy
    return {
      files: { [join(home, '.codex/config.toml')]: config },
      env: { CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'test' },
      args: ['exec', '--skip-git-repo-check', trust, ...disabled, '-s', 'danger-full-access'],
    }
  },
}

/** Hooks in Codex's hooks.json. Its config.toml may hold some too: these are only told of. */
const imports: AgentImport = (place) => {
  const own = (['user', 'project'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return ['/etc/codex/hooks.json', ...own].flatMap((file) => [
    {
      file,
      format: 'json' as const,
      read: ({ hooks }: PlainObject, shown: string) => importHooks(hooks, shown, form),
    },
    { file: join(dirname(file), 'config.toml'), format: 'text' as const, read: tomlIn },
  ])
}

/** `[hooks.state]` holds what its user trusted. */
function tomlIn({ text }: PlainObject, shown: string): readonly FoundHook[] {
  const tables = String(text).matchAll(/^\s*\[\[?\s*(hooks(?:\.(?!state\b)[\w.-]+)?)\s*\]/gm)
  const names = [...new Set([...tables].flatMap(([, name = '']) => name))]
  return names.map((name) => ({
    from: `${shown}: [${name}]`,
    result: {
      why: 'hooks in TOML are not read: move them to hooks.json beside it, and import again',
    },
  }))
}

const TIMEOUT_S = 600

const form: HookForm = {
  agent: agentName,
  events: nativeEvents,
  commandOf: ({ event, matcher, hook }) => ({
    event,
    run: hook['command'],
    // A matcher may name a patch as Claude Code does, its calls do not.
    pattern: patternIn(matcher, {
      names: /^[\w|]+$/,
      aliases: { Write: ['apply_patch'], Edit: ['apply_patch'], Agent: ['spawn_agent'] },
    }),
    reply: agentName,
    seconds: secondsIn(hook['timeout'], TIMEOUT_S),
    keys: { background: hook['async'] === true ? true : undefined },
  }),
}

export const codex: AgentDefinition = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: ['.codex/**', '~/.codex/config.toml', '~/.codex/hooks.json'],
  variables: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID', 'CODEX_CI'],
  hookSettings: ['.codex/hooks.json', '.codex/config.toml', '~/.codex/hooks.json', '~/.codex/config.toml'],
  directories: ['.codex'],
  programs: ['codex'],
  packages: ['@openai/codex'],
  imports,
  checks,
  client,
  trust,
}
