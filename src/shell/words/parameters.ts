// `$X`, `${X}` and what `${X…}` does to a value.
import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from 'unbash'
import { UNKNOWN, BRACKET, hasNumber, isKnown, NUMBER, QUESTION, STAR } from './marks.ts'
import { CWD, POSITIONAL, SCRIPT_NAME } from '../interpret/scope.ts'
import type { VariableValue } from '../interpret/scope.ts'
import type { Shell } from '../interpret/shell.ts'

export interface Expansion {
  readonly text: string
  /** The elements of an array or of the positional parameters. */
  readonly list?: readonly string[]
  /** In quotes the elements are one word: `"$*"`. */
  readonly joined?: boolean
}

type Expand = (word: Word) => string

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
  return expandName(shell, part.text.slice(1).replaceAll('\\\n', ''))
}

function expandName(shell: Shell, name: string): Expansion {
  if (name === '@' || name === '*') return expandAll(shell, POSITIONAL, name)
  if (/^\d+$/.test(name)) return { text: argument(shell, Number(name)) }
  const value = valueOf(shell, name)
  return value === undefined ? unknownExpansion : { text: value }
}

function argument(shell: Shell, index: number): string {
  if (index === 0) return shell.scope.text(SCRIPT_NAME) ?? 'bash'
  const args = shell.scope.get(POSITIONAL)?.list
  return args === undefined ? UNKNOWN : (args[index - 1] ?? '')
}

function expandAll(shell: Shell, name: string, sign: string): Expansion {
  const value = shell.scope.get(name)
  if (value === undefined) return unknownExpansion
  const list = value.list ?? (value.texts.length === 1 ? value.texts : undefined)
  return list === undefined ? unknownExpansion : { text: list.join(' '), list, joined: sign === '*' }
}

/** The value of a variable that the text or the shell sets. */
function valueOf(shell: Shell, name: string): string | undefined {
  if (name === 'PWD' && shell.scope.get(name)?.texts[0] === shell.world.env[name])
    return shell.scope.text(CWD) || undefined
  const known = shell.scope.text(name)
  if (known !== undefined) return known
  if (numericVariables.has(name)) return NUMBER
  if (name === 'IFS') return ' \t\n'
  if (name === 'HOME') return shell.world.home
  if (name === 'TMPDIR') return '/tmp'
  return undefined
}

export function expandParameter(shell: Shell, part: ParameterExpansionPart, expand: Expand): Expansion {
  const { parameter, prefix, index, operation } = part
  if (prefix === '#') return numeric
  if (prefix === '!') return expandIndirect(shell, part)
  const all = index?.value === '@' || index?.value === '*'
  if (index !== undefined && !all) return expandElement(shell, parameter, expand(index))
  if (all || parameter === '@' || parameter === '*')
    return operation === undefined
      ? expandAll(shell, all ? parameter : POSITIONAL, index?.value ?? parameter)
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
  const name = valueOf(shell, part.parameter)
  return name !== undefined && /^\w+$/.test(name) ? expandName(shell, name) : unknownExpansion
}

function expandElement(shell: Shell, name: string, index: string): Expansion {
  const value: VariableValue | undefined = shell.scope.get(name)
  if (!/^\d{1,6}$/.test(index)) return unknownExpansion
  if (value?.list !== undefined) return { text: value.list[Number(index)] ?? '' }
  return index === '0' ? expandName(shell, name) : unknownExpansion
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
  const { parameter } = part
  const value = shell.scope.get(parameter)
  const text = /^[\d@*#?]/.test(parameter) ? expandName(shell, parameter).text : valueOf(shell, parameter)
  const other = expand(operand)
  const missing = text === undefined || value?.unset === true || (operator.startsWith(':') && text === '')
  if (text !== undefined && !isKnown(text)) return operator.endsWith('?') ? { text } : unknownExpansion
  // it may be empty or unset
  if (value?.unset === 'maybe' && text === '' && !operator.startsWith(':')) return unknownExpansion
  if (operator.endsWith('+')) return { text: missing ? '' : other }
  if (!missing) return { text: text ?? '' }
  if (operator.endsWith('?')) return { text: text === undefined ? UNKNOWN : text }
  if (operator.endsWith('=')) shell.scope.set(parameter, { texts: [other] })
  return { text: other }
}

function operate(base: string, operation: ParameterOperation, expand: Expand): string {
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

const unsafe = new RegExp(`[${QUESTION}${BRACKET}]`)

function remove(base: string, operator: string, pattern: string): string {
  if (base.length > 512) return UNKNOWN
  if (!isKnown(pattern) || unsafe.test(base) || /[?[\\]/.test(pattern)) return UNKNOWN
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
function matchesStars(text: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
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

function replace(
  base: string,
  { operator, pattern, by }: { readonly operator: string; readonly pattern: string; readonly by: string },
): string {
  const plain = isKnown(pattern) && isKnown(by) && !/[*?[\\]/.test(pattern) && !by.includes('&')
  if (!plain || unsafe.test(base) || base.includes(STAR)) return UNKNOWN
  if (pattern === '') return base
  if (operator === '//') return base.replaceAll(pattern, () => by)
  if (operator === '/#') return base.startsWith(pattern) ? by + base.slice(pattern.length) : base
  if (operator === '/%') return base.endsWith(pattern) ? base.slice(0, -pattern.length) + by : base
  return base.replace(pattern, () => by)
}

function slice(base: string, offset: string, length: string | undefined): string {
  const start = Number(offset.trim())
  const count = length === undefined ? undefined : Number(length.trim())
  const whole = Number.isInteger(start) && (count === undefined || Number.isInteger(count))
  if (!whole || base.includes(STAR) || hasNumber(base)) return UNKNOWN
  if (offset.trim() === '' || start < -base.length) return start < 0 ? '' : UNKNOWN
  const from = start < 0 ? base.length + start : start
  if (count === undefined) return base.slice(from)
  return count < 0 ? base.slice(from, Math.max(from, base.length + count)) : base.slice(from, from + count)
}

function changeCase(base: string, operator: string, operand: Word | undefined): string {
  if (operand !== undefined || unsafe.test(base)) return UNKNOWN
  const change = (text: string): string =>
    operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase()
  return operator.length === 2 ? change(base) : change(base.slice(0, 1)) + base.slice(1)
}
