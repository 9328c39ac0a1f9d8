// The engine that stays: one process for all projects of a user around the same `run` that a cold call executes.
import { once } from 'node:events'
import { chmodSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { errorMessage } from '../model/errors.ts'
import { END_MARK, END_OPTION, RAW_OPTION, withLoadersAside } from '../model/start-contract.ts'
import type { KeptPrograms } from '../handlers/spawn/keep-alive.ts'
import type { EngineOf, Host, Answered, EngineCall } from '../run/call.ts'
import { createFiles } from '../store/disk/files.ts'
import { ownHome } from '../store/disk/dirs.ts'
import { repositoryOf } from '../store/project.ts'
import { makeOwnDir } from '../store/disk/user-dir.ts'
import { boundName, releaseStart, socketOf, stampOf } from './place.ts'
import { BEAT, BEAT_MS, decodeCall, encodeAnswer, REFUSED } from './protocol.ts'
import { createTally } from './tally.ts'

/** What the engine takes from the process that it is. */
type EngineHost = Pick<Host, 'build' | 'load' | 'node' | 'packageDir' | 'version'>

const IDLE_MS = 30 * 60_000
const LOOK_MS = 10_000
/** A caller sends its call at once. */
const CALL_MS = 10_000
/** Above this much memory it ends, and the next call starts another. */
const MAX_BYTES = 400 * 1024 * 1024

/** Resolves when the engine has ended; to the problem where it cannot answer. */
export async function serve(
  { build, load, node, packageDir, version }: EngineHost,
  of: EngineOf,
  onReady?: () => void,
): Promise<string | undefined> {
  const path = socketOf(of)
  if (path === undefined) return 'the kernel does not tell what this process may do'
  const dir = dirname(path)
  if (!makeOwnDir(dir)) return `${dir} cannot be made, or is not a directory of yours alone`
  const server = createServer({ allowHalfOpen: true })
  const listening = await listen(server, path)
  releaseStart(path)
  if ('problem' in listening) return listening.problem
  const host = { build, load, node, packageDir, version }
  const kept = keptPrograms(host)
  const end = answerAt({ path, ...listening }, server, { host, of, kept })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  // What every call needs.
  for (const chunk of ['run', 'decide', 'agents', 'builtins', 'parser'] as const) load(chunk)
  onReady?.()
  await new Promise((resolve) => server.once('close', resolve))
  kept.close()
  return undefined
}

/** Takes the place when it already listens, so that it knows its socket; a server that closes removes the name it was bound to. */
async function listen(
  server: Server,
  path: string,
): Promise<{ mark: string | undefined } | { problem: string }> {
  if (await answers(path)) return { problem: 'another one answers already (hooks serve --stop ends it)' }
  const bound = boundName(path, process.pid)
  try {
    rmSync(bound, { force: true }) // of an engine that was killed
    server.listen(bound)
    await once(server, 'listening')
    chmodSync(bound, 0o600)
    const mark = markOf(bound)
    renameSync(bound, path)
    return { mark }
  } catch (error) {
    server.close()
    return { problem: `${path}: ${errorMessage(error)}` }
  }
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

interface RunningEngine {
  readonly host: EngineHost
  readonly of: EngineOf
  readonly kept: KeptPrograms
}

/** Made when a rule first has a script that stays. */
function keptPrograms({ load }: EngineHost): KeptPrograms {
  let made: KeptPrograms | undefined
  return {
    around: (...given) => (made ??= load('scripts').createKeptPrograms()).around(...given),
    close: () => made?.close(),
  }
}

interface SocketPlace {
  readonly path: string
  /** Of its own socket. */
  readonly mark: string | undefined
}

/** Answers what comes; returns what ends it. */
function answerAt(
  { path, mark }: SocketPlace,
  server: Server,
  { host, of, kept }: RunningEngine,
): () => void {
  const programs = [of.bin, of.node]
  const stamps = programs.map(stampOf)
  const tally = createTally((cwd) => repositoryOf(cwd, createFiles()))
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    clearInterval(look)
    if (markOf(path) === mark) unlinkSync(path)
    server.close()
  }
  const keepEngine = (isWanted: boolean): void => {
    if (!isWanted) end()
  }
  /** Another build or Node has another engine. */
  const isCurrent = (): boolean => programs.every((file, at) => stampIs(file, stamps[at]))
  const look = setInterval(() => {
    const isIdle = tally.open() === 0 && tally.idleMs() > IDLE_MS
    if (isIdle || !isCurrent() || markOf(path) !== mark || process.memoryUsage.rss() > MAX_BYTES) end()
  }, LOOK_MS)
  server.on('connection', (caller) => {
    receive(caller, async (asked) => {
      if (asked === 'stats\n') return Buffer.from(`${JSON.stringify(tally.said())}\n`)
      if (asked === 'stop\n' || !isCurrent()) end()
      if (asked === 'stop\n') return Buffer.from('ok\n')
      if (isEnding) return Buffer.from(REFUSED)
      return tally.timed(asked.cwd, () => answerTo({ host, of, kept, keepEngine }, caller, asked))
    })
  })
  return end
}

/** With its birth: a file system gives the number of a removed file to the next one. */
function markOf(path: string): string | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.birthtimeNs}`
}

function stampIs(file: string, stamp: string | undefined): boolean {
  try {
    return stampOf(file) === stamp
  } catch {
    return false
  }
}

type EngineQuestion = EngineCall | 'stats\n' | 'stop\n'

/** One call for each connection. */
function receive(caller: Socket, answer: (asked: EngineQuestion) => Promise<Buffer>): void {
  const pieces: Buffer[] = []
  let size = 0
  let wanted = 0
  const take = (piece: Buffer): void => {
    pieces.push(piece)
    if ((size += piece.length) < wanted) return
    const bytes = Buffer.concat(pieces.splice(0))
    pieces.push(bytes)
    const asked = askedIn(bytes)
    if (typeof asked === 'number') return void (wanted = asked)
    caller.off('data', take)
    caller.resume()
    caller.setTimeout(0)
    void (asked === 'wrong' ? Promise.reject(new Error(asked)) : answer(asked)).then(
      (told) => caller.end(told),
      () => caller.end(REFUSED),
    )
  }
  caller.setMaxListeners(0) // each script of a call hears of its end
  caller.setTimeout(CALL_MS, () => caller.destroy())
  caller.on('data', take)
  caller.on('end', () => caller.end())
  caller.on('error', () => undefined) // it has gone
}

/** A number: so many bytes are it at least. */
function askedIn(bytes: Buffer): EngineQuestion | number | 'wrong' {
  const said = bytes.length > 6 ? '' : bytes.toString('latin1')
  return said === 'stats\n' || said === 'stop\n' ? said : decodeCall(bytes)
}

/** Acknowledged at once, and then each second, so that a caller knows that somebody works. */
async function answerTo(engine: Answering, caller: Socket, call: EngineCall): Promise<Buffer> {
  const beat = (): void => void caller.write(BEAT)
  const first = setImmediate(beat) // what is decided at once is told in one write
  const beats = setInterval(beat, BEAT_MS)
  try {
    return encodeAnswer(await judge(engine, caller, call))
  } finally {
    clearImmediate(first)
    clearInterval(beats)
  }
}

interface Answering extends RunningEngine, Pick<Host, 'keepEngine'> {}

async function judge(engine: Answering, caller: Socket, call: EngineCall): Promise<Answered> {
  const argv = call.argv.filter((word) => !word.startsWith('--engine'))
  const isAwaited = argv.at(-1) === END_OPTION && argv.pop() !== undefined
  if (argv[0] !== 'run' || !argv.includes('--agent')) return decline()
  const told = { out: '', err: '' }
  const env = call.argv.includes(RAW_OPTION) ? withLoadersAside(call.env) : call.env
  const host = hostOf(engine, { ...call, argv, env }, { told, caller })
  const exit = await host.load('run').run(host)
  return { exit, out: isAwaited ? told.out + END_MARK : told.out, err: told.err }
}

/** What comes to nothing here is judged by a cold run. */
const decline = (): Promise<never> => Promise.reject(new Error('declined'))

interface Around {
  readonly told: { out: string; err: string }
  readonly caller: Socket
}

let home: string | undefined

/** Everything of a call comes with the call: nothing of another one, nor of this process, is seen. */
function hostOf({ host, of, kept, keepEngine }: Answering, call: EngineCall, { told, caller }: Around): Host {
  const { argv, env, cwd, payload, parent } = call
  return {
    ...host,
    isGuest: true,
    engine: of,
    kept,
    leaves: (event) => event === 'SessionStart',
    keepEngine,
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
    fail: decline,
    accountHome: () => (home ??= ownHome()),
    ancestors: () => host.load('ancestors').readAncestors(parent),
    out: (text) => void (told.out += text),
    err: (text) => void (told.err += text),
    redraw: () => undefined,
    clear: () => undefined,
    onInterrupt: (callback) => void (caller.destroyed ? callback() : caller.once('close', callback)),
  }
}
