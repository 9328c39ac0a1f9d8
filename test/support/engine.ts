// The engine that stays, in a place of its own, what stands in for it, and its callers.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { HEAP_OPTIONS, socketOf } from '../../src/serve/place.ts'
import { bin, finish, type Finished, type Project, type RunOptions } from './cli.ts'
import { atEnd } from './end.ts'
import { pause, until } from './time.ts'

/** Compiled by the build where there is a compiler. */
export const nativeCaller = path.join(path.dirname(bin), 'caller')
export const hasCompiler = spawnSync('cc', ['--version']).status === 0

export type Caller = 'native' | 'node' | 'sanitized'
export const callers: readonly Caller[] = existsSync(nativeCaller) ? ['native', 'node'] : ['node']

const source = path.resolve(import.meta.dirname, '../../native/caller.c')

/** The native caller that ends itself at what C leaves undefined; absent where no compiler makes one. */
const sanitizedCaller = compileSanitized()

function compileSanitized(): string | undefined {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const file = path.resolve(import.meta.dirname, `../../node_modules/.cache/hooks-caller-${hash}`)
  if (existsSync(file)) return file
  const made = `${file}.${process.pid}`
  const flags = '-std=c11 -g -O1 -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all'
  if (spawnSync('cc', [...flags.split(' '), '-o', made, source], { stdio: 'inherit' }).status !== 0) return
  renameSync(made, file)
  return file
}

/** With the sanitized one. */
export const allCallers: readonly Caller[] =
  sanitizedCaller === undefined ? callers : [...callers, 'sanitized']

/** How each is started: the program, and before its arguments. */
export const programOf = (caller: Caller): readonly string[] => {
  if (caller === 'node') return []
  return [caller === 'native' ? nativeCaller : (sanitizedCaller ?? '')]
}

/** It ends early, so that what it did not free is no leak. */
export const sanitizerEnv = { ASAN_OPTIONS: 'detect_leaks=0' }

export interface Engine {
  readonly dir: string
  readonly process: ChildProcess
  /** Its calls so far. */
  calls(): Promise<number>
  /** Asks as dist/start.sh does. */
  ask(caller: Caller, payload: object | string, options?: AskOptions): Promise<Finished>
}

interface AskOptions extends RunOptions {
  readonly agent?: string
  readonly event?: string
  /** What dist/start.sh knows of the engine. */
  readonly known?: string
}

/** Starts one for a project; it ends with the test file. */
export async function startEngine(project: Project, dir = path.join(project.dir, 'engine')): Promise<Engine> {
  const child = spawn(
    process.execPath,
    [...HEAP_OPTIONS, bin, 'serve', '--background', `--engine-dir=${dir}`],
    {
      cwd: '/',
      env: {},
      stdio: 'ignore',
    },
  )
  atEnd(() => child.kill('SIGKILL'))
  await until(() => isThere(dir))
  return {
    dir,
    process: child,
    calls: () => callsOf(project, dir),
    ask: (caller, payload, options) => askIn(project, dir, { caller, payload, options }),
  }
}

/** Whether one listens in a directory. */
export function isThere(dir: string): boolean {
  return existsSync(dir) && readdirSync(dir).some((name) => /^\w{16}$/.test(name))
}

/** Listens in an engine's place, and hears the first bytes of each caller. */
export async function standIn(
  of: { readonly bin: string; readonly node: string; readonly dir: string },
  hear: (socket: Socket, bytes: Buffer) => void,
): Promise<() => void> {
  const place = socketOf(of)
  if (place === undefined) throw new Error('no place for an engine')
  mkdirSync(of.dir, { mode: 0o700, recursive: true })
  const open = new Set<Socket>()
  const server = createServer((asked) => {
    open.add(asked)
    asked.on('error', () => undefined)
    asked.once('data', (bytes: Buffer) => hear(asked, bytes))
  })
  await new Promise<void>((resolve) => server.listen(place, resolve))
  return () => {
    server.close()
    for (const each of open) each.destroy()
  }
}

/** As `hooks status` says; 0 where none answers. */
export async function callsOf(project: Project, dir: string): Promise<number> {
  return (await statsOf(project, dir))?.calls ?? 0
}

/** Waits until one answers. */
export async function untilReady(project: Project, dir: string): Promise<void> {
  while ((await statsOf(project, dir)) === undefined) await pause(10)
}

async function statsOf({ root, env }: Project, dir: string): Promise<{ calls: number } | undefined> {
  const argv = [process.execPath, bin, 'status', '--json', `--engine-dir=${dir}`]
  const { stdout } = await finish(argv, { cwd: root, env })
  return (JSON.parse(stdout) as { engine?: { calls: number } }).engine
}

interface Asked {
  readonly caller: Caller
  readonly payload: object | string
  readonly options?: AskOptions | undefined
}

/** Through a caller, with no engine of the test's making. */
export function askIn(
  { root, env }: Project,
  dir: string,
  { caller, payload, options = {} }: Asked,
): Promise<Finished> {
  const { agent = 'claude-code', event = 'PreToolUse', known = 'ask', node = process.execPath } = options
  const program = [...programOf(caller), node, options.bin ?? bin]
  const argv = [
    'run',
    '--agent',
    agent,
    `--event=${event}`,
    `--engine=${known}`,
    `--engine-dir=${dir}`,
    '--end',
  ]
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return finish(
    [...program, ...argv],
    { cwd: options.cwd ?? root, env: { ...env, ...sanitizerEnv, ...options.env } },
    { ...options, input },
  )
}
