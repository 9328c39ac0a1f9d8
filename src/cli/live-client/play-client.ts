// One session of the real client: a call that is allowed, then one that is denied.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from '../../agents/shared/client.ts'
import type { Host } from '../../run/call.ts'
import type { AgentPlace } from '../agents/agents.ts'
import { startModel, toldTo } from './scripted-model.ts'
import {
  allowed,
  denied,
  furnish,
  type Installed,
  type LivePlace,
  makeLivePlace,
  removePlace,
} from './client-home.ts'

const TIMEOUT_MS = 90_000

export interface PlayedClient {
  readonly ranAllowed: boolean
  readonly ranDenied: boolean
  /** It was handed the call that is denied. */
  readonly gotDenied: boolean
  readonly ms: number
  /** What it printed. */
  readonly said: string
  readonly timedOut: boolean
}

export async function play(host: Host, installed: Installed, real: AgentPlace): Promise<PlayedClient> {
  const { client, program } = installed
  const place = makeLivePlace(host, program)
  const turns: readonly (readonly Block[])[] = [
    [client.shell(allowed)],
    [client.shell(denied)],
    [{ text: 'Done.' }],
  ]
  const model = await startModel([{ turns }])
  const run = runner(place, program)
  host.onInterrupt(run.end)
  try {
    const start = client.start(place, model.url)
    furnish(place, installed, { real, start })
    const env = { ...place.env, ...start.env }
    const began = performance.now()
    const { timedOut } = await run.start([...start.args, 'Work on the shop.'], env)
    const made = (command: string): boolean => existsSync(join(place.project, command.replace('touch ', '')))
    return {
      ranAllowed: made(allowed),
      ranDenied: made(denied),
      gotDenied: model.requests.length > 1 && toldTo(model.requests.at(-1)) !== '',
      ms: Math.round(performance.now() - began),
      said: run.said(),
      timedOut,
    }
  } finally {
    run.end()
    await model.close()
    removePlace(place)
  }
}

/** Prints into a file: a daemon that stays behind keeps no stream of ours open. */
function runner(place: LivePlace, program: string) {
  const log = join(place.dir, 'said')
  let running: ChildProcess | undefined
  return {
    said: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    end: () => endProcesses({ pid: running?.pid, home: place.home }),
    async start(args: readonly string[], env: LivePlace['env']): Promise<{ timedOut: boolean }> {
      const out = openSync(log, 'a')
      const stdio = ['ignore', out, out] as const
      running = spawn(program, args, { cwd: place.project, env, detached: true, stdio: [...stdio] })
      closeSync(out)
      return { timedOut: await isLate(running, () => this.end()) }
    },
  }
}

function isLate(child: ChildProcess, end: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      end()
    }, TIMEOUT_MS)
    const over = (): void => {
      clearTimeout(timer)
      resolve(late)
    }
    child.once('exit', over)
    child.once('error', over) // it did not start
  })
}

/** Ends what a client started: its own group, and on Linux the daemons that left it; `home` is in no other environment. */
function endProcesses({ pid, home }: { readonly pid: number | undefined; readonly home: string }): void {
  endGroup(pid)
  for (const id of daemonsOf(home)) kill(id)
}

/** A detached process and all that it started in its group. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) kill(process.platform === 'win32' ? pid : -pid)
}

function daemonsOf(home: string): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`HOME=${home}\0`))
    .map(Number)
}

function environmentOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/environ`, 'latin1')
  } catch {
    return '' // gone, or not ours
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
