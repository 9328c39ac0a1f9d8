// `{{dotted.path}}` in texts: own properties only, nothing is ever executed.
import type { Event } from '../../model/types.ts'

type Bind = Readonly<Record<string, string>> | undefined

const placeholder = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g

/** The dotted paths that a text names, in order. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(placeholder)].flatMap((found) => found[1] ?? [])
}

/** The value at a dotted path through own properties; undefined when there is none. */
function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** A value in a text: strings as they are, nothing for nothing, else JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return value === undefined ? '' : (JSON.stringify(value) ?? '')
  } catch {
    return '' // a guard's words may lack something, the guard itself may not
  }
}

/** The text with each placeholder filled from the match first, then from the event; unknown ones become empty. */
export function interpolate(text: string, event: Event, bind?: Bind): string {
  if (!text.includes('{{')) return text
  return text.replace(placeholder, (_, path: string) => {
    if (bind !== undefined && Object.hasOwn(bind, path)) return bind[path] ?? ''
    return textOf(valueAt(event, path))
  })
}

/** The same value with every text in it filled. */
export function fillDeep(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((each: unknown) => fillDeep(each, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillDeep(each, fill)]))
}
