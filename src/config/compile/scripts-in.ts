// The scripts that a rule's command line names.
import path from 'node:path'
import type { Files, RunSpec } from '../../model/types.ts'

/** What takes the file that it runs as its first operand. */
const interpreters =
  /^(?:node|nodejs|tsx|ts-node|deno|bun|python[\d.]*|ruby|perl|php|lua|pwsh|osascript|sh|bash|zsh|dash|ksh|fish|source|\.|exec|env|sudo|run)$/

interface Place {
  readonly root: string
  /** Of the file that names it. */
  readonly dir: string
  readonly files: Pick<Files, 'kind'>
}

/** Absolute: programs that are files, and what interpreters run. Files that are only looked at are left out. */
export function scriptsIn(
  { argv, cwd }: Pick<RunSpec, 'argv' | 'cwd'>,
  { root, dir, files }: Place,
): readonly string[] {
  const words = typeof argv === 'string' ? wordsOf(argv) : argv
  const dirs = [...new Set([cwd ?? root, dir])]
  const named = words.filter((word, at) => !word.startsWith('-') && isRun(words, at))
  const all = dirs.flatMap((start) =>
    named.map((word) => path.resolve(start, word.replace(variable, `${root}/`))),
  )
  return [...new Set(all)].filter((file) => files.kind(file) === 'file')
}

/** `"$CLAUDE_PROJECT_DIR"/`: taken for the root. */
const variable = /^\$(?:\w+|\{\w+[^}]*\})\//

/** `;` begins a command. */
function wordsOf(line: string): readonly string[] {
  return line
    .replace(/["'`]/g, '')
    .replace(/&&|[;|&()\n]/g, ' ; ')
    .split(/\s+/)
    .filter((word) => word !== '')
}

function isRun(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).findLast((word) => !word.startsWith('-'))
  return before === undefined || before === ';' || interpreters.test(path.basename(before))
}
