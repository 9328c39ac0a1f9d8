// `hooks doctor --live`: that a denied call does not run is seen, not inferred.
import { clients } from '../../catalog.ts'
import { duration, span } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/call.ts'
import { callsUs } from '../agents/agent-files.ts'
import { installableAgents } from '../agents/agents.ts'
import type { AgentHealth } from '../health/agent-health.ts'
import { type Finding, fine, note, problem, warning } from '../health/finding.ts'
import type { Health } from '../health/health.ts'
import { play, type PlayedClient } from './play-client.ts'

/** One after the other: each takes the machine for itself. None is begun once the person interrupts. */
export async function proveLive(
  host: Host,
  agents: readonly AgentHealth[],
  health: Health,
): Promise<readonly AgentHealth[]> {
  const proved: AgentHealth[] = []
  let isInterrupted = false
  host.onInterrupt(() => {
    isInterrupted = true
  })
  for (const each of agents)
    proved.push(
      isInterrupted ? withFinding(each, notTried('it was interrupted')) : await prove(host, each, health),
    )
  return proved
}

async function prove(host: Host, report: AgentHealth, health: Health): Promise<AgentHealth> {
  const client = clients.find((each) => each.agent === report.agent)
  const agent = installableAgents.find(({ name }) => name === report.agent)
  if (client === undefined) return withFinding(report, canaryFinding(report.agent, health))
  const file = report.files.find(callsUs)
  if (agent === undefined || file === undefined) return report
  const { program } = report
  if (program === undefined)
    return withFinding(report, notTried(`no ${agent.programs?.[0] ?? agent.name} on PATH`))
  if (host.stderrIsTerminal) host.redraw(`starting ${agent.name} …`)
  const played = await play(host, { agent, file, client, program }, health.place)
  if (host.stderrIsTerminal) host.redraw('')
  const finding = findingOf(played)
  const live = { proved: finding.level === 'fine', ms: played.ms }
  return { ...withFinding(report, finding), live }
}

function findingOf({ ranAllowed, ranDenied, gotDenied, ms, said, timedOut }: PlayedClient): Finding {
  const took = `(live, ${duration(ms)})`
  if (ranDenied) return problem('live', `a denied call RAN ${took}`)
  if (ranAllowed && gotDenied) return fine('live', `a denied call does not run, an allowed one does ${took}`)
  if (gotDenied) return problem('live', `neither the denied nor the allowed call ran ${took}`)
  const why = timedOut ? 'it did not end in time' : (said.trim().split('\n').at(-1) ?? '').slice(0, 200)
  return notTried(`${why === '' ? 'it ended without a word' : why} ${took}`)
}

function notTried(why: string): Finding {
  return warning('live', `could not be tried live: ${why}`)
}

function withFinding(report: AgentHealth, finding: Finding): AgentHealth {
  return { ...report, findings: [finding, ...report.findings] }
}

const WORD = 'hooks-canary'
const RECENT_MS = 24 * 60 * 60 * 1000
const MOST = 500

/** For agents that cannot be started offline: a sentence for the person to say, and what the ledger has of it. */
function canaryFinding(agent: string, { ledger, now }: Health): Finding {
  const since = new Date(now - RECENT_MS).toISOString()
  const rows = ledger.last({ agent, since, event: 'PreToolUse' }, MOST)
  const sung = rows.findLast(({ subject }) => subject?.includes(WORD) === true)
  if (sung === undefined) {
    const say = `cannot be started offline. Say to it: Run the command "echo ${WORD}" in the shell.`
    return note('live', say, `then hooks doctor --live ${agent}`)
  }
  const asked = `it asked about the canary ${span(now - Date.parse(sung.time))} ago`
  if (sung.decision === 'deny') return fine('live', `${asked} and was told "deny", by ${sung.rule ?? 'us'}`)
  const rule = `{ name: canary, match: { command: echo ${WORD} }, deny: It must not sing. }`
  return fine('live', `${asked}; no rule denies it. To see it denied, add ${rule}`)
}
