// A peer that guards shell commands too: installed once, outside of the repository.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

export const PEER = 'cc-safety-net@2.4.5'

/** Its program; undefined where npm neither has it nor reaches it. */
export function peerProgram(env = process.env) {
  const dir = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'bench', PEER)
  const file = path.join(dir, 'node_modules', 'cc-safety-net', 'dist/bin/cc-safety-net.js')
  if (existsSync(file)) return file
  mkdirSync(dir, { recursive: true })
  const argv = ['install', '--prefix', dir, '--no-audit', '--no-fund', '--prefer-offline', PEER]
  return spawnSync('npm', argv, { env, stdio: 'ignore', timeout: 60_000 }).status === 0 ? file : undefined
}

const MAX_AT_ONCE = 2

/** Whether the peer stops each call. */
export async function askPeer(calls) {
  const file = peerProgram()
  if (file === undefined) throw new Error(`${PEER} is not there, and npm cannot be reached`)
  const answers = []
  const next = calls.entries()
  const worker = async () => {
    for (const [at, call] of next) answers[at] = await isStoppedBy(file, call)
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, worker))
  return answers
}

function isStoppedBy(file, { tool_name, tool_input, cwd }) {
  const payload = { hook_event_name: 'PreToolUse', session_id: 'score', tool_name, tool_input, cwd }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, 'hook', '--claude-code'], {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.on('error', reject)
    child.on('close', (exit) => resolve(exit === 2 || /"permissionDecision":\s*"(?:deny|ask)"/.test(out)))
    child.stdin.end(JSON.stringify(payload))
  })
}
