import type { Untrusted } from '../model/types.ts'

const MAX_NAMED = 5

/** One sentence about what is not run, and what to do. */
export function untrustedMessage({ new: fresh, changed, refused }: Untrusted): string {
  const parts = [
    ...(fresh.length > 0
      ? [`${named(fresh)} not run until you trust ${fresh.length === 1 ? 'it' : 'them'}`]
      : []),
    ...(changed.length > 0
      ? [
          `${named(changed)} not run, because of changes since you trusted ${changed.length === 1 ? 'it' : 'them'}`,
        ]
      : []),
  ]
  const remedy =
    refused === undefined ? 'look at what would run: hooks trust' : `nothing can be trusted here: ${refused}`
  return `${parts.join('; ')}; ${remedy}`
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED)
  const more = names.length - shown.length
  const list = more > 0 ? [...shown, `${more} more`] : shown
  const joined = list.length === 1 ? list[0] : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
  return `${joined} ${names.length === 1 ? 'is' : 'are'}`
}
