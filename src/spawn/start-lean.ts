// Starts a process as node:child_process does, without loading that: with its sockets and streams it costs a tenth of a
// start of Node. Only where this is known to hold; whatever is unusual is left to the public way.
import type { ChildOptions, Start } from './child.ts'
import { start } from './start.ts'

/** Releases that were tried: Node 24 takes other arguments, and would end this process for these. */
const tried = /^v(?:20\.\d+|22\.(?:1?\d|2[0-3]))\./

/** Node's own handle of a process, as these releases have it. */
interface Handle {
  readonly pid: number
  onexit: (code: number, signal: string) => void
  /** Zero, or the negative number of the system's error. */
  spawn(options: object): number
  unref(): void
  close(): void
}

export const startLean: Start = async (argv, options) => {
  const handle = isUsual(argv, options) ? newHandle() : undefined
  if (handle === undefined) return start(argv, options)
  const failed = handle.spawn({
    file: argv[0],
    args: argv,
    cwd: options.cwd,
    envPairs: pairsOf(options.env),
    stdio: options.stdio.map((fd) => (fd === 'ignore' ? { type: fd } : { type: 'fd', fd })),
    detached: true,
  })
  if (failed !== 0) return start(argv, options) // which says what is wrong in the usual words
  return {
    pid: handle.pid,
    onExit: (listener) => {
      const onexit: Handle['onexit'] = (code, signal) => {
        handle.close()
        if (signal === '') listener(code, null)
        else listener(null, signal)
      }
      Object.assign(handle, { onexit })
    },
    unref: () => handle.unref(),
  }
}

/** A NUL would end a text early for the system, and Node only looks for one in its public functions. */
function isUsual(argv: readonly string[], { cwd, env }: ChildOptions): boolean {
  return !(argv.join('') + cwd + pairsOf(env).join('')).includes('\0')
}

function pairsOf(env: ChildOptions['env']): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`)
}

/** Undefined where Node would warn or is another one. */
function newHandle(): Handle | undefined {
  const { version, platform, env, execArgv } = process
  if (!tried.test(version) || (platform !== 'linux' && platform !== 'darwin')) return undefined
  const flags = `${env['NODE_OPTIONS']} ${execArgv.join(' ')}`
  if (flags.includes('deprecation') || env['NODE_PENDING_DEPRECATION'] !== undefined) return undefined
  try {
    return new (binding('process_wrap').Process)()
  } catch {
    return undefined // a Node that lets nobody at it
  }
}

function binding(name: string): { readonly Process: new () => Handle } {
  return (process as unknown as { binding(name: string): { Process: new () => Handle } }).binding(name)
}
