// Which agents may start the native caller without a shell.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import satisfies from 'semver/functions/satisfies.js'
import { agents } from '../../catalog.ts'
import { lookAt } from '../../store/disk/files.ts'
import { agentNamed, type AgentPlace, type InstallableAgent, installableAgents, tracesOf } from './agents.ts'
import { versionOf } from './agent-version.ts'

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
