// Asks Git which paths a command of it would change, and programs that unpack what is in an archive: short calls that change nothing.
import { posix } from 'node:path'
import type { ListedDirectory, ListQuestion } from '../../model/types.ts'
import type { World } from '../types.ts'

/** All questions of one call together. */
const MAX_MS = 200
const MAX_BYTES = 4_000_000

interface ListsWorld {
  readonly root: string
  readonly env: World['env']
}

interface Lists {
  /** Lists by the first question that is answered; undefined when none is in time. */
  readonly list: (top: string, question: ListQuestion) => readonly ListedDirectory[] | undefined
  /** The time is used up. */
  readonly late: () => boolean
}

export function createLists(world: ListsWorld): Lists {
  let left = MAX_MS
  const answers = new Map<string, string | undefined>()
  const ask = (top: string, words: readonly string[]): string | undefined => {
    if (words.length === 0) return ''
    const key = [words[0] === 'git' ? top : '', ...words].join('\0')
    if (answers.has(key)) return answers.get(key)
    const begun = performance.now()
    const found = left <= 0 ? undefined : askProgram(top, words, { ...world, timeout: Math.ceil(left) })
    left -= performance.now() - begun
    answers.set(key, found)
    return found
  }
  return {
    list(top, question) {
      for (const words of question.asks) {
        const found = ask(top, words)
        if (found !== undefined) return byDirectory(namesIn(found, words), { top, ...question })
      }
      return undefined
    },
    late: () => left <= 0,
  }
}

/** Whatever the repository is configured to run is switched off; a missing object is not fetched. */
const settings =
  'core.fsmonitor=false core.hooksPath=/dev/null core.untrackedCache=false protocol.allow=never'.split(' ')
const environment = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
}

/** A command that finds no repository changes nothing. */
const NO_REPOSITORY = /^fatal: (?:not a git repository|cannot change to)/

function askProgram(
  top: string,
  [program = '', ...words]: readonly string[],
  { root, env, timeout }: ListsWorld & { readonly timeout: number },
): string | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { HOME = '', PATH = '' } = env
  const dirs = PATH.split(':').filter((dir) => dir.startsWith('/') && !`${dir}/`.startsWith(`${root}/`))
  const isGit = program === 'git'
  const before = ['-C', top, '--no-pager', ...settings.flatMap((each) => ['-c', each])]
  const child = spawnSync(program, isGit ? [...before, ...words] : words, {
    env: { HOME, PATH: dirs.join(':'), ...environment },
    cwd: '/',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  if (isGit && child.status === 128 && NO_REPOSITORY.test(child.stderr)) return ''
  return child.status === 0 && child.error === undefined ? child.stdout : undefined
}

/** Git ends each name with a NUL, the others with a line; 7z puts a label before it. */
const namesIn = (text: string, [program]: readonly string[]): readonly string[] =>
  text.split(program === 'git' ? '\0' : /\r?\n/).map((name) => name.replace(/^Path = /, ''))

function byDirectory(
  files: readonly string[],
  { top, from, strip = 0 }: Omit<ListQuestion, 'asks'> & { readonly top: string },
): readonly ListedDirectory[] {
  const dirs = new Map<string, string[]>()
  for (const file of files) {
    const path = placeOf(stripped(file, strip), { top, from })
    if (path === undefined) continue
    const dir = path.slice(0, path.lastIndexOf('/')) || '/'
    const name = path.slice(path.lastIndexOf('/') + 1)
    const names = dirs.get(dir)
    if (names === undefined) dirs.set(dir, [name])
    else names.push(name)
  }
  return [...dirs].map(([dir, names]) => ({ dir, names }))
}

function stripped(name: string, parts: number): string {
  if (parts === 0) return name
  const all = name.split('/').filter((part) => part !== '')
  return parts === Infinity ? (name.endsWith('/') ? '' : (all.at(-1) ?? '')) : all.slice(parts).join('/')
}

/** A name that leads out of the directory is not unpacked, unless absolute names are. */
function placeOf(
  name: string,
  { top, from }: { readonly top: string; readonly from: string | undefined },
): string | undefined {
  if (name === '') return undefined
  const base = from !== undefined && name.startsWith('/') ? '/' : (from ?? top)
  const path = posix.join(base, name).replace(/(?<=.)\/$/, '')
  return path.startsWith(top === '/' ? '/' : `${top}/`) ? path : undefined
}
