// Keys with a newer form go on working. `not: { pushed: false }` has none: it matches unless the commit is known to be local.
import type { RuleContext } from '../compile/compile-context.ts'
import { isKeys, type Path } from '../read/config-file.ts'

export function nameNewerForms({ draft, report }: RuleContext): void {
  for (const { path, value } of placesOf(draft.keys.match))
    report('older-key', ['match', ...path], {
      on: 'key',
      message: '"pushed" is an older form of "git" and never matches where Git cannot tell',
      hint: `write git: { pushed: ${String(value)} }`,
    })
}

interface Written {
  readonly path: Path
  readonly value: unknown
}

function placesOf(written: unknown, path: Path = []): readonly Written[] {
  if (Array.isArray(written)) return written.flatMap((each: unknown, at) => placesOf(each, [...path, at]))
  if (!isKeys(written)) return []
  return Object.keys(written).flatMap((key): readonly Written[] => {
    const below = [...path, key]
    if (key === 'pushed') return [{ path: below, value: written[key] }]
    return key === 'any' || key === 'all' ? placesOf(written[key], below) : []
  })
}
