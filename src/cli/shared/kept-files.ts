// What is kept on disk and is not as hooks wrote it.
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import type { Host } from '../../run/host.ts'
import { spoiledMessage } from '../../run/plan/notices.ts'
import { planKey } from '../../run/plan/plan-for.ts'
import { HEAD_FILE, isPlanOf, openPlan } from '../../store/plan/cache.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { readPauses } from '../../store/plan/pauses.ts'
import { layerFiles } from '../../store/plan/root.ts'
import { readTrust } from '../../store/plan/trust.ts'
import { keyFile } from '../../store/vouch/key.ts'
import { canKeepKey } from '../../store/vouch/make-key.ts'
import { compileLayers, type ProjectConfig } from './project-config.ts'

/** As sentences, for the person who asked. */
export function keptProblems(host: Host, here: ProjectConfig, compiled: CompileResult): readonly string[] {
  const { root, dirs } = here
  if (!canKeepKey(dirs.state))
    return [
      `${keyFile(dirs.state)} cannot be made or read by us alone: nothing is cached, so each event compiles the rules; no pause or trust holds`,
    ]
  if (host.spoiled !== undefined) host.spoiled.told = host.spoiled.files.length
  const files = [
    ...(host.spoiled?.files ?? []),
    ...keptPlan(host, here, compiled),
    ...(readPauses(path.join(dirs.state, projectKey(root))).forged ?? []),
    ...readTrust(dirs, root, Date.now()).forged,
  ]
  return files.map(spoiledMessage)
}

/** A plan that does not say what its sources say is thrown away. */
function keptPlan(host: Host, here: ProjectConfig, compiled: CompileResult): readonly string[] {
  const { root, dirs } = here
  const event = 'SessionStart' // looks at the rules of every event
  const place = { root, dirs, project: projectKey(root), now: Date.now(), event } as const
  const key = planKey(host, { ...place, configs: [], dry: true, consent: false })
  const { old, spoiled = [] } = openPlan(key)
  if (old === undefined || spoiled.length > 0) return spoiled
  const { plan } = fromRoot(host, here) ?? compiled
  if (plan === undefined || isDamagedOr(() => isPlanOf(key, old, plan))) return []
  const head = path.join(key.dir, HEAD_FILE)
  rmSync(head, { force: true })
  return [head]
}

/** The next run finds the damage, and compiles. */
function isDamagedOr(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return true
  }
}

/** Rules name their files as seen from where a command runs; those of the plan, from the root. */
function fromRoot(host: Host, here: ProjectConfig): CompileResult | undefined {
  const layers = layerFiles(here.root, here.dirs)
  const isSame = layers.every(({ file }, at) => here.layers[at]?.file === file)
  return isSame ? undefined : compileLayers(host, { ...here, layers })
}
