import { isObject } from '../../model/plain-object.ts'

export interface WrittenRule {
  readonly path: DataPath
  readonly rule: Readonly<Record<string, unknown>>
}

function* listed(list: unknown, path: DataPath): Generator<WrittenRule> {
  if (!Array.isArray(list)) return
  for (const [index, rule] of (list as unknown[]).entries()) {
    if (!isObject(rule)) continue
    yield { path: [...path, index], rule }
    yield* listed(rule.steps, [...path, index, 'steps'])
  }
}

/** Every rule and step that is written in a file, in order. */
export function* rulesOf(value: unknown): Generator<WrittenRule> {
  for (const top of ['hooks', 'rules', 'wrap']) {
    const written = valueAt(value, [top])
    if (top === 'rules') yield* listed(written, [top])
    else if (isObject(written))
      for (const name of Object.keys(written)) yield* listed(written[name], [top, name])
  }
}

/** The name of the rule that a path leads into. */
export function ruleName(value: unknown, path: DataPath): string | undefined {
  const length = path[0] === 'rules' ? 2 : path[0] === 'hooks' || path[0] === 'wrap' ? 3 : Infinity
  const name = path.length < length ? undefined : valueAt(value, [...path.slice(0, length), 'name'])
  return typeof name === 'string' ? name : undefined
}

/** The way from a document's top to one of its values. */
export type DataPath = readonly (string | number)[]

/** The value at a path; undefined when there is none. */
export function valueAt(value: unknown, path: DataPath): unknown {
  let here = value
  for (const step of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step) as unknown // an own property of plain data
  }
  return here
}
