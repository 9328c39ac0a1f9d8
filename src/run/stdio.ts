// Reads stdin and writes answers. Part of bin.cjs: it needs no other file.
import { constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { errorMessage, hasCode, HooksError } from '../model/errors.ts'

/** How long an agent may take to hand over its payload. */
const STDIN_MS = 10_000
const STDIN_BYTES = 32 * 1024 * 1024
const CHUNK_BYTES = 65_536
const RETRY_MS = 1

export interface Stdin {
  /** One JSON object, or all that is there; rejects when it does not come in time or is too large. Later calls get the same. */
  read(): Promise<string>
  /** What has been read so far. */
  received(): string
}

export function createStdin(): Stdin {
  const chunks: Buffer[] = []
  let reading: Promise<string> | undefined
  const received = (): string => textOf(chunks)
  const read = async (): Promise<string> => {
    await (isStream() ? readStream(chunks) : readFile(chunks))
    return received()
  }
  return { read: () => (reading ??= read()), received }
}

/** A socket cannot be opened again, so only the event loop can wait for it with a deadline; a pipe neither where there is no /proc. */
function isStream(): boolean {
  try {
    const stat = fstatSync(0)
    return stat.isSocket() || (stat.isFIFO() && process.platform !== 'linux')
  } catch {
    return false
  }
}

function readStream(chunks: Buffer[]): Promise<void> {
  const { Socket } = process.getBuiltinModule('node:net')
  return new Promise((resolve, reject) => {
    const socket = new Socket({ fd: 0, readable: true, writable: false })
    const end = (error?: Error): void => {
      clearTimeout(deadline)
      socket.pause()
      socket.unref()
      if (error === undefined) resolve()
      else reject(error)
    }
    // What has arrived while this process slept is read before it gives up.
    const deadline = setTimeout(() => setImmediate(() => end(tooSlow())), STDIN_MS)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (socket.bytesRead > STDIN_BYTES) end(tooLarge())
      else if (isWhole(chunks)) end()
    })
    socket.on('end', () => end())
    socket.on('error', (error) => end(unreadable(error)))
  })
}

/** It is taken as soon as it is whole: an agent need not close its end. */
function readFile(chunks: Buffer[]): void {
  const polled = openNonBlocking()
  let size = 0
  for (let waited = 0; ;) {
    const chunk = readNow(polled ?? 0)
    if (chunk?.length === 0) return
    if (chunk !== undefined) {
      if ((size += chunk.length) > STDIN_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
    if (chunk === undefined || polled === undefined) {
      if (isWhole(chunks)) return
      if (chunk !== undefined) continue
      if ((waited += RETRY_MS) > STDIN_MS) throw tooSlow()
      sleep(RETRY_MS)
    }
  }
}

/** Waits as long as the person at the terminal does. */
export function readLine(): string {
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

/** A description of our own can be polled. */
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
  for (;;) {
    try {
      return Buffer.from(bytes.buffer, 0, readSync(fd, bytes))
    } catch (error) {
      if (hasCode(error, 'EINTR')) continue
      if (hasCode(error, 'EAGAIN')) return undefined
      throw unreadable(error)
    }
  }
}

function unreadable(error: unknown): HooksError {
  return new HooksError('stdin', `stdin cannot be read: ${errorMessage(error)}`)
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
export function write(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(fd, bytes, offset)
    } catch (error) {
      if (hasCode(error, 'EINTR')) continue
      if (!hasCode(error, 'EAGAIN')) return
      sleep(RETRY_MS)
    }
  }
}
