// `$X`, `${X}` and what `${X…}` does to a value.
import {
  BRACKET,
  displayText,
  EMPTY,
  hasNumber,
  isKnown,
  joinTexts,
  literalOf,
  literalText,
  matches,
  NUMBER,
  QUESTION,
  STAR,
  symbolic,
  UNKNOWN,
  withMarks,
  type SymbolicText,
} from './marks.ts'
import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from './syntax.ts'
import { POSITIONAL, SCRIPT_NAME } from '../interpret/scope.ts'
import type { VariableValue } from '../interpret/scope.ts'
import type { Shell } from '../interpret/shell.ts'
import { useSource } from '../interpret/facts/sources.ts'

export interface Expansion {
  readonly text: SymbolicText
  /** The elements of an array or of the positional parameters. */
  readonly list?: readonly SymbolicText[]
  /** In quotes the elements are one word: `"$*"`. */
  readonly joined?: boolean
}

type Expand = (word: Word) => SymbolicText

const unknownExpansion: Expansion = { text: UNKNOWN }
const numeric: Expansion = { text: NUMBER }
/** Variables that always hold a number. */
const numericVariables = new Set(
  (
    '? # $ ! RANDOM SRANDOM SECONDS LINENO UID EUID PPID BASHPID EPOCHSECONDS SHLVL COLUMNS LINES ' +
    'OPTIND BASH_SUBSHELL'
  ).split(' '),
)
const MAX_LENGTH = 4096

export function expandSimple(shell: Shell, part: SimpleExpansionPart): Expansion {
  return expandName(shell, displayText(part.text.slice(1).replaceAll('\\\n', '')))
}

function expandName(shell: Shell, name: string): Expansion {
  if (name === '@' || name === '*') return expandAll(shell, POSITIONAL, name)
  if (/^\d+$/.test(name)) return { text: argument(shell, Number(name)) }
  const value = valueOf(shell, name)
  return value === undefined ? unknownExpansion : { text: value }
}

function argument(shell: Shell, index: number): SymbolicText {
  if (index === 0) return shell.scope.text(SCRIPT_NAME) ?? literalText('bash')
  useSource(shell, POSITIONAL)
  const args = shell.scope.get(POSITIONAL)?.list
  return args === undefined ? UNKNOWN : (args[index - 1] ?? EMPTY)
}

function expandAll(shell: Shell, name: string, sign: string): Expansion {
  useSource(shell, name)
  const text = shell.scope.text(name)
  if (text === undefined) return unknownExpansion
  const list = shell.scope.get(name)?.list ?? [text]
  return { text: joinTexts(list, ' '), list, joined: sign === '*' }
}

/** The value of a variable that the text or the shell sets. */
function valueOf(shell: Shell, name: string): SymbolicText | undefined {
  const value = settledValue(shell, name)
  useSource(shell, name, value ?? UNKNOWN)
  return value
}

function settledValue(shell: Shell, name: string): SymbolicText | undefined {
  if (name === 'PWD' && shell.scope.get(name)?.texts[0] === shell.scope.inherited(name)?.texts[0])
    return shell.scope.directory
  const known = shell.scope.text(name)
  if (known !== undefined) return known
  if (numericVariables.has(name)) return NUMBER
  if (name === 'IFS') return literalText(' \t\n')
  if (name === 'HOME') return literalText(shell.world.home)
  if (name === 'TMPDIR') return literalText('/tmp')
  return undefined
}

export function expandParameter(shell: Shell, part: ParameterExpansionPart, expand: Expand): Expansion {
  const { prefix, index, operation } = part
  const parameter = displayText(part.parameter)
  if (prefix === '#') return numeric
  if (prefix === '!') return expandIndirect(shell, part)
  const sign = literalOf(index?.value)
  const all = sign === '@' || sign === '*'
  if (index !== undefined && !all) return expandElement(shell, parameter, expand(index))
  if (all || parameter === '@' || parameter === '*')
    return operation === undefined
      ? expandAll(shell, all ? parameter : POSITIONAL, sign ?? parameter)
      : unknownAfter(operation, expand)
  if (operation === undefined) return expandName(shell, parameter)
  if (operation.type === 'Default')
    return expandDefault(shell, part, { operator: operation.operator, operand: operation.operand, expand })
  const base = expandName(shell, parameter).text
  return {
    text:
      isKnown(base) && base.length <= MAX_LENGTH
        ? operate(base, operation, expand)
        : unknownAfter(operation, expand).text,
  }
}

/** The operands' substitutions run, even when the result is unknown. */
function unknownAfter(operation: ParameterOperation, expand: Expand): Expansion {
  if ('operand' in operation && operation.operand !== undefined) expand(operation.operand)
  if (operation.type === 'Replace') {
    expand(operation.pattern)
    expand(operation.replacement)
  }
  if (operation.type === 'Slice') {
    expand(operation.offset)
    if (operation.length !== undefined) expand(operation.length)
  }
  return unknownExpansion
}

/** `${!X}`: the variable that X names. */
function expandIndirect(shell: Shell, part: ParameterExpansionPart): Expansion {
  if (part.operation !== undefined || part.index !== undefined) return unknownExpansion
  const name = literalOf(valueOf(shell, displayText(part.parameter)))
  return name !== undefined && /^\w+$/.test(name) ? expandName(shell, name) : unknownExpansion
}

function expandElement(shell: Shell, name: string, index: SymbolicText): Expansion {
  useSource(shell, name, UNKNOWN)
  const value: VariableValue | undefined = shell.scope.get(name)
  if (!matches(index, /^\d{1,6}$/)) return unknownExpansion
  if (value?.list !== undefined) return { text: value.list[Number(index)] ?? EMPTY }
  return literalOf(index) === '0' ? expandName(shell, name) : unknownExpansion
}

function expandDefault(
  shell: Shell,
  part: ParameterExpansionPart,
  {
    operator,
    operand,
    expand,
  }: { readonly operator: string; readonly operand: Word; readonly expand: Expand },
): Expansion {
  const parameter = displayText(part.parameter)
  const value = shell.scope.get(parameter)
  const text = /^[\d@*#?]/.test(parameter) ? expandName(shell, parameter).text : valueOf(shell, parameter)
  const other = expand(operand)
  const missing = text === undefined || value?.unset === true || (operator.startsWith(':') && text === EMPTY)
  if (text !== undefined && !isKnown(text)) return operator.endsWith('?') ? { text } : unknownExpansion
  // it may be empty or unset
  if (value?.unset === 'maybe' && text === EMPTY && !operator.startsWith(':')) return unknownExpansion
  if (operator.endsWith('+')) return { text: missing ? EMPTY : other }
  if (!missing) return { text: text ?? EMPTY }
  if (operator.endsWith('?')) return { text: text ?? UNKNOWN }
  if (operator.endsWith('=')) shell.scope.set(parameter, { texts: [other] })
  return { text: other }
}

function operate(base: SymbolicText, operation: ParameterOperation, expand: Expand): SymbolicText {
  switch (operation.type) {
    case 'Remove':
      return remove(base, operation.operator, expand(operation.operand))
    case 'Replace':
      return replace(base, {
        operator: operation.operator,
        pattern: expand(operation.pattern),
        by: expand(operation.replacement),
      })
    case 'Slice':
      return slice(
        base,
        expand(operation.offset),
        operation.length === undefined ? undefined : expand(operation.length),
      )
    case 'CaseModification':
      return changeCase(base, operation.operator, operation.operand)
    default:
      return unknownAfter(operation, expand).text
  }
}

const isUnsafe = (text: SymbolicText): boolean => text.includes(QUESTION) || text.includes(BRACKET)

function remove(base: SymbolicText, operator: string, pattern: SymbolicText): SymbolicText {
  if (base.length > 512) return UNKNOWN
  if (!isKnown(pattern) || isUnsafe(base) || matches(pattern, /[?[\\]/)) return UNKNOWN
  const ends = operator.startsWith('%')
  const greedy = operator.length === 2
  for (let step = 0; step <= base.length; step++) {
    const length = greedy ? base.length - step : step
    const piece = ends ? base.slice(base.length - length) : base.slice(0, length)
    if (matchesStars(piece, pattern)) return ends ? base.slice(0, base.length - length) : base.slice(length)
  }
  return base
}

/** Does a glob with only `*` match the whole text? */
function matchesStars(text: SymbolicText, pattern: SymbolicText): boolean {
  const pieces = pattern.split('*')
  const first = pieces[0] ?? EMPTY
  const last = pieces.at(-1) ?? EMPTY
  if (pieces.length === 1) return text === pattern
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= text.length - last.length
}

interface Replaced {
  readonly operator: string
  readonly pattern: SymbolicText
  readonly by: SymbolicText
}

function replace(base: SymbolicText, { operator, pattern, by }: Replaced): SymbolicText {
  const plain = isKnown(pattern) && isKnown(by) && !matches(pattern, /[*?[\\]/) && !by.includes('&')
  if (!plain || isUnsafe(base) || base.includes(STAR)) return UNKNOWN
  if (pattern === EMPTY) return base
  if (operator === '//') return base.replaceAll(pattern, () => by)
  if (operator === '/#') return base.startsWith(pattern) ? symbolic`${by}${base.slice(pattern.length)}` : base
  if (operator === '/%')
    return base.endsWith(pattern) ? symbolic`${base.slice(0, -pattern.length)}${by}` : base
  return base.replace(pattern, () => by)
}

function slice(base: SymbolicText, offset: SymbolicText, length: SymbolicText | undefined): SymbolicText {
  const start = Number(offset.trim())
  const count = length === undefined ? undefined : Number(length.trim())
  const whole = Number.isInteger(start) && (count === undefined || Number.isInteger(count))
  if (!whole || base.includes(STAR) || hasNumber(base)) return UNKNOWN
  if (offset.trim() === EMPTY || start < -base.length) return start < 0 ? EMPTY : UNKNOWN
  const from = start < 0 ? base.length + start : start
  if (count === undefined) return base.slice(from)
  return count < 0 ? base.slice(from, Math.max(from, base.length + count)) : base.slice(from, from + count)
}

function changeCase(base: SymbolicText, operator: string, operand: Word | undefined): SymbolicText {
  if (operand !== undefined || isUnsafe(base)) return UNKNOWN
  const change = (text: SymbolicText): SymbolicText =>
    withMarks((plain) => (operator.startsWith('^') ? plain.toUpperCase() : plain.toLowerCase()), text)
  return operator.length === 2 ? change(base) : symbolic`${change(base.slice(0, 1))}${base.slice(1)}`
}
