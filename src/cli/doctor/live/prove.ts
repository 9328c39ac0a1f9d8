// `hooks doctor --live`: that a denied call does not run is seen, not inferred.
import { clients } from '../../../catalog.ts'
import { duration } from '../../../patterns/text/terminal-text.ts'
import { agentFiles, callsUs } from '../../shared/agent-files.ts'
import { installableAgents } from '../../shared/agent-list.ts'
import type { AgentReport, Surroundings } from '../examine.ts'
import type { Finding } from '../finding.ts'
import { canaryFinding } from './canary.ts'
import { play, type Played } from './play.ts'

/** One after the other: each takes the machine for itself. None is begun once the person interrupts. */
export async function proveLive(
  reports: readonly AgentReport[],
  around: Surroundings,
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

async function prove(report: AgentReport, around: Surroundings): Promise<AgentReport> {
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

function findingOf({ ranAllowed, ranDenied, gotDenied, ms, said, timedOut }: Played): Finding {
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
