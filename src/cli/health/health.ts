// All that `hooks doctor` finds, as data.
import path from 'node:path'
import type { Scope } from '../../agents/shared/agent.ts'
import { agents } from '../../catalog.ts'
import type { Host } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import { openSource } from '../../store/ledger/source.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { readPauses } from '../../store/records/pauses.ts'
import { sentencesOf } from '../../store/records/seen.ts'
import { defaultAgent } from '../agents/agents.ts'
import { compileLayers, findProjectConfig, isThere, type ProjectConfig } from '../open-project.ts'
import { unseenChanges } from '../person/unseen.ts'
import { stateProblem } from './figures.ts'
import { type AgentReport, examine, type ExamineContext } from './examine.ts'
import { countsOf, type Finding } from './finding.ts'
import { examineMachine, type MachineReport } from './machine.ts'
import { rulesFindings } from './rules.ts'

/** Fields stay as they are named; more may come. */
export interface Diagnosis {
  readonly version: string
  readonly root: string
  readonly problems: number
  readonly warnings: number
  /** What `--fix` would install again. */
  readonly repairs: readonly { readonly agent: string; readonly scope: Scope }[]
  readonly rules: readonly Finding[]
  readonly agents: readonly AgentReport[]
  readonly machine: MachineReport
}

/** What sees at the agents themselves that rules hold. */
type Prove = (reports: readonly AgentReport[], around: ExamineContext) => Promise<readonly AgentReport[]>

export async function diagnose(
  host: Host,
  name: string | undefined,
  prove: Prove = async (reports) => reports,
): Promise<Diagnosis> {
  const here = findProjectConfig(host)
  const now = createClock().now()
  const stateDir = path.join(here.dirs.state, projectKey(here.root))
  const ledger = openSource(stateDir, now)
  const compiled = compileLayers(host, here)
  const plan = compiled.plan ?? compiled.sound
  const around = { host, here, plan, ledger, now, isNamed: name !== undefined }
  const wanted = agents.filter((agent) => name === undefined || agent.name === name)
  const examined = await Promise.all(wanted.map((agent) => examine(agent, around)))
  const found = examined.flatMap((report) => report ?? [])
  const reports = await prove(found, around)
  const machine = examineMachine(host, here, reports)
  const pauses = readPauses(stateDir).pauses.filter(({ until }) => until > now)
  const rules = [
    ...rulesFindings(host, { compiled, isThere: here.layers.some(isThere), pauses, now }),
    ...(name === undefined ? unasked(reports, rulesIn(compiled.info.counts)) : []),
    ...unwritable(here),
    ...sentencesOf(unseenChanges(host, here, compiled)).map(changed),
  ]
  return { ...summed({ rules, agents: reports, machine }), version: host.version, root: here.root }
}

function unwritable(here: ProjectConfig): readonly Finding[] {
  const message = stateProblem(here)
  const fix = 'make it a directory that only you can write'
  return message === undefined ? [] : [{ level: 'problem', code: 'state', message, fix }]
}

function changed(message: string): Finding {
  return { level: 'warning', code: 'changed', message, fix: 'if that is right: hooks review' }
}

function unasked(agents: readonly AgentReport[], rules: number): readonly Finding[] {
  if (agents.some(({ files }) => files.length > 0)) return []
  const level = rules === 0 ? 'note' : 'problem'
  const agent = agents.find(({ findings }) => findings.some(({ code }) => code === 'not-installed'))?.agent
  const fix = `hooks install ${agent ?? defaultAgent}`
  return [{ level, code: 'not-installed', message: 'no agent calls us, so no rule is asked', fix }]
}

type DiagnosisParts = Pick<Diagnosis, 'rules' | 'agents' | 'machine'>

function summed(parts: DiagnosisParts): Omit<Diagnosis, 'version' | 'root'> {
  const { rules, agents, machine } = parts
  const inFiles = agents.flatMap(({ agent, files }) =>
    files.flatMap(({ findings }) => findings.map((finding) => ({ agent, finding }))),
  )
  const hasNode = machine.findings.every(({ code, level }) => code !== 'node' || level !== 'problem')
  const withoutNode = agents.flatMap(({ agent, files }) =>
    files.filter(({ current }) => !hasNode && current.length > 0).map(({ scope }) => ({ agent, scope })),
  )
  const inNeed = inFiles.flatMap(({ agent, finding: { repair: scope } }) =>
    scope === undefined ? [] : [{ agent, scope }],
  )
  const repairs = new Map(
    [...withoutNode, ...inNeed].map((each) => [`${each.agent} ${each.scope}`, each] as const),
  )
  const all = [
    ...rules,
    ...inFiles.map(({ finding }) => finding),
    ...agents.flatMap(({ findings }) => findings),
    ...machine.findings,
  ]
  return { ...countsOf(all), repairs: [...repairs.values()], ...parts }
}
