// `hooks doctor`: what keeps the rules from being asked, agent by agent.
import { agents } from '../../catalog.ts'
import { defined } from '../../model/plain-object.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { type Diagnosis, diagnose } from '../health/diagnosis.ts'
import type { ExaminedFile } from '../health/file-findings.ts'
import { drawDiagnosis } from './draw-doctor.ts'
import { install } from './install.ts'
import { proveLive } from '../live-client/prove.ts'
import { type PersonAction, recordDone, whyNotConsented, whyNotHere } from '../person/consent.ts'
import { createPage, printJson } from '../page/page.ts'
import { agentNamed, agentPlace } from '../agents/agents.ts'
import { callersOf } from '../agents/agent-programs.ts'
import { findProjectConfig } from '../open-project.ts'

interface DoctorOptions {
  readonly live?: true
  readonly fix?: true
  readonly json?: true
}

export async function doctor(host: Host, name: string | undefined, options: DoctorOptions): Promise<number> {
  const named = name === undefined ? undefined : agentNamed(name)
  if (name !== undefined && named === undefined)
    return writeFailure(
      host,
      `unknown agent "${name}". expected one of ${agents.map((each) => each.name).join(', ')}`,
    )
  const here = findProjectConfig(host)
  const inside = options.fix === true ? whyNotHere(host, here, mending) : undefined
  if (inside !== undefined) return writeFailure(host, inside)
  const prove = options.live === true ? proveLive : undefined
  const first = await diagnose(host, named?.name, prove)
  const mended = options.fix === true && first.repairs.length > 0
  const refused = mended ? whyNotConsented(host, mending) : undefined
  if (refused !== undefined) return writeFailure(host, refused)
  if (mended) recordDone(host, here, mending)
  const failed = mended ? await repair(host, first, options) : 0
  const found = mended ? await diagnose(host, named?.name, prove) : first
  if (options.json === true) {
    const shown = found.agents.map((agent) => ({ ...agent, files: agent.files.map(shownFile) }))
    printJson(host, { ...found, agents: shown })
  } else {
    const page = createPage(host, { root: here.root, home: here.dirs.home })
    host.out(`${drawDiagnosis(found, page).join('\n')}\n`)
  }
  return found.problems > 0 || failed > 0 ? 1 : 0
}

const mending: PersonAction = { verb: 'doctor', word: 'fix', what: 'mend hooks' }

/** By `install` itself. Returns how many failed. */
async function repair(host: Host, { repairs }: Diagnosis, { json }: DoctorOptions): Promise<number> {
  const place = agentPlace(host, findProjectConfig(host))
  const effects = { ...place, callers: await callersOf(place) }
  const reports = repairs.map((each) => install({ ...each, dry_run: false }, effects))
  for (const { out, err } of reports) {
    if (json !== true) host.out(out)
    host.err(err)
  }
  return reports.filter(({ exit }) => exit !== 0).length
}

function shownFile(file: ExaminedFile): object {
  const { scope, path, current, outdated, missing, added, removed, answer, findings } = file
  return defined({ scope, path, current, outdated, missing, added, removed, answer, findings })
}
