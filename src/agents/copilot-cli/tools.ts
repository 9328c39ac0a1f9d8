/** Copilot's tools, and what they are called in payloads of events in Claude Code's spelling. */
export const pascalTools: Readonly<Record<string, string>> = {
  bash: 'Bash',
  powershell: 'PowerShell',
  view: 'Read',
  create: 'Write',
  edit: 'Edit',
  grep: 'Grep',
  rg: 'Grep',
  glob: 'Glob',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
  ask_user: 'AskUserQuestion',
  update_todo: 'TodoWrite',
  task: 'Agent',
}
