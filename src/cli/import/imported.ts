// What an import makes of other systems' files.
import type { EventName } from '../../model/types.ts'

export interface Found {
  /** Where it stands, and its text. */
  readonly from: string
  readonly result: ImportedRule | NotImported
}

export interface ImportedRule {
  readonly event: EventName
  /** Without its name. */
  readonly rule: Readonly<Record<string, unknown>>
  /** The base of its name. */
  readonly title: string
  /** How it differs from what it was. */
  readonly differs?: string
}

export interface NotImported {
  readonly why: string
}
