// Shell variables, each with the values that it could have at this point of the text.
import type { Env, PathFact } from '../../model/types.ts'
import { absolutePath } from '../absolute-path.ts'
import {
  displayText,
  EMPTY,
  hasGlobMark,
  isKnown,
  literalText,
  matches,
  NUMBER,
  UNKNOWN,
  type SymbolicText,
} from '../words/marks.ts'

export interface VariableValue {
  /** Possible values; never empty. */
  readonly texts: readonly SymbolicText[]
  readonly list?: readonly SymbolicText[]
  readonly exported?: boolean
  /** It is unset, or may be. */
  readonly unset?: boolean | 'maybe'
}

/** The working directory and the positional parameters are kept like variables. */
export const CWD = ' cwd'
export const POSITIONAL = ' args'
export const SCRIPT_NAME = ' zero'
/** What begins so is on the disk: a subshell does not take it back. */
export const ON_DISK = ' git '
/** `$_`: the last word of the command before. */
export const LAST_WORD = '_'

export const unknownValue: VariableValue = { texts: [UNKNOWN] }
/** A variable where the text has not set it. */
export const unset: VariableValue = { texts: [EMPTY], unset: true }

const MAX_TEXTS = 32
const MAX_COMBINATIONS = 64
/** Values that facts may show: people and models read them. */
const visibleNames = new Set(['HOME', 'PWD', 'USER', 'LOGNAME', 'TMPDIR', 'SHELL'])
const visiblePath = /^\/[\w./@+-]*$/

export class VariableScope {
  readonly #values = new Map<string, VariableValue>()
  readonly #journal: { readonly name: string; readonly before: VariableValue | undefined }[] = []
  readonly #env: Env
  #picks = new Map<string, number>()
  #fresh: { readonly name: string; index: number; readonly count: number }[] = []
  hasAlternatives = false
  /** Depth of branches that may not run. */
  conditionalDepth = 0
  /** Depth of subshells. */
  subshellDepth = 0
  /** `set -a`: assignments are exported. */
  exportsAll = false
  hasExports = false
  hasOnDisk = false
  /** How many enclosing loops `break` left. */
  loopsLeft = 0
  /** How many of them `continue` restarts. */
  loopsContinued = 0
  /** The shell has certainly exited. */
  ended = false

  constructor(env: Env) {
    this.#env = env
  }

  /** What a variable is; undefined when nothing sets it. */
  get(name: string): VariableValue | undefined {
    return this.#values.get(name) ?? this.inherited(name)
  }

  /** From the environment of the call. */
  inherited(name: string): VariableValue | undefined {
    const text = this.#env[name]
    if (text === undefined || name === LAST_WORD) return undefined
    if (visibleNames.has(name) || (visiblePath.test(text) && text.length < 256))
      return { texts: [literalText(text)], exported: true }
    return { texts: [/^\d+$/.test(text) ? NUMBER : UNKNOWN], exported: true }
  }

  /** A variable's value in the current combination; undefined when unset. */
  text(name: string): SymbolicText | undefined {
    const value = this.get(name)
    if (value === undefined) return undefined
    if (value.texts.length === 1) return value.texts[0]
    const picked = this.#picks.get(name)
    if (picked !== undefined) return value.texts[picked] ?? UNKNOWN
    this.#picks.set(name, 0)
    this.#fresh.push({ name, index: 0, count: value.texts.length })
    return value.texts[0]
  }

  /** The working directory; undefined when it cannot be known. */
  get directory(): SymbolicText | undefined {
    const text = this.text(CWD)
    return text === undefined || text === EMPTY || !isKnown(text) ? undefined : text
  }

  set(name: string, value: VariableValue): void {
    const before = this.#values.get(name)
    this.#journal.push({ name, before })
    const exported =
      value.exported ??
      before?.exported ??
      (name[0] !== ' ' && (this.exportsAll || this.#env[name] !== undefined))
    this.#values.set(name, exported === (value.exported ?? false) ? value : { ...value, exported })
    if (value.texts.length > 1) this.hasAlternatives = true
    if (exported) this.hasExports = true
    if (name.startsWith(ON_DISK)) this.hasOnDisk = true
  }

  /** Makes every variable that the text sets unknown. */
  forgetAll(): void {
    this.#values.forEach((_, name) => {
      if (name[0] !== ' ') this.set(name, unknownValue)
    })
  }

  get size(): number {
    return this.#values.size
  }

  /** With one of its values each: one that is not empty, as an empty one changes nothing. */
  *exported(): Iterable<[string, SymbolicText]> {
    for (const [name, value] of this.#values) {
      if (value.exported === true && name[0] !== ' ')
        yield [name, value.unset === true ? EMPTY : (value.texts.find((text) => text !== EMPTY) ?? EMPTY)]
    }
  }

  mark(): number {
    return this.#journal.length
  }

  /** The names set since a mark, with their earlier values. */
  since(mark: number): ReadonlyMap<string, VariableValue | undefined> {
    const before = new Map<string, VariableValue | undefined>()
    for (let at = mark; at < this.#journal.length; at++) {
      const entry = this.#journal[at]
      if (entry !== undefined && !before.has(entry.name)) before.set(entry.name, entry.before)
    }
    return before
  }

  /** Undoes and returns the assignments since a mark. */
  undo(mark: number): ReadonlyMap<string, VariableValue> {
    const changes = new Map<string, VariableValue>()
    for (const name of this.since(mark).keys()) changes.set(name, this.#values.get(name) ?? unknownValue)
    for (let at = this.#journal.length - 1; at >= mark; at--) {
      const entry = this.#journal[at]
      if (entry?.before === undefined) this.#values.delete(entry?.name ?? '')
      else this.#values.set(entry.name, entry.before)
    }
    this.#journal.length = mark
    return changes
  }

  /** Runs in a subshell: assignments are undone. */
  fork<T>(action: () => T): T {
    const mark = this.mark()
    const { ended } = this
    this.subshellDepth++
    const result = action()
    this.subshellDepth--
    for (const [name, value] of this.undo(mark)) if (name.startsWith(ON_DISK)) this.set(name, value)
    this.ended = ended
    return result
  }

  /** Runs alternative branches, of which one is taken (or none, with `orNone`), and merges what they set. */
  runBranches(branches: readonly (() => void)[], orNone = false): void {
    const { ended } = this
    const ends: ReadonlyMap<string, VariableValue>[] = orNone ? [new Map()] : []
    this.conditionalDepth++
    for (const branch of branches) {
      const mark = this.mark()
      this.ended = false
      branch()
      const changes = this.undo(mark)
      if (!this.ended) ends.push(changes)
    }
    this.conditionalDepth--
    this.ended = ended || ends.length === 0
    this.#merge(ends)
  }

  /** The assignments since a mark may not have happened. */
  markOptional(mark: number): void {
    this.#merge([new Map(), this.undo(mark)])
  }

  #merge(ends: readonly ReadonlyMap<string, VariableValue>[]): void {
    const names = new Set(ends.flatMap((changes) => [...changes.keys()]))
    for (const name of names) {
      const before = this.get(name) ?? unset
      this.set(name, union(ends.map((changes) => changes.get(name) ?? before)))
    }
  }

  /** Only some of the assignments since a mark may have happened. */
  markPartial(mark: number): void {
    const values = new Map<string, VariableValue[]>()
    for (let at = mark; at < this.#journal.length; at++) {
      const { name = '', before } = this.#journal[at] ?? {}
      const known = values.get(name) ?? [this.get(name) ?? unknownValue]
      values.set(name, [...known.slice(-MAX_TEXTS), before ?? this.inherited(name) ?? unset])
    }
    for (const [name, seen] of values) this.set(name, seen.length > MAX_TEXTS ? unknownValue : union(seen))
  }

  /** Runs the action once for every combination of the values that it reads. */
  forEachCombination<T>(action: () => T): readonly T[] {
    if (!this.hasAlternatives) return [action()]
    const outerPicks = this.#picks
    const outerFresh = this.#fresh
    const results: T[] = []
    const ends: ReadonlyMap<string, VariableValue>[] = []
    this.#fresh = []
    do {
      this.#picks = new Map(outerPicks)
      for (const pick of this.#fresh) this.#picks.set(pick.name, pick.index)
      const mark = this.mark()
      results.push(action())
      ends.push(this.undo(mark))
    } while (this.#advance() && results.length < MAX_COMBINATIONS)
    const complete = this.#fresh.length === 0
    this.#picks = outerPicks
    this.#fresh = outerFresh
    this.#merge(ends)
    if (!complete) results.push(this.#blurred(action))
    return results
  }

  /** Moves to the next combination; false after the last. */
  #advance(): boolean {
    while (this.#fresh.length > 0) {
      const last = this.#fresh.at(-1)
      if (last !== undefined && last.index + 1 < last.count) {
        last.index++
        return true
      }
      this.#fresh.pop()
    }
    return false
  }

  /** Too many combinations: every variable with several values becomes unknown. */
  #blurred<T>(action: () => T): T {
    const several = [...this.#values].filter(([, value]) => value.texts.length > 1)
    for (const [name] of several) this.set(name, unknownValue)
    return action()
  }
}

/** Does the first include every value of the second? */
export function covers(first: VariableValue | undefined, second: VariableValue | undefined): boolean {
  if (first === undefined || second === undefined) return first === second
  if (first.list !== undefined || second.list !== undefined) return first === second
  if (mayBeUnset(second) && !mayBeUnset(first)) return false
  const { texts } = first
  const counts = texts.includes(NUMBER)
  return (
    texts.includes(UNKNOWN) ||
    second.texts.every((text) => texts.includes(text) || (counts && matches(text, /^\d+$/)))
  )
}

function mayBeUnset({ unset }: VariableValue): boolean {
  return unset === true || unset === 'maybe'
}

function unsetOf(values: readonly VariableValue[]): Pick<VariableValue, 'unset'> {
  if (values.every(({ unset }) => unset === true)) return { unset: true }
  return values.some(mayBeUnset) ? { unset: 'maybe' } : {}
}

/** All their values; unknown when they are too many. */
export function union(values: readonly VariableValue[]): VariableValue {
  const [first = unknownValue] = values
  if (values.every((value) => value === first)) return first
  const texts = [...new Set(values.flatMap((value) => value.texts))]
  const exported = values.some((value) => value.exported === true)
  const lists = values.some((value) => value.list !== undefined)
  if (lists || texts.length > MAX_TEXTS || texts.includes(UNKNOWN)) return { texts: [UNKNOWN], exported }
  return { texts, exported, ...unsetOf(values) }
}

/** What a word names from the working directory; undefined when that cannot be known. */
export function pathOf({ directory = EMPTY }: VariableScope, text: SymbolicText): PathFact | undefined {
  const path = isKnown(text) ? absolutePath(displayText(directory), displayText(text)) : undefined
  if (path === undefined) return undefined
  return hasGlobMark(text) || (hasGlobMark(directory) && !text.startsWith('/'))
    ? { path, glob: true }
    : { path }
}
