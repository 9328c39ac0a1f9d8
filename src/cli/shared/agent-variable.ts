import type { Host } from '../../run/host.ts'

/** Variables that agents set for the commands that they run. */
const agentVariables = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'OPENCODE',
  'CURSOR_AGENT',
  'AI_AGENT',
  'HOOKS_DEPTH',
]

/** The variable that shows that an agent started us; undefined when none did. */
export function agentVariable({ env }: Pick<Host, 'env'>): string | undefined {
  return agentVariables.find((name) => (env[name] ?? '') !== '')
}
