// Which agents are on this machine: by their programs on PATH, and by their directories.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Agent } from '../../agents/shared/agent.ts'
import type { Env } from '../../model/types.ts'
import { lookAt } from '../../store/disk/files.ts'

export interface AgentTraces {
  /** Its program. */
  readonly program?: string
  /** Its directory, in the project or at home. */
  readonly directory?: string
}

export interface Machine {
  readonly root: string
  readonly home: string
  readonly env: Env
}

/** Undefined when neither is there. */
export function tracesOf(agent: Agent, { root, home, env }: Machine): AgentTraces | undefined {
  const program = (agent.programs ?? []).map((name) => onPath(name, env)).find((file) => file !== undefined)
  const directory = directoryOf(agent, [root, home], (dir) => lookAt(dir) === 'dir')
  if (program === undefined && directory === undefined) return undefined
  return { ...(program !== undefined && { program }), ...(directory !== undefined && { directory }) }
}

export function directoryOf(
  { directories = [] }: Agent,
  places: readonly string[],
  isDir: (dir: string) => boolean,
): string | undefined {
  return places.flatMap((place) => directories.map((name) => join(place, name))).find(isDir)
}

/** The program that this name starts. */
export function onPath(name: string, { PATH = '' }: Env): string | undefined {
  const files = PATH.split(delimiter).flatMap((dir) => (dir === '' ? [] : [join(dir, name)]))
  return files.find((file) => lookAt(file) === 'file' && isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
