// Numbers about the compiled files, for people.
import { countRules } from '../../model/rule-counts.ts'
import type { Diagnostic, Plan } from '../../model/types.ts'
import { lineage } from '../read/config-file.ts'
import { createRuleLocator, ruleKey } from './quarantine.ts'
import type { LayerRules } from './plan-limits.ts'
import type { RuleDraft } from '../expand/expand.ts'
import type { CompileInfo } from '../diagnostics/formats.ts'

interface LayerCounts extends Pick<LayerRules, 'file' | 'rules'> {
  readonly drafts: readonly RuleDraft[]
  readonly diagnostics: readonly Diagnostic[]
}

export function infoOf(layers: readonly LayerCounts[], plan: Plan): CompileInfo {
  const files = layers.flatMap(({ file }) => (file === undefined ? [] : lineage(file)))
  const drafts = layers.flatMap(({ drafts: own, rules }) => {
    const names = new Set(rules.map(({ name }) => name))
    return own.filter(({ name }) => name !== undefined && names.has(name))
  })
  const all = layers.flatMap((layer) => layer.drafts)
  return {
    counts: countRules(Object.values(plan.events).flat()),
    written: countWritten(all),
    faulty: countFaulty(layers),
    dead: countWritten(layers.flatMap(deadDrafts)),
    presets: files.filter(({ prefix, recipe, stack }) => prefix !== '' && recipe === undefined && !stack)
      .length,
    with_examples: countWritten(drafts.filter(({ keys }) => Object.hasOwn(keys, 'examples'))),
    files: files.filter(({ stack }) => !stack).map(({ file }) => file),
  }
}

/** What a broken text leaves of a match is no pattern that somebody wrote. */
function deadDrafts({ drafts, rules, diagnostics }: LayerCounts): readonly RuleDraft[] {
  const told = new Set(diagnostics.flatMap(({ code, rule }) => (code === 'dead-pattern' ? [rule] : [])))
  const dead = new Set(
    rules.flatMap((rule) => (rule.dead === true && told.has(rule.name) ? [rule.name] : [])),
  )
  return drafts.filter(({ name }) => name !== undefined && dead.has(name))
}

function countFaulty(layers: readonly LayerCounts[]): number {
  const faulty = layers.flatMap(({ file, drafts, diagnostics }) => {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length === 0) return []
    return (file === undefined ? [] : lineage(file)).flatMap((each) => {
      const locate = createRuleLocator(each, drafts)
      return errors.map(({ at }) => locate(at)).flatMap((rule) => rule && `${each.path}:${rule}`)
    })
  })
  return new Set(faulty.filter((rule) => rule !== undefined)).size
}

/** The steps of one rule count once. */
function countWritten(drafts: readonly RuleDraft[]): number {
  return new Set(drafts.map(({ file, path }) => `${file.path}:${ruleKey(path)}`)).size
}
