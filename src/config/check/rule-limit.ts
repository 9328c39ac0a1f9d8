import type { Diagnostic, Layer } from '../../model/types.ts'
import { type ConfigFile, diagnosticAt } from '../read/config-file.ts'
import { lineage } from '../read/lineage.ts'
import { quoted } from './diagnostics/wording.ts'
import type { UnorderedRule } from '../compile/order.ts'
import { ruleLimit } from '../compile/settings.ts'

export interface LayerRules {
  readonly layer: Layer
  readonly file: ConfigFile | undefined
  readonly rules: readonly UnorderedRule[]
}

interface LimitedRules {
  readonly rules: readonly UnorderedRule[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Leaves out what is beyond `limits.rules` of a layer: of its own rules and those of lower layers, never of a higher one. */
export function limitRules(layers: readonly LayerRules[]): LimitedRules {
  const diagnostics: Diagnostic[] = []
  const dropped = new Set<string>()
  for (const [index, { file }] of layers.entries()) {
    const setter =
      file === undefined ? undefined : lineage(file).findLast(({ keys }) => ruleLimit(keys) !== undefined)
    const limit = setter === undefined ? undefined : ruleLimit(setter.keys)
    if (setter === undefined || limit === undefined) continue
    const names = layers
      .slice(index)
      .flatMap(({ rules }) => namesOf(rules))
      .filter((name) => !dropped.has(name))
    const beyond = names.slice(limit)
    if (beyond.length === 0) continue
    for (const name of beyond) dropped.add(name)
    diagnostics.push(tooMany(setter, limit, beyond))
  }
  const all = layers.flatMap(({ rules }) => rules)
  return { rules: dropped.size === 0 ? all : all.filter((rule) => !dropped.has(keyOf(rule))), diagnostics }
}

/** One name per rule of a layer, the most important first. */
function namesOf(rules: readonly UnorderedRule[]): readonly string[] {
  const sorted = rules.toSorted((a, b) => b.priority - a.priority)
  return [...new Set(sorted.map(keyOf))]
}

function keyOf({ layer, name }: UnorderedRule): string {
  return `${layer}:${name}`
}

function tooMany(file: ConfigFile, limit: number, beyond: readonly string[]): Diagnostic {
  const names = beyond.map((key) => key.slice(key.indexOf(':') + 1))
  const shown =
    names.length > 10
      ? `${names
          .slice(0, 10)
          .map((name) => `"${name}"`)
          .join(', ')} and ${names.length - 10} more`
      : quoted(names)
  const message = `${limit + beyond.length} rules are more than limits.rules: ${limit}, so ${shown} ${beyond.length === 1 ? 'is' : 'are'} left out`
  return diagnosticAt({ file, path: ['limits', 'rules'] }, 'too-many-rules', {
    message,
    hint: 'raise limits.rules or remove rules',
  })
}
