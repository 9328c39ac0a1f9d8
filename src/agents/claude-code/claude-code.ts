import { join } from 'node:path'
import type { Dialect } from '../../model/types.ts'
import type { AgentDefinition } from '../shared/agent.ts'
import { claudeScript } from '../shared/claude-script.ts'
import type { Client } from '../shared/client.ts'
import { agentName, nativeName, listener } from './decode.ts'
import { encode, readers } from './encode.ts'
import { history } from './history.ts'
import { imports } from './import.ts'
import { outputInShape } from './output.ts'
import { checks, settings } from './settings.ts'

const client: Client = {
  agent: agentName,
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Run a command' } }),
  start({ home, project, tmp }, url) {
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
    const state = { hasCompletedOnboarding: true, projects: { [project]: trusted } }
    const dir = join(home, '.claude')
    return {
      files: { [join(dir, '.claude.json')]: JSON.stringify(state) },
      env: {
        CLAUDE_CONFIG_DIR: dir,
        CLAUDE_CODE_TMPDIR: tmp,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'test',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        IS_SANDBOX: '1', // without it root may not skip permissions
      },
      args: ['-p', '--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions', '--'],
    }
  },
}

/** Of no other form of reply. */
const ownKeys = ['hookSpecificOutput', 'systemMessage', 'stopReason', 'suppressOutput', 'continue']

const script = {
  ...claudeScript({
    agent: agentName,
    nativeName,
    outputAfter: ({ tool_name: tool, tool_output: before }, output) =>
      outputInShape(tool, before, output) ?? output,
  }),
  scriptReplies: 'always',
  isOwnReply: (reply: object) =>
    ownKeys.some((key) => Object.hasOwn(reply, key)) ||
    ('decision' in reply && (reply.decision === 'block' || reply.decision === 'approve')),
} as const

export const dialect: Dialect = {
  ...listener,
  aliases: ['claude'],
  summary: 'Claude Code',
  encode,
  readers,
  ...script,
  scriptEnv: ({ root: dir }) => ({ CLAUDE_PROJECT_DIR: dir }),
}

export const claudeCode: AgentDefinition = {
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
  client,
}
