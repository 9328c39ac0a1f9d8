// The programs of agents: their versions, and which of them may start the native caller without a shell.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import satisfies from 'semver/functions/satisfies.js'
import type { SettingsPlace } from '../../agents/shared/agent.ts'
import { parseJson } from '../../agents/shared/settings/json.ts'
import { agents } from '../../catalog.ts'
import { isObject } from '../../model/plain-object.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import { agentNamed, type AgentPlace, type InstallableAgent, installableAgents, tracesOf } from './agents.ts'

const TIMEOUT_MS = 10_000

/** Undefined when neither its package nor its program says. */
export async function versionOf(
  program: string | undefined,
  { env, root: cwd }: Pick<SettingsPlace, 'env' | 'root'>,
): Promise<string | undefined> {
  if (program === undefined) return undefined
  const packed = packageVersion(program)
  if (packed !== undefined) return packed
  const ended = await execa(program, ['--version'], {
    cwd,
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: TIMEOUT_MS,
  })
  return /\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(ended.stdout ?? '')?.[0]
}

/** Of the package from npm that the program stands in: some programs take seconds to say it themselves. */
function packageVersion(program: string): string | undefined {
  const { real, read } = createFiles()
  const file = real(program)
  for (let dir = dirname(file); dir !== dirname(dir); dir = dirname(dir)) {
    const text = read(join(dir, 'package.json'))
    if (text === undefined) continue
    const parsed = parseJson(text)
    const { bin, version } = 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
    const bins: readonly unknown[] = isObject(bin) ? Object.values(bin) : [bin]
    const isIts = bins.some((each) => typeof each === 'string' && real(join(dir, each)) === file)
    return isIts && typeof version === 'string' ? version : undefined
  }
  return undefined
}

/**
 * The caller by their names. Not where another agent reads their settings too, which would go on when it cannot start
 * it; and not on macOS, where variables load code into a program, but not into /bin/sh.
 */
export async function callersOf(
  place: AgentPlace,
  named?: string,
): Promise<Readonly<Record<string, string>>> {
  const wanted = installableAgents.filter(
    (agent) => agent.settings.exec !== undefined && (named === undefined || agentNamed(named) === agent),
  )
  const caller = wanted.length > 0 && process.platform === 'linux' ? packagedCaller(place.bin) : undefined
  if (caller === undefined) return {}
  const knowing = await Promise.all(wanted.map((agent) => knowsExec(agent, place)))
  return Object.fromEntries(wanted.filter((_, at) => knowing[at]).map(({ name }) => [name, caller]))
}

/** Undefined where there is none for this machine. */
export function packagedCaller(bin: string): string | undefined {
  const name = `@hooks-yaml/caller-${process.platform}-${process.arch}/caller`
  const dist = dirname(bin)
  const packages = [join(dist, '../node_modules', name), join(dist, '../..', name)]
  const files = [join(dist, 'caller'), ...(/[/\\]node_modules[/\\]hooks-yaml[/\\]/.test(bin) ? packages : [])]
  return files.find((file) => lookAt(file) === 'file' && starts(file))
}

/** Asked to start a shell, as it does where there is no engine. */
function starts(caller: string): boolean {
  const { stdout } = spawnSync(caller, ['-c', 'echo fine', 'sh', 'AGENT', 'EVENT'], {
    input: '',
    encoding: 'utf8',
  })
  return stdout === 'fine\n'
}

async function knowsExec(agent: InstallableAgent, place: AgentPlace): Promise<boolean> {
  const readers = agents.filter(({ alsoReads }) => alsoReads?.includes(agent.name) === true)
  if (readers.some((reader) => tracesOf(reader, place) !== undefined)) return false
  const version = await versionOf(tracesOf(agent, place)?.program, place)
  return version !== undefined && satisfies(version, agent.settings.exec?.versions ?? '')
}
