// The shape of a file against schemas/: each mistake once, at its key or value.
import { optionValidators } from './generated/option-validators.ts'
import { optionSchemas } from './generated/schemas.ts'
import type { ShapeError } from './generated/validate.ts'
import { validateConfig, validateRules } from './generated/validate-config.js'
import type { Diagnostic } from '../../model/types.ts'
import { claudeEntries, type ClaudeEntries } from './claude-settings.ts'
import { unknownKey } from './check-keys.ts'
import { type SchemaCheck, asSchema, fileSchema, keysOf, ruleKeys, schemaAt } from './schema.ts'
import { wrongValue } from './check-values.ts'
import { isObject } from '../../model/plain-object.ts'
import { type DataPath, valueAt, ruleName, rulesOf } from '../read/rules-of.ts'
import { createDiagnostic, limitDiagnostics, orderDiagnostics, nearest } from '../diagnostics/diagnostics.ts'
import type { ParsedDocument } from '../read/yaml/document.ts'
import { limits } from '../diagnostics/sizes.ts'

/** Every error against the schemas; unknown names of built-ins are reported elsewhere. */
export function checkShape(
  document: ParsedDocument,
  matchers: ReadonlySet<string> = new Set(),
): Diagnostic[] {
  const { value } = document
  validateConfig(value)
  const whole = { document, schema: fileSchema, at: [], under: [], matchers }
  const claude = claudeEntries(document)
  const errors = validateConfig.errors ?? []
  const all = [
    ...claude.diagnostics,
    ...explain(
      errors.filter(({ instancePath }) => !claude.holds(instancePath)),
      whole,
    ),
    ...checkForeignEvents(whole, claude),
    ...misplacedOn(document),
    ...[...rulesOf(value)].flatMap(({ path, rule }) => checkOptions(document, path, rule)),
  ]
  return limitDiagnostics(orderDiagnostics(all.filter(({ at }) => !document.isHidden(at))))
}

/** Rules below an event that has another name here are checked too. */
function checkForeignEvents(whole: SchemaCheck, claude: ClaudeEntries): Diagnostic[] {
  const hooks = valueAt(whole.document.value, ['hooks'])
  const known = keysOf(schemaAt(fileSchema, ['hooks']))
  const names = isObject(hooks) ? Object.keys(hooks).filter((name) => !known.includes(name)) : []
  return names.flatMap((name) => {
    validateRules(valueAt(hooks, [name]))
    const errors = (validateRules.errors ?? []).filter(
      ({ instancePath }) => !claude.holds(`/hooks/${name}${instancePath}`),
    )
    return explain(errors, { ...whole, at: ['hooks', name], under: ['rules'] })
  })
}

function checkOptions(
  document: ParsedDocument,
  path: DataPath,
  rule: Readonly<Record<string, unknown>>,
): Diagnostic[] {
  const { use, with: options } = rule
  if (typeof use !== 'string' || !isObject(options)) return []
  const validate = Object.hasOwn(optionValidators, use) ? optionValidators[use] : undefined
  const schema = Object.hasOwn(optionSchemas, use) ? optionSchemas[use] : undefined
  if (validate === undefined || schema === undefined) return []
  // A copy: the validator fills in defaults.
  validate(structuredClone(options))
  const at = [...path, 'with']
  return explain(validate.errors ?? [], { document, schema: asSchema(schema), at, under: [] })
}

/** Rules under `rules` name their events, all others stand below theirs. */
function misplacedOn(document: ParsedDocument): Diagnostic[] {
  return [...rulesOf(document.value)].flatMap(({ path, rule }) => {
    const isGeneral = path[0] === 'rules'
    if (Object.hasOwn(rule, 'on') === isGeneral || path.includes('steps')) return []
    const named = typeof rule.name === 'string' ? { rule: rule.name } : {}
    const at = document.place(isGeneral ? path : [...path, 'on'], 'key')
    if (!isGeneral) {
      const message = '"on" is for rules under "rules": here the event is given already'
      const hint = 'remove "on", or move the rule under rules:'
      return [createDiagnostic('misplaced-key', at, { message, hint, ...named })]
    }
    const unknown = Object.keys(rule).filter((key) => !ruleKeys.includes(key))
    if (nearest('on', unknown) !== undefined) return []
    const hint = "add on: [PreToolUse], or on: '*'"
    return [
      createDiagnostic('missing-key', at, { message: 'a rule under "rules" needs "on"', hint, ...named }),
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
    const node = schemaAt(part.schema, [...part.under, ...path])
    const isMatcher = part.matchers?.has(key) === true && node?.name === 'match' // which the catalog knows
    return isMatcher ? undefined : unknownKey(key, path, part)
  }
  if (keyword === 'required') return missingKey(String(params.missingProperty), path, part)
  return wrongValue(error, path, part)
}

/** Not reported beside the misspelt one. */
function missingKey(key: string, path: DataPath, check: SchemaCheck): Diagnostic | undefined {
  const { document, schema, at, under } = check
  const node = schemaAt(schema, [...under, ...path])
  const known = keysOf(node)
  const value = valueAt(document.value, [...at, ...path])
  const strange = isObject(value) ? Object.keys(value).filter((each) => !known.includes(each)) : []
  if (strange.some((each) => nearest(each, known) === key)) return undefined
  const name = node?.name
  const thing = name === 'rule' || name === 'test' ? `this ${name}` : `"${String(path.at(-1) ?? 'the file')}"`
  const hint =
    name === 'rule' && key === 'name' ? 'add name: and a short name, unique in this file' : `add ${key}:`
  const place = document.place([...at, ...path])
  return createDiagnostic('missing-key', place, { message: `${thing} has no "${key}"`, hint })
}
