import type { DiagnosticCode } from '../../model/errors.ts'
import type { ShapeError } from './generated/validate.ts'
import type { Diagnostic } from '../../model/types.ts'
import { keysOf, type SchemaCheck, schemaAt, type SchemaNode } from './schema.ts'
import { type DataPath, valueAt } from '../read/rules-of.ts'
import { nearest, createDiagnostic } from '../diagnostics/diagnostics.ts'
import { quote } from '../read/yaml/yaml-problem.ts'

/** Expected type per definition of the schema. */
const expected: Readonly<Record<string, string>> = {
  duration: 'a duration such as 5s',
  example: 'a shell command, or a mapping such as {write: orders.ts}',
  globs: 'a path pattern or a list of them',
  match: 'a tool name, a list of them, or conditions',
  names: 'a name or a list of names',
  reason: 'text, or a mapping such as {user: Deploy?, model: Wait for the answer.}',
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
  string: 'text',
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
  readonly node: SchemaNode | undefined
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
  const checked: CheckedValue = {
    value: valueAt(document.value, whole),
    label: labelOf(whole),
    node: schemaAt(part.schema, [...part.under, ...path]),
    written: text === undefined || text.includes('\n') ? undefined : text,
    path: whole,
  }
  const { code, ...said } = name === undefined ? describeError(error, checked) : wrongName(name, checked)
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

function bad(message: string, hint?: string): ValueProblem {
  return { code: 'bad-value', message, ...(hint !== undefined && { hint }) }
}

function describeError({ keyword, params }: ShapeError, checked: CheckedValue): ValueProblem {
  const { value, label, node, path } = checked
  const got = `got ${describeValue(value)}`
  if (node?.name === 'duration') {
    const message = `${label} must be ${expected.duration}, ${got}`
    return { code: 'wrong-type', message, hint: 'write a number with ms, s, m or h' }
  }
  switch (keyword) {
    case 'type':
      return wrongType(checked)
    case 'enum':
      return notListed(params.allowedValues, checked)
    case 'const': {
      const allowed = String(params.allowedValue)
      return bad(`${label} must be ${allowed}, ${got}`, `write ${String(path.at(-1))}: ${allowed}`)
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return bad(
        `${label} is empty`,
        node?.name === 'reason' && value !== ''
          ? 'write user: for the person, model: for the model, or both'
          : 'write something there, or remove the key',
      )
    case 'maxProperties':
      return bad(`${label} takes one key, got ${Object.keys(value ?? {}).length}`, 'keep one of them')
    case 'pattern':
      return bad(`${label} cannot be ${describeValue(value)}`, hintOfPattern(checked))
    default:
      return bad(`${label} must be ${limitsOf(node)}, ${got}`)
  }
}

function hintOfPattern({ path, value, node }: CheckedValue): string {
  if (path.at(-1) !== 'name') return exampleOf(node) ?? 'see `hooks schema` for what may stand here'
  const safe = String(value)
    .trim()
    .replace(/[^\p{L}\p{N}_.:-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}_]+|-+$/gu, '')
  return safe === '' ? 'use letters, digits, - _ . and :' : `rename it to ${safe}`
}

/** Of a text that has to have a form. */
function exampleOf(node: SchemaNode | undefined): string | undefined {
  const { pattern, examples: [example] = [] } = node?.schema ?? {}
  return pattern === undefined || typeof example !== 'string' ? undefined : `write it like ${example}`
}

function limitsOf(node: SchemaNode | undefined): string {
  const { minimum, maximum, exclusiveMinimum } = node?.schema ?? {}
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
  const isDiscoverReply = path[0] === 'discover' && path.at(-1) === 'reply'
  const instead = isDiscoverReply
    ? 'other programs do not say what they are for: start each in a rule, with run: and reply:'
    : undefined
  const message = `${label} must be one of ${values.join(', ')}, got ${describeValue(value)}`
  return bad(message, meant === undefined ? instead : `write ${meant}`)
}

function wrongType(checked: CheckedValue): ValueProblem {
  const { value, label, node } = checked
  if (node?.schema.enum !== undefined) return notListed(node.schema.enum, checked)
  const types = [node?.schema.type ?? []].flat()
  const what =
    (node?.name === undefined ? undefined : expected[node.name]) ??
    types.map((type) => words[type] ?? type).join(' or ')
  const hint = hintOfType(checked, types)
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

function hintOfType(checked: CheckedValue, types: readonly string[]): string | undefined {
  const { value, written, path, node } = checked
  const key = path.at(-1)
  const prefix = typeof key === 'string' ? `${key}: ` : ''
  if (key === undefined) return 'begin with version: 1, then hooks:'
  if (value === null)
    return prefix === '' ? 'write a value, or remove it' : `write a value behind ${key}:, or remove it`
  const isQuotable = written !== undefined && (typeof value !== 'object' || /^[^[{]/.test(written))
  const example = exampleOf(node)
  if (example !== undefined && typeof value !== 'object') return example
  if (node?.name === 'names' && value === true) return `write ${prefix}'*' for any`
  if (types.includes('string') && isQuotable) return `quote it: ${prefix}${quote(written)}`
  if (node?.name === 'rules' && typeof value === 'object') return 'begin each rule with "- "'
  if (typeof value !== 'string') return undefined
  if (types.includes('object') && keysOf(node).includes('name'))
    return `write ${prefix}{ name: ${written ?? quote(value)} }`
  if (types.includes('boolean')) return `write ${prefix}${booleans[value.toLowerCase()] ?? 'true'}`
  if (types.includes('array')) return `write a list: ${prefix}[${written ?? quote(value)}]`
  const isNumber = types.includes('integer') || types.includes('number')
  if (!isNumber) return undefined
  return /^\d+$/.test(value)
    ? `remove the quotes: ${prefix}${value}`
    : `write ${prefix}${node?.schema.minimum ?? 1}, or a larger number`
}

function wrongName(name: string, { label, path }: CheckedValue): ValueProblem {
  const hint =
    path.at(-1) === 'exit'
      ? "write an exit code, or '*' for every other one"
      : path.at(-1) !== 'groups'
        ? 'use letters, digits and _'
        : name.startsWith('@')
          ? `rename it to "${name.slice(1)}": only its use begins with @`
          : 'use letters, digits, - and _'
  return { code: 'bad-value', message: `"${name}" cannot be a key of ${label}`, hint }
}
