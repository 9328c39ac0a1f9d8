// RFC 7396. Nothing is shared with what came in, and `__proto__` is a key like any other.
import { isObject } from '../model/plain-object.ts'

type Fields = Readonly<Record<string, unknown>>

function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

/** The target with the patch applied; `null` takes a field away. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = {}
  if (isObject(target)) for (const [key, value] of Object.entries(target)) setField(merged, key, value)
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key)
    else setField(merged, key, mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, value))
  }
  return merged
}

/** One patch that does what the first and then the second would do: a `null` stays a `null`. */
export function composePatches(first: Fields, second: Fields): Fields {
  const merged: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(first)) setField(merged, key, value)
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined
    setField(merged, key, isObject(before) && isObject(value) ? composePatches(before, value) : value)
  }
  return merged
}
