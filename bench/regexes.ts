import { compileEvil, evil, longestOf, MIB, textFor, timeEvil } from './evil-regexes.ts'

/** Each evil regex on the longest text that V8 sees and on 1 MiB. */
export function timeRegexes() {
  const accepted = evil.flatMap((each) => {
    const pattern = compileEvil(each)
    return pattern === undefined ? [] : [{ each, pattern }]
  })
  const timed = accepted.flatMap(({ each, pattern }) =>
    [longestOf(pattern), MIB].map((length) => ({
      ...timeEvil(pattern, textFor(each, length)),
      what: `${each.source} (${length})`,
    })),
  )
  const [slowest] = timed.toSorted((one, other) => other.ms - one.ms)
  return {
    regexes: evil.length,
    refused: evil.length - accepted.length,
    maybe: timed.filter(({ is }) => is === 'maybe').length,
    total_ms: timed.reduce((sum, { ms }) => sum + ms, 0),
    worst_ms: slowest?.ms ?? 0,
    worst: slowest?.what ?? '',
  }
}
