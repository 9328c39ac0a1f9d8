// The shape of a file against schemas/: each mistake once, at its key or value.
import { optionValidators } from '../generated/option-validators.ts'
import { optionSchemas } from '../generated/schemas.ts'
import type { ShapeError } from '../generated/validate.ts'
import { validateConfig, validateRules } from '../generated/validate-config.js'
import type { Diagnostic } from '../../../model/types.ts'
import { limits } from '../../read/yaml/limits.ts'
import { unknownKey } from './check-keys.ts'
import { type SchemaCheck, asSchema, fileSchema, keysOf, schemaAt } from './schema.ts'
import { wrongValue } from './check-values.ts'
import { type DataPath, isMapping, valueAt } from '../../read/yaml/data-path.ts'
import { createDiagnostic, limitDiagnostics, orderDiagnostics } from '../diagnostics/diagnostic.ts'
import type { ParsedDocument } from '../../read/yaml/document.ts'
import { ruleName, rulesOf } from '../../read/rules-of.ts'
import { nearest } from '../diagnostics/similar.ts'

/** Every problem with what may be written where; none of a built-in's name, which the catalog knows. */
export function checkShape(
  document: ParsedDocument,
  matchers: ReadonlySet<string> = new Set(),
): Diagnostic[] {
  const { value } = document
  validateConfig(value)
  const whole = { document, schema: fileSchema, at: [], under: [], matchers }
  const all = [
    ...explain(validateConfig.errors ?? [], whole),
    ...foreignEvents(document).flatMap((name) => checkRules(whole, name)),
    ...misplacedOn(document),
    ...[...rulesOf(value)].flatMap(({ path, rule }) => checkOptions(document, path, rule)),
  ]
  return limitDiagnostics(orderDiagnostics(all.filter(({ at }) => !document.isHidden(at))))
}

/** Rules below an event that has another name here are checked too. */
function foreignEvents({ value }: ParsedDocument): string[] {
  const hooks = valueAt(value, ['hooks'])
  const known = keysOf(schemaAt(fileSchema, ['hooks']))
  return isMapping(hooks) ? Object.keys(hooks).filter((name) => !known.includes(name)) : []
}

function checkRules(whole: SchemaCheck, name: string): Diagnostic[] {
  validateRules(valueAt(whole.document.value, ['hooks', name]))
  return explain(validateRules.errors ?? [], { ...whole, at: ['hooks', name], under: ['rules'] })
}

function checkOptions(
  document: ParsedDocument,
  path: DataPath,
  rule: Readonly<Record<string, unknown>>,
): Diagnostic[] {
  const { use, with: options } = rule
  if (typeof use !== 'string' || !isMapping(options)) return []
  const validate = Object.hasOwn(optionValidators, use) ? optionValidators[use] : undefined
  const schema = Object.hasOwn(optionSchemas, use) ? optionSchemas[use] : undefined
  if (validate === undefined || schema === undefined) return []
  // A copy: the validator fills in defaults.
  validate(structuredClone(options))
  return explain(validate.errors ?? [], {
    document,
    schema: asSchema(schema),
    at: [...path, 'with'],
    under: [],
  })
}

function misplacedOn(document: ParsedDocument): Diagnostic[] {
  return [...rulesOf(document.value)].flatMap(({ path, rule }) => {
    const isGeneral = path[0] === 'rules'
    if (Object.hasOwn(rule, 'on') === isGeneral || path.includes('steps')) return []
    const at = document.place(isGeneral ? path : [...path, 'on'], 'key')
    const named = typeof rule.name === 'string' ? { rule: rule.name } : {}
    if (!isGeneral) {
      const message = '"on" is for rules under "rules": here the event is given already'
      return [
        createDiagnostic('misplaced-key', at, {
          message,
          hint: 'remove "on", or move the rule under rules:',
          ...named,
        }),
      ]
    }
    if (
      nearest(
        'on',
        Object.keys(rule).filter((key) => !keysOf(schemaAt(fileSchema, ['rules', 0])).includes(key)),
      ) !== undefined
    )
      return []
    return [
      createDiagnostic('missing-key', at, {
        message: 'a rule under "rules" needs "on"',
        hint: "add on: [PreToolUse], or on: '*'",
        ...named,
      }),
    ]
  })
}

/** A JSON pointer as a path; steps into lists are numbers. */
function pathOf(pointer: string, value: unknown): DataPath {
  const steps: (string | number)[] = []
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    steps.push(Array.isArray(valueAt(value, steps)) ? Number(name) : name)
  }
  return steps
}

function explain(errors: readonly ShapeError[], part: SchemaCheck): Diagnostic[] {
  const root = valueAt(part.document.value, part.at)
  const isTyped = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  )
  const isNoise = ({ propertyName, keyword, instancePath }: ShapeError) =>
    propertyName !== undefined || (keyword !== 'type' && isTyped.has(instancePath))
  const listed = errors.filter((error) => !isNoise(error)).slice(0, limits.problems + 1)
  return listed.flatMap((error) => {
    const path = pathOf(error.instancePath, root)
    const found = explainError(error, path, part)
    const rule = ruleName(part.document.value, [...part.at, ...path])
    return found === undefined ? [] : [rule === undefined ? found : { ...found, rule }]
  })
}

function explainError(error: ShapeError, path: DataPath, part: SchemaCheck): Diagnostic | undefined {
  const { keyword, params } = error
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty)
    return isOwnMatcher(key, path, part) ? undefined : unknownKey(key, path, part)
  }
  if (keyword === 'required') return missingKey(String(params.missingProperty), path, part)
  return wrongValue(error, path, part)
}

/** Not reported beside the misspelt one. */
function missingKey(
  key: string,
  path: DataPath,
  { document, schema, at, under }: SchemaCheck,
): Diagnostic | undefined {
  const known = keysOf(schemaAt(schema, [...under, ...path]))
  const value = valueAt(document.value, [...at, ...path])
  const strange = isMapping(value) ? Object.keys(value).filter((each) => !known.includes(each)) : []
  if (strange.some((each) => nearest(each, known) === key)) return undefined
  const name = schemaAt(schema, [...under, ...path])?.name
  const thing = name === 'rule' || name === 'test' ? `this ${name}` : `"${String(path.at(-1) ?? 'the file')}"`
  const place = document.place([...at, ...path])
  const hint =
    name === 'rule' && key === 'name' ? 'add name: and a short name, unique in this file' : `add ${key}:`
  return createDiagnostic('missing-key', place, { message: `${thing} has no "${key}"`, hint })
}

/** A key of a match that the catalog knows and the schema does not. */
function isOwnMatcher(key: string, path: DataPath, { schema, under, matchers }: SchemaCheck): boolean {
  return matchers?.has(key) === true && schemaAt(schema, [...under, ...path])?.name === 'match'
}
