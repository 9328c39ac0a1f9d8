// The caller in JavaScript, where there is none of native/: asks the engine, and starts one.
import { existsSync, lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import type { EngineOf, EngineCall, EngineStats, Asked } from '../run/call.ts'
import { isOwnDir, makeOwnDir } from '../store/disk/user-dir.ts'
import { claimStart, releaseStart, socketOf, HEAP_OPTIONS } from './place.ts'
import { ACKNOWLEDGED_MS, BEAT, decodeAnswer, encodeCall, SILENCE_MS } from './protocol.ts'

export async function askEngine(
  of: EngineOf,
  call: EngineCall,
  patience_ms = ACKNOWLEDGED_MS,
): Promise<Asked> {
  const path = socketOf(of)
  if (path === undefined) return undefined
  return isOwnDir(dirname(path)) ? exchange(path, encodeCall(call), patience_ms) : 'none'
}

/** Whether one was started; it may have been killed since. */
export function isThere(of: EngineOf): boolean {
  const path = socketOf(of)
  return path !== undefined && existsSync(path)
}

/** What it says of itself; undefined where none answers. */
export async function statsOf(of: EngineOf): Promise<EngineStats | undefined> {
  try {
    return JSON.parse((await askAbout(of, 'stats')) ?? '') as EngineStats // of this very build
  } catch {
    return undefined
  }
}

/** Whether there was one to end. */
export async function stopEngine(of: EngineOf): Promise<boolean> {
  return (await askAbout(of, 'stop')) !== undefined
}

async function askAbout(of: EngineOf, what: 'stats' | 'stop'): Promise<string | undefined> {
  const path = socketOf(of)
  if (path === undefined || !isOwnDir(dirname(path))) return undefined
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(path, () => socket.end(`${what}\n`))
    socket.setTimeout(ACKNOWLEDGED_MS, () => socket.destroy())
    socket.on('data', (bytes: Buffer) => void (said += bytes.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said.endsWith('\n') ? said.trim() : undefined))
  })
}

function exchange(path: string, call: Buffer, patience_ms: number): Promise<Asked> {
  return new Promise((resolve) => {
    let said = Buffer.alloc(0)
    let isConnected = false
    const end = (found: Asked): void => {
      clearTimeout(deadline)
      resolve(found)
      socket.destroy()
    }
    const giveUp = (): void => end('hung')
    let deadline = setTimeout(giveUp, patience_ms)
    const socket = connect(path, () => {
      isConnected = true
      socket.write(call)
    })
    socket.on('data', (chunk: Buffer) => {
      if (said.every((byte) => byte === BEAT.charCodeAt(0))) {
        clearTimeout(deadline)
        deadline = setTimeout(giveUp, SILENCE_MS)
      }
      said = Buffer.concat([said, chunk])
      const answer = decodeAnswer(said)
      if (answer !== 'more') end(answer === 'wrong' ? undefined : answer)
    })
    socket.on('error', () => end(isConnected ? undefined : 'none'))
    socket.on('close', () => end(undefined))
  })
}

/** Whoever gave up then gave up on another one. */
const NEW_MS = 10_000

/** Takes its place from an engine that has hung; when it goes on, it sees that, and ends. */
export function abandonEngine(of: EngineOf): void {
  const path = socketOf(of)
  const { mtimeMs } = (path !== undefined && lstatSync(path, { throwIfNoEntry: false })) || {}
  if (path !== undefined && mtimeMs !== undefined && Date.now() - mtimeMs > NEW_MS)
    rmSync(path, { force: true })
}

/** In the background, with nothing of this call. */
export function startEngine(of: EngineOf): void {
  const path = socketOf(of)
  if (path === undefined || !makeOwnDir(dirname(path)) || !claimStart(path)) return
  const { spawn } = process.getBuiltinModule('node:child_process')
  const place = of.dir === undefined ? [] : [`--engine-dir=${of.dir}`]
  const engine = spawn(of.node, [...HEAP_OPTIONS, of.bin, 'serve', '--background', ...place], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: 'ignore',
  })
  engine.on('error', () => releaseStart(path))
  engine.unref()
}
