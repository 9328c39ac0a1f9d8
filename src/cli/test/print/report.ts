import type { Place } from '../../../model/types.ts'
import type { WrittenRule } from '../read/examples.ts'
import type { Played } from '../play/play.ts'
import { isRule } from '../play/reasons.ts'

/** All that came of a run of cases. */
export interface Report {
  readonly played: readonly Played[]
  readonly rules: number
  /** Rules without examples that no test makes speak either. */
  readonly untested: readonly Named[]
  /** Rules that no case makes speak. */
  readonly silent: readonly Named[]
  readonly ms: number
}

interface Named {
  readonly name: string
  readonly at: Place
}

export function reportOn(played: readonly Played[], rules: readonly WrittenRule[], ms: number): Report {
  const fired = [...new Set(played.flatMap((each) => [...each.fired]))]
  const silent = rules.filter((rule) => !fired.some((each) => isRule(each, rule)))
  return {
    played,
    rules: rules.length,
    untested: silent.filter((rule) => !rule.has_examples).map(named),
    silent: silent.map(named),
    ms,
  }
}

/** Several runs as one. */
export function joinReports(reports: readonly Report[]): Report {
  return {
    played: reports.flatMap((report) => report.played),
    rules: reports.reduce((sum, report) => sum + report.rules, 0),
    untested: reports.flatMap((report) => report.untested),
    silent: reports.flatMap((report) => report.silent),
    ms: reports.reduce((sum, report) => sum + report.ms, 0),
  }
}

function named({ name, at }: WrittenRule): Named {
  return { name, at }
}
