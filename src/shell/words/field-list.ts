// Collects the fields that one word expands to.
import { literalOf, markGlobs, symbolic, UNKNOWN, type SymbolicText } from './marks.ts'
import type { VariableScope } from '../interpret/scope.ts'

const blank = /[ \t\n]/

export class FieldList {
  readonly #done: SymbolicText[] = []
  readonly #scope: VariableScope
  #current: SymbolicText | undefined

  constructor(scope: VariableScope) {
    this.#scope = scope
  }

  quote(text: SymbolicText): void {
    this.#current = this.#current === undefined ? text : symbolic`${this.#current}${text}`
  }

  /** The elements of `"$@"`: each is a field. */
  quoteAll(texts: readonly SymbolicText[]): void {
    texts.forEach((text, index) => {
      if (index > 0) this.#next()
      this.quote(text)
    })
  }

  splitNext(text: SymbolicText, fresh: boolean): void {
    if (fresh) this.#next()
    this.split(text)
  }

  /** Text of an unquoted expansion: split at IFS, its globs marked. */
  split(text: SymbolicText): void {
    const separators = this.#scope.get('IFS')
    if (separators === undefined) return this.#splitAt(text, blank)
    const known = separators.texts.length === 1 ? literalOf(separators.texts[0]) : undefined
    if (known === undefined) this.quote(UNKNOWN)
    else this.#splitAt(text, new RegExp(`[${known.replace(/[\\\]^-]/g, '\\$&')}]+`))
  }

  #splitAt(text: SymbolicText, separator: RegExp): void {
    text.split(separator).forEach((piece, index) => {
      if (index > 0) this.#next()
      if (piece.length > 0) this.quote(markGlobs(piece))
    })
  }

  #next(): void {
    if (this.#current !== undefined) this.#done.push(this.#current)
    this.#current = undefined
  }

  end(): readonly SymbolicText[] {
    this.#next()
    return this.#done
  }
}
