// What files of a project set in its agent's environment is the project's, not its person's: it moves no rules and no records.
import { dirname, relative } from 'node:path'
import { isObject } from '../../model/plain-object.ts'
import type { Env, Listener } from '../../model/types.ts'
import { childPath } from '../../patterns/paths/child-path.ts'
import { hash } from '../../patterns/text/hash.ts'
import { repositoryAt } from '../../shell/git/dir.ts'
import { askGit } from '../../shell/look/ask-git.ts'
import { createFiles } from '../../store/files.ts'
import { dirs as findDirs } from '../../store/plan/dirs.ts'
import { repositoryOf } from '../../store/plan/root.ts'
import { writeAtomically } from '../../store/private-dir.ts'
import { makeOwnDir, userDir } from '../../store/user-dir.ts'
import type { Host } from '../host.ts'

export interface Sealed {
  /** The agent's, without what is ignored. */
  readonly env: Env
  /** All that the agent gave, but for our own variables. */
  readonly agentEnv: Env
  readonly ignored: readonly { readonly name: string; readonly file: string }[]
  /** Where the person's rules would be by what is ignored. */
  readonly place?: string
}

interface Asking {
  readonly dialect: Pick<Listener, 'root'>
  readonly payload: Readonly<Record<string, unknown>>
}

/** Undefined where everything holds: mostly none of these variables is set, which costs no look at a file. */
export function sealEnv(host: Host, asking: Asking): Sealed | undefined {
  const home = host.accountHome()
  const names = watched(host.env, home)
  if (names.length === 0) return undefined
  const record = openRecord(host, asking)
  const place = { dirs: directoriesOf(host, asking), files: envFilesOf(host) }
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
  const place = findDirs(given).config
  const isMoved = place !== findDirs(env).config
  return { env, agentEnv: rest((name) => !name.startsWith('HOOKS_')), ignored, ...(isMoved && { place }) }
}

/** The home of the list of users is nobody's to set. */
function watched(env: Env, home: string | undefined): readonly string[] {
  const names = Object.keys(env).filter((name) =>
    /^(?:HOOKS_(?!KEPT_)\w+|XDG_(?:CONFIG|CACHE|STATE|DATA)_HOME)$/.test(name),
  )
  const isOther = env.HOME !== undefined && home !== undefined && env.HOME !== home
  return isOther ? ['HOME', ...names] : names
}

function valuesOf(env: Env, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']))
}

/** Those in which an agent looks: where it stands, and all above as far as the repository goes. */
function directoriesOf(host: Host, { dialect, payload }: Asking): readonly string[] {
  const { cwd } = payload
  const starts = [host.cwd, dialect.root?.(payload, host.env), typeof cwd === 'string' ? cwd : undefined]
  const files = createFiles()
  const all = starts.flatMap((start) =>
    start === undefined ? [] : upwards(start, repositoryOf(start, files)),
  )
  return [...new Set(all)]
}

function upwards(from: string, top: string): readonly string[] {
  return from === top || dirname(from) === from ? [from] : [from, ...upwards(dirname(from), top)]
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

function envFilesOf(host: Host): readonly string[] {
  const own = host.load('agents').dialects.flatMap(({ envFiles = [] }) => envFiles)
  return [...common.map((ending) => `.env${ending}`), ...own]
}

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
        const text = kind(path) === 'file' ? read(path, MAX_BYTES) : undefined
        return text === undefined
          ? []
          : names.filter((name) => isNamed(name, text)).map((name) => [name, file])
      }),
    ),
  )
}

function namedAtHead({ env }: Host, names: readonly string[], { dirs, files }: EnvFiles): Named {
  const [from = ''] = dirs
  const found = repositoryAt(from, createFiles())
  if (found === undefined) return {}
  const { top } = found
  const paths = dirs.flatMap((dir) => files.map((file) => relative(top, childPath(dir, file))))
  const inside = paths.filter((path) => !path.startsWith('..'))
  const words = [...names, String.raw`\\u00`].flatMap((word) => ['-e', word])
  const lines =
    askGit(top, { root: top, env })('grep', '-I', '--no-color', ...words, 'HEAD', '--', ...inside) ?? ''
  return Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const [, path = '', text = ''] = /^HEAD:([^:]*):(.*)$/.exec(line) ?? []
      return names.filter((name) => isNamed(name, text)).map((name) => [name, path])
    }),
  )
}

/** As a key of a setting, in any of the forms that such files have. */
function isNamed(name: string, text: string): boolean {
  const plain = text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
  return new RegExp(String.raw`(?:^|[\s"'{,;:])${name}["']?\s*[:=]`, 'm').test(plain)
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

/** Kept where no variable leads. */
function openRecord({ engine, cwd }: Host, { payload }: Asking): EnvRecord {
  const { session_id: session } = payload
  if (engine === undefined || typeof session !== 'string')
    return { ...nothing, isNew: true, write: () => undefined }
  const dir = childPath(engine.dir ?? userDir(), 'sessions')
  const file = childPath(dir, hash(`${session}\0${repositoryOf(cwd, createFiles())}`))
  const text = createFiles().read(file, MAX_BYTES)
  return {
    ...readKnown(text),
    isNew: text === undefined,
    write(known) {
      const next = JSON.stringify(known)
      if (next === text || !makeOwnDir(dirname(dir)) || !makeOwnDir(dir)) return
      try {
        writeAtomically(file, next)
      } catch {
        // The next event looks again.
      }
    },
  }
}

function readKnown(text: string | undefined): Known {
  try {
    const found: unknown = JSON.parse(text ?? '')
    const isKnown = isObject(found) && isObject(found['named']) && isObject(found['held'])
    return isKnown ? (found as unknown as Known) : nothing // written by openRecord
  } catch {
    return nothing
  }
}
