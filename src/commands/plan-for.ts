import { join, resolve } from 'node:path'
import { hash } from '../hash.ts'
import type { Host } from '../host.ts'
import { listRules, type RuleLists } from '../engine/rule-list.ts'
import { part } from '../parts.ts'
import { openPlan, type OpenPlan } from '../plan/cache.ts'
import { projectKey, type Dirs } from '../plan/dirs.ts'
import { layerFiles, type LayerFile } from '../plan/layers.ts'
import { makePrivate } from '../private-dir.ts'
import type { Event, EventName, Files, Rule } from '../types.ts'
import type { RunOptions } from './run-options.ts'

export interface PlanPlace {
  readonly root: string
  readonly dirs: Dirs
  readonly files: Files
  readonly now: number
  readonly event: Event['event']
}

export interface CompileRequest {
  readonly root: string
  readonly layers: readonly LayerFile[]
  readonly files: Files
  readonly env: Host['env']
  readonly packageDir: string
  readonly home: string
  readonly version: string
}

/** The plan in force for a root, from the cache when nothing changed. */
export function openPlanFor(
  host: Host,
  options: Pick<RunOptions, 'config'>,
  place: PlanPlace,
): Promise<OpenPlan> {
  const { root, dirs, files, now, event } = place
  const configs = options.config.map((file) => resolve(host.cwd, file))
  const key = configs.length === 0 ? projectKey(root) : `${projectKey(root)}-${hash(configs.join('\0'))}`
  const layers = layerFiles(root, dirs, configs)
  const request = {
    root,
    layers,
    files,
    env: host.env,
    packageDir: host.packageDir,
    home: dirs.home,
    version: host.version,
  }
  return openPlan({
    dir: join(dirs.cache, 'plans', key),
    root,
    program: `${host.version} ${host.build} ${host.packageDir}`,
    now,
    event,
    usable: makePrivate(dirs.cache),
    compile: () => part(host, 'main').compileForCache(request),
  })
}

/** The rules in force; with a broken file and no good plan before it, one that says so. */
export function rulesFor(plan: OpenPlan): RuleLists {
  const broken = plan.broken !== undefined && plan.settings === undefined
  return broken ? (event) => listRules(unchecked(plan, event))(event) : plan.rules
}

function unchecked(plan: OpenPlan, event: EventName): readonly Rule[] {
  const says = plan.broken?.on_config_error ?? 'ask'
  if ((event !== 'PreToolUse' && event !== 'PermissionRequest') || says === 'proceed') return []
  const text = `hooks.yaml has an error, so no rule could check this call: ${plan.broken?.message ?? ''}. Fix the file, then run hooks validate.`
  return [
    {
      name: 'hooks.yaml',
      at: { file: 'hooks.yaml', line: 1, column: 1 },
      layer: 'project',
      event,
      order: 0,
      priority: 0,
      handler: { kind: 'inline', inline: { says, text } },
      mode: 'enforce',
      always: false,
      timeout_ms: 1000,
      on_error: 'proceed',
      on_unresolved: 'ask',
    },
  ]
}
