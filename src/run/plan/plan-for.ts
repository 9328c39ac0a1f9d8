import { resolve } from 'node:path'
import { hash } from '../../patterns/text/hash.ts'
import type { Host, PlanInForce } from '../call.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { openPlan } from '../../store/plan/cache.ts'
import type { PlanKey } from '../../store/plan/plan-head.ts'
import type { Dirs } from '../../store/disk/dirs.ts'
import { layerFiles } from '../../store/project.ts'
import { isPrivate, makePrivate } from '../../store/disk/private-dir.ts'
import type { Event, Files } from '../../model/types.ts'
import type { RunOptions } from '../run-options.ts'

export interface PlanPlace {
  readonly root: string
  /** The root's name in our directories. */
  readonly project: string
  readonly dirs: Dirs
  readonly files: Files
  readonly now: number
  readonly event: Event['event']
  readonly session?: string | undefined
  /** A person at a terminal replays a call. */
  readonly consent: boolean
}

/** The plan in force for a root: from the cache when nothing changed, else compiled. */
export function openPlanFor(
  host: Host,
  { config, dryRun: dry }: Pick<RunOptions, 'config' | 'dryRun'>,
  place: PlanPlace,
): PlanInForce | Promise<PlanInForce> {
  const { root, dirs } = place
  const configs = config.map((file) => resolve(host.cwd, file))
  const key = planKey(host, { ...place, configs, dry })
  const { open, old } = openPlan(key)
  return (
    open ??
    host.load('compile').renewFor(host, {
      key,
      old,
      files: place.files,
      dirs,
      layers: layerFiles(root, dirs, configs),
    })
  )
}

interface KeyPlace extends Omit<PlanPlace, 'files'> {
  /** Absolute: files that stand in for the project's own. */
  readonly configs: readonly string[]
  readonly dry: boolean
}

/** Variables that move the settings of agents, which the built-in rules protect. */
const movedSettings = ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME', 'GEMINI_CLI_HOME', 'GROK_HOME']

/** Where the plan of a root is cached: one for each build, installation and user. */
export function planKey(host: Host, place: KeyPlace): PlanKey {
  const { root, project, dirs, now, event, session, configs, dry, consent } = place
  const program = `${host.version} ${host.build} ${host.packageDir}`
  // Another environment's user has other rules and other records of trust.
  const moved = movedSettings.flatMap((variable) => host.env[variable] ?? [])
  const { config, state, projectConfigs = [] } = dirs
  const parts = [
    program,
    config,
    state,
    ...projectConfigs,
    ...moved,
    ...(consent ? ['consent'] : []),
    ...configs,
  ]
  const name = `${project}-${hash(parts.join('\0'))}`
  return {
    dir: childPath(childPath(dirs.cache, 'plans'), name),
    root,
    program,
    now,
    event,
    session,
    isBelowAgent: () => host.load('ancestors').isBelowAgent(host),
    stateDir: configs.length > 0 ? undefined : childPath(dirs.state, project),
    usable: dry ? isPrivate(dirs.cache) : makePrivate(dirs.cache),
    dry,
    consent,
  }
}
