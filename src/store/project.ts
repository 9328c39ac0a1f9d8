import { dirname, join } from 'node:path'
import { childPath, shortPath } from '../patterns/paths/paths.ts'
import type { Files } from '../model/types.ts'
import type { LayerSource } from '../config/read/config-file.ts'
import { commonDirOf } from '../shell/git/dir.ts'
import { createFiles, lookAt } from './disk/files.ts'
import { isReallyInside, realOf } from './records/covered.ts'
import { type Dirs, ownHome } from './disk/dirs.ts'

export const PROJECT_FILE = 'hooks.yaml'
const LOCAL_FILE = 'hooks.local.yaml'

export interface FoundRoot {
  readonly root: string
  /** Files below the root, on the way to where the agent stands, that do not apply. */
  readonly nested: readonly string[]
  /** Neither a hooks.yaml nor the top of a repository was found here. */
  readonly bare?: true
}

type LookAt = (path: string) => 'file' | 'dir' | 'unknown' | undefined

/**
 * The outermost ancestor of `from` with a hooks.yaml inside the repository; without a repository the nearest one; else
 * `from`. What cannot be looked at counts as there: rules that cannot be read are not rules that are gone.
 */
export function findRoot(from: string, look: LookAt): FoundRoot {
  const found: string[] = []
  let inRepository = false
  for (let dir = from; ; dir = dirname(dir)) {
    inRepository = look(childPath(dir, '.git')) !== undefined
    if (inRepository && dir === from) return { root: from, nested: [] } // with a hooks.yaml or without
    const config = look(childPath(dir, PROJECT_FILE))
    if (config === 'file' || config === 'unknown') found.push(dir)
    if (inRepository || dirname(dir) === dir) break
  }
  if (inRepository && found.length === 0) found.push(...untrackedAbove(from, look))
  const root = (inRepository ? found.at(-1) : found[0]) ?? from
  const nested = found
    .filter((dir) => dir !== root && dir.startsWith(root))
    .map((dir) => childPath(dir, PROJECT_FILE))
  return { root, nested, ...(found.length === 0 && { bare: true as const }) }
}

/** Directories of a worktree whose counterpart in the main checkout has a hooks.yaml that Git did not bring here. */
function untrackedAbove(from: string, look: LookAt): readonly string[] {
  const main = mainCheckout(from)
  const found: string[] = []
  for (let dir = from, other = main; other !== undefined; dir = dirname(dir), other = dirname(other)) {
    if (look(childPath(other, PROJECT_FILE)) === 'file') found.push(dir)
    if (look(childPath(dir, '.git')) !== undefined) return found
  }
  return found
}

/** The same directory in the main checkout, for one in a linked worktree. */
function mainCheckout(dir: string): string | undefined {
  const files = createFiles()
  const top = repositoryOf(dir, files)
  if (files.kind(childPath(top, '.git')) !== 'file') return undefined
  const common = commonDirOf(top, files)
  return common?.endsWith('/.git') === true ? dirname(common) + dir.slice(top.length) : undefined
}

/** The top of the repository that a directory is in; without one the directory itself. */
export function repositoryOf(from: string, files: Files): string {
  for (let dir = from; ; dir = dirname(dir)) {
    if (files.kind(childPath(dir, '.git')) !== undefined) return dir
    if (dirname(dir) === dir) return from
  }
}

/** The files that make a plan, highest layer first. Files named on the command line stand in for the project's own. */
export function layerFiles(
  root: string,
  dirs: Dirs,
  configs: readonly string[] = [],
): readonly LayerSource[] {
  const user = join(dirs.config, PROJECT_FILE)
  return [
    { layer: 'managed', path: join(dirs.managed, PROJECT_FILE), file: join(dirs.managed, PROJECT_FILE) },
    {
      layer: comesWithProject(dirs.config, root) ? 'project' : 'user',
      path: user,
      file: user.startsWith(dirs.home) ? `~${user.slice(dirs.home.length)}` : user,
    },
    ...(dirs.projectConfigs ?? []).map((dir) => projectLayer(join(dir, PROJECT_FILE), root)),
    ...projectFiles(root, configs),
  ]
}

function projectLayer(path: string, root: string): LayerSource {
  return { layer: 'project', path, file: shortPath(path, root) }
}

/**
 * Those without the machine's and the user's. What Git does not bring into a worktree is that of the main checkout: it
 * stands beside the place of its own, which is looked at, too.
 */
export function projectFiles(root: string, configs: readonly string[] = []): readonly LayerSource[] {
  if (configs.length > 0) return configs.map((file) => projectLayer(file, root))
  const main = mainCheckout(root)
  const layers = [
    { layer: 'project', file: PROJECT_FILE },
    { layer: 'local', file: LOCAL_FILE },
  ] as const
  return layers.flatMap(({ layer, file }) => {
    const own = join(root, file)
    const theirs = main === undefined ? own : join(main, file)
    const isTheirs = lookAt(own) === undefined && lookAt(theirs) !== undefined
    return [{ layer, path: own, file }, ...(isTheirs ? [{ layer, path: theirs, file: theirs }] : [])]
  })
}

/** The environment may be a project's own, from its `.env`: what it moves into the project is not the user's. */
function comesWithProject(config: string, root: string): boolean {
  const home = ownHome()
  const own = home === undefined ? undefined : join(home, '.config', 'hooks')
  return config !== own && isReallyInside(config, root)
}

const marks = ['.git', '.env', PROJECT_FILE]

/** Whether a path lies in somebody's project, wherever links lead: code that is found there is that project's. */
export function liesInProject(path: string): boolean {
  const { kind } = createFiles()
  for (let dir = realOf(path); dirname(dir) !== dir; dir = dirname(dir))
    if (marks.some((name) => kind(childPath(dir, name)) !== undefined)) return true
  return false
}
