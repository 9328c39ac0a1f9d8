// The rules that no file holds, in a line.
import type { Plan } from '../../model/types.ts'
import { isWritten } from '../../model/rule-defaults.ts'

/** The name that all of them begin with; none where nothing is configured. */
export function builtInNames(plan: Plan | undefined): readonly string[] {
  const rules = Object.values(plan?.events ?? {}).flat()
  const names = rules.filter((rule) => !isWritten(rule)).map(({ name }) => name.replace(/\/.*/, ''))
  return [...new Set(names)]
}

export function describeBuiltIn(name: string): string {
  return `${name}  denies changes of the rules and of hooks itself`
}
