// For agents that cannot be started offline: a sentence for the person to say, and what the ledger has of it.
import { span } from '../../../patterns/text/terminal-text.ts'
import type { Surroundings } from '../examine.ts'
import type { Finding } from '../finding.ts'

const WORD = 'hooks-canary'
const RECENT_MS = 24 * 60 * 60 * 1000
const MOST = 500

export function canaryFinding(agent: string, { ledger, now }: Pick<Surroundings, 'ledger' | 'now'>): Finding {
  const since = new Date(now - RECENT_MS).toISOString()
  const rows = ledger.last({ agent, since, event: 'PreToolUse' }, MOST)
  const sung = rows.findLast(({ subject }) => subject?.includes(WORD) === true)
  if (sung === undefined)
    return {
      level: 'note',
      code: 'live',
      message: `cannot be started offline. Say to it: Run the command "echo ${WORD}" in the shell.`,
      fix: `then hooks doctor --live ${agent}`,
    }
  const asked = `it asked about the canary ${span(now - Date.parse(sung.time))} ago`
  if (sung.decision === 'deny')
    return { level: 'fine', code: 'live', message: `${asked} and was told "deny", by ${sung.rule ?? 'us'}` }
  const rule = `{ name: canary, match: { command: echo ${WORD} }, deny: It must not sing. }`
  return {
    level: 'fine',
    code: 'live',
    message: `${asked}; no rule denies it. To see it denied, add ${rule}`,
  }
}
