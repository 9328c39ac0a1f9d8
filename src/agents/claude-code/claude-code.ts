import type { Dialect } from '../../model/types.ts'
import type { Agent } from '../shared/agent.ts'
import { checks } from './checks.ts'
import { encode } from './encode.ts'
import { agentName } from './events.ts'
import { history } from './history.ts'
import { imports } from './import.ts'
import { listener } from './listener.ts'
import { script } from './script.ts'
import { readers } from './readers.ts'
import { settings } from './settings.ts'

export const dialect: Dialect = {
  ...listener,
  aliases: ['claude'],
  summary: 'Claude Code',
  encode,
  readers,
  ...script,
  scriptEnv: ({ root: dir }) => ({ CLAUDE_PROJECT_DIR: dir }),
}

export const claudeCode: Agent = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: [
    '.claude/settings*.json',
    '.claude/hooks/**',
    '~/.claude/settings*.json',
    '~/.claude/hooks/**',
    '~/.claude.json',
    '.mcp.json',
  ],
  variables: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'],
  hookSettings: [
    '.claude/settings*.json',
    '.claude/hooks/**',
    '~/.claude/settings*.json',
    '~/.claude/hooks/**',
  ],
  directories: ['.claude'],
  programs: ['claude'],
  packages: ['@anthropic-ai/claude-code', '@anthropic-ai/claude-agent-sdk'],
  checks,
  history,
  imports,
}
