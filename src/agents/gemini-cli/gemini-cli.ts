import { join } from 'node:path'
import { field, type PlainObject } from '../../model/plain-object.ts'
import type { AgentSettings, AgentChecks, AgentDefinition } from '../shared/agent.ts'
import { type Client, quietSettings } from '../shared/client.ts'
import { envIn, type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, FoundHook, NotImported } from '../shared/import/imported.ts'
import { isAboutTool, namesIn, type ToolMatcher, patternIn } from '../shared/import/matchers.ts'
import { importToolLists } from '../shared/import/permissions.ts'
import { entriesFor, hookGroups } from '../shared/settings/hook-groups.ts'
import { switchedOff, untrustedFolder } from '../shared/settings/checks.ts'
import { dialect } from './dialect.ts'
import { agentName, nativeEvents } from './script.ts'

/** In its lists of hooks and in those that are switched off. */
const ownName = 'hooks-yaml'
/** Before each model call and each piece of an answer: no rule is asked there. */
const watched = { ...nativeEvents, PreCompress: 'unmapped' } as const

/** Milliseconds. */
const hook = { name: ownName, timeout: 600_000 }

function disabled({ hooksConfig: config }: Readonly<Record<string, unknown>>): string | undefined {
  if (field(config, 'enabled') === false) return '"hooksConfig.enabled" is false'
  const off = field(config, 'disabled')
  return Array.isArray(off) && off.includes(ownName) ? `"hooksConfig.disabled" names "${ownName}"` : undefined
}

const settings: AgentSettings = {
  format: 'jsonc',
  projectVariable: 'GEMINI_PROJECT_DIR',
  defaultScope: 'user',
  file(scope, { root, home, env }) {
    if (scope === 'local') return undefined
    if (scope === 'project') return join(root, '.gemini', 'settings.json')
    return join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json')
  },
  ...hookGroups(
    agentName,
    entriesFor(watched, () => ({ hook })),
    disabled,
  ),
  notes: (scope) =>
    scope === 'project' ? ['  Gemini CLI reads this file only in a folder that it trusts'] : [],
}

const machineFiles: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/GeminiCli/settings.json',
  win32: 'C:\\ProgramData\\gemini-cli\\settings.json',
}

const checks: AgentChecks = {
  skips(place) {
    const { read, home, env } = place
    const machine =
      env['GEMINI_CLI_SYSTEM_SETTINGS_PATH'] ??
      machineFiles[process.platform] ??
      '/etc/gemini-cli/settings.json'
    const off = disabled(read(machine))
    const dir = join(env['GEMINI_CLI_HOME'] || home, '.gemini')
    return [
      ...(off === undefined ? [] : [switchedOff(machine, off)]),
      ...untrustedFolder(place, { agent: agentName, dir, enabled: true }),
    ]
  },
}

const client: Client = {
  agent: agentName,
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  start({ home }, url) {
    const security = { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } }
    return {
      files: { [join(home, '.gemini/settings.json')]: JSON.stringify({ security, ...quietSettings }) },
      env: {
        GEMINI_CLI_HOME: home,
        GEMINI_API_KEY: 'test',
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_TELEMETRY_ENABLED: 'false',
      },
      args: ['-m', 'gemini-2.5-pro', '--output-format', 'json', '--yolo', '-p'],
    }
  },
}

/** Hooks and lists of tools in Gemini CLI's settings. */
const imports: AgentImport = (place) => {
  const own = (['user', 'project'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return ['/etc/gemini-cli/settings.json', ...own].map((file) => ({ file, format: 'jsonc' as const, read }))
}

function read(content: PlainObject, shown: string): readonly FoundHook[] {
  const off = field(content['hooksConfig'], 'disabled')
  const isOff = (name: unknown): boolean => name !== undefined && Array.isArray(off) && off.includes(name)
  const form: HookForm = {
    agent: agentName,
    events: nativeEvents,
    commandOf: (entry) =>
      isOff(entry.hook['name'] ?? entry.hook['command'])
        ? { why: 'hooksConfig.disabled names it: it is switched off' }
        : commandOf(entry),
  }
  return [...importToolLists(content, 'Gemini CLI', shown), ...importHooks(content['hooks'], shown, form)]
}

const TIMEOUT_MS = 60_000

function commandOf({
  event,
  matcher,
  hook,
}: Parameters<HookForm['commandOf']>[0]): HookCommand | NotImported {
  return {
    event,
    run: hook['command'],
    pattern: isAboutTool(event) ? toolPattern(matcher) : patternIn(matcher, { names: /^/ }),
    reply: agentName,
    seconds: secondsIn(hook['timeout'], TIMEOUT_MS) / 1000,
    keys: { env: envIn(hook['env']) },
  }
}

const tools = new Set(
  `run_shell_command read_file read_many_files write_file replace glob grep_search search_file_content
  list_directory web_fetch google_web_search write_todos ask_user activate_skill enter_plan_mode
  exit_plan_mode invoke_agent`.split(/\s+/),
)

/** An unanchored expression, and the name itself where it is none. */
function toolPattern(matcher: unknown): ToolMatcher {
  const pattern = patternIn(matcher, { tools })
  if (pattern === null && typeof matcher === 'string') return namesIn([matcher])
  return typeof pattern === 'string' ? serverNames(pattern) : pattern
}

/** Its names for a server's tools have one line where those of rules have two: `mcp_shop_refund`. */
function serverNames(expression: string): string {
  return expression.startsWith('/') && expression.includes('mcp_')
    ? expression.replaceAll(/(?<!_)_(?![_?*+{])/g, '_{1,2}')
    : expression
}

export const geminiCli: AgentDefinition = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: ['.gemini/settings.json', '~/.gemini/settings.json'],
  variables: ['GEMINI_CLI'],
  directories: ['.gemini'],
  programs: ['gemini'],
  packages: ['@google/gemini-cli'],
  imports,
  checks,
  client,
}
