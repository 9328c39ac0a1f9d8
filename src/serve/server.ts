// The engine that stays: one process for all projects of a user around the same `run` that a cold call executes.
import { chmodSync, lstatSync, statSync, unlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { hasCode } from '../model/errors.ts'
import { END_MARK, END_OPTION } from '../model/start-contract.ts'
import type { EngineOf, Host } from '../run/host.ts'
import { ownHome } from '../store/plan/root.ts'
import { makeEngineDir, releaseStart, socketOf, stampOf } from './place.ts'
import { type Answered, BEAT, BEAT_MS, type Call, decodeCall, encodeAnswer, REFUSED } from './protocol.ts'
import { createTally } from './tally.ts'

/** What the engine takes from the process that it is. */
export type EngineHost = Pick<Host, 'build' | 'keepEngine' | 'load' | 'node' | 'packageDir' | 'version'>

const IDLE_MS = 30 * 60_000
const LOOK_MS = 10_000
/** Above this much memory it ends, and the next call starts another. */
const MAX_BYTES = 400 * 1024 * 1024

/** What comes to nothing here is judged by a cold run. */
class Declined extends Error {}

/** Resolves when the engine has ended; to false where another one answers already. */
export async function serve(host: EngineHost, of: EngineOf): Promise<boolean> {
  const path = socketOf(of)
  if (path === undefined || !makeEngineDir(dirname(path))) return false
  const server = createServer({ allowHalfOpen: true })
  const isFirst = await listen(server, path)
  releaseStart(path)
  if (!isFirst) return false
  const engine = createEngine(host, server, { path, bin: of.bin })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, engine.end)
  warm(host)
  return new Promise((resolve) => server.once('close', () => resolve(true)))
}

async function listen(server: Server, path: string): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) {
    const error = await new Promise<unknown>((resolve) => {
      server.once('error', resolve)
      server.listen(path, () => {
        server.off('error', resolve)
        resolve(undefined)
      })
    })
    if (error === undefined) {
      chmodSync(path, 0o600)
      return true
    }
    if (!hasCode(error, 'EADDRINUSE') || (await answers(path))) return false
    unlinkSync(path) // of an engine that was killed
  }
  return false
}

function answers(path: string): Promise<boolean> {
  const { connect } = process.getBuiltinModule('node:net')
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('error', () => resolve(false))
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
  })
}

/** What every call needs. */
function warm({ load }: EngineHost): void {
  for (const chunk of ['run', 'decide', 'agents', 'builtins', 'parser'] as const) load(chunk)
}

interface Place {
  readonly path: string
  readonly bin: string
}

function createEngine(host: EngineHost, server: Server, { path, bin }: Place) {
  const own = { program: stampOf(bin), socket: statSync(path).ino }
  const tally = createTally()
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    clearInterval(look)
    if (isAt(path, own.socket)) unlinkSync(path)
    server.close()
  }
  const keepEngine = (isWanted: boolean): void => {
    if (!isWanted) end()
  }
  const isCurrent = (): boolean => stampIs(bin, own.program)
  const look = setInterval(() => {
    const isIdle = tally.open() === 0 && tally.idleMs() > IDLE_MS
    if (isIdle || !isCurrent() || !isAt(path, own.socket) || process.memoryUsage.rss() > MAX_BYTES) end()
  }, LOOK_MS)
  server.on('connection', (socket) => {
    socket.on('error', () => undefined) // a caller that has gone
    receive(socket, async (bytes) => {
      if (bytes === 'stats\n') return Buffer.from(`${JSON.stringify(tally.said())}\n`)
      if (bytes === 'stop\n') {
        end()
        return Buffer.from('ok\n')
      }
      if (!isCurrent()) {
        end()
        return Buffer.from(REFUSED)
      }
      return tally.timed(bytes.cwd, () => answerTo({ ...host, keepEngine }, socket, bytes))
    })
  })
  return { end }
}

function isAt(path: string, ino: number): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.ino === ino
}

function stampIs(file: string, stamp: string): boolean {
  try {
    return stampOf(file) === stamp
  } catch {
    return false
  }
}

type Asked = Call | 'stats\n' | 'stop\n'

/** One call for each connection. */
function receive(socket: Socket, answer: (asked: Asked) => Promise<Buffer>): void {
  let bytes: Buffer = Buffer.alloc(0)
  const take = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    const asked = askedIn(bytes)
    if (asked === 'more') return
    socket.off('data', take)
    socket.resume()
    if (asked === 'wrong') return void socket.end(REFUSED)
    void answer(asked).then(
      (told) => socket.end(told),
      () => socket.end(REFUSED),
    )
  }
  socket.on('data', take)
  socket.on('end', () => socket.end())
}

function askedIn(bytes: Buffer): Asked | 'more' | 'wrong' {
  const said = bytes.length > 6 ? '' : bytes.toString('latin1')
  return said === 'stats\n' || said === 'stop\n' ? said : decodeCall(bytes)
}

/** Acknowledged at once, and then each second, so that a caller knows that somebody works. */
async function answerTo(host: EngineHost, socket: Socket, call: Call): Promise<Buffer> {
  const beat = (): void => void socket.write(BEAT)
  const first = setImmediate(beat) // what is decided at once is told in one write
  const beats = setInterval(beat, BEAT_MS)
  try {
    return encodeAnswer(await judge(host, socket, call))
  } finally {
    clearImmediate(first)
    clearInterval(beats)
  }
}

async function judge(host: EngineHost, socket: Socket, call: Call): Promise<Answered> {
  const argv = call.argv.filter((word) => !word.startsWith('--engine'))
  const isAwaited = argv.at(-1) === END_OPTION && argv.pop() !== undefined
  if (argv[0] !== 'run' || !argv.includes('--agent')) throw new Declined()
  const told = { out: '', err: '' }
  const exit = await host.load('run').run(hostOf(host, { ...call, argv }, { told, socket }))
  return { exit, out: isAwaited ? told.out + END_MARK : told.out, err: told.err }
}

interface Around {
  readonly told: { out: string; err: string }
  readonly socket: Socket
}

/** Everything of a call comes with the call: nothing of another one, nor of this process, is seen. */
function hostOf(host: EngineHost, call: Call, { told, socket }: Around): Host {
  const { argv, env, cwd, payload, parent } = call
  return {
    ...host,
    isGuest: true,
    argv,
    env,
    cwd,
    terminal: false,
    columns: 80,
    stdinIsTerminal: false,
    stderrIsTerminal: false,
    stdin: async () => payload,
    lines: () => ({ close: () => undefined, async *[Symbol.asyncIterator]() {} }),
    line: () => '',
    fail: () => Promise.reject(new Declined()),
    accountHome: ownHome,
    ancestors: () => host.load('ancestors').readAncestors(parent),
    out: (text) => void (told.out += text),
    err: (text) => void (told.err += text),
    redraw: () => undefined,
    clear: () => undefined,
    onInterrupt: (callback) => void socket.once('close', callback),
  }
}
