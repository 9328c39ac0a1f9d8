// Runs the command that `install` wrote, once for each settings file, and says what answered.
import type { SpawnSyncReturns } from 'node:child_process'
import { join } from 'node:path'
import { ownBin } from '../../agents/shared/command-line.ts'
import { defined } from '../../model/plain-object.ts'
import type { Env } from '../../model/types.ts'
import { PROBE } from '../../run/payload.ts'
import { lookAt } from '../../store/disk/files.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import type { AgentFile } from './agent-files.ts'
import { type AgentPlace, installableAgents, isOwn } from './agents.ts'

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

/** Undefined where there is none. Only what `install` writes is started, and no package that nobody used here. */
export function tryCommand(
  { agent, scope, command }: Partial<Pick<AgentFile, 'agent' | 'scope' | 'command'>>,
  place: AgentPlace,
  PATH?: string,
): CommandAnswer | undefined {
  if (command === undefined) return undefined
  if (scope !== 'user' && isForeign(place)) return { ms: 0, problem: notTried }
  const variable = installableAgents.find(({ name }) => name === agent)?.settings.projectVariable
  const env = {
    ...place.env,
    ...defined({ PATH }),
    ...(variable !== undefined && { [variable]: place.root }),
  }
  return answerOf(command, place.root, env)
}

const notTried = 'not tried: node_modules/hooks-yaml came with the project and never ran here'

/** The project has a package of its own that is not this one, and that no agent has started here yet. */
function isForeign(place: AgentPlace): boolean {
  const isOther = lookAt(join(place.root, ownBin)) !== undefined && !isOwn(place)
  return isOther && lookAt(join(place.state, projectKey(place.root), 'root')) === undefined
}

/** No rule is asked and nothing is recorded: the payload says that only an answer is wanted. */
function answerOf(command: string, cwd: string, env: Env): CommandAnswer {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const began = performance.now()
  const options = { cwd, env, input: PROBE, encoding: 'utf8', timeout: TIMEOUT_MS } as const
  const ended = spawnSync('sh', ['-c', command], options)
  const ms = Math.round(performance.now() - began)
  const [, version, dir] = /hooks (\S+) in (.+) answers$/m.exec(ended.stderr) ?? []
  if (version !== undefined && dir !== undefined) return { ms, version, package: dir }
  return { ms, problem: problemOf(ended) }
}

function problemOf({ error, status, stdout, stderr }: SpawnSyncReturns<string>): string {
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
