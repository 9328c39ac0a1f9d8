// Asks Git which paths a command of it would change: one short call that reads no file and starts no other program.
import type { ListedDirectory, PathFact } from '../../model/types.ts'
import type { World } from '../types.ts'

/** All questions of one call together. */
const MAX_MS = 200
const MAX_BYTES = 4_000_000

interface GitWorld {
  readonly root: string
  readonly env: World['env']
}

type GitQuestion = NonNullable<PathFact['listed_by']>

interface GitLists {
  /** Lists by the first question that Git answers; undefined when it answers none in time. */
  readonly list: (top: string, questions: GitQuestion) => readonly ListedDirectory[] | undefined
  /** The time is used up. */
  readonly late: () => boolean
}

export function createGitLists(world: GitWorld): GitLists {
  let left = MAX_MS
  const ask = (top: string, words: readonly string[]): string | undefined => {
    if (words.length === 0) return ''
    const begun = performance.now()
    const found = left <= 0 ? undefined : askGit(top, words, { ...world, timeout: Math.ceil(left) })
    left -= performance.now() - begun
    return found
  }
  return {
    list(top, questions) {
      for (const words of questions) {
        const found = ask(top, words)
        if (found !== undefined) return byDirectory(top, found)
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

function askGit(
  top: string,
  words: readonly string[],
  { root, env, timeout }: GitWorld & { readonly timeout: number },
): string | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { HOME = '', PATH = '' } = env
  const dirs = PATH.split(':').filter((dir) => dir.startsWith('/') && !`${dir}/`.startsWith(`${root}/`))
  const child = spawnSync(
    'git',
    ['-C', top, '--no-pager', ...settings.flatMap((each) => ['-c', each]), ...words],
    {
      env: { HOME, PATH: dirs.join(':'), ...environment },
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_BYTES,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  if (child.status === 128 && NO_REPOSITORY.test(child.stderr)) return ''
  return child.status === 0 && child.error === undefined ? child.stdout : undefined
}

function byDirectory(top: string, text: string): readonly ListedDirectory[] {
  const dirs = new Map<string, string[]>()
  for (const file of text.split('\0')) {
    if (file === '') continue
    const path = `${top}/${file}`
    const dir = path.slice(0, path.lastIndexOf('/'))
    const names = dirs.get(dir)
    if (names === undefined) dirs.set(dir, [path.slice(dir.length + 1)])
    else names.push(path.slice(dir.length + 1))
  }
  return [...dirs].map(([dir, names]) => ({ dir, names }))
}
