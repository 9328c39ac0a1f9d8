// What `hooks doctor` says: one thing that was looked at, and how it is.
import type { Scope } from '../../agents/shared/agent.ts'

/** `problem`: keeps a rule from holding. `warning`: may do so later. `note`: as it is. */
export type Level = 'problem' | 'warning' | 'note' | 'fine'

export interface Finding {
  readonly level: Level
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
  const count = (level: Level): number => findings.filter((each) => each.level === level).length
  return { problems: count('problem'), warnings: count('warning') }
}
