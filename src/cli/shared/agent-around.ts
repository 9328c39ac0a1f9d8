import type { Host } from '../../run/host.ts'

/** What agents set for the commands that they run. */
const agents = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'OPENCODE',
  'CURSOR_AGENT',
  'AI_AGENT',
  'HOOKS_DEPTH',
]

/** The variable that tells that an agent started us; undefined when none did. */
export function agentAround({ env }: Pick<Host, 'env'>): string | undefined {
  return agents.find((name) => (env[name] ?? '') !== '')
}
