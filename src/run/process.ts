import { constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { parse } from 'node:path'
import type { LoadChunk } from '../chunks.ts'
import { HooksError } from '../model/errors.ts'
import type { Host } from './host.ts'
import { around } from '../patterns/paths/inside.ts'

declare const VERSION: string // set by the build: the package's version

/** How long an agent may take to hand over its payload. */
const STDIN_MS = 10_000
const STDIN_BYTES = 32 * 1024 * 1024
const CHUNK_BYTES = 65_536
const RETRY_MS = 1

/** The real process as a host. */
export function createHost(load: LoadChunk, build: string): Host {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: currentDirectory(),
    version: VERSION,
    build,
    packageDir: around(__dirname),
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
    stdin: readStdin,
    line: readLine,
    out: (text) => write(1, text),
    err: (text) => write(2, text),
    load,
    onInterrupt: createOnInterrupt(),
  }
}

/** One listener for each signal, however many wait: Node warns on stderr of more than ten. */
function createOnInterrupt(): Host['onInterrupt'] {
  const waiting: (() => void)[] = []
  let wasAsked = false
  const hear = (): void => {
    wasAsked = true
    for (const callback of waiting) callback()
  }
  return (callback) => {
    if (wasAsked) return callback()
    if (waiting.push(callback) > 1) return
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
  }
}

/** A deleted working directory must not keep us from answering. */
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

/** One JSON object from stdin, or all that is there. It is taken as soon as it is whole: an agent need not close its end. */
async function readStdin(): Promise<string> {
  const polled = openNonBlocking()
  const chunks: Buffer[] = []
  let size = 0
  for (let waited = 0; ;) {
    const chunk = readNow(polled ?? 0)
    if (chunk?.length === 0) return textOf(chunks)
    if (chunk !== undefined) {
      if ((size += chunk.length) > STDIN_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
    if (chunk === undefined || polled === undefined) {
      if (isWhole(chunks)) return textOf(chunks)
      if (chunk !== undefined) continue
      if ((waited += RETRY_MS) > STDIN_MS) throw tooSlow()
      sleep(RETRY_MS)
    }
  }
}

/** Waits as long as the person at the terminal does. */
function readLine(): string {
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = readNow(0)
    if (chunk === undefined) sleep(RETRY_MS)
    else if (chunk.length === 0) return textOf(chunks)
    else {
      chunks.push(chunk)
      if (chunk.includes('\n')) return textOf(chunks).split('\n', 1)[0] ?? ''
    }
  }
}

/** A description of our own can be polled. Undefined for a socket, and where there is no /proc: then reading waits as long as the agent does. */
function openNonBlocking(): number | undefined {
  try {
    return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

function textOf(chunks: readonly Buffer[]): string {
  const [only] = chunks
  return (chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)).toString()
}

const CLOSING_BRACE = 0x7d

function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)
  const end = last?.findLast((byte) => byte > 0x20)
  if (end !== CLOSING_BRACE) return false
  try {
    JSON.parse(textOf(chunks))
    return true
  } catch {
    return false
  }
}

/** Undefined when nothing is there yet. */
function readNow(fd: number): Buffer | undefined {
  const bytes = new Uint8Array(CHUNK_BYTES)
  try {
    return Buffer.from(bytes.buffer, 0, readSync(fd, bytes))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw new HooksError(
      'stdin',
      `stdin cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function tooSlow(): HooksError {
  return new HooksError('stdin', `no whole payload on stdin within ${STDIN_MS / 1000} s`)
}

function tooLarge(): HooksError {
  return new HooksError('stdin', `the payload is larger than ${STDIN_BYTES / 1024 / 1024} MiB`)
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Writes all of it before returning; a reader that has gone away is not our failure. */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(fd, bytes, offset)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      sleep(RETRY_MS)
    }
  }
}
