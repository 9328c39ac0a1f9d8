// Sessions of a real client in one place, against a scripted model.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trustProject } from '../support/trust.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { type ScriptedTalk, startModel, toldTo } from '../../src/cli/live-client/scripted-model.ts'
import type { TestedClient } from './agents.ts'
import { makePlace, putFile, removePlace } from './place.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')

export interface Ended {
  readonly exit: number | null
  readonly ms: number
  /** Of its model. */
  readonly requests: number
  /** All that its model read. */
  readonly told: string
}

export interface Opened {
  /** The model says these turns to a prompt. */
  session(prompt: string, turns: readonly Block[][]): Promise<Ended>
  made(file: string): boolean
  read(file: string): string
  write(file: string, text: string): void
  close(): Promise<void>
}

/** A project with these files, trusted by its user, where the agent calls us. */
export async function open(
  client: TestedClient,
  bin: string,
  files: Record<string, string>,
): Promise<Opened> {
  if (!existsSync(program)) throw new Error(`${program} is missing: npm run build`)
  const place = makePlace(files)
  const conversations: ScriptedTalk[] = []
  const model = await startModel(conversations)
  client.prepare(place)
  const { files: own, env: more, args } = client.start(place, model.url)
  for (const [file, text] of Object.entries(own)) putFile(file, text)
  const env = { ...place.env, NO_COLOR: '1', ...more }
  const { project: cwd } = place
  const argv = [program, 'install', client.agent, '--user']
  const installed = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8' })
  if (installed.status !== 0 || installed.stderr !== '') throw new Error(installed.stderr)
  trustProject(cwd, env)
  return {
    async session(prompt, turns) {
      conversations.splice(0, 1, { turns })
      const before = model.requests.length
      const ended = await runClient(bin, [...args, prompt], { cwd, env })
      const requests = model.requests.slice(before)
      return { ...ended, requests: requests.length, told: requests.map(toldTo).join('\n') }
    },
    made: (file) => existsSync(join(cwd, file)),
    read: (file) => readFileSync(join(cwd, file), 'utf8'),
    write: (file, text) => putFile(join(cwd, file), text),
    async close() {
      await model.close()
      endAll(place.home)
      removePlace(place)
    },
  }
}

/** Until it ends, or for a hundred seconds. */
export function runClient(
  bin: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Pick<Ended, 'exit' | 'ms'>> {
  return new Promise((resolve) => {
    const since = performance.now()
    const child = spawn(bin, args, { cwd, env, detached: true, stdio: 'ignore' })
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 100_000)
    child.on('close', (exit) => {
      clearTimeout(timer)
      resolve({ exit, ms: Math.round(performance.now() - since) })
    })
  })
}

/** A client may leave a daemon: each process with the place's own home is ended by its id. */
function endAll(home: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      if (environment.includes(`HOME=${home}\0`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // Gone, or not ours.
    }
  }
}
