/** `weakens` may take rules away or let more through; `tightens` only adds; `looks` changes nothing of the rules. */
export type RulesEffect = 'weakens' | 'tightens' | 'looks'

/** A word or a flag of a command: its sentence alone, where that is all. */
export type VerbInput = string | VerbInputOptions

interface VerbInputOptions {
  readonly says: string
  /** What the command does to the rules with it, where that is something else. */
  readonly does?: RulesEffect
  /** May be repeated. */
  readonly many?: true
  /** The list that has its values. */
  readonly of?:
    | 'diagnostic formats'
    | 'export formats'
    | 'frameworks'
    | 'shells'
    | 'statuses'
    | 'test formats'
  /** What its text is read as. */
  readonly is?: 'number' | 'time'
  readonly default?: string | readonly string[]
  readonly required?: true
  readonly conflicts?: readonly string[]
}

/** A command of `hooks`, or one below it. */
export interface VerbText {
  /** Absent where no person types it. */
  readonly says?: string
  /** By what help shows: `[files...]`. */
  readonly words?: Readonly<Record<string, VerbInput>>
  /** By what help shows: `--format <format>`. */
  readonly flags?: Readonly<Record<string, VerbInput>>
  /** Where it is not what words and flags tell. */
  readonly usage?: string
  /** Below the help. */
  readonly after?: string
  /** Below what was wrong with the words. */
  readonly hint?: string
  readonly verbs?: Readonly<Record<string, VerbText>>
}

export interface Verb extends VerbText {
  readonly does: RulesEffect
}
