// Lists of tools in the settings of Gemini CLI and what came from it: `tools.exclude`, `tools.core`, `tools.allowed`.
import { field, type PlainObject } from '../../../model/plain-object.ts'
import { groupWith } from '../../../model/tool-groups.ts'
import type { Found } from './imported.ts'
import { commandMatch, importPermissions, noBrackets, type PermissionMatch } from './permissions.ts'

/** With the keys of older versions, which stand beside `tools`. */
const lists = [
  { keys: ['tools.exclude', 'excludeTools'], answer: 'deny' },
  { keys: ['tools.allowed', 'allowedTools'], answer: 'allow' },
] as const

export function importToolLists(settings: PlainObject, agent: string, shown: string): readonly Found[] {
  const listAt = (key: string): unknown =>
    key.split('.').reduce<unknown>((at, name) => field(at, name), settings)
  const only = ['tools.core', 'coreTools'].filter((key) => listAt(key) !== undefined)
  return [
    ...lists.flatMap(({ keys, answer }) =>
      keys.flatMap((key) => importPermissions({ key, rules: listAt(key), answer, agent, match }, shown)),
    ),
    ...only.map((key) => ({
      from: `${shown}: ${key} ${JSON.stringify(listAt(key))}`,
      result: {
        why: `a list of the only tools would deny those of other agents: it stays in force in ${agent}, which reads its own list`,
      },
    })),
  ]
}

/** Older names. */
const classes: Readonly<Record<string, string>> = {
  ShellTool: 'run_shell_command',
  ReadFileTool: 'read_file',
  ReadManyFilesTool: 'read_many_files',
  WriteFileTool: 'write_file',
  EditTool: 'replace',
  GlobTool: 'glob',
  GrepTool: 'grep_search',
  LSTool: 'list_directory',
  WebFetchTool: 'web_fetch',
  WebSearchTool: 'google_web_search',
}

function match(named: string, inside: string | undefined): PermissionMatch {
  const tool = classes[named] ?? named
  const isShell = groupWith(tool) === 'shell'
  if (inside !== undefined && inside !== '') return isShell ? commandMatch(inside) : noBrackets(named)
  return { match: { tool: isShell ? '@shell' : tool } }
}
