// Asks hook programs for their events while rules are compiled, with a time limit per program and in total.
import type { SpawnSyncReturns } from 'node:child_process'
import type { Env, Programs } from '../../model/types.ts'
import { killLeftovers, MARK, newMark } from './leftovers.ts'
import { isExecutable, programOf } from './program.ts'
import { openStdio } from './script-stdio.ts'

const EACH_MS = 2_000
const ALL_MS = 5_000
const MAX_CHARS = 64_000
/** Limit of a file it writes, in blocks of 512 bytes: its output cannot be checked during the synchronous wait. */
const MAX_FILE_BLOCKS = 131_072
/** Set for a program that is asked: if it starts hooks, no program is asked again. */
const ASKED = 'HOOKS_ASKED'

/** Whether hooks was started by a program it asks; then the plan lacks the rules of such programs. */
export function isAsked(env: Env): boolean {
  return env[ASKED] !== undefined
}

/** Without `asks` it only tells which files are programs. */
export function createPrograms(env: Env, asks = true): Programs {
  let left = ALL_MS
  const own = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return {
    asks,
    startable: (file) => {
      if ('failure' in programOf([file], '/')) return undefined
      return isExecutable(file) ? 'itself' : 'otherwise'
    },
    ask: (argv, { cwd, env: more }) => {
      if (isAsked(env)) return { failure: 'hooks was started by a program that it asks itself' }
      const ms = Math.floor(Math.min(left, EACH_MS))
      if (ms <= 0) return { failure: 'there was no time left to ask it' }
      const began = process.hrtime.bigint()
      try {
        return ask(argv, { cwd, env: { ...Object.fromEntries(own), ...more, [ASKED]: '1' }, ms })
      } finally {
        left -= Number(process.hrtime.bigint() - began) / 1e6
      }
    },
  }
}

interface ProcessOptions {
  readonly cwd: string
  readonly env: Record<string, string>
  readonly ms: number
}

function ask(argv: readonly string[], { cwd, env, ms }: ProcessOptions): ReturnType<Programs['ask']> {
  const program = programOf(argv, cwd)
  if ('failure' in program) return { failure: `it cannot be started (${program.failure})` }
  const [file, ...args] = bounded(program.argv)
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const memory = process.platform === 'linux' ? ['/dev/shm'] : []
  const stdio = openStdio([...memory, process.getBuiltinModule('node:os').tmpdir()], '', MAX_CHARS)
  const mark = newMark()
  try {
    // Files, not pipes: a process left running cannot block us. Node takes `detached` here, its types do not.
    const options = { cwd, stdio: [...stdio.fds], timeout: ms, windowsHide: true, detached: true }
    const marked = { ...env, [MARK]: (env[MARK] ?? '') + mark }
    const child = spawnSync(file, args, { ...options, env: marked, killSignal: 'SIGKILL' })
    if (child.pid > 0) killLeftovers({ pid: child.pid, mark })
    return endOf(child, stdio.stdout().text, ms)
  } finally {
    stdio.close()
  }
}

function bounded(argv: readonly [string, ...string[]]): readonly [string, ...string[]] {
  if (process.platform === 'win32') return argv
  return ['/bin/sh', '-c', `ulimit -f ${MAX_FILE_BLOCKS}; exec "$@"`, 'sh', ...argv]
}

function endOf(
  { error, status, signal }: Pick<SpawnSyncReturns<Buffer>, 'error' | 'status' | 'signal'>,
  printed: string,
  ms: number,
): ReturnType<Programs['ask']> {
  const code = error !== undefined && 'code' in error ? String(error.code) : undefined
  if (code === 'ETIMEDOUT') return { failure: `it did not answer within ${Math.round(ms / 100) / 10} s` }
  if (code !== undefined) return { failure: `it cannot be started (${code})` }
  if (signal === 'SIGXFSZ') return { failure: 'it printed too much' }
  if (signal !== null) return { failure: `it was ended by ${signal}` }
  if (status === 127) return { failure: 'it exited 127: it or a program that it needs is not there' }
  return status === 0 ? { printed } : { failure: `it exited ${status ?? 'without a code'}` }
}
