import { join } from 'node:path'
import type { AgentSettings, AgentDefinition } from '../shared/agent.ts'
import type { Client } from '../shared/client.ts'
import { ownFile, pluginStart } from '../shared/settings/own-file.ts'
import { dialect } from './dialect.ts'
import { events } from './events.ts'

/** The plugin that `install` writes: it loads the package, which does the rest. What fails to load would be absent, and its calls would pass: so the package is loaded when a function is called. */
const pluginText = `${pluginStart('opencode')}
export const HooksYaml = async (context) => {
  const hooks = () => load().then(({ openCodeHooks }) => openCodeHooks(context))
  const gate = (name) => async (input, output) => {
    const found = await hooks().catch((error) => Promise.reject(new Error(whyNot(error))))
    await found[name](input, output)
  }
  const listen = (name) => async (input, output) => {
    const found = await hooks().catch(() => undefined)
    if (found === undefined && name === 'chat.message') await unchecked()
    await found?.[name](input, output)
  }
  const unchecked = () => {
    const message = 'hooks-yaml cannot be loaded here, so calls are refused. Try: npx hooks-yaml install opencode'
    return context.client.tui.showToast({ body: { message, variant: 'warning' } }).catch(() => undefined)
  }
  return {
    'tool.execute.before': gate('tool.execute.before'),
    ...Object.fromEntries(
      [
        'chat.message',
        'tool.execute.after',
        'event',
        'experimental.session.compacting',
        'experimental.chat.system.transform',
      ].map((name) => [name, listen(name)]),
    ),
  }
}
`

const FILE = 'hooks-yaml.js'

const settings: AgentSettings = {
  defaultScope: 'user',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.opencode', 'plugin', FILE)
    return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'plugin', FILE)
  },
  ...ownFile(events, () => pluginText),
}

const off = ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'DEFAULT_PLUGINS', 'SHARE']

const client: Client = {
  agent: dialect.name,
  kept: ['node_modules', 'package.json'].map((name) => `.config/opencode/${name}`),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Run a command' } }),
  start({ project }, url) {
    const options = { baseURL: `${url}/v1`, apiKey: 'test' }
    const models = { 'fake-model': { name: 'fake-model', limit: { context: 200_000, output: 8000 } } }
    const provider = { fake: { npm: '@ai-sdk/openai-compatible', name: 'fake', options, models } }
    const model = { model: 'fake/fake-model', small_model: 'fake/fake-model' }
    const config = { autoupdate: false, share: 'disabled', ...model, provider }
    return {
      files: { [join(project, 'opencode.json')]: JSON.stringify(config) },
      env: Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, '1'])),
      args: ['run', '--format', 'json'],
    }
  },
}

export const opencode: AgentDefinition = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    'opencode.json',
    '.opencode/plugin/**',
    '.opencode/plugins/**',
    '~/.config/opencode/opencode.json',
    '~/.config/opencode/plugin/**',
    '~/.config/opencode/plugins/**',
  ],
  hookSettings: [
    '.opencode/plugin/**',
    '.opencode/plugins/**',
    '~/.config/opencode/plugin/**',
    '~/.config/opencode/plugins/**',
  ],
  variables: ['OPENCODE'],
  directories: ['.opencode', '.config/opencode'],
  programs: ['opencode'],
  packages: ['opencode-ai'],
  client,
}
