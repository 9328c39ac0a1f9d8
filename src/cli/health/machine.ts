// The Node that agents start us with, and what a start costs.
import { accessSync, constants } from 'node:fs'
import { execaSync } from 'execa'
import { shimPath, type ShimPrograms, programsIn } from '../../agents/shared/shim.ts'
import { defined } from '../../model/plain-object.ts'
import { OLDEST_NODE } from '../../model/start-contract.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import type { AgentPlace } from '../agents/agents.ts'
import type { AgentHealth } from './agent-health.ts'
import type { ExaminedFile } from './file-findings.ts'
import { type Finding, fine, found, problem, warning } from './finding.ts'

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

export function examineMachine(place: AgentPlace, agents: readonly AgentHealth[]): MachineReport {
  const { read } = createFiles()
  const shims = [shimPath('user', place), shimPath('project', place)] as const
  const shim = shims.find((each) => read(each) !== undefined) ?? shims[0]
  const text = read(shim)
  const programs = text === undefined ? undefined : programsIn(text)
  const node = programs?.node ?? place.node
  const version = nodeVersion(node)
  const files = agents.flatMap((agent) => agent.files)
  const cost = version === undefined ? undefined : costOf(files, node)
  return {
    node,
    ...defined({ node_version: version, shim: text === undefined ? undefined : shim }),
    ...cost,
    findings: found(
      nodeFinding(version, { node, isShim: programs !== undefined }),
      shimFinding(programs, { shim, files }),
      cost && fine('start', `a start takes ${cost.start_ms} ms, Node itself ${cost.node_ms} ms of it`),
    ),
  }
}

function nodeVersion(node: string): string | undefined {
  const ended = execaSync(node, ['--version'], { reject: false, timeout: 10_000, stdin: 'ignore' })
  return /^v(\d+\.\d+\.\d+)/.exec(ended.stdout ?? '')?.[1]
}

function nodeFinding(
  version: string | undefined,
  { node, isShim }: { node: string; isShim: boolean },
): Finding {
  if (version === undefined) return bad(`${node} does not start`)
  if (version.localeCompare(OLDEST, 'en', { numeric: true }) < 0)
    return bad(`Node ${version} is older than ${OLDEST}`)
  return fine('node', isShim ? 'agents start it by its path, whatever their PATH' : 'new enough for hooks')
}

const bad = (message: string): Finding => problem('node', message, 'hooks install')

/** Settings that name the shim need it; those that start a project's own package do not. */
function shimFinding(
  programs: ShimPrograms | undefined,
  { shim, files }: { shim: string; files: readonly ExaminedFile[] },
): Finding | undefined {
  const calling = files.find(({ current }) => current.length > 0)
  const { bin } = programs ?? {}
  if (calling === undefined || (programs !== undefined && (bin === undefined || isReadable(bin))))
    return undefined
  const message = bin === undefined ? `${shim} is gone` : `${bin}, which ${shim} starts, is gone`
  return warning('shim', message, `hooks install ${calling.agent}`)
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return lookAt(file) === 'file'
  } catch {
    return false
  }
}

function costOf(
  files: readonly ExaminedFile[],
  node: string,
): Required<Pick<MachineReport, 'start_ms' | 'node_ms'>> | undefined {
  const answers = files.flatMap(({ answer }) => answer ?? [])
  const first = answers.find((answer) => answer.problem === undefined)
  if (first === undefined) return undefined
  const nodes = Array.from({ length: TIMES }, () => timeOf(node))
  return { start_ms: first.ms, node_ms: Math.min(first.ms, ...nodes) }
}

function timeOf(node: string): number {
  const began = performance.now()
  execaSync(node, ['-e', '0'], { reject: false, timeout: 10_000 })
  return Math.round(performance.now() - began)
}
