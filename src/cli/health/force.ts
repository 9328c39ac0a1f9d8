// Which version of the rules holds while the files have errors or are gone.
import path from 'node:path'
import { stampOf } from '../../config/read/stamp.ts'
import type { CompileResult } from '../../config/compile/compile.ts'
import type { Host } from '../../run/call.ts'
import { digestOf } from '../../store/plan/beside.ts'
import { keptAfter } from '../../store/plan/kept.ts'
import type { KeptRules } from '../../store/plan/plan-head.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { countRules, type RuleCounts, rulesIn, sayCounts } from '../../model/rule-counts.ts'
import type { Plan } from '../../model/types.ts'
import type { ProjectConfig } from '../open-project.ts'
import { planHead } from '../../store/plan/plan.ts'

export interface Force {
  /** `partial`: only the files without errors. */
  readonly version: 'current' | 'last-good' | 'partial'
  readonly rules: number
  readonly counts: RuleCounts
  /** What a tool call gets besides, with `partial`. */
  readonly on_config_error?: string
  /** Rules of files that are gone, for the sessions that had them. */
  readonly gone?: GoneFigures
  /** Rules of before Git changed the files. */
  readonly kept?: GoneFigures
}

interface GoneFigures {
  readonly files: readonly string[]
  readonly rules: number
  readonly sessions: number
  /** What their tool calls get where the rules cannot be kept. */
  readonly lost?: string
}

interface CompiledNow {
  readonly compiled: CompileResult
  readonly now: number
}

export function forceOf(
  host: Host,
  { root, dirs, layers }: ProjectConfig,
  { compiled, now }: CompiledNow,
): Force {
  const { key, head: old } = planHead({ root, dirs, now }, host)
  if (compiled.plan !== undefined) {
    const counts = countOf(compiled.plan)
    const rules = rulesIn(counts)
    const digest = digestOf(Object.values(compiled.plan.events).flat().filter(isWritten))
    const paths = layers.map(({ path }) => path)
    const sources = paths.map((path) => ({ path, stamp: stampOf(path) }))
    return {
      version: 'current',
      rules,
      counts,
      ...keptFigures(keptAfter(old, { layers: paths, sources, rules, digest, judge: () => 'nothing' }, key)),
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

function keptFigures(kept: readonly KeptRules[]): Pick<Force, 'gone' | 'kept'> {
  const [gone, others] = [true, false].map((is) => figuresOf(kept.filter(({ by }) => (by === 'gone') === is)))
  return { ...(gone && { gone }), ...(others && { kept: others }) }
}

function figuresOf(kept: readonly KeptRules[]): GoneFigures | undefined {
  const [first] = kept.filter((each) => each.sessions.length > 0)
  if (first === undefined) return undefined
  const { files, rules, plan, on_config_error: lost = 'ask' } = first
  const sessions = kept.reduce((sum, each) => sum + each.sessions.length, 0)
  return { files, rules, sessions, ...(plan === undefined && { lost }) }
}

function countOf(plan: Plan | undefined): RuleCounts {
  return countRules(Object.values(plan?.events ?? {}).flat())
}

export function drawForce({ version, counts, on_config_error, gone, kept }: Force): readonly string[] {
  switch (version) {
    case 'current':
      return [
        ...(rulesIn(counts) === 0 ? [] : [sayCounts(counts)]),
        ...(gone === undefined ? [] : [drawKept(gone, 'which is gone')]),
        ...(kept === undefined ? [] : [drawKept(kept, 'which Git changed')]),
      ]
    case 'last-good':
      return [`the last good version, ${sayCounts(counts)}`]
    case 'partial': {
      const what = rulesIn(counts) === 0 ? 'no rules' : `only ${sayCounts(counts)} of files without errors`
      return [`${what}; tool calls get "${on_config_error ?? 'ask'}" (on_config_error)`]
    }
  }
}

function drawKept({ files, rules, sessions, lost }: GoneFigures, how: string): string {
  const what = `${plural(rules, 'rule')} of ${files.map((file) => path.basename(file)).join(', ')}, ${how},`
  const whom = `${plural(sessions, 'session')} not ended yet`
  return lost === undefined
    ? `${what} in force for ${whom}`
    : `${what} lost with the cache; tool calls of ${whom} get "${lost}" (on_config_error)`
}
