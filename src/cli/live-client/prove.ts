// `hooks doctor --live`: that a denied call does not run is seen, not inferred.
import { clients } from '../../catalog.ts'
import { duration, span } from '../../patterns/text/terminal-text.ts'
import { agentFiles, callsUs } from '../agents/agent-files.ts'
import { installableAgents } from '../agents/agents.ts'
import type { AgentReport, ExamineContext } from '../health/examine.ts'
import type { Finding } from '../health/finding.ts'
import { play, type PlayedClient } from './play-client.ts'

/** One after the other: each takes the machine for itself. None is begun once the person interrupts. */
export async function proveLive(
  reports: readonly AgentReport[],
  around: ExamineContext,
): Promise<readonly AgentReport[]> {
  const proved: AgentReport[] = []
  let isInterrupted = false
  around.host.onInterrupt(() => {
    isInterrupted = true
  })
  for (const report of reports)
    proved.push(
      isInterrupted ? withFinding(report, notTried('it was interrupted')) : await prove(report, around),
    )
  return proved
}

async function prove(report: AgentReport, around: ExamineContext): Promise<AgentReport> {
  const { host, here } = around
  const client = clients.find((each) => each.agent === report.agent)
  const agent = installableAgents.find(({ name }) => name === report.agent)
  if (client === undefined) return withFinding(report, canaryFinding(report.agent, around))
  const file = agent === undefined ? undefined : agentFiles(agent, host, here).find(callsUs)
  if (agent === undefined || file === undefined) return report
  const { program } = report
  if (program === undefined)
    return withFinding(report, notTried(`no ${agent.programs?.[0] ?? agent.name} on PATH`))
  if (host.stderrIsTerminal) host.redraw(`starting ${agent.name} …`)
  const played = await play({ agent, file, client }, { program, host, here })
  if (host.stderrIsTerminal) host.redraw('')
  const finding = findingOf(played)
  const live = { proved: finding.level === 'fine', ms: played.ms }
  return { ...withFinding(report, finding), live }
}

function findingOf({ ranAllowed, ranDenied, gotDenied, ms, said, timedOut }: PlayedClient): Finding {
  const took = `(live, ${duration(ms)})`
  const problem = (message: string): Finding => ({
    level: 'problem',
    code: 'live',
    message: `${message} ${took}`,
  })
  if (ranDenied) return problem('a denied call RAN')
  if (ranAllowed && gotDenied)
    return { level: 'fine', code: 'live', message: `a denied call does not run, an allowed one does ${took}` }
  if (gotDenied) return problem('neither the denied nor the allowed call ran')
  const why = timedOut ? 'it did not end in time' : (said.trim().split('\n').at(-1) ?? '').slice(0, 200)
  return notTried(`${why === '' ? 'it ended without a word' : why} ${took}`)
}

function notTried(why: string): Finding {
  return { level: 'warning', code: 'live', message: `could not be tried live: ${why}` }
}

function withFinding(report: AgentReport, finding: Finding): AgentReport {
  return { ...report, findings: [finding, ...report.findings] }
}

const WORD = 'hooks-canary'
const RECENT_MS = 24 * 60 * 60 * 1000
const MOST = 500

/** For agents that cannot be started offline: a sentence for the person to say, and what the ledger has of it. */
function canaryFinding(agent: string, { ledger, now }: Pick<ExamineContext, 'ledger' | 'now'>): Finding {
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
