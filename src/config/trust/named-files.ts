import path from 'node:path'
import type { RunSpec } from '../../model/types.ts'
import { isInside } from '../read/packages.ts'
import type { TrustRecords } from './trust.ts'

const MAX_WORDS = 500

/** The words of a command line, quotes removed, and what stands behind a `=`. */
const separators = /[\s"'`;|&<>()=,:]+/

/** `$PWD/`, `"${CLAUDE_PROJECT_DIR}"/`: taken for the root. */
const variable = /^\$(?:\w+|\{\w+[^}]*\})\//

/** The files below the root that a script's command line and environment name, absolute and sorted. */
export function namedFiles(
  { argv, cwd, env = {} }: Pick<RunSpec, 'argv' | 'cwd' | 'env'>,
  { root, kind }: { readonly root: string; readonly kind: TrustRecords['kind'] },
): readonly string[] {
  const line = typeof argv === 'string' ? [argv] : argv
  const texts = [...line, ...Object.values(env)]
  const words = [...new Set(texts.flatMap((text) => [text, ...text.split(separators)]))]
    .map((word) => word.replace(variable, ''))
    .filter((word) => word !== '' && word.length < 4096 && !/[\0\n]|\{\{/.test(word))
    .slice(0, MAX_WORDS)
  const start = cwd ?? root
  const below = words.map((word) => path.resolve(start, word)).filter((file) => isInside(file, root))
  // `cd tools && ./check.sh`
  const dirs = below.filter((dir) => kind(dir) === 'dir').slice(0, 10)
  const all = [start, root, ...dirs].flatMap((dir) => words.map((word) => path.resolve(dir, word)))
  return [...new Set(all)].filter((file) => isInside(file, root) && kind(file) === 'file').toSorted()
}
