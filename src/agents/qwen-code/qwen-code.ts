import { join, dirname } from 'node:path'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { AgentSettings, AgentChecks, AgentDefinition } from '../shared/agent.ts'
import { type Client, quietSettings } from '../shared/client.ts'
import { envIn, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import { claudeMatch, importPermissions, importToolLists } from '../shared/import/permissions.ts'
import { fileAt } from '../shared/settings/events.ts'
import { entriesFor, hookGroups } from '../shared/settings/hook-groups.ts'
import { untrustedFolder } from '../shared/settings/checks.ts'
import { agentName, nativeEvents, dialect } from './dialect.ts'

/** Milliseconds: 0.15 reads nothing else, and later versions read numbers from 1000 on so; 600 would be 0.6 s there. */
const hook = { timeout: 600_000 }

const settings: AgentSettings = {
  format: 'jsonc',
  projectVariable: 'QWEN_PROJECT_DIR',
  defaultScope: 'user',
  file: fileAt('.qwen', 'settings.json'),
  ...hookGroups(
    agentName,
    entriesFor(nativeEvents, () => ({ hook })),
    ({ disableAllHooks: isOff }) => (isOff === true ? '"disableAllHooks" is true' : undefined),
  ),
  notes: (scope) =>
    scope === 'project' ? ['  Qwen Code reads this file only in a folder that it trusts'] : [],
}

const checks: AgentChecks = {
  skips: (place) =>
    untrustedFolder(place, { agent: agentName, dir: join(place.home, '.qwen'), enabled: false }),
}

const client: Client = {
  agent: agentName,
  shell: (command) => ({ tool: 'run_shell_command', input: { command, is_background: false } }),
  start({ home }, url) {
    const security = { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } }
    const memory = { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false }
    return {
      files: { [join(home, '.qwen/settings.json')]: JSON.stringify({ security, memory, ...quietSettings }) },
      env: {
        OPENAI_API_KEY: 'test',
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_MODEL: 'scripted',
        QWEN_TELEMETRY_ENABLED: 'false',
      },
      args: ['--output-format', 'json', '--yolo', '-p'],
    }
  },
}

const title = 'Qwen Code'

/** Hooks, permissions and lists of tools in Qwen Code's settings. */
const imports: AgentImport = (place) => {
  const own = (['user', 'project'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return ['/etc/qwen-code/settings.json', ...own].map((file) => {
    const dir = file.startsWith(`${place.root}/`) ? place.root : dirname(file)
    const match = (tool: string, inside: string | undefined) =>
      claudeMatch(tool === 'run_shell_command' ? 'Bash' : tool, inside, { dir, root: place.root })
    return {
      file,
      format: 'jsonc' as const,
      read: (content: PlainObject, shown: string) => [
        ...permissionLists(content).flatMap((list) => importPermissions({ ...list, match }, shown)),
        ...importToolLists(content, title, shown),
        ...importHooks(content['hooks'], shown, form),
      ],
    }
  })
}

function permissionLists({ permissions }: PlainObject) {
  const lists = isObject(permissions) ? permissions : {}
  return (['deny', 'ask', 'allow'] as const).map((answer) => ({
    key: `permissions.${answer}`,
    rules: lists[answer],
    answer,
    agent: title,
  }))
}

const TIMEOUT_S = 60
/** Numbers from here on are milliseconds. */
const MILLISECONDS = 1000

const form: HookForm = {
  agent: agentName,
  events: nativeEvents,
  tellsFailures: true,
  commandOf: ({ event, matcher, hook }) => {
    const given = secondsIn(hook['timeout'], TIMEOUT_S)
    return {
      event,
      run: hook['command'],
      pattern: patternIn(matcher, { names: /^[\w| -]+$/, aliases }),
      reply: agentName,
      seconds: given >= MILLISECONDS ? given / 1000 : given,
      keys: { env: envIn(hook['env']), background: hook['async'] === true ? true : undefined },
    }
  },
}

/** A matcher may name a tool as Claude Code does, its calls do not. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  Bash: ['run_shell_command'],
  Read: ['read_file'],
  Write: ['write_file'],
  Edit: ['edit'],
  Glob: ['glob'],
  Grep: ['grep_search'],
  WebFetch: ['web_fetch'],
  TodoWrite: ['todo_write'],
  NotebookEdit: ['notebook_edit'],
  Agent: ['agent'],
  Task: ['agent'],
}

export const qwenCode: AgentDefinition = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: ['.qwen/settings.json', '~/.qwen/settings.json'],
  variables: ['QWEN_CODE'],
  directories: ['.qwen'],
  programs: ['qwen'],
  packages: ['@qwen-code/qwen-code'],
  imports,
  checks,
  client,
}
