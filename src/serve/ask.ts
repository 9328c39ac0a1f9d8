// The caller in JavaScript, where there is none of native/: asks the engine, and starts one.
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import type { EngineOf } from '../run/host.ts'
import { claimStart, isOwnDir, makeEngineDir, releaseStart, socketOf } from './place.ts'
import {
  ACKNOWLEDGED_MS,
  type Answered,
  type Call,
  decodeAnswer,
  encodeCall,
  SILENCE_MS,
} from './protocol.ts'

/** `none`: no engine listens; undefined: one is there, and gave no answer. Either way the call is judged cold. */
export async function askEngine(of: EngineOf, call: Call): Promise<Answered | 'none' | undefined> {
  const path = socketOf(of)
  if (path === undefined) return undefined
  return isOwnDir(dirname(path)) ? exchange(path, encodeCall(call)) : 'none'
}

/** Where a session begins, the rules are judged cold, and the engine is looked at. */
export function beginsSession(argv: readonly string[]): boolean {
  const event = argv.find((word) => word.startsWith('--event=')) ?? ''
  return /^sessionstart$/i.test(event.slice('--event='.length).replace(/[^a-z]/gi, ''))
}

/** What the engine of these files is asked beside calls. */
export async function askAbout(of: EngineOf, what: 'stats' | 'stop'): Promise<string | undefined> {
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

function exchange(path: string, call: Buffer): Promise<Answered | 'none' | undefined> {
  return new Promise((resolve) => {
    let [bytes, isThere] = [Buffer.alloc(0), false]
    const end = (found: Answered | 'none' | undefined): void => {
      resolve(found)
      socket.destroy()
    }
    const socket = connect(path, () => {
      isThere = true
      socket.write(call)
    })
    socket.setTimeout(ACKNOWLEDGED_MS, () => end(undefined))
    socket.on('data', (chunk: Buffer) => {
      socket.setTimeout(SILENCE_MS)
      bytes = Buffer.concat([bytes, chunk])
      const answer = decodeAnswer(bytes)
      if (answer !== 'more') end(answer === 'wrong' ? undefined : answer)
    })
    socket.on('error', () => end(isThere ? undefined : 'none'))
    socket.on('close', () => end(undefined))
  })
}

/** In the background, with nothing of this call. A killed engine leaves its socket: who asked it in vain knows. */
export function startEngine(of: EngineOf, askedInVain: boolean): void {
  const path = socketOf(of)
  if (path === undefined || (!askedInVain && existsSync(path))) return
  if (!makeEngineDir(dirname(path)) || !claimStart(path)) return
  const { spawn } = process.getBuiltinModule('node:child_process')
  const place = of.dir === undefined ? [] : [`--engine-dir=${of.dir}`]
  const engine = spawn(of.node, [of.bin, 'serve', '--background', ...place], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: 'ignore',
  })
  engine.on('error', () => releaseStart(path))
  engine.unref()
}
