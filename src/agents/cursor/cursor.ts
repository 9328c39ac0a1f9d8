import type { AgentSettings, AgentDefinition } from '../shared/agent.ts'
import { fileAt } from '../shared/settings/events.ts'
import { hookLists, type RegisteredEvents } from '../shared/settings/hook-groups.ts'
import { dialect } from './dialect.ts'
import { imports } from './import.ts'

/** Seconds. */
const hook = { timeout: 60 }
const gate = { flat: true, event: 'PreToolUse', hook: { ...hook, failClosed: true } } as const
/** Counted by hooks itself. */
const stop = { ...hook, loop_limit: null }

/** Cursor rejects a file with an event that it does not know, and asks its user only before shell and MCP calls. */
const registered: RegisteredEvents = {
  preToolUse: gate,
  beforeShellExecution: gate,
  beforeMCPExecution: gate,
  beforeReadFile: gate,
  postToolUse: { flat: true, event: 'PostToolUse', hook },
  postToolUseFailure: { flat: true, event: 'PostToolUse', hook },
  beforeSubmitPrompt: { flat: true, event: 'UserPromptSubmit', hook },
  sessionStart: { flat: true, event: 'SessionStart', hook },
  sessionEnd: { flat: true, event: 'SessionEnd', hook },
  subagentStart: { flat: true, event: 'SubagentStart', hook },
  subagentStop: { flat: true, event: 'SubagentStop', hook: stop },
  preCompact: { flat: true, event: 'PreCompact', hook },
  stop: { flat: true, event: 'AgentStop', hook: stop },
}

const settings: AgentSettings = {
  format: 'json',
  untested: true,
  masks: '*', // Cursor takes what looks like a comment out of the file, in strings too
  projectVariable: 'CURSOR_PROJECT_DIR',
  defaultScope: 'user',
  file: fileAt('.cursor', 'hooks.json'),
  ...hookLists({ agent: 'cursor', registered, under: 'hooks', needs: { version: 1 } }),
}

export const cursor: AgentDefinition = {
  name: dialect.name,
  dialect,
  settings,
  protectedPaths: ['.cursor/hooks.json', '.cursor/mcp.json', '~/.cursor/hooks.json', '~/.cursor/mcp.json'],
  hookSettings: ['.cursor/hooks.json', '~/.cursor/hooks.json'],
  variables: ['CURSOR_AGENT'],
  directories: ['.cursor'],
  programs: ['cursor-agent', 'cursor'],
  editors: ['cursor'],
  imports,
  alsoReads: ['claude-code'],
}
