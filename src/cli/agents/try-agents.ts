// Runs the command that `install` wrote, once for each settings file, and says what answered.
import { join } from 'node:path'
import type { Scope } from '../../agents/shared/agent.ts'
import { ownBin } from '../../agents/shared/command-line.ts'
import type { Env } from '../../model/types.ts'
import type { Host, Program } from '../../run/call.ts'
import { PROBE } from '../../run/payload.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { installableAgents } from './agents.ts'
import type { ProjectConfig } from '../open-project.ts'
import { type AgentFigures, agentsOf } from './agent-files.ts'

export interface CommandAnswer {
  readonly ms: number
  /** The program that answered. */
  readonly version?: string
  readonly package?: string
  /** What happened instead. */
  readonly problem?: string
}

const TIMEOUT_MS = 10_000
const refusedBecause = 'hooks could not check this call, so it is refused: '

/** An agent, and what its command did. */
export type TriedAgent = Omit<AgentFigures, 'command'> & { readonly answer?: CommandAnswer }

/** The agents, each command started once. */
export function tryAgents(host: Host, here: Pick<ProjectConfig, 'root' | 'dirs'>): readonly TriedAgent[] {
  const answer = commandTrial(host, here)
  return agentsOf(host, here).map(({ command, ...agent }) =>
    command === undefined || agent.state === 'disabled' || agent.scope === undefined
      ? agent
      : { ...agent, answer: answer(agent.agent, { command, scope: agent.scope }) },
  )
}

interface TriedCommand {
  readonly command: string
  readonly scope: Scope
  /** Default: that of this process. */
  readonly PATH?: string
}

/** Starts the command of a settings file. Only what `install` writes is started, and no package that nobody used here. */
export function commandTrial(host: Host, here: Pick<ProjectConfig, 'root' | 'dirs'>) {
  const foreign = isForeign(host, here)
  return (agent: string, { command, scope, PATH }: TriedCommand): CommandAnswer => {
    if (foreign && scope !== 'user') return { ms: 0, problem: notTried }
    const env = { ...host.env, ...(PATH !== undefined && { PATH }), ...projectVariables(agent, here.root) }
    return answerOf(command, { root: here.root, env })
  }
}

const notTried = 'not tried: node_modules/hooks-yaml came with the project and never ran here'

/** The project has a package of its own that is not this one, and that no agent has started here yet. */
function isForeign({ packageDir }: Program, { root, dirs }: Pick<ProjectConfig, 'root' | 'dirs'>): boolean {
  const { real } = createFiles()
  const own = join(root, ownBin)
  const isOther = lookAt(own) !== undefined && real(own) !== real(join(packageDir, 'dist/bin.cjs'))
  return isOther && lookAt(join(dirs.state, projectKey(root), 'root')) === undefined
}

function projectVariables(agent: string, root: string): Env {
  const name = installableAgents.find((each) => each.name === agent)?.settings.projectVariable
  return name === undefined ? {} : { [name]: root }
}

/** No rule is asked and nothing is recorded: the payload says that only an answer is wanted. */
function answerOf(
  command: string,
  { root, env }: { readonly root: string; readonly env: Env },
): CommandAnswer {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const began = performance.now()
  const ended = spawnSync('sh', ['-c', command], {
    cwd: root,
    env,
    input: PROBE,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  })
  const ms = Math.round(performance.now() - began)
  const [, version, dir] = /hooks (\S+) in (.+) answers$/m.exec(ended.stderr) ?? []
  if (version !== undefined && dir !== undefined) return { ms, version, package: dir }
  return { ms, problem: problemOf(ended) }
}

interface EndedTrial {
  readonly error?: Error
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function problemOf({ error, status, stdout, stderr }: EndedTrial): string {
  if (error !== undefined && status === null)
    return 'code' in error && error.code === 'ETIMEDOUT'
      ? `no answer within ${TIMEOUT_MS / 1000} s`
      : error.message
  const [, gone = ''] = /^hooks: (.+: no such file)$/m.exec(stderr) ?? []
  const because = gone === '' ? '' : ` (${gone})`
  const said = `${stdout}${stderr}`
  if (said.includes('hooks-yaml is missing'))
    return `hooks-yaml is missing${because}: ${status === 0 ? 'calls go on, no rule is checked' : 'calls are refused'}`
  const refusal = stderr.split('\n').find((line) => line.startsWith(refusedBecause))
  if (refusal !== undefined) return `calls are refused: ${refusal.slice(refusedBecause.length)}`
  return `exit ${status}${stderr === '' ? ', without a word' : `: ${stderr.trim()}`}`
}
