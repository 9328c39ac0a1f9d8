// The Node that agents start us with, and what a start costs.
import { accessSync, constants } from 'node:fs'
import { execaSync } from 'execa'
import { shimPath, type Programs, programsIn } from '../../agents/shared/shim.ts'
import { OLDEST_NODE } from '../../model/start-contract.ts'
import type { Host } from '../../run/call.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import type { ProjectConfig } from '../open-project.ts'
import type { AgentReport } from './examine.ts'
import type { Finding } from './finding.ts'

export interface MachineReport {
  /** The Node that agents start, and its version where it starts. */
  readonly node: string
  readonly node_version?: string
  /** The file that starts it. Absent: nothing is installed. */
  readonly shim?: string
  /** A start as an agent does it, and what of that Node alone takes; milliseconds. */
  readonly start_ms?: number
  readonly node_ms?: number
  readonly findings: readonly Finding[]
}

const OLDEST = `${OLDEST_NODE.join('.')}.0`
const TIMES = 3

export function examineMachine(
  host: Host,
  here: ProjectConfig,
  agents: readonly AgentReport[],
): MachineReport {
  const homes = { home: here.dirs.home, accountHome: host.accountHome() }
  const { read } = createFiles()
  const shims = [shimPath('user', homes), shimPath('project', homes)] as const
  const shim = shims.find((each) => read(each) !== undefined) ?? shims[0]
  const text = read(shim)
  const programs = text === undefined ? undefined : programsIn(text)
  const node = programs?.node ?? host.node
  const version = nodeVersion(node)
  const cost = version === undefined ? undefined : costOf({ agents, node })
  return {
    node,
    ...(version !== undefined && { node_version: version }),
    ...(text !== undefined && { shim }),
    ...cost,
    findings: [
      ...nodeFindings(version, { node, isShim: programs !== undefined }),
      ...shimFindings(programs, { shim, agents }),
      ...(cost === undefined ? [] : [costFinding(cost)]),
    ],
  }
}

function nodeVersion(node: string): string | undefined {
  const ended = execaSync(node, ['--version'], { reject: false, timeout: 10_000, stdin: 'ignore' })
  return /^v(\d+\.\d+\.\d+)/.exec(ended.stdout ?? '')?.[1]
}

function nodeFindings(
  version: string | undefined,
  { node, isShim }: { node: string; isShim: boolean },
): readonly Finding[] {
  if (version === undefined) return [bad(`${node} does not start`)]
  if (isOlder(version, OLDEST)) return [bad(`Node ${version} is older than ${OLDEST}`)]
  const message = isShim ? 'agents start it by its path, whatever their PATH' : 'new enough for hooks'
  return [{ level: 'fine', code: 'node', message }]
}

function bad(message: string): Finding {
  return { level: 'problem', code: 'node', message, fix: 'hooks install' }
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}

/** Settings that name the shim need it; those that start a project's own package do not. */
function shimFindings(
  programs: Programs | undefined,
  { shim, agents }: { shim: string; agents: readonly AgentReport[] },
): readonly Finding[] {
  const calling = agents.find(({ files }) => files.some(({ current }) => current.length > 0))
  if (calling === undefined) return []
  const mend = { code: 'shim', fix: `hooks install ${calling.agent}` } as const
  if (programs === undefined) return [{ level: 'warning', ...mend, message: `${shim} is gone` }]
  const { bin } = programs
  if (bin === undefined || isReadable(bin)) return []
  return [{ level: 'warning', ...mend, message: `${bin}, which ${shim} starts, is gone` }]
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return lookAt(file) === 'file'
  } catch {
    return false
  }
}

type Cost = Required<Pick<MachineReport, 'start_ms' | 'node_ms'>>

function costOf({ agents, node }: { agents: readonly AgentReport[]; node: string }): Cost | undefined {
  const answers = agents.flatMap(({ files }) => files.flatMap(({ answer }) => answer ?? []))
  const first = answers.find(({ problem }) => problem === undefined)
  if (first === undefined) return undefined
  const nodes = Array.from({ length: TIMES }, () => timeOf(node))
  return { start_ms: first.ms, node_ms: Math.min(first.ms, ...nodes) }
}

function timeOf(node: string): number {
  const began = performance.now()
  execaSync(node, ['-e', '0'], { reject: false, timeout: 10_000 })
  return Math.round(performance.now() - began)
}

function costFinding({ start_ms: start, node_ms: node }: Cost): Finding {
  return { level: 'fine', code: 'start', message: `a start takes ${start} ms, Node itself ${node} ms of it` }
}
