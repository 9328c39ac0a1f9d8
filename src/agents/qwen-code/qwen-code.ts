import type { Agent } from '../shared/agent.ts'
import { checks } from './checks.ts'
import { dialect } from './dialect.ts'
import { agentName } from './events.ts'
import { imports } from './import.ts'
import { settings } from './settings.ts'

export const qwenCode: Agent = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: ['.qwen/settings.json', '~/.qwen/settings.json'],
  variables: ['QWEN_CODE'],
  directories: ['.qwen'],
  programs: ['qwen'],
  packages: ['@qwen-code/qwen-code'],
  imports,
  checks,
}
