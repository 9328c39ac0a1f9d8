// Which version of the rules holds while the files have errors.
import type { CompileResult } from '../../config/compile/compile.ts'
import type { Host } from '../../run/host.ts'
import { openPlan } from '../../store/plan/cache.ts'
import { projectKey } from '../../store/plan/dirs.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import type { Plan } from '../../model/types.ts'
import type { ProjectConfig } from '../shared/project-config.ts'
import { planKey } from '../../run/plan/plan-for.ts'

export interface Force {
  /** `partial`: only the files without errors. */
  readonly version: 'current' | 'last-good' | 'partial'
  /** How many rules, counted once for each of their events. */
  readonly rules: number
  /** What a tool call gets besides, with `partial`. */
  readonly on_config_error?: string
}

interface Found {
  readonly compiled: CompileResult
  readonly now: number
}

export function forceOf(host: Host, { root, dirs }: ProjectConfig, { compiled, now }: Found): Force {
  if (compiled.plan !== undefined) return { version: 'current', rules: countOf(compiled.plan) }
  const project = projectKey(root)
  const { old } = openPlan(
    planKey(host, {
      root,
      project,
      dirs,
      now,
      event: 'SessionStart',
      configs: [],
      dry: true,
      consent: false,
    }),
  )
  if (old !== undefined && old.generation !== null && old.partial !== true)
    return { version: 'last-good', rules: old.rules }
  return {
    version: 'partial',
    rules: countOf(compiled.sound),
    on_config_error: compiled.on_config_error ?? 'ask',
  }
}

function countOf(plan: Plan | undefined): number {
  return Object.values(plan?.events ?? {}).flat().length
}

/** Nothing when all is as it should be. */
export function drawForce({ version, rules, on_config_error }: Force): readonly string[] {
  switch (version) {
    case 'current':
      return []
    case 'last-good':
      return [`the last good version, ${plural(rules, 'rule')}`]
    case 'partial': {
      const what = rules === 0 ? 'no rules' : `only ${plural(rules, 'rule')} of files without errors`
      return [`${what}; tool calls get "${on_config_error ?? 'ask'}" (on_config_error)`]
    }
  }
}
