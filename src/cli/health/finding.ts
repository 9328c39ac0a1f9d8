// What `hooks doctor` says: one thing that was looked at, and how it is.
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

const at =
  (level: FindingLevel) =>
  (code: FindingCode, message: string, fix?: string): Finding => ({
    level,
    code,
    message,
    ...(fix !== undefined && { fix }),
  })

export const problem = at('problem')
export const warning = at('warning')
export const note = at('note')
export const fine = at('fine')

/** Those that were found. */
export function found(...all: readonly (Finding | false | undefined)[]): readonly Finding[] {
  return all.filter((each) => each !== undefined && each !== false)
}
