// The engine that stays, in a place of its own, and its two callers.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { bin, finish, type Finished, type Project, type RunOptions } from './cli.ts'

/** Compiled by the build where there is a compiler. */
export const nativeCaller = path.join(path.dirname(bin), 'caller')
export const hasCompiler = spawnSync('cc', ['--version']).status === 0

type Caller = 'native' | 'node'
export const callers: readonly Caller[] = existsSync(nativeCaller) ? ['native', 'node'] : ['node']

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
  const child = spawn(process.execPath, [bin, 'serve', '--background', `--engine-dir=${dir}`], {
    cwd: '/',
    env: {},
    stdio: 'ignore',
  })
  afterAll(() => void child.kill('SIGKILL'))
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

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(10)
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
  const program = [...(caller === 'native' ? [nativeCaller] : []), node, options.bin ?? bin]
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
    { cwd: options.cwd ?? root, env: { ...env, ...options.env } },
    { ...options, input },
  )
}
