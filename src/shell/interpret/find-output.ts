// What `find` prints: patterns for the names that it looks for.
import { posix } from 'node:path'
import { matchesSegment } from '../path-expand.ts'
import { markGlobs, UNKNOWN, isLiteral, STAR } from '../words/marks.ts'

const changingTests = /^-(?:exec|execdir|ok|okdir|delete|printf|fprintf?0?|ls|fls|files0-from)$/
const anyDepth = STAR + STAR

export function findOutput(args: readonly string[]): string {
  if (!args.every(isLiteral) || args.some((word) => changingTests.test(word))) return UNKNOWN
  const end = args.findIndex((word) => /^(?:-|\(|!)/.test(word))
  const roots = end < 0 ? args : args.slice(0, end)
  const names = namesIn(end < 0 ? [] : args.slice(end))
  const ends = args.includes('-print0') ? '\0' : '\n'
  return (roots.length === 0 ? ['.'] : roots)
    .flatMap((root) => pathsBelow(root, names))
    .map((path) => `${path}${ends}`)
    .join('')
}

/** The `-name` globs, when each result matches one of them; else undefined. */
function namesIn(tests: readonly string[]): readonly string[] | undefined {
  const names = tests.filter(
    (_, at) => tests[at - 1] === '-name' && !/^(?:!|-not)$/.test(tests[at - 2] ?? ''),
  )
  const branches = tests.filter((word) => word === '-o' || word === '-or' || word === ',').length + 1
  return names.length >= branches ? names : undefined
}

function pathsBelow(root: string, names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return [root, `${root}/${anyDepth}`]
  const own = names.some((name) => matchesSegment(posix.basename(root), name)) ? [root] : []
  return [...own, ...names.map((name) => `${root}/${anyDepth}/${markGlobs(name)}`)]
}
