// Hooks and lists of tools in Gemini CLI's settings.
import { field, type PlainObject } from '../../model/plain-object.ts'
import { envIn, type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport, Found, NotImported } from '../shared/import/imported.ts'
import { isAboutTool, namesIn, type Pattern, patternIn } from '../shared/import/matchers.ts'
import { importToolLists } from '../shared/import/tool-lists.ts'
import { agentName, nativeEvents } from './events.ts'
import { settings } from './settings.ts'

export const imports: AgentImport = (place) => {
  const own = (['user', 'project'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return ['/etc/gemini-cli/settings.json', ...own].map((file) => ({ file, format: 'jsonc' as const, read }))
}

function read(content: PlainObject, shown: string): readonly Found[] {
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
function toolPattern(matcher: unknown): Pattern {
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
