import { join } from 'node:path'
import type { PlainObject } from '../../model/plain-object.ts'
import type { AgentSettings, AgentChecks, Skip, AgentDefinition } from '../shared/agent.ts'
import type { Client } from '../shared/client.ts'
import { envIn, type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, ImportPlace, NotImported } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import { jsonFile, listsOf } from '../shared/settings/own-file.ts'
import { switchedOff } from '../shared/settings/checks.ts'
import type { EventNames } from '../shared/decoder.ts'
import { dialect } from './dialect.ts'
import { pascalTools } from './script.ts'

/** In the spelling whose payloads name their event. */
const events: EventNames = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  PermissionRequest: 'PermissionRequest',
  UserPromptSubmit: 'UserPromptSubmit',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  Stop: 'AgentStop',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  Notification: 'Notification',
  ErrorOccurred: 'Error',
}

const FILE = 'hooks-yaml.json'

const settings: AgentSettings = {
  defaultScope: 'user',
  projectVariable: 'COPILOT_PROJECT_DIR',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.github', 'hooks', FILE)
    return join(env['COPILOT_HOME'] || join(home, '.copilot'), 'hooks', FILE)
  },
  ...jsonFile(events, (command, names) => ({
    version: 1,
    hooks: listsOf(names, (event) => ({
      type: 'command',
      bash: command(event),
      // Windows: the program on PATH. Without it PowerShell fails, which denies a call.
      powershell: `hooks.cmd run --agent copilot-cli --event ${event}; exit $LASTEXITCODE`,
      timeoutSec: 600,
    })),
  })),
  notes: (scope) =>
    scope === 'project' ? ['! Copilot runs hooks of a project only in a folder that it trusts'] : [],
}

const untrusted: Skip = {
  code: 'not-trusted',
  message: "this folder is not trusted: Copilot skips the project's hooks without a word",
  fix: `start copilot here and trust the folder, or hooks install ${dialect.name} --user`,
}

const checks: AgentChecks = {
  skips({ scope, root, home, env, read }) {
    const dir = env['COPILOT_HOME'] || join(home, '.copilot')
    const files = ['settings.json', 'config.json'].map((name) => join(dir, name))
    const off = files.filter((file) => read(file)['disableAllHooks'] === true)
    const trusted = files.flatMap((file) => {
      const { trustedFolders, trusted_folders: before } = read(file)
      return [trustedFolders, before].flatMap((each) => (Array.isArray(each) ? each : []))
    })
    return [
      ...off.map((file) => switchedOff(file, '"disableAllHooks" is true')),
      ...(scope === 'project' && !trusted.some((each) => isWithin(root, each)) ? [untrusted] : []),
    ]
  },
}

function isWithin(root: string, folder: unknown): boolean {
  return typeof folder === 'string' && (root === folder || root.startsWith(`${folder.replace(/\/$/, '')}/`))
}

const client: Client = {
  agent: dialect.name,
  kept: ['.cache/copilot'],
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Run a command' } }),
  start({ home }, url) {
    const env = {
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'test',
      COPILOT_MODEL: 'fake-model',
      COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '100000',
    }
    const quiet = ['--no-auto-update', '--disable-client-telemetry']
    return { files: {}, env, args: ['--allow-all-tools', ...quiet, '-p'] }
  },
}

/** Hooks in Copilot's files of hooks and settings, in both spellings of its events. */
const imports: AgentImport = (place) =>
  filesOf(place).map((file) => ({
    file,
    format: 'jsonc',
    read: ({ hooks }: PlainObject, shown: string) => importHooks(hooks, shown, form),
  }))

function filesOf({ root, home, env, list }: ImportPlace): readonly string[] {
  const own = env['COPILOT_HOME'] || join(home, '.copilot')
  const repository = join(root, '.github', 'copilot')
  const filesIn = (dir: string): readonly string[] =>
    list(dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(dir, name))
  return [
    ...filesIn('/etc/github-copilot/policy.d'),
    ...filesIn(join(own, 'hooks')),
    join(own, 'settings.json'),
    ...filesIn(join(root, '.github', 'hooks')),
    join(repository, 'settings.json'),
    join(repository, 'settings.local.json'),
  ]
}

const TIMEOUT_S = 30

const form: HookForm = {
  agent: dialect.name,
  events: { ...dialect.events, ...settings.events },
  tellsFailures: true,
  commandOf,
}

function commandOf({
  event,
  matcher,
  hook,
}: Parameters<HookForm['commandOf']>[0]): HookCommand | NotImported {
  const { command, bash = command, powershell, exec, args, cwd, timeout, timeoutSec = timeout } = hook
  if (bash === undefined && exec === undefined && powershell !== undefined)
    return { why: 'hooks starts commands by sh, not by PowerShell: write a "bash" beside it' }
  return {
    event,
    run: exec === undefined ? bash : [exec, ...(Array.isArray(args) ? args : [])],
    pattern: patternIn(matcher, { names: /^[\w|]+$/, whole: true, aliases }),
    reply: dialect.name,
    seconds: secondsIn(timeoutSec, TIMEOUT_S),
    keys: {
      cwd: typeof cwd === 'string' ? cwd : undefined,
      env: envIn(hook['env']),
      // Copilot denies a call whose hook failed.
      on_error: event === 'PreToolUse' ? 'deny' : undefined,
    },
    differs: event === 'PreToolUse' ? 'stricter: denies when it takes too long' : undefined,
  }
}

/** A matcher may name a tool as Copilot does or as Claude Code does. */
const aliases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(pascalTools).flatMap(([own, pascal]) => [
    [own, [pascal]],
    [pascal, Object.keys(pascalTools).filter((name) => pascalTools[name] === pascal)],
  ]),
)

export const copilotCli: AgentDefinition = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: [
    '.github/hooks/**',
    '.github/copilot/settings*.json',
    '~/.copilot/settings.json',
    '~/.copilot/hooks/**',
  ],
  variables: ['COPILOT_CLI'],
  directories: ['.copilot'],
  programs: ['copilot'],
  packages: ['@github/copilot'],
  imports,
  alsoReads: ['claude-code'],
  checks,
  client,
}
