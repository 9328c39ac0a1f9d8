// Collects the fields that one word expands to.
import { markGlobs, UNKNOWN, isKnown } from './marks.ts'
import type { VariableScope } from '../interpret/scope.ts'

export class FieldList {
  readonly #done: string[] = []
  readonly #scope: VariableScope
  #current: string | undefined

  constructor(scope: VariableScope) {
    this.#scope = scope
  }

  quote(text: string): void {
    this.#current = (this.#current ?? '') + text
  }

  /** The elements of `"$@"`: each is a field. */
  quoteAll(texts: readonly string[]): void {
    texts.forEach((text, index) => {
      if (index > 0) this.#next()
      this.quote(text)
    })
  }

  splitNext(text: string, fresh: boolean): void {
    if (fresh) this.#next()
    this.split(text)
  }

  /** Text of an unquoted expansion: split at IFS, its globs marked. */
  split(text: string): void {
    const separators = this.#scope.get('IFS')
    if (separators !== undefined) return this.#splitAt(text, separators.texts)
    let start = 0
    for (let at = 0; at <= text.length; at++) {
      const char = text[at]
      if (at < text.length && char !== ' ' && char !== '\t' && char !== '\n') continue
      if (at > start) this.quote(markGlobs(text.slice(start, at)))
      if (at < text.length) this.#next()
      start = at + 1
    }
  }

  #splitAt(text: string, separators: readonly string[]): void {
    const [known] = separators
    if (separators.length !== 1 || known === undefined || !isKnown(known)) return this.quote(UNKNOWN)
    text.split(new RegExp(`[${known.replace(/[\\\]^-]/g, '\\$&')}]+`)).forEach((piece, index) => {
      if (index > 0) this.#next()
      if (piece !== '') this.quote(markGlobs(piece))
    })
  }

  #next(): void {
    if (this.#current !== undefined) this.#done.push(this.#current)
    this.#current = undefined
  }

  end(): readonly string[] {
    this.#next()
    return this.#done
  }
}
