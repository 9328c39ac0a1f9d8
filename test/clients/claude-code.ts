// The real Claude Code, in an own home and an own project, against a scripted model.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { client as claudeCode } from '../../src/agents/claude-code/client.ts'
import { fromRegistry } from '../support/registry.ts'
import { startModel, type Conversation } from '../../src/cli/doctor/live/model.ts'
import type { Request } from '../../src/cli/doctor/live/wires.ts'

const version = '2.1.329'

/** Where the client is, installed on first use; a sentence when it cannot be. */
export function findClient(): { bin: string } | { missing: string } {
  const given = process.env['HOOKS_TEST_CLAUDE_BIN']
  if (given !== undefined) return existsSync(given) ? { bin: given } : { missing: `no client at ${given}` }
  const file = `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`
  return fromRegistry({ spec: `@anthropic-ai/claude-code@${version}`, file })
}

/** The same for tests: nothing is skipped silently, and in CI nothing is skipped. */
export function triedClient(): ReturnType<typeof findClient> {
  const client = findClient()
  if ('bin' in client) return client
  const sentence = `Claude Code is not tried: ${client.missing}`
  if (process.env['CI'] === 'true') throw new Error(sentence)
  console.warn(sentence)
  return client
}

export interface Place {
  dir: string
  project: string
  home: string
  tmp: string
  env: Record<string, string>
}

/** Nothing of the surrounding environment reaches the client: no configuration, no credentials. */
export function makePlace(files: Record<string, string>): Place {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hooks-claude-')))
  const project = join(dir, 'shop')
  const home = join(dir, 'home')
  const tmp = join(dir, 'tmp')
  for (const path of [project, join(home, '.claude'), tmp]) mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(files)) putFile(join(project, name), text)
  for (const [name, text] of Object.entries(claudeCode.start({ project, home, tmp }, '').files))
    putFile(name, text)
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    TMPDIR: tmp,

    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
  }
  return { dir, project, home, tmp, env }
}

export function putFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
}

export function removePlace(place: Place): void {
  rmSync(place.dir, { recursive: true, force: true, maxRetries: 3 })
}

interface HookRun {
  event: string
  exit: number
  stdout: string
  stderr: string
}

export interface Session {
  exit: number | null
  ms: number
  /** The client's last word. */
  result: { result?: string; subtype?: string; terminal_reason?: string; num_turns?: number }
  hooks: HookRun[]
  requests: Request[]
  stderr: string
}

export interface Talk {
  /** Several are one session: each is heard when the one before it is answered. */
  prompt: string | readonly string[]
  conversations: Conversation[]
  args?: string[]
  env?: Record<string, string>
}

export async function runClient(bin: string, place: Place, talk: Talk): Promise<Session> {
  const model = await startModel(talk.conversations)
  try {
    const ended = await start(bin, place, { ...talk, url: model.url })
    const lines = ended.stdout.split('\n').flatMap(jsonOf)
    return {
      exit: ended.exit,
      ms: ended.ms,
      result: lines.findLast((line) => line['type'] === 'result') ?? {},
      hooks: lines.flatMap(hookOf),
      requests: model.requests,
      stderr: ended.stderr,
    }
  } finally {
    await model.close()
  }
}

function jsonOf(line: string): Record<string, unknown>[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    return []
  }
}

function hookOf(line: Record<string, unknown>): HookRun[] {
  if (line['subtype'] !== 'hook_response') return []
  const text = (key: string) => String(line[key] ?? '')
  return [
    {
      event: text('hook_event'),
      exit: Number(line['exit_code']),
      stdout: text('stdout'),
      stderr: text('stderr'),
    },
  ]
}

function lineOf(content: string): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`
}

interface Ended {
  exit: number | null
  ms: number
  stdout: string
  stderr: string
}

function start(bin: string, place: Place, talk: Talk & { url: string }): Promise<Ended> {
  const env = {
    ...place.env,
    ...claudeCode.start(place, talk.url).env,
    ...talk.env,
  }
  const told = [
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-hook-events',
    '--model',
    'claude-sonnet-4-5',
  ]
  const asked = typeof talk.prompt === 'string' ? ['--', talk.prompt] : ['--input-format', 'stream-json']
  const args = ['-p', ...told, ...(talk.args ?? []), ...asked]
  return new Promise((resolve) => {
    const since = performance.now()
    const child = spawn(bin, args, { cwd: place.project, env, detached: true })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      while (stdout.split('"type":"result"').length > heard && heard <= prompts.length) next()
    })
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const prompts = typeof talk.prompt === 'string' ? [] : talk.prompt
    let heard = 0
    const next = () => {
      const prompt = prompts[heard++]
      if (prompt === undefined) child.stdin.end()
      else child.stdin.write(lineOf(prompt))
    }
    next()
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 60_000)
    child.on('close', (exit) => {
      clearTimeout(timer)
      resolve({ exit, ms: Math.round(performance.now() - since), stdout, stderr })
    })
  })
}
