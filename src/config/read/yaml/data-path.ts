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
