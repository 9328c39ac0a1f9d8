// The texts that code writes to files.
import { hunksOf } from '../../../../patterns/text/line-diff.ts'
import type { CommandState } from '../../command-state.ts'
import { textOf } from '../values.ts'
import { argumentsFrom, qualifiedName, rolesOf, type CodeNames } from './calls.ts'
import type { Token } from './lexer.ts'

interface WritingCode {
  readonly code: string
  readonly names: CodeNames
  readonly state: CommandState
}

/** Methods of what a call has opened; the program's own output is no file. */
const writing = /^(?!.*std(?:out|err)).*[.:](?:write|writelines|write_text|write_bytes|print|puts)$/

export function addWrittenTexts(tokens: readonly Token[], place: WritingCode): void {
  const { names, state } = place
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'word' || tokens[at + 1]?.text !== '(') return
    const said = rolesOf(qualifiedName(text, names, names.language), names.language)?.indexOf('adds') ?? -1
    if (said < 0 && !(writing.test(text) && state.creates.length + state.edits.length > 0)) return
    const written = argumentsFrom(tokens, at + 2, false).list[Math.max(said, 0)]
    addText(textOf(written, names), tokens, place)
  })
}

/** A text that is not known may be made of each text in the code that does not stand in the file. */
function addText(known: string | undefined, tokens: readonly Token[], { code, state }: WritingCode): void {
  const appends = /append|(['"])a[bt+]*\1/.test(code)
  const path = appends ? undefined : state.edits.at(-1)?.path
  const old = (path === undefined ? undefined : state.world.before?.(path)) ?? ''
  if (known !== undefined) return void state.adds.push(...hunksOf(old, known))
  const texts = tokens.flatMap(({ kind, text }) => (kind === 'text' ? [text] : []))
  const linesOf = (isOld: boolean): string => texts.filter((text) => old.includes(text) === isOld).join('\n')
  const text = linesOf(false)
  if (text !== '') state.adds.push({ text, removed: linesOf(true), maybe: true })
}
