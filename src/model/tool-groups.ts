// Tools of different agents that do the same: Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI, Cursor,
// OpenCode, Amp, Factory Droid, Goose, Cline, deepagents and LangChain, Kodelet.

/** What tools call the command of a shell, in the order in which it is looked for. */
export const commandFields: readonly string[] = words(
  'command Command cmd commands command_line commandLine CommandLine shell_command shellCommand script',
)

const directoryFields = words('workdir cwd Cwd working_directory working_dir dir_path directory')

/** Where a shell runs, as its input says. */
export function directoryIn(input: Readonly<Record<string, unknown>>): string | undefined {
  const found = directoryFields.map((field) => (Object.hasOwn(input, field) ? input[field] : undefined))
  return found.find((value): value is string => typeof value === 'string' && value !== '')
}

/** Written `@name` in a match. A file may extend a group or add groups. */
export const shippedGroups = {
  shell: words(`
    Bash PowerShell Shell Execute bash monitor powershell shell execute exec exec_command local_shell
    execute_command execute_bash run_shell_command run_command run_commands run_in_terminal
    runTerminalCommand developer__shell terminal Monitor run_terminal_command run_terminal_cmd
    execute_bash_command shell_command unified_exec write_stdin write_bash write_powershell
    send_command_input cmd
  `),
  read: words(`
    Read NotebookRead read view view_file view_image read_file read_many_files file_read fs_read
    readFile developer__read_image ReadFile read_files read_code
  `),
  write: words(`
    Write Create write create create_file write_file write_to_file file_write fs_write createFile
    developer__write WriteFile
  `),
  edit: words(`
    Edit MultiEdit NotebookEdit EditNotebook notebook_edit StrReplace ApplyPatch edit multiedit patch apply_patch
    edit_file file_edit file_multi_edit replace replace_in_file replace_string_in_file
    multi_replace_string_in_file insert_edit_into_file str_replace_editor
    str_replace_based_edit_tool editFiles developer__edit editor replace_file_content
    multi_replace_file_content search_replace write_code edit_notebook
  `),
  search: words(`
    Glob Grep LS glob grep rg ls list list_dir list_directory list_files grep_search grep_tool
    glob_tool file_search codebase_search search_file_content search_files finder developer__tree
    find_by_name
  `),
  fetch: words(`
    WebFetch WebSearch FetchUrl webfetch websearch web_fetch web_search google_web_search fetch
    fetch_webpage read_web_page read_url_content search_web
  `),
  subagent: words(`
    Agent Task agent task subagent spawn_agent invoke_agent new_task use_subagent spawn_subagent
    runSubagent run_subagent invoke_subagent
  `),
  mcp: ['mcp__*'],
  todo: words(`
    TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet todowrite todoread todo_write
    todo_read write_todos update_todo update_plan manage_todo_list
  `),
} satisfies Readonly<Record<string, readonly string[]>>

export type ToolGroup = keyof typeof shippedGroups

/** What a tool of these groups would do is read from its input. */
export const groupsWithFacts = ['shell', 'write', 'edit', 'read', 'search', 'fetch'] as const

/** The shipped group with a tool of this name. */
export function groupWith(tool: string): ToolGroup | undefined {
  if (tool.includes('*')) return undefined
  for (const group in shippedGroups) {
    if (shippedGroups[group as ToolGroup].includes(tool)) return group as ToolGroup // its own keys
  }
  return undefined
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
