// `$X`, `${X}` and what `${X…}` does to a value.
import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from 'unbash'
import { anything, bracket, isKnown, number, question, star } from './marks.ts'
import { directory, positional, zero } from '../interpret/scope.ts'
import type { Value } from '../interpret/scope.ts'
import type { Shell } from '../interpret/shell.ts'

export interface Expanded {
  readonly text: string
  /** The elements of an array or of the positional parameters. */
  readonly list?: readonly string[]
  /** In quotes the elements are one word: `"$*"`. */
  readonly joined?: boolean
}

type Expand = (word: Word) => string

const unknown: Expanded = { text: anything }
const numeric: Expanded = { text: number }
const numbers = new Set([
  '?',
  '#',
  '$',
  '!',
  'RANDOM',
  'SRANDOM',
  'SECONDS',
  'LINENO',
  'UID',
  'EUID',
  'PPID',
  'BASHPID',
  'EPOCHSECONDS',
  'SHLVL',
  'COLUMNS',
  'LINES',
  'OPTIND',
  'BASH_SUBSHELL',
])
const longest = 4096

export function expandSimple(shell: Shell, part: SimpleExpansionPart): Expanded {
  return expandName(shell, part.text.slice(1).replaceAll('\\\n', ''))
}

function expandName(shell: Shell, name: string): Expanded {
  if (name === '@' || name === '*') return expandAll(shell, positional, name)
  if (/^\d+$/.test(name)) return { text: argument(shell, Number(name)) }
  const value = valueOf(shell, name)
  return value === undefined ? unknown : { text: value }
}

function argument(shell: Shell, index: number): string {
  if (index === 0) return shell.scope.text(zero) ?? 'bash'
  const args = shell.scope.get(positional)?.list
  return args === undefined ? anything : (args[index - 1] ?? '')
}

function expandAll(shell: Shell, name: string, sign: string): Expanded {
  const value = shell.scope.get(name)
  if (value === undefined) return unknown
  const list = value.list ?? (value.texts.length === 1 ? value.texts : undefined)
  return list === undefined ? unknown : { text: list.join(' '), list, joined: sign === '*' }
}

/** The text of a variable that something sets, or of one that the shell itself sets. */
function valueOf(shell: Shell, name: string): string | undefined {
  if (name === 'PWD' && shell.scope.get(name)?.texts[0] === shell.world.env[name])
    return shell.scope.text(directory) || undefined
  const known = shell.scope.text(name)
  if (known !== undefined) return known
  if (numbers.has(name)) return number
  if (name === 'IFS') return ' \t\n'
  if (name === 'HOME') return shell.world.home
  if (name === 'TMPDIR') return '/tmp'
  return undefined
}

export function expandParameter(shell: Shell, part: ParameterExpansionPart, expand: Expand): Expanded {
  const { parameter, prefix, index, operation } = part
  if (prefix === '#') return numeric
  if (prefix === '!') return indirect(shell, part)
  const all = index?.value === '@' || index?.value === '*'
  if (index !== undefined && !all) return element(shell, parameter, expand(index))
  if (all || parameter === '@' || parameter === '*')
    return operation === undefined
      ? expandAll(shell, all ? parameter : positional, index?.value ?? parameter)
      : unknownAfter(operation, expand)
  if (operation === undefined) return expandName(shell, parameter)
  if (operation.type === 'Default')
    return defaulted(shell, part, { operator: operation.operator, operand: operation.operand, expand })
  const base = expandName(shell, parameter).text
  return {
    text:
      isKnown(base) && base.length <= longest
        ? operate(base, operation, expand)
        : unknownAfter(operation, expand).text,
  }
}

/** The operand's substitutions run, whatever comes of it. */
function unknownAfter(operation: ParameterOperation, expand: Expand): Expanded {
  if ('operand' in operation && operation.operand !== undefined) expand(operation.operand)
  if (operation.type === 'Replace') {
    expand(operation.pattern)
    expand(operation.replacement)
  }
  if (operation.type === 'Slice') {
    expand(operation.offset)
    if (operation.length !== undefined) expand(operation.length)
  }
  return unknown
}

/** `${!X}`: the variable that X names. */
function indirect(shell: Shell, part: ParameterExpansionPart): Expanded {
  if (part.operation !== undefined || part.index !== undefined) return unknown
  const name = valueOf(shell, part.parameter)
  return name !== undefined && /^\w+$/.test(name) ? expandName(shell, name) : unknown
}

function element(shell: Shell, name: string, index: string): Expanded {
  const value: Value | undefined = shell.scope.get(name)
  if (!/^\d{1,6}$/.test(index)) return unknown
  if (value?.list !== undefined) return { text: value.list[Number(index)] ?? '' }
  return index === '0' ? expandName(shell, name) : unknown
}

interface Default {
  readonly operator: string
  readonly operand: Word
  readonly expand: Expand
}

function defaulted(
  shell: Shell,
  part: ParameterExpansionPart,
  { operator, operand, expand }: Default,
): Expanded {
  const { parameter } = part
  const value = shell.scope.get(parameter)
  const text = /^[\d@*#?]/.test(parameter) ? expandName(shell, parameter).text : valueOf(shell, parameter)
  const other = expand(operand)
  const missing = text === undefined || value?.unset === true || (operator.startsWith(':') && text === '')
  if (text !== undefined && !isKnown(text)) return operator.endsWith('?') ? { text } : unknown
  // it may be set to nothing, or not at all
  if (value?.unset === 'maybe' && text === '' && !operator.startsWith(':')) return unknown
  if (operator.endsWith('+')) return { text: missing ? '' : other }
  if (!missing) return { text: text ?? '' }
  if (operator.endsWith('?')) return { text: text === undefined ? anything : text }
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

const unsafe = new RegExp(`[${question}${bracket}]`)

function remove(base: string, operator: string, pattern: string): string {
  if (base.length > 512) return anything
  if (!isKnown(pattern) || unsafe.test(base) || /[?[\\]/.test(pattern)) return anything
  const ends = operator.startsWith('%')
  const greedy = operator.length === 2
  for (let step = 0; step <= base.length; step++) {
    const length = greedy ? base.length - step : step
    const piece = ends ? base.slice(base.length - length) : base.slice(0, length)
    if (matchesStars(piece, pattern)) return ends ? base.slice(0, base.length - length) : base.slice(length)
  }
  return base
}

/** Does a pattern whose only sign is `*` name the whole text? */
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

interface Replacement {
  readonly operator: string
  readonly pattern: string
  readonly by: string
}

function replace(base: string, { operator, pattern, by }: Replacement): string {
  const plain = isKnown(pattern) && isKnown(by) && !/[*?[\\]/.test(pattern) && !by.includes('&')
  if (!plain || unsafe.test(base) || base.includes(star)) return anything
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
  if (!whole || base.includes(star) || base.includes(number)) return anything
  if (offset.trim() === '' || start < -base.length) return start < 0 ? '' : anything
  const from = start < 0 ? base.length + start : start
  if (count === undefined) return base.slice(from)
  return count < 0 ? base.slice(from, Math.max(from, base.length + count)) : base.slice(from, from + count)
}

function changeCase(base: string, operator: string, operand: Word | undefined): string {
  if (operand !== undefined || unsafe.test(base)) return anything
  const change = (text: string): string =>
    operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase()
  return operator.length === 2 ? change(base) : change(base.slice(0, 1)) + base.slice(1)
}
