import { limitsOf, startsProcess } from '../../model/rule-defaults.ts'
import type { Diagnostic, Layer, Settings } from '../../model/types.ts'
import { writeDuration } from '../../patterns/text/duration.ts'
import { type ConfigFile, diagnosticAt, lineage } from '../read/config-file.ts'
import type { UnorderedRule } from '../trust/gate.ts'
import { dispatchLimit, ruleLimit } from './settings.ts'

export interface LayerRules {
  readonly layer: Layer
  readonly file: ConfigFile | undefined
  readonly rules: readonly UnorderedRule[]
}

/** Drops rules beyond `limits.rules` of a layer: its own and those of lower layers, never of a higher one. */
export function limitRules(layers: readonly LayerRules[]): {
  readonly rules: readonly UnorderedRule[]
  readonly diagnostics: readonly Diagnostic[]
} {
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

/** Said where a session begins: they are in force, and nothing can meet them. */
export function deadRules(rules: readonly UnorderedRule[]): readonly string[] {
  const names = [...new Set(rules.flatMap(({ dead, name }) => (dead === true ? [`"${name}"`] : [])))]
  const many = names.length > 1
  return names.length === 0
    ? []
    : [
        `${names.length} ${many ? 'rules are' : 'rule is'} dead, nothing can meet ${many ? 'their' : 'its'} match: ${names.join(', ')}`,
      ]
}

/** Names the rules that may take longer than `limits.dispatch` lets their event take. */
export function cutTimeouts(layers: readonly LayerRules[], settings: Settings): readonly Diagnostic[] {
  const limitOf = ({ layer }: UnorderedRule): number | undefined => limitsOf(settings, layer).dispatch_ms
  const rules = layers.flatMap((each) => each.rules)
  const limits = new Set(rules.map(limitOf))
  return [...limits].flatMap((limit) =>
    cutBy(
      limit,
      rules.filter((rule) => limitOf(rule) === limit),
      layers,
    ),
  )
}

function cutBy(
  limit: number | undefined,
  rules: readonly UnorderedRule[],
  layers: readonly LayerRules[],
): readonly Diagnostic[] {
  const setter = layers
    .flatMap(({ file }) => (file === undefined ? [] : lineage(file)))
    .findLast(({ keys }) => limit !== undefined && dispatchLimit(keys) === limit)
  if (limit === undefined || setter === undefined) return []
  const cut = rules
    .filter(({ handler, timeout_ms, background }) => {
      return startsProcess(handler) && background !== true && timeout_ms > limit
    })
    .map(({ name, timeout_ms }) => `"${name}" (${writeDuration(timeout_ms)})`)
  const named = [...new Set(cut)]
  if (named.length === 0) return []
  const message = `limits.dispatch: ${writeDuration(limit)} cuts the timeout of ${shortList(named)}`
  return [
    diagnosticAt({ file: setter, path: ['limits', 'dispatch'] }, 'cut-timeout', {
      message,
      hint: 'write a shorter timeout, or raise limits.dispatch',
    }),
  ]
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
  const message = `${limit + beyond.length} rules are more than limits.rules: ${limit}, so ${shortList(names.map((name) => `"${name}"`))} ${beyond.length === 1 ? 'is' : 'are'} left out`
  return diagnosticAt({ file, path: ['limits', 'rules'] }, 'too-many-rules', {
    message,
    hint: 'raise limits.rules or remove rules',
  })
}

function shortList(named: readonly string[]): string {
  return named.length > 10
    ? `${named.slice(0, 10).join(', ')} and ${named.length - 10} more`
    : named.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
