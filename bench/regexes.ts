import * as cel from '../src/cel.ts'
import * as code from '../src/code.ts'
import * as facts from '../src/facts.ts'
import * as programs from '../src/facts/programs/sections.ts'
import { loadOnDemandWith } from '../src/on-demand.ts'
import * as re2 from '../src/re2.ts'
import * as shell from '../src/shell.ts'
import { compileEvil, evil, longestOf, MIB, textFor, timeEvil } from './evil-regexes.ts'

const parts = { cel, re2, facts, shell, programs, code }

/** Each evil regex on the longest text that V8 sees and on 1 MiB. */
export function timeRegexes() {
  loadOnDemandWith((name) => parts[name])
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
