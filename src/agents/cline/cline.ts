import { join } from 'node:path'
import type { AgentSettings, AgentChecks, AgentDefinition } from '../shared/agent.ts'
import type { Client } from '../shared/client.ts'
import { fileAt } from '../shared/settings/events.ts'
import { ownFile, pluginStart } from '../shared/settings/own-file.ts'
import { switchedOff } from '../shared/settings/checks.ts'
import { dialect } from './dialect.ts'
import { events } from './events.ts'

/** The plugin that `install` writes: it loads the package, which does the rest. Cline leaves out, without a word, what does not load within four seconds: so the package is loaded when a function is called, and a mark says that this was loaded. */
const pluginText = `${pluginStart('cline')}
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { kill, pid } from 'node:process'

function mark(session) {
  const dir = join(env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'hooks-cline')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  for (const old of readdirSync(dir).map((name) => join(dir, name))) if (!runs(old)) rmSync(old, { force: true })
  writeFileSync(join(dir, session), String(pid))
}

function runs(file) {
  try {
    return kill(Number(readFileSync(file, 'utf8')), 0)
  } catch {
    return false
  }
}

let place = {}
let made
const hooks = () => (made ??= load().then(({ clineHooks }) => clineHooks(place)).catch(retry))
const retry = (error) => {
  made = undefined
  throw error
}
const refuse = (error) => ({ skip: true, reason: whyNot(error) })
const listen = (name) => (input) =>
  hooks()
    .then((found) => found[name](input))
    .catch(() => undefined)

export default {
  name: 'hooks-yaml',
  manifest: { capabilities: ['hooks'] },
  setup(_api, context) {
    place = context
    if (context.session?.sessionId !== undefined) mark(context.session.sessionId)
    setTimeout(() => hooks().catch(() => undefined)) // Cline ends a run whose first answer takes three seconds
  },
  hooks: {
    beforeTool: (input) =>
      hooks()
        .then((found) => found.beforeTool(input))
        .catch(refuse),
    ...Object.fromEntries(['afterTool', 'beforeModel', 'afterRun'].map((name) => [name, listen(name)])),
  },
}
`

/** A file hook, for sessions that Cline begins without the plugin. A refusal of it ends the run, so calls of sessions with a running plugin are left to it. */
const fileHookText = (line: string): string => `#!/bin/sh
# Written by "hooks install cline"; "hooks uninstall cline" removes it. Judges calls where Cline did not load hooks-yaml.js.
payload=$(cat)
for mark in "\${XDG_STATE_HOME:-$HOME/.local/state}"/hooks-cline/*; do
  case $payload in
    *"{\\"rootSessionId\\":\\"\${mark##*/}\\"}"*) kill -0 "$(cat "$mark")" 2>/dev/null && exit 0 ;;
  esac
done
printf %s "$payload" | { ${line}
}
`

const settings: AgentSettings = {
  defaultScope: 'user',
  file: fileAt('.cline', 'plugins', 'hooks-yaml.js'),
  ...ownFile(events, () => pluginText),
  beside: {
    file: (scope, { root, home }) =>
      join(scope === 'project' ? root : home, '.cline', 'hooks', 'PreToolUse.sh'),
    text: (command) => fileHookText(command('tool_call')),
  },
}

const checks: AgentChecks = {
  skips({ home, env, path, read }) {
    const data = join(home, '.cline', 'data')
    const switches = join(data, 'globalState.json')
    const plugins = env['CLINE_GLOBAL_SETTINGS_PATH'] || join(data, 'settings', 'global-settings.json')
    const { disabledPlugins: off } = read(plugins)
    return [
      ...(read(switches)['hooksEnabled'] === false ? [switchedOff(switches, '"Enable Hooks" is off')] : []),
      ...(Array.isArray(off) && off.includes(path)
        ? [switchedOff(plugins, `"disabledPlugins" names ${path}`)]
        : []),
    ]
  },
}

const client: Client = {
  agent: dialect.name,
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  start({ home }, url) {
    const provider = 'openai-compatible'
    const settings = { provider, apiKey: 'test', model: 'fake-model', baseUrl: `${url}/v1` }
    const entry = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' }
    const saved = { version: 1, lastUsedProvider: provider, modes: {}, providers: { [provider]: entry } }
    return {
      files: { [join(home, '.cline/data/settings/providers.json')]: JSON.stringify(saved) },
      env: { CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' },
      args: ['--json', '-P', provider, '-m', 'fake-model', '-k', 'test', '-t', '60'],
    }
  },
}

export const cline: AgentDefinition = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    '.cline/hooks/**',
    '.cline/plugins/**',
    '.clinerules/hooks/**',
    '~/.cline/hooks/**',
    '~/.cline/plugins/**',
    '~/.local/state/hooks-cline/**',
    '~/Documents/Cline/Hooks/**',
  ],
  variables: ['CLINE_ACTIVE'],
  directories: ['.cline', '.clinerules'],
  programs: ['cline'],
  packages: ['cline'],
  checks,
  client,
}
