import type { Agent } from '../shared/agent.ts'
import { checks } from './checks.ts'
import { dialect } from './dialect.ts'
import { agentName } from './events.ts'
import { imports } from './import.ts'
import { settings } from './settings.ts'

export const geminiCli: Agent = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: ['.gemini/settings.json', '~/.gemini/settings.json'],
  variables: ['GEMINI_CLI'],
  directories: ['.gemini'],
  programs: ['gemini'],
  packages: ['@google/gemini-cli'],
  imports,
  checks,
}
