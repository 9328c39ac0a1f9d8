import type { Place, Rule } from '../../model/types.ts'
import type { TriedRule } from './rule-examples.ts'
import type { PlayedCase } from './play-case.ts'
import { withoutStep } from './case.ts'

export interface TestReport {
  readonly played: readonly PlayedCase[]
  readonly rules: number
  /** Rules without examples that no test makes speak either. */
  readonly untested: readonly NamedRule[]
  /** Rules that no case makes speak. */
  readonly silent: readonly NamedRule[]
  readonly ms: number
}

export function countOf({ played }: TestReport, status: PlayedCase['status']): number {
  return played.filter((each) => each.status === status).length
}

interface NamedRule {
  readonly name: string
  readonly at: Place
}

export function createReport(
  played: readonly PlayedCase[],
  rules: readonly TriedRule[],
  ms: number,
): TestReport {
  const fired = new Set(played.flatMap((each) => [...each.fired].flatMap(keysOf)))
  const silent = rules.filter((rule) => !fired.has(keyOf(rule)))
  return {
    played,
    rules: rules.length,
    untested: silent.filter((rule) => !rule.has_examples).map(named),
    silent: silent.map(named),
    ms,
  }
}

function keyOf({ name, layer }: Pick<Rule, 'name' | 'layer'>): string {
  return `${layer}/${name}`
}

/** A step speaks for its rule. */
function keysOf({ name, layer }: Rule): readonly string[] {
  return [name, withoutStep(name)].map((each) => keyOf({ name: each, layer }))
}

/** Several runs as one. */
export function joinReports(reports: readonly TestReport[]): TestReport {
  return {
    played: reports.flatMap((report) => report.played),
    rules: reports.reduce((sum, report) => sum + report.rules, 0),
    untested: reports.flatMap((report) => report.untested),
    silent: reports.flatMap((report) => report.silent),
    ms: reports.reduce((sum, report) => sum + report.ms, 0),
  }
}

function named({ name, at }: TriedRule): NamedRule {
  return { name, at }
}
