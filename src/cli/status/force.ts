// Which version of the rules holds while the files have errors or are gone.
import path from 'node:path'
import { stampOf } from '../../config/read/stamp.ts'
import type { CompileResult } from '../../config/compile/compile.ts'
import type { Host } from '../../run/host.ts'
import { openPlan } from '../../store/plan/cache.ts'
import { goneAfter } from '../../store/plan/gone.ts'
import type { GoneRules } from '../../store/plan/plan-head.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { countRules, type RuleCounts, rulesIn, sayCounts } from '../../model/rule-counts.ts'
import type { Plan } from '../../model/types.ts'
import type { ProjectConfig } from '../shared/project-config.ts'
import { planKey } from '../../run/plan/plan-for.ts'

export interface Force {
  /** `partial`: only the files without errors. */
  readonly version: 'current' | 'last-good' | 'partial'
  readonly rules: number
  readonly counts: RuleCounts
  /** What a tool call gets besides, with `partial`. */
  readonly on_config_error?: string
  /** Rules of files that are gone, for the sessions that had them. */
  readonly gone?: GoneFigures
}

interface GoneFigures {
  readonly files: readonly string[]
  readonly rules: number
  readonly sessions: number
  /** What their tool calls get where the rules cannot be kept. */
  readonly lost?: string
}

interface Found {
  readonly compiled: CompileResult
  readonly now: number
}

export function forceOf(host: Host, { root, dirs, layers }: ProjectConfig, { compiled, now }: Found): Force {
  const project = projectKey(root)
  const key = planKey(host, {
    root,
    project,
    dirs,
    now,
    event: 'SessionStart',
    configs: [],
    dry: true,
    consent: false,
  })
  const { old } = openPlan(key)
  if (compiled.plan !== undefined) {
    const counts = countOf(compiled.plan)
    const rules = rulesIn(counts)
    const paths = layers.map(({ path }) => path)
    const sources = paths.map((path) => ({ path, stamp: stampOf(path) }))
    return {
      version: 'current',
      rules,
      counts,
      ...goneFigures(goneAfter(old, { layers: paths, sources, rules }, key)),
    }
  }
  if (old !== undefined && old.generation !== null && old.partial !== true)
    return { version: 'last-good', rules: rulesIn(old.counts), counts: old.counts }
  const counts = countOf(compiled.sound)
  return {
    version: 'partial',
    rules: rulesIn(counts),
    counts,
    on_config_error: compiled.on_config_error ?? 'ask',
  }
}

function goneFigures(gone: GoneRules | undefined): Pick<Force, 'gone'> {
  if (gone === undefined || gone.sessions.length === 0) return {}
  const { files, rules, sessions, plan, on_config_error: lost = 'ask' } = gone
  return { gone: { files, rules, sessions: sessions.length, ...(plan === undefined && { lost }) } }
}

function countOf(plan: Plan | undefined): RuleCounts {
  return countRules(Object.values(plan?.events ?? {}).flat())
}

export function drawForce({ version, counts, on_config_error, gone }: Force): readonly string[] {
  switch (version) {
    case 'current':
      return [
        ...(rulesIn(counts) === 0 ? [] : [sayCounts(counts)]),
        ...(gone === undefined ? [] : [drawGone(gone)]),
      ]
    case 'last-good':
      return [`the last good version, ${sayCounts(counts)}`]
    case 'partial': {
      const what = rulesIn(counts) === 0 ? 'no rules' : `only ${sayCounts(counts)} of files without errors`
      return [`${what}; tool calls get "${on_config_error ?? 'ask'}" (on_config_error)`]
    }
  }
}

function drawGone({ files, rules, sessions, lost }: GoneFigures): string {
  const what = `${plural(rules, 'rule')} of ${files.map((file) => path.basename(file)).join(', ')}, which is gone,`
  const whom = `${plural(sessions, 'session')} not ended yet`
  return lost === undefined
    ? `${what} in force for ${whom}`
    : `${what} lost with the cache; tool calls of ${whom} get "${lost}" (on_config_error)`
}
