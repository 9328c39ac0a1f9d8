import type { Decision, Event, RuleLayer, Outcome, Place, Plan, Rule } from '../../model/types.ts'

/** An example or a test. */
export interface TrialCase {
  /** A test's name, or an example in one line. */
  readonly name: string
  readonly at: Place
  /** At least one; the last one's verdict counts. */
  readonly events: readonly Event[]
  /** Answers of rules with scripts or recipes, by rule. */
  readonly replies: Readonly<Record<string, Outcome>>
  readonly wants: ExampleWants | TestWants
}

/** An example expects this decision of its rule. */
export interface ExampleWants {
  readonly kind: 'example'
  readonly rule: RuleId
  readonly decision: Decision
}

/** A test expects these fields of the verdict, and optionally the deciding rule. */
export interface TestWants {
  readonly kind: 'test'
  readonly verdict: Readonly<Record<string, unknown>>
  readonly rule?: string
  /** Prefix of rule names from the test's own file. */
  readonly prefix: string
}

/** A rule as written; includes its steps. */
export interface RuleId {
  readonly name: string
  readonly layer: RuleLayer
  readonly at: Place
}

/** Is this the rule of that name, or one of its steps? */
export function isNamed(name: string, target: string): boolean {
  return name === target || (name.startsWith(`${target}/`) && /^\/\d+$/.test(name.slice(target.length)))
}

const indexes = new WeakMap<Plan, ReadonlyMap<string, readonly Rule[]>>()

/** Rules of this name and their steps, in the plan's order. */
export function rulesNamed(plan: Plan, name: string): readonly Rule[] {
  const index = indexes.get(plan) ?? indexOf(plan)
  indexes.set(plan, index)
  return index.get(name) ?? []
}

function indexOf(plan: Plan): ReadonlyMap<string, readonly Rule[]> {
  const index = new Map<string, Rule[]>()
  for (const rule of Object.values(plan.events).flat())
    for (const name of new Set([rule.name, withoutStep(rule.name)])) {
      const known = index.get(name)
      if (known === undefined) index.set(name, [rule])
      else known.push(rule)
    }
  return index
}

/** `push/2` is a step of `push`. */
export function withoutStep(name: string): string {
  return name.replace(/\/\d+$/, '')
}
