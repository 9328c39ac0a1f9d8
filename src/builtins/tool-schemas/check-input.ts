import type { ToolSchema } from '../../model/generated/options.ts'
import { compileJsonSchema, type Problem, stringsIn, tooShort, type Validate } from './json-schema.ts'
import { field, isObject, type PlainObject } from '../../model/plain-object.ts'

const validators = new WeakMap<object, Validate>()

/** One problem per path. */
export function checkInput(input: unknown, tool: ToolSchema): readonly Problem[] {
  if (!isObject(input)) return nonObjectProblems(input, tool)
  const problems: Problem[] = (tool.required ?? [])
    .filter((name) => isMissing(input, name))
    .map((path) => ({ path, says: 'is missing' }))
  const groups = alternatives(tool)
  if (groups.length > 0 && !groups.some((group) => group.every((name) => !isMissing(input, name)))) {
    problems.push({
      path: '',
      says: `one of: ${groups.map((group) => group.join(' + ')).join(' | ')} is missing`,
    })
  }
  for (const [path, min] of Object.entries(tool.min_length ?? {})) {
    const says = tooShort(field(input, path), min)
    if (says !== undefined) problems.push({ path, says })
  }
  return firstPerPath([...problems, ...validate(input, tool)])
}

/** One of the groups has to be complete; a single group means any one of its fields. */
export function alternatives({ required_any = [] }: ToolSchema): readonly (readonly string[])[] {
  const groups = required_any.map((group) => (typeof group === 'string' ? [group] : group))
  const [only = []] = groups
  return groups.length === 1 ? only.map((name) => [name]) : groups
}

export function requiredFields({ required = [], schema }: ToolSchema): readonly string[] {
  const more = isObject(schema) ? stringsIn(field(schema, 'required')) : []
  return [...new Set([...required, ...more])]
}

export function formatProblem({ path, says }: Problem): string {
  return path === '' ? says : `${path} ${says}`
}

function nonObjectProblems(input: unknown, tool: ToolSchema): readonly Problem[] {
  const required = requiredFields(tool)
  if (required.length === 0) return input === undefined ? [] : validate(input, tool)
  const missing = required.map((path) => ({ path, says: 'is missing' }))
  return [{ path: '', says: 'the input must be an object' }, ...missing]
}

function validate(input: unknown, { schema }: ToolSchema): readonly Problem[] {
  if (!isObject(schema)) return schema === false ? [{ path: '', says: 'this tool takes no input' }] : []
  let found = validators.get(schema)
  if (found === undefined) validators.set(schema, (found = compileJsonSchema(schema)))
  return found(input).map(({ path, says }) => ({ path, says: path === '' ? `the input ${says}` : says }))
}

function firstPerPath(problems: readonly Problem[]): readonly Problem[] {
  const first = new Map<string, Problem>()
  for (const problem of problems) {
    const key = problem.path === '' ? problem.says : problem.path
    if (!first.has(key)) first.set(key, problem)
  }
  return [...first.values()]
}

function isMissing(fields: PlainObject, name: string): boolean {
  const value = field(fields, name)
  return value === undefined || value === null || value === ''
}
