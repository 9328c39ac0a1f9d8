import { join, relative } from 'node:path'
import type { Layer } from '../../model/types.ts'
import type { Dirs } from './dirs.ts'
import { LOCAL_FILE, PROJECT_FILE } from './root.ts'

/** One file that may hold rules. */
export interface LayerFile {
  readonly layer: Layer
  /** Absolute. */
  readonly path: string
  /** As people see it. */
  readonly file: string
}

/** The files that make a plan, highest layer first. Files named on the command line stand in for the project's own. */
export function layerFiles(root: string, dirs: Dirs, configs: readonly string[] = []): readonly LayerFile[] {
  const user = join(dirs.config, PROJECT_FILE)
  const project: readonly LayerFile[] =
    configs.length > 0
      ? configs.map((file) => ({ layer: 'project', path: file, file: shown(file, root) }))
      : [
          { layer: 'project', path: join(root, PROJECT_FILE), file: PROJECT_FILE },
          { layer: 'local', path: join(root, LOCAL_FILE), file: LOCAL_FILE },
        ]
  return [
    { layer: 'managed', path: join(dirs.managed, PROJECT_FILE), file: join(dirs.managed, PROJECT_FILE) },
    {
      layer: 'user',
      path: user,
      file: user.startsWith(dirs.home) ? `~${user.slice(dirs.home.length)}` : user,
    },
    ...project,
  ]
}

function shown(file: string, root: string): string {
  const below = relative(root, file)
  return below.startsWith('..') ? file : below
}
