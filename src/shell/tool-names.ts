// What a tool's name says about what it does.

/** What an unknown tool does with its paths. */
export type PathAccess = 'read' | 'write' | 'delete' | 'move' | 'copy'

const verbs: Readonly<Record<Exclude<PathAccess, 'read'>, ReadonlySet<string>>> = {
  delete: new Set('delete remove rm unlink trash erase destroy drop clean'.split(' ')),
  move: new Set('move mv relocate rename'.split(' ')),
  copy: new Set('copy cp duplicate'.split(' ')),
  write: new Set(
    'write save create edit update append insert replace patch modify put set add make mkdir touch generate export apply overwrite truncate'.split(
      ' ',
    ),
  ),
}

/** The tool's name without its server: `mcp__files__read`, `files___read`, `MCP:read`. */
export function bareName(tool: string): string {
  if (!tool.includes('__') && !tool.startsWith('MCP:')) return tool
  const found = /^(?:mcp__.+?__|[^_].*?___|MCP:)([^]+)$/.exec(tool)
  return found?.[1] ?? tool
}

/** The first verb of a name that changes something; reading when there is none. */
export function accessFromName(name: string): PathAccess {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
  for (const word of words) {
    const found = (['delete', 'move', 'copy', 'write'] as const).find((access) => verbs[access].has(word))
    if (found !== undefined) return found
  }
  return 'read'
}

/** Search tools that return names only, in lower case. */
export const listingTools: ReadonlySet<string> = new Set(
  'glob glob_tool ls list list_dir list_directory list_files file_search developer__tree'.split(' '),
)

/** Tools that type text into a running program: a shell, or something else. */
export const typingTools: ReadonlySet<string> = new Set(
  'write_stdin write_bash write_powershell send_command_input interact_with_process'.split(' '),
)

/** Tools of known agents that run no command, whatever their fields are called. */
export const toolsWithoutFacts: ReadonlySet<string> = new Set(
  (
    'SlashCommand Skill skill ToolSearch AskUserQuestion EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree ' +
    'BashOutput KillShell KillBash TaskOutput TaskStop SendMessage Workflow activate_skill save_memory report_intent ' +
    'ask_user request_user_input read_bash stop_bash list_bash command_status run_vscode_command ' +
    'get_terminal_output ask_followup_question'
  ).split(' '),
)
