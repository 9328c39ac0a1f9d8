// What files of a project set in its agent's environment is the project's, not its person's: it moves no rules and no records.
import { dirname, relative } from 'node:path'
import { envFiles } from '../agents/shared/settings/env-files.ts'
import { isObject } from '../model/plain-object.ts'
import type { Env, Listener } from '../model/types.ts'
import { childPath } from '../patterns/paths/paths.ts'
import { hash } from '../patterns/text/hash.ts'
import { headIn, repositoryAt } from '../shell/git/dir.ts'
import { askGit } from '../shell/look/ask-git.ts'
import { createFiles } from '../store/disk/files.ts'
import { dirs as findDirs } from '../store/disk/dirs.ts'
import { recordOf } from '../store/disk/record.ts'
import { isOwnDir, makeOwnDir, removeOlder, userDir } from '../store/disk/user-dir.ts'
import type { EngineOf, Host, Sealed } from './call.ts'

interface Asking {
  readonly dialect: Pick<Listener, 'name' | 'root'>
  readonly payload: Readonly<Record<string, unknown>>
}

/** Undefined where everything holds: mostly none of these variables is set, which costs no look at a file. */
export function sealEnv(host: Host, asking: Asking): Sealed | undefined {
  const home = host.accountHome()
  const names = watched(host.env, home)
  if (names.length === 0) return undefined
  const record = openRecord(host, asking)
  const place = { dirs: directoriesOf(host, asking), files }
  const named = {
    ...record.named,
    ...(record.isNew ? namedAtHead(host, names, place) : {}),
    ...namedNow(names, place),
  }
  const held = record.isNew
    ? valuesOf(
        host.env,
        names.filter((name) => named[name] === undefined),
      )
    : record.held
  record.write({ named, held })
  const ignored = names.flatMap((name) => {
    const file = named[name]
    return file === undefined || held[name] === host.env[name] ? [] : [{ name, file }]
  })
  return ignored.length === 0 ? undefined : without(host.env, ignored, home)
}

function without(given: Env, ignored: Sealed['ignored'], home: string | undefined): Sealed {
  const isIgnored = new Set(ignored.map(({ name }) => name))
  const rest = (isKept: (name: string) => boolean): Env =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !isIgnored.has(name) || isKept(name)))
  const env = { ...rest(() => false), ...(isIgnored.has('HOME') && { HOME: home }) }
  const own = findDirs(env).config
  const places = [given, { ...given, XDG_CONFIG_HOME: undefined }].map((each) => findDirs(each).config)
  return {
    env,
    agentEnv: rest((name) => !name.startsWith('HOOKS_')),
    ignored,
    projectConfigs: [...new Set(places)].filter((place) => place !== own),
  }
}

/** What hooks itself reads. The home of the list of users is nobody's to set. */
function watched(env: Env, home: string | undefined): readonly string[] {
  const names = [...directoryNames, ...ownNames].filter((name) => env[name] !== undefined)
  const isOther = env.HOME !== undefined && home !== undefined && env.HOME !== home
  return isOther ? ['HOME', ...names] : names
}

const directoryNames = ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME']
const ownNames = ['HOOKS_DISABLE', 'HOOKS_DEPTH', 'HOOKS_RECIPE', 'HOOKS_ASKED', 'HOOKS_SPAWN']

function valuesOf(env: Env, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']))
}

/** Those in which an agent looks: where it stands, and all above as far as a repository goes, but for the home. */
function directoriesOf(host: Host, { dialect, payload }: Asking): readonly string[] {
  const { cwd } = payload
  const starts = [host.cwd, dialect.root?.(payload, host.env), typeof cwd === 'string' ? cwd : undefined]
  const home = host.accountHome()
  const all = starts.flatMap((start) => (start === undefined ? [] : withinRepositories(start)))
  return [...new Set(all)].filter((dir) => dir !== home)
}

/** A repository may lie in another one. */
function withinRepositories(start: string): readonly string[] {
  const { kind } = createFiles()
  const dirs: string[] = []
  let within = [start]
  for (let dir = start; ; dir = dirname(dir)) {
    dirs.push(dir)
    if (kind(childPath(dir, '.git')) !== undefined) within = [...dirs]
    if (dirname(dir) === dir) return within
  }
}

const common = [
  '',
  '.local',
  '.development',
  '.development.local',
  '.production',
  '.production.local',
  '.test',
  '.test.local',
]

const files: readonly string[] = [
  ...common.map((ending) => `.env${ending}`),
  ...Object.values(envFiles).flat(),
]

interface EnvFiles {
  readonly dirs: readonly string[]
  /** In each of them. */
  readonly files: readonly string[]
}

type Named = Readonly<Record<string, string>>

const MAX_BYTES = 1024 * 1024

function namedNow(names: readonly string[], { dirs, files }: EnvFiles): Named {
  const { kind, read } = createFiles()
  return Object.fromEntries(
    dirs.flatMap((dir) =>
      files.flatMap((file) => {
        const path = childPath(dir, file)
        if (kind(path) !== 'file') return []
        const text = read(path, MAX_BYTES)
        return names.filter((name) => isNamed(name, file, text)).map((name) => [name, file])
      }),
    ),
  )
}

/** In the commits that the repositories stand at. */
function namedAtHead(host: Host, names: readonly string[], { dirs, files }: EnvFiles): Named {
  const look = createFiles()
  const found = dirs.flatMap((dir) => repositoryAt(dir, look) ?? [])
  const tops = [...new Set(found.flatMap((each) => (headIn(each, look) === undefined ? [] : [each.top])))]
  return Object.assign({}, ...tops.map((top) => namedIn(top, host, { names, dirs, files }))) as Named
}

/** Git is asked with nothing of the environment that is in question. */
function namedIn(
  top: string,
  host: Host,
  { names, dirs, files }: EnvFiles & { readonly names: readonly string[] },
): Named {
  const paths = dirs.flatMap((dir) => files.map((file) => relative(top, childPath(dir, file))))
  const inside = paths.filter((path) => !path.startsWith('..'))
  const env = { ...host.env, HOME: host.accountHome(), XDG_CONFIG_HOME: undefined }
  const git = askGit(top, { root: top, env })
  const listed = git('ls-tree', '-z', '--name-only', 'HEAD', '--', ...inside) ?? ''
  return Object.fromEntries(
    listed.split('\0').flatMap((path) => {
      if (path === '') return []
      const text = git('show', `HEAD:${path}`)
      return names.filter((name) => isNamed(name, path, text)).map((name) => [name, path])
    }),
  )
}

/**
 * A line of `.env` begins with the name; settings have it as a key below `env` or `terminal.integrated.env.linux`. What
 * cannot be read may name each.
 */
function isNamed(name: string, file: string, text: string | undefined): boolean {
  if (text === undefined) return true
  if (!file.endsWith('.json')) return new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*[:=]`, 'm').test(text)
  const plain = withoutComments(text)
  try {
    return environmentsIn(JSON.parse(plain)).some((each) => Object.hasOwn(each, name))
  } catch {
    return plain.includes(`"${name}"`)
  }
}

/** As in settings of editors; commas may stand before an end. */
function withoutComments(text: string): string {
  return text.replaceAll(
    /("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[^]*?\*\/|,(?=\s*[\]}])/g,
    (_, quoted = '') => quoted as string,
  )
}

function environmentsIn(value: unknown): readonly object[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) =>
    isObject(each) && /^env$|^terminal\.integrated\.env\./.test(key) ? [each] : environmentsIn(each),
  )
}

/** What is known of a session: what was named once stays named, and what it began with, while nothing named it, holds. */
interface Known {
  readonly named: Named
  readonly held: Readonly<Record<string, string>>
}

interface EnvRecord extends Known {
  readonly isNew: boolean
  write(known: Known): void
}

const nothing: Known = { named: {}, held: {} }

/** A session that goes on after that begins anew. */
const KEEP_MS = 30 * 86_400_000

export function removeOldRecords({ engine }: Pick<Host, 'engine'>): void {
  if (engine !== undefined) removeOlder(recordsOf(engine), KEEP_MS)
}

function recordsOf(engine: EngineOf): string {
  return childPath(engine.dir ?? userDir(), 'sessions')
}

const sessions = recordOf<Known>({
  check: (found) =>
    isObject(found) && isObject(found['named']) && isObject(found['held'])
      ? (found as unknown as Known) // written by openRecord
      : undefined,
})

/** Kept where no variable leads. */
function openRecord({ engine }: Host, { dialect, payload }: Asking): EnvRecord {
  const { session_id: session } = payload
  if (engine === undefined || typeof session !== 'string')
    return { ...nothing, isNew: true, write: () => undefined }
  const dir = recordsOf(engine)
  const record = sessions.at(dir, hash(`${dialect.name}\0${session}`))
  const found = isOwnDir(dirname(dir)) && isOwnDir(dir) ? record.read() : 'none'
  const old = typeof found === 'object' ? found : nothing
  return {
    ...old,
    isNew: found === 'none',
    write(known) {
      if (JSON.stringify(known) === JSON.stringify(found)) return
      if (!makeOwnDir(dirname(dir)) || !makeOwnDir(dir)) return
      try {
        record.write(known)
      } catch {
        // The next event looks again.
      }
    },
  }
}
