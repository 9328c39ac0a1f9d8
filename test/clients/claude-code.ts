// The real Claude Code, in an own home and an own project, against a scripted model.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { startModel, type ScriptedTalk } from '../../src/cli/live-client/scripted-model.ts'
import type { Request } from '../../src/cli/live-client/wires.ts'
import { clientOf, type Found, tried } from './agents.ts'
import { type Place, putFile } from './place.ts'

export const triedClient = (): Found => tried(clientOf('claude-code'))

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
  conversations: ScriptedTalk[]
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
  const { files, env: own } = clientOf('claude-code').start(place, talk.url)
  for (const [file, text] of Object.entries(files)) if (!existsSync(file)) putFile(file, text)
  const env = { ...place.env, ...own, ...talk.env }
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
