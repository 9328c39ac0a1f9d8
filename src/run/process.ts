import { fstatSync } from 'node:fs'
import { parse } from 'node:path'
import type { Host, Loader } from './call.ts'
import { parentPath } from '../patterns/paths/paths.ts'
import { ownHome } from '../store/disk/dirs.ts'
import { readLine, write } from './stdio.ts'

/** How soon a starter that has gone is missed. */
const STARTER_MS = 250

declare const VERSION: string // set by the build: the package's version

/** The real process as a host. */
export function createHost(loader: Loader): Host {
  return {
    ...loader,
    argv: process.argv.slice(2),
    env: process.env,
    cwd: currentDirectory(),
    version: VERSION,
    packageDir: parentPath(__dirname),
    node: process.execPath,
    get terminal() {
      return isTerminal(1)
    },
    get columns() {
      return process.stdout.columns || 80
    },
    get stdinIsTerminal() {
      return isTerminal(0)
    },
    get stderrIsTerminal() {
      return isTerminal(2)
    },
    line: readLine,
    lines: () => process.getBuiltinModule('node:readline').createInterface({ input: process.stdin }),
    accountHome: ownHome,
    ancestors: () => loader.load('ancestors').readAncestors(),
    out: (text) => write(1, text),
    err: (text) => write(2, text),
    redraw: (line) => write(2, `\r${line}\u001b[K`),
    clear: () => write(1, '\u001b[2J\u001b[3J\u001b[H'),
    onInterrupt: createOnInterrupt(),
  }
}

/** One listener for each signal, however many wait: Node warns on stderr of more than ten. */
function createOnInterrupt(): Host['onInterrupt'] {
  const waiting: (() => void)[] = []
  const starter = process.ppid
  let wasAsked = false
  const hear = (): void => {
    wasAsked = true
    for (const callback of waiting) callback()
  }
  return (callback) => {
    if (wasAsked) return callback()
    if (waiting.push(callback) > 1) return
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
    // The shell that waits for us does not pass its signals on: when it has gone, nobody waits.
    const look = setInterval(() => {
      if (process.ppid === starter) return
      clearInterval(look)
      hear()
    }, STARTER_MS)
    look.unref()
  }
}

/** A deleted working directory must not prevent an answer. */
function currentDirectory(): string {
  try {
    return process.cwd()
  } catch {
    return parse(process.execPath).root
  }
}

function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(fd)
  } catch {
    return false
  }
}
