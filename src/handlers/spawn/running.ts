// One program that reads lines and answers them.
import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { SpawnRequest } from '../../model/types.ts'
import { endLeftovers, killLeftovers, MARK, newMark, type Script, signalGroup } from './leftovers.ts'
import { codeOf, type Ending, type Interrupt } from './spawn.ts'

/** What it printed last may arrive after its end. */
const LAST_WORDS_MS = 20
/** From TERM to KILL. */
const GRACE_MS = 250
const MAX_STDERR_CHARS = 8_000

export interface Running {
  /** Gives it a line and waits for its answer; ends it when none comes in time. */
  exchange(request: Pick<SpawnRequest, 'stdin' | 'max_stdout'>, limits: ExchangeLimits): Promise<Ending>
  isAlive(): boolean
  /** It ended, or had to be ended, without an answer. */
  hasCrashed(): boolean
  end(): void
}

interface ExchangeLimits {
  readonly timeout_ms: number
  readonly signal: Interrupt | undefined
}

interface Where {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Resolves to the system's code when the program cannot be started. */
export async function startRunning(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: Where,
): Promise<Running | { readonly failure: string }> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const mark = newMark()
  const marked = { ...env, [MARK]: (env[MARK] ?? '') + mark }
  try {
    const child = spawn(program, args, { cwd, env: marked, detached: true, windowsHide: true, stdio: 'pipe' })
    const { pid } = child
    if (pid !== undefined) return follow(child, { pid, mark })
    return { failure: await new Promise((done) => child.once('error', (error) => done(codeOf(error)))) }
  } catch (error) {
    return { failure: codeOf(error) }
  }
}

interface Conversation {
  out: string
  err: string
  ended?: Ending
  crashed: boolean
  /** While a line waits for its answer. */
  heard?: () => void
}

/** They end with this process. */
const alive = new Set<Script>()

function follow(child: ChildProcess, script: Script): Running {
  const said: Conversation = { out: '', err: '', crashed: false }
  if (alive.add(script).size === 1) process.on('exit', killAll)
  child.once('exit', () => {
    alive.delete(script)
    if (alive.size === 0) process.removeListener('exit', killAll)
  })
  const end = (): void => {
    said.ended ??= { end: 'signal', signal: 'SIGTERM' }
    signalGroup(script.pid, 'SIGTERM')
    setTimeout(() => void endLeftovers(script), GRACE_MS).unref()
  }
  listen(child, said, end)
  return {
    exchange: (request, limits) => exchange(child, said, { request, limits, end }),
    isAlive: () => said.ended === undefined && child.exitCode === null && child.signalCode === null,
    hasCrashed: () => said.crashed,
    end,
  }
}

function killAll(): void {
  alive.forEach(killLeftovers)
}

/** It keeps no process alive that waits for nothing else. */
function listen(child: ChildProcess, said: Conversation, end: () => void): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    stream?.on('error', () => {})
    if (stream instanceof Socket) stream.unref()
  }
  child.on('error', () => {})
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
    if (said.heard === undefined) refuseUnasked(said, end)
    else said.heard()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err = (said.err + text).slice(-MAX_STDERR_CHARS)
  })
  child.once('exit', (code, signal) => {
    if (said.ended === undefined && code !== 0) said.crashed = true
    setTimeout(() => {
      said.ended ??= code === null ? { end: 'signal', signal: signal ?? 'unknown' } : { end: 'exit', code }
      said.heard?.()
    }, LAST_WORDS_MS)
  })
}

/** An answer that nobody asked for would be taken for the next call's. */
function refuseUnasked(said: Conversation, end: () => void): void {
  if (answerIn(said.out) !== undefined) {
    said.crashed = true
    end()
  }
  said.out = ''
}

interface Exchange {
  readonly request: Pick<SpawnRequest, 'stdin' | 'max_stdout'>
  readonly limits: ExchangeLimits
  readonly end: () => void
}

function exchange(
  child: ChildProcess,
  said: Conversation,
  { request, limits: { timeout_ms, signal }, end }: Exchange,
): Promise<Ending> {
  return new Promise((resolve) => {
    const settle = (ending: Ending): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      delete said.heard
      const answer = answerIn(said.out)
      const length = answer === undefined ? said.out.length : said.out.indexOf(answer) + answer.length
      resolve({
        ...ending,
        stdout: said.out.slice(0, Math.min(length, request.max_stdout)),
        stderr: said.err,
      })
      Object.assign(said, { out: said.out.slice(length), err: '' })
      refuseUnasked(said, end)
    }
    const cut = (why: 'timeout' | 'flood' | 'aborted'): void => {
      said.crashed = why !== 'aborted'
      end()
      settle({ end: why })
    }
    const abort = (): void => cut('aborted')
    const timer = setTimeout(() => cut('timeout'), timeout_ms)
    signal?.addEventListener('abort', abort)
    said.heard = () => {
      if (answerIn(said.out) !== undefined) return settle({ end: 'exit', code: 0 })
      if (said.out.length > request.max_stdout) return cut('flood')
      if (said.ended !== undefined) settle(said.ended)
    }
    child.stdin?.write(request.stdin)
    said.heard()
  })
}

/** The first whole line of JSON; other lines are output. */
export function answerIn(stdout: string): string | undefined {
  return stdout.split(/\r?\n/).slice(0, -1).find(isJsonObject)
}

function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
