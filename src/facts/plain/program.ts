// What is said of a plain program.
import type { FactKind } from '../../types.ts'

/** Programs of one kind. */
export interface Row {
  /** The words that such a command begins with, one command a piece. */
  readonly names: string
  /** Made when it is first asked for: each regex costs a start. */
  readonly plain: () => Plain
}

export interface Plain {
  /** What happens to the files that its words name; without one about files they name none. */
  readonly kinds?: readonly FactKind[]
  /** What stands first behind its name. */
  readonly first?: RegExp
  /** The options that it may have; absent: any. */
  readonly options?: RegExp
  /** What its other words may be; absent: anything. */
  readonly operands?: RegExp
  /** The host that it contacts. */
  readonly host?: string
  /** It contacts remotes of the repository. */
  readonly remotes?: true
  /** What the table calls it besides. */
  readonly called?: string
  /** Its operands stand for all that is below them. */
  readonly trees?: Trees
  /** What it takes as a whole beside them. */
  readonly takes?: string
  /** All its operands are files that are there, or none is. */
  readonly isThere?: boolean
  /** `HEAD:a` is a file of the repository's top. */
  readonly hasRevisions?: true
  /** What its operands name goes into the last of them. */
  readonly goesInto?: true
  /** It runs a file, which the call itself may have made. */
  readonly runsFiles?: true
  /** What it prints is known. */
  readonly speaks?: true
}

export interface Trees {
  /** The option that makes them trees; absent: they always are. */
  readonly when?: RegExp
  /** Options that take the next word. */
  readonly valued: RegExp
  /** What the first operand is, unless an option gives it. */
  readonly hasPattern: boolean
}

export const reads = ['reads'] as const
export const none = /(?!)/
/** Options of searches that take a value as a word of its own. */
export const valued =
  /^-[^-ABCmjtTgeM]*[ABCmjtTgeM]$|^--(?:include|exclude|exclude-dir|type|type-not|glob|iglob|after-context|before-context|context|max-count|max-depth|regexp|sort)$/
