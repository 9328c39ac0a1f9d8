import { isAbsolute, join, sep } from 'node:path'
import { hash } from '../hash.ts'
import type { Env } from '../types.ts'

/** Where things stand on this machine, absolute. */
export interface Dirs {
  readonly home: string
  readonly config: string
  readonly cache: string
  readonly state: string
  readonly data: string
  readonly managed: string
}

/** The directories by the XDG variables; a relative value is ignored, as that specification says. */
export function dirs(env: Env, platform: NodeJS.Platform = process.platform): Dirs {
  const home = absolute(env.HOME) ?? process.getBuiltinModule('node:os').homedir()
  const at = (value: string | undefined, ...fallback: string[]): string =>
    join(absolute(value) ?? join(home, ...fallback), 'hooks')
  return {
    home,
    config: at(env.XDG_CONFIG_HOME, '.config'),
    cache: at(env.XDG_CACHE_HOME, '.cache'),
    state: at(env.XDG_STATE_HOME, '.local', 'state'),
    data: at(env.XDG_DATA_HOME, '.local', 'share'),
    managed: managedDir(env, platform),
  }
}

function managedDir(env: Env, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/hooks'
  if (platform === 'win32') return join(env.ProgramData ?? 'C:\\ProgramData', 'hooks')
  return '/etc/hooks'
}

function absolute(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined
}

/** A directory name for a path: its last part for people, a hash of the whole for uniqueness. */
export function projectKey(root: string): string {
  const name = root
    .slice(root.lastIndexOf(sep) + 1)
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .slice(0, 40)
  return `${name || 'root'}-${hash(root)}`
}
