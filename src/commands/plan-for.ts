import { join, resolve } from 'node:path'
import { hash } from '../hash.ts'
import type { Host } from '../host.ts'
import { part } from '../parts.ts'
import { openPlan, type OpenPlan, type PlanKey } from '../plan/cache.ts'
import { projectKey, type Dirs } from '../plan/dirs.ts'
import { layerFiles } from '../plan/layers.ts'
import { makePrivate } from '../private-dir.ts'
import type { Event, Files } from '../types.ts'
import type { RunOptions } from './run-options.ts'

export interface PlanPlace {
  readonly root: string
  readonly dirs: Dirs
  readonly files: Files
  readonly now: number
  readonly event: Event['event']
}

/** The plan in force for a root: from the cache when nothing changed, else compiled. */
export function openPlanFor(
  host: Host,
  { config }: Pick<RunOptions, 'config'>,
  place: PlanPlace,
): OpenPlan | Promise<OpenPlan> {
  const { root, dirs, now, event } = place
  const configs = config.map((file) => resolve(host.cwd, file))
  const name = configs.length === 0 ? projectKey(root) : `${projectKey(root)}-${hash(configs.join('\0'))}`
  const key: PlanKey = {
    dir: join(dirs.cache, 'plans', name),
    root,
    program: `${host.version} ${host.build} ${host.packageDir}`,
    now,
    event,
    usable: makePrivate(dirs.cache),
  }
  const { open, old } = openPlan(key)
  return (
    open ??
    part(host, 'compile').renewFor(host, {
      key,
      old,
      files: place.files,
      dirs,
      layers: layerFiles(root, dirs, configs),
    })
  )
}
