// A word as a path.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../model/types.ts'
import { isAbsolute, withDrive, withoutProcess } from '../../absolute-path.ts'
import { addUnresolved, type CommandState, type ArgumentWord } from '../command-state.ts'

/** Names that are no file of anybody: standard streams and what swallows everything. */
const streams =
  /^(?:-|\/dev\/(?:null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)|\/proc\/self\/fd\/\d+)$/

function isStream(text: string): boolean {
  return text === '-' || ((text.startsWith('/dev/') || text.startsWith('/proc/')) && streams.test(text))
}

/** Absolute and normal; undefined when it depends on a directory that is not known. */
export function absolute(
  given: string,
  { cwd, world: { home } }: Pick<CommandState, 'cwd' | 'world'>,
): string | undefined {
  const text = withDrive(given, cwd)
  if (text === '~' || text.startsWith('~/')) return posix.join(home, text.slice(1))
  if (isAbsolute(text)) return withoutSlash(posix.normalize(withoutProcess(text, cwd)))
  if (cwd === '') return undefined
  if (text === '.') return cwd
  return plain.test(text) ? `${cwd === '/' ? '' : cwd}/${text}` : withoutSlash(posix.join(cwd, text))
}

/** One name, or several that only lead down. */
const plain = /^(?!\.{1,2}(?:\/|$))[^/]+(?:\/(?!\.)[^/]+)*$/

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

/** The word's path, with a doubt about those facts when it cannot be known. */
export function resolvePath(
  word: ArgumentWord,
  state: CommandState,
  about: readonly FactKind[],
): PathFact | undefined {
  const { text, at, glob = state.command.globs?.includes(at) === true } = word
  if (text === '' || isStream(text)) return undefined
  if (text === '^') return { path: repositoryRoot(state) ?? state.cwd }
  const path = absolute(text, state)
  if (path === undefined)
    addUnresolved(state, {
      text,
      about,
      reason: `the directory it runs in cannot be known: write ${text} as an absolute path`,
    })
  else return glob ? { path, glob: true } : { path }
  return undefined
}

/** The top of the repository around the command; undefined when there is none. */
export function repositoryRoot({
  cwd,
  world: { files },
}: Pick<CommandState, 'cwd' | 'world'>): string | undefined {
  let dir = cwd
  for (let steps = 0; dir !== '' && steps < 40; steps++) {
    if (files.kind(posix.join(dir, '.git')) !== undefined) return dir
    if (dir === '/') return undefined
    dir = posix.dirname(dir)
  }
  return undefined
}
