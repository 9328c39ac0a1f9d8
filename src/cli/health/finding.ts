// What `hooks doctor` says: one thing that was looked at, and how it is.
import coerce from 'semver/functions/coerce.js'
import compare from 'semver/functions/compare.js'
import satisfies from 'semver/functions/satisfies.js'
import type { Scope } from '../../agents/shared/agent.ts'

/** `problem`: keeps a rule from holding. `warning`: may do so later. `note`: as it is. */
export type FindingLevel = 'problem' | 'warning' | 'note' | 'fine'

export interface Finding {
  readonly level: FindingLevel
  readonly code: FindingCode
  readonly message: string
  /** A command, or what the person does. */
  readonly fix?: string
  /** `hooks install` mends it in this scope, which `--fix` does. */
  readonly repair?: Scope
}

export type FindingCode =
  | 'also-called'
  | 'answer'
  | 'by-hand'
  | 'called-twice'
  | 'changed'
  | 'disabled'
  | 'foreign-added'
  | 'foreign-removed'
  | 'installed'
  | 'last-event'
  | 'limits'
  | 'live'
  | 'missing'
  | 'no-rules'
  | 'node'
  | 'not-installed'
  | 'not-trusted'
  | 'outdated'
  | 'paused'
  | 'rules'
  | 'settings'
  | 'shim'
  | 'start'
  | 'state'
  | 'switched-off'
  | 'untrusted-rules'
  | 'version'

/** Of a file or an agent, or of the machine. */
export function countsOf(findings: readonly Finding[]): { problems: number; warnings: number } {
  const count = (level: FindingLevel): number => findings.filter((each) => each.level === level).length
  return { problems: count('problem'), warnings: count('warning') }
}

/** Whether hooks was tried with a version of an agent's program; nothing where there is nothing to compare. */
export function versionFinding(version: string | undefined, tested: string | undefined): readonly Finding[] {
  if (version === undefined || tested === undefined || satisfies(version, tested)) return []
  return [
    {
      level: 'note',
      code: 'version',
      message: `${version} is not tested: it is held as ${nearestTested(version, tested)}, the nearest that is`,
    },
  ]
}

/** Of a range such as `2.1.197 - 2.1.329`. */
function nearestTested(version: string, range: string): string {
  const [first = '', last = first] = range.match(/\d+\.\d+\.\d+/g) ?? []
  const asked = coerce(version)
  return asked !== null && compare(asked, first) < 0 ? first : last
}
