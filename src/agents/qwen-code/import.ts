// Hooks, permissions and lists of tools in Qwen Code's settings.
import { dirname } from 'node:path'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import { envIn, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type { AgentImport } from '../shared/import/imported.ts'
import { patternIn } from '../shared/import/matchers.ts'
import { claudeMatch, importPermissions } from '../shared/import/permissions.ts'
import { importToolLists } from '../shared/import/tool-lists.ts'
import { agentName, nativeEvents } from './events.ts'
import { settings } from './settings.ts'

const title = 'Qwen Code'

export const imports: AgentImport = (place) => {
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
