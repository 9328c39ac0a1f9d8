import { isAbsolute, join, sep } from 'node:path'
import { hash } from '../../patterns/text/hash.ts'
import { childPath, normalPath } from '../../patterns/paths/paths.ts'
import type { Env } from '../../model/types.ts'

/** Where things stand on this machine, absolute. */
export interface Dirs {
  readonly home: string
  readonly config: string
  /** To which the project's own files lead, in place of `config`: what is there is the project's. */
  readonly projectConfigs?: readonly string[]
  readonly cache: string
  readonly state: string
  /** What agents' settings name, which no XDG variable moves. */
  readonly data: string
  readonly managed: string
}

/** The directories by the XDG variables; a relative value is ignored, as that specification says. */
export function dirs(env: Env, platform: NodeJS.Platform = process.platform): Dirs {
  const home = homeDir(env)
  const top = normalPath(home)
  const kept = keptTop(env)
  return {
    home,
    config: ownDir(env.XDG_CONFIG_HOME, childPath(top, '.config')),
    cache: cacheDir(env),
    state: stateDir(env),
    data: ownDir(undefined, childPath(childPath(kept, '.local'), 'share')),
    managed: managedDir(env, platform),
  }
}

function stateDir(env: Env): string {
  return ownDir(env.XDG_STATE_HOME, childPath(childPath(keptTop(env), '.local'), 'state'))
}

/** Needed before all else. */
export function cacheDir(env: Env): string {
  return ownDir(env.XDG_CACHE_HOME, childPath(keptTop(env), '.cache'))
}

function ownDir(value: string | undefined, fallback: string): string {
  const given = absolute(value)
  return childPath(given === undefined ? fallback : normalPath(given), 'hooks')
}

/** An empty HOME would be the root of the disk: rules are read from the home of the user database. */
function homeDir({ HOME: home }: Env): string {
  const given = absolute(home)
  if (given !== undefined) return given
  const { homedir, userInfo } = process.getBuiltinModule('node:os') // loading it costs every run
  return home === '' ? userInfo().homedir : homedir()
}

/** Nothing can be made below it. */
const NOWHERE = '/dev/null'

/** Where caches and records lie, unless XDG variables say: with an empty HOME nowhere. */
function keptTop(env: Env): string {
  return env.HOME === '' ? NOWHERE : normalPath(homeDir(env))
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

/** The home directory by the system's list of users, whatever the environment says. */
export function ownHome(): string | undefined {
  try {
    return process.getBuiltinModule('node:os').userInfo().homedir
  } catch {
    return undefined
  }
}
