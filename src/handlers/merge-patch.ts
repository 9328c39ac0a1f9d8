// JSON merge patches (RFC 7396). Results share nothing with the arguments; `__proto__` is an ordinary key.
import { isObject, type PlainObject } from '../model/plain-object.ts'

function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

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

/** One patch with the effect of both, so `null` is kept. */
export function composePatches(first: PlainObject, second: PlainObject): PlainObject {
  const merged: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(first)) setField(merged, key, value)
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined
    setField(merged, key, isObject(before) && isObject(value) ? composePatches(before, value) : value)
  }
  return merged
}
