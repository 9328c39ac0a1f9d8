import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../model/plain-object.ts'

/** Where a value is not as wanted: what stands there instead. */
export interface Difference {
  /** Dotted. */
  readonly path: string
  readonly expected: unknown
  /** Undefined when there is nothing. */
  readonly got: unknown
}

/** Every wanted field that is not there or has another value; fields that nobody wants do not matter. */
export function differences(wanted: unknown, got: unknown, path = ''): readonly Difference[] {
  if (!isObject(wanted) || !isObject(got)) {
    return isDeepStrictEqual(plain(wanted), plain(got)) || sameList(wanted, got)
      ? []
      : [{ path, expected: wanted, got }]
  }
  return Object.keys(wanted).flatMap((key) =>
    differences(
      wanted[key],
      Object.hasOwn(got, key) ? got[key] : undefined,
      path === '' ? key : `${path}.${key}`,
    ),
  )
}

/** The wanted items stand in the list in this order, others may stand between them; none wanted: there are none. */
export function listDifference(
  wanted: readonly unknown[],
  got: unknown,
  path: string,
): readonly Difference[] {
  const different = [{ path, expected: wanted, got }]
  if (!Array.isArray(got) || (wanted.length === 0 && got.length > 0)) return different
  let at = 0
  for (const item of got) if (at < wanted.length && differences(wanted[at], item).length === 0) at += 1
  return at === wanted.length ? [] : different
}

function sameList(wanted: unknown, got: unknown): boolean {
  return (
    Array.isArray(wanted) &&
    Array.isArray(got) &&
    wanted.length === got.length &&
    wanted.every((item, at) => differences(item, got[at]).length === 0)
  )
}

/** Mappings of a YAML file have no prototype; that is no difference. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
