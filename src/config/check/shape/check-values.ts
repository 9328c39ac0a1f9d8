import type { DiagnosticCode } from '../../../model/errors.ts'
import type { ShapeError } from '../generated/validate.ts'
import type { Diagnostic } from '../../../model/types.ts'
import { type SchemaCheck, schemaAt, type SchemaNode } from './schema.ts'
import { type DataPath, valueAt } from '../../read/yaml/data-path.ts'
import { nearest } from '../diagnostics/similar.ts'
import { createDiagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../../read/yaml/yaml-problem.ts'

/** What the definitions of the schema stand for, in a sentence. */
const expected: Readonly<Record<string, string>> = {
  duration: 'a duration such as 5s',
  example: 'a shell command, or a mapping such as {write: orders.ts}',
  globs: 'a path pattern or a list of them',
  match: 'a tool name, a list of them, or conditions',
  names: 'a name or a list of names',
  rule: 'a rule, with keys such as name and deny',
  rules: 'a list of rules, each beginning with "- name:"',
  texts: 'a text pattern or a list of them',
}

const words: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'nothing',
  number: 'a number',
  object: 'a mapping',
  string: 'a text',
}

interface ValueProblem {
  readonly code: DiagnosticCode
  readonly message: string
  readonly hint?: string
}

/** A value, where it stands and what is said about it. */
interface CheckedValue {
  readonly value: unknown
  readonly label: string
  readonly spot: SchemaNode | undefined
  /** As it is written, when that is one line. */
  readonly written: string | undefined
  readonly path: DataPath
}

/** A value that the schema does not allow at its place. */
export function wrongValue(error: ShapeError, path: DataPath, part: SchemaCheck): Diagnostic {
  const { document } = part
  const whole = [...part.at, ...path]
  const name = error.keyword === 'propertyNames' ? String(error.params.propertyName) : undefined
  const text = document.text(whole)
  const subject: CheckedValue = {
    value: valueAt(document.value, whole),
    label: labelOf(whole),
    spot: schemaAt(part.schema, [...part.under, ...path]),
    written: text === undefined || text.includes('\n') ? undefined : text,
    path: whole,
  }
  const { code, ...said } = name === undefined ? describeError(error, subject) : wrongName(name, subject)
  const at = name === undefined ? document.place(whole) : document.place([...whole, name], 'key')
  return createDiagnostic(code, at, said)
}

function labelOf(path: DataPath): string {
  const last = path.at(-1)
  if (last === undefined) return 'the file'
  return typeof last === 'string' ? `"${last}"` : `item ${last + 1} of ${labelOf(path.slice(0, -1))}`
}

/** A value as a message shows it. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  const text = (JSON.stringify(value) as string | undefined) ?? 'something'
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function typesOf(spot: SchemaNode | undefined): readonly string[] {
  const type = spot?.schema.type ?? []
  return typeof type === 'string' ? [type] : type
}

function describeError(error: ShapeError, subject: CheckedValue): ValueProblem {
  const { value, label, spot } = subject
  const { keyword, params } = error
  const got = `got ${describeValue(value)}`
  if (spot?.name === 'duration')
    return {
      code: 'wrong-type',
      message: `${label} must be ${expected.duration}, ${got}`,
      hint: 'write a number with ms, s, m or h',
    }
  switch (keyword) {
    case 'type':
      return wrongType(subject)
    case 'enum':
      return notListed(params.allowedValues, subject)
    case 'const':
      return {
        code: 'bad-value',
        message: `${label} must be ${String(params.allowedValue)}, ${got}`,
        hint: `write ${String(subject.path.at(-1))}: ${String(params.allowedValue)}`,
      }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return {
        code: 'bad-value',
        message: `${label} is empty`,
        hint: 'write something there, or remove the key',
      }
    case 'maxProperties':
      return {
        code: 'bad-value',
        message: `${label} takes one key, got ${Object.keys(value ?? {}).length}`,
        hint: 'keep one of them',
      }
    case 'pattern':
      return {
        code: 'bad-value',
        message: `${label} cannot be ${describeValue(value)}`,
        hint: hintOfPattern(subject),
      }
    default:
      return { code: 'bad-value', message: `${label} must be ${limits(spot)}, ${got}` }
  }
}

function hintOfPattern({ path, value }: CheckedValue): string {
  if (path.at(-1) !== 'name') return 'see `hooks schema` for what may stand here'
  const safe = String(value)
    .trim()
    .replace(/[^\p{L}\p{N}_.:-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}_]+|-+$/gu, '')
  return safe === '' ? 'use letters, digits, - _ . and :' : `rename it to ${safe}`
}

function limits(spot: SchemaNode | undefined): string {
  const { minimum, maximum, exclusiveMinimum } = spot?.schema ?? {}
  const parts = [
    minimum === undefined ? [] : [`at least ${minimum}`],
    exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`],
    maximum === undefined ? [] : [`at most ${maximum}`],
  ].flat()
  return parts.length === 0 ? 'another value' : parts.join(' and ')
}

function notListed(allowed: unknown, { value, label, path }: CheckedValue): ValueProblem {
  const values = Array.isArray(allowed) ? allowed.map(String) : []
  const meant = typeof value === 'string' ? nearest(value, values) : undefined
  const message = `${label} must be one of ${values.join(', ')}, got ${describeValue(value)}`
  const hint = meant === undefined ? hintOfPlace(path) : `write ${meant}`
  return { code: 'bad-value', message, ...(hint !== undefined && { hint }) }
}

/** What takes more values where it stands in a rule. */
function hintOfPlace(path: DataPath): string | undefined {
  return path[0] === 'discover' && path.at(-1) === 'reply'
    ? 'other programs do not say what they are for: start each in a rule, with run: and reply:'
    : undefined
}

function wrongType(subject: CheckedValue): ValueProblem {
  const { value, label, spot } = subject
  if (spot?.schema.enum !== undefined) return notListed(spot.schema.enum, subject)
  const types = typesOf(spot)
  const what =
    (spot?.name === undefined ? undefined : expected[spot.name]) ??
    types.map((type) => words[type] ?? type).join(' or ')
  const hint = hintOfType(subject, types)
  const message = `${label} must be ${what}, got ${describeValue(value)}`
  return { code: 'wrong-type', message, ...(hint !== undefined && { hint }) }
}

const booleans: Readonly<Record<string, string>> = {
  no: 'false',
  off: 'false',
  on: 'true',
  true: 'true',
  false: 'false',
  yes: 'true',
}

function hintOfType(
  { value, written, path, spot }: CheckedValue,
  types: readonly string[],
): string | undefined {
  const key = path.at(-1)
  const prefix = typeof key === 'string' ? `${key}: ` : ''
  if (key === undefined) return 'begin with version: 1, then hooks:'
  if (value === null)
    return prefix === '' ? 'write a value, or remove it' : `write a value behind ${key}:, or remove it`
  if (types.includes('string') && written !== undefined && typeof value !== 'object')
    return `quote it: ${prefix}${quote(written)}`
  if (types.includes('string') && written !== undefined && /^[^[{]/.test(written))
    return `quote it: ${prefix}${quote(written)}`
  if (types.includes('boolean') && typeof value === 'string')
    return `write ${prefix}${booleans[value.toLowerCase()] ?? 'true'}`
  if (spot?.name === 'rules' && typeof value === 'object') return 'begin each rule with "- "'
  if (types.includes('array') && typeof value === 'string')
    return `write a list: ${prefix}[${written ?? quote(value)}]`
  if (
    types.some((type) => type === 'integer' || type === 'number') &&
    typeof value === 'string' &&
    /^\d+$/.test(value)
  )
    return `remove the quotes: ${prefix}${value}`
  return undefined
}

function wrongName(name: string, { label, path }: CheckedValue): ValueProblem {
  const last = path.at(-1)
  const message = `"${name}" cannot be a key of ${label}`
  if (last === 'groups') {
    const bare = name.replace(/^@/, '')
    return {
      code: 'bad-value',
      message,
      hint: name.startsWith('@')
        ? `rename it to "${bare}": only its use begins with @`
        : 'use letters, digits, - and _',
    }
  }
  if (last === 'exit')
    return { code: 'bad-value', message, hint: "write an exit code, or '*' for every other one" }
  return { code: 'bad-value', message, hint: 'use letters, digits and _' }
}
