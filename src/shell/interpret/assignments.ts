// Assignments: what they set, and what facts show of them.
import {
  displayText,
  EMPTY,
  isKnown,
  joinTexts,
  knownPart,
  literalText,
  matches,
  symbolic,
  UNKNOWN,
  withMarks,
  type SymbolicText,
} from '../words/marks.ts'
import { unknownValue } from './scope.ts'
import type { VariableValue } from './scope.ts'
import { spendCharacters } from './shell.ts'
import type { CommandContext, WordField, Shell } from './shell.ts'
import { recordOrigin } from './sending.ts'
import { recordSource } from './facts/sources.ts'
import { expandBraces } from '../words/braces.ts'
import { evaluateArithmetic, runCodeInPrompt } from '../words/evaluated.ts'
import type { Assignment } from '../words/syntax.ts'
import { setAlias } from '../words/variables.ts'
import { expandText, expandWords, runSubstitutions } from '../words/words.ts'

const MAX_ELEMENTS = 4096

/** A name in the syntax holds only letters. */
export const nameOf = ({ name }: Assignment): string => displayText(name)

/** `declare X={a,b}` is `declare X=a X=b`. */
export function bracedOf(shell: Shell, item: Assignment): readonly Assignment[] {
  const { name, value, append } = item
  if (value.type === 'ArrayValue' || !value.text.includes('{')) return [item]
  const texts = withMarks(expandBraces, value.text) ?? []
  if (texts.length < 2 || !spendCharacters(shell, texts.length * value.text.length)) return [item]
  const sign = literalText(append === true ? '+=' : '=')
  const words = texts.map((text) => symbolic`${name}${sign}${text}`)
  const command = shell.parse(symbolic`declare ${joinTexts(words, ' ')}`).commands[0]?.command
  return command?.type === 'Command' ? command.args.filter((each) => each.type === 'Assignment') : [item]
}

/** `X=…` after `export` and the like is not split. */
export function expandDeclared(shell: Shell, item: Assignment, context: CommandContext): WordField {
  if (item.value.type === 'ArrayValue' || item.index !== undefined) {
    assign(shell, item, context)
    return { text: item.name, written: displayText(item.text) }
  }
  recordSource(shell, nameOf(item))
  recordOrigin(shell, { name: nameOf(item), written: knownPart(item.value.text) }, context)
  const sign = literalText(item.append === true ? '+=' : '=')
  const text = symbolic`${item.name}${sign}${expandText(shell, item.value, context)}`
  return { text, written: displayText(item.text) }
}

export function assign(shell: Shell, each: Assignment, context: CommandContext): void {
  const { scope } = shell
  const { value, append, index } = each
  const name = nameOf(each)
  recordSource(shell, name)
  if (index !== undefined) {
    runSubstitutions(shell, index, context)
    evaluateArithmetic(shell, index.text, context)
    if (name === ALIASES && value.type === 'Word')
      setAlias(shell, index.value, expandText(shell, value, context))
    else if (value.type === 'Word') expandText(shell, value, context)
    return scope.set(name, unknownValue)
  }
  if (value.type === 'ArrayValue') {
    if (name === ALIASES) value.elements.forEach(({ value: element }) => addAlias(shell, element))
    const list = expandWords(shell, value.elements, context).map(({ text }) => text)
    if (value.elements.some((word) => matches(word.text, /^\[.*\]\+?=/s)))
      return scope.set(name, unknownValue)
    const before = append === true ? elementsOf(scope.get(name)) : []
    const all =
      before === undefined || before.length + list.length > MAX_ELEMENTS ? undefined : [...before, ...list]
    return scope.set(name, all === undefined ? unknownValue : { texts: [all[0] ?? EMPTY], list: all })
  }
  recordOrigin(shell, { name, written: knownPart(value.text) }, context)
  const text = expandText(shell, value, context)
  if (name === 'PS4') runCodeInPrompt(shell, text, context)
  const whole = append === true ? symbolic`${scope.text(name) ?? UNKNOWN}${text}` : text
  scope.set(name, { texts: [whole.length > 65_536 ? UNKNOWN : whole] })
}

/** `BASH_ALIASES[name]=text`, or `([name]=text)`, is what `alias name=text` is. */
const ALIASES = 'BASH_ALIASES'

function addAlias(shell: Shell, element: SymbolicText): void {
  const [, name, text = EMPTY] = element.match(/^\[([^\]]+)\]=([^]*)$/) ?? []
  setAlias(shell, name, text)
}

function elementsOf(value: VariableValue | undefined): readonly SymbolicText[] | undefined {
  if (value === undefined || value.unset === true) return []
  const [text = UNKNOWN, ...others] = value.texts
  return value.list ?? (others.length > 0 || !isKnown(text) ? undefined : [text])
}

export function valuesOf(
  shell: Shell,
  assignments: readonly Assignment[],
  context: CommandContext,
): Readonly<Record<string, SymbolicText>> {
  const values: Record<string, SymbolicText> = {}
  for (const each of assignments)
    if (each.value.type !== 'ArrayValue') values[nameOf(each)] = expandText(shell, each.value, context)
  return values
}

/** Unknown values are shown as written. */
export function shownValues(
  assignments: readonly Assignment[],
  values: Readonly<Record<string, SymbolicText>>,
): Readonly<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const each of assignments) {
    const name = nameOf(each)
    const text = values[name]
    if (text !== undefined && each.value.type !== 'ArrayValue')
      made[name] = displayText(isKnown(text) ? text : each.value.value)
  }
  return made
}

export function withExported(
  shell: Shell,
  set: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!shell.scope.hasExports || !spendCharacters(shell, shell.scope.size)) return set
  let all: Record<string, string> | undefined
  for (const [name, text] of shell.scope.exported())
    (all ??= {})[name] = isKnown(text) ? displayText(text) : displayText(text).replaceAll('…', '$…')
  return all === undefined ? set : Object.assign(all, set)
}

/** Values given to `env`: one that looks like an expansion is unknown. */
export function markExpansions(
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, SymbolicText>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, /[$`…]/.test(text) ? UNKNOWN : literalText(text)]),
  )
}
