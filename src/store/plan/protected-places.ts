// Where things of ours stand that no tool call may change: the compiler makes rules of them.
import { createFiles } from '../disk/files.ts'
import { escapeGlob } from '../../patterns/globs/glob.ts'
import type { ProtectedPlaces } from '../../config/compile/self-protection.ts'
import { userDir } from '../disk/user-dir.ts'
import { type Dirs, dirs as dirsOf, ownHome } from '../disk/dirs.ts'

const INSTALLED = /\/node_modules\//

/** With links resolved as well: a rule knows a path by the name that a call gives it. */
export function protectedPlaces(
  { config, cache, state, data, managed }: Dirs,
  { packageDir, settings }: { readonly packageDir: string; readonly settings: ProtectedPlaces['scopes'] },
): ProtectedPlaces {
  const home = ownHome()
  const shared = home === undefined ? [] : [dirsOf({ HOME: home }).data]
  const kept = [...new Set([config, state, data, ...shared, managed])].flatMap(namesOf)
  return {
    kept: kept.map(tree),
    settings: settings.flat().map(escapeGlob),
    scopes: settings.filter(({ length }) => length > 1),
    caches: [cache, userDir()].flatMap(namesOf).map(tree),
    installed: [
      '**/node_modules/hooks-yaml/**',
      '**/node_modules/@hooks-yaml/**',
      ...(INSTALLED.test(packageDir) ? namesOf(packageDir).map(tree) : []),
    ],
  }
}

function namesOf(dir: string): readonly string[] {
  return [...new Set([dir, createFiles().real(dir)])]
}

const tree = (dir: string): string => `${escapeGlob(dir)}/**`
