// Starts Git, or a program that unpacks, to list names.
import { errorMessage } from '../../model/errors.ts'
import type { World } from '../types.ts'

/** CPU time of one program, in the whole seconds that `ulimit` counts: Git compares half a million files in one. */
const MAX_CPU_S = 2
const MAX_BYTES = 4_000_000

export interface ListerWorld {
  readonly root: string
  readonly env: World['env']
}

/** What it printed; `unknown`: it says that it cannot tell, or is not there; else why no answer came. */
export type ListerAnswer = { readonly printed: string } | { readonly failure: string } | 'unknown'

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

export function askLister(
  top: string,
  words: readonly [program: string, ...args: string[]],
  { root, env, wait_ms }: ListerWorld & { readonly wait_ms: number },
): ListerAnswer | 'late' {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { HOME = '', PATH = '' } = env
  const dirs = PATH.split(':').filter((dir) => dir.startsWith('/') && !`${dir}/`.startsWith(`${root}/`))
  const [program, ...args] = bounded(withSettings(top, words))
  const child = spawnSync(program, args, {
    env: { HOME, PATH: dirs.join(':'), ...environment },
    cwd: '/',
    timeout: Math.ceil(wait_ms),
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  if (isGit(words) && child.status === 128 && NO_REPOSITORY.test(child.stderr)) return { printed: '' }
  return child.status === 0 && child.error === undefined ? { printed: child.stdout } : failureOf(child)
}

const isGit = ([program]: readonly string[]): boolean => program === 'git'

function withSettings(top: string, words: readonly [string, ...string[]]): readonly [string, ...string[]] {
  const [program, ...args] = words
  if (!isGit(words)) return words
  return [program, '-C', top, '--no-pager', ...settings.flatMap((each) => ['-c', each]), ...args]
}

/** Its own work is what it may do: on a busy machine a clock would stop what would have answered. */
function bounded(argv: readonly [string, ...string[]]): readonly [string, ...string[]] {
  if (process.platform === 'win32') return argv
  return ['/bin/sh', '-c', `ulimit -S -t ${MAX_CPU_S} 2>/dev/null; exec "$@"`, 'sh', ...argv]
}

interface ListerEnd {
  readonly error?: Error
  readonly signal: NodeJS.Signals | null
}

/** Of the errors, these do not depend on the machine's load. */
const known: readonly unknown[] = ['ENOENT', 'EACCES', 'ENOBUFS']

function failureOf({ error, signal }: ListerEnd): ListerAnswer | 'late' {
  const code = error !== undefined && 'code' in error ? error.code : undefined
  if (code === 'ETIMEDOUT') return 'late'
  if (known.includes(code)) return 'unknown'
  if (code !== undefined) return { failure: `could not be started (${errorMessage(error)})` }
  if (signal === 'SIGXCPU') return { failure: `did not answer within ${MAX_CPU_S} s of CPU time` }
  return signal === null ? 'unknown' : { failure: `was ended by ${signal}` }
}
