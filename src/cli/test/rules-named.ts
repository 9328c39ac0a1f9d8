import type { Plan, Rule } from '../../model/types.ts'

const indexes = new WeakMap<Plan, ReadonlyMap<string, readonly Rule[]>>()

/** The rules of this name and the steps of a rule of this name, in the plan's order. */
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
