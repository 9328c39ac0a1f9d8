// How a plugin in an agent's own process has its calls judged: by the engine that stays, else by a cold run.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OwnEvents } from '../../agents/shared/settings/events.ts'
import { programsIn, shimPath } from '../../agents/shared/shim.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import { END_MARK, END_OPTION, ENGINE_OPTION, withLoadersAside } from '../../model/start-contract.ts'
import { relativeTo } from '../../patterns/paths/paths.ts'
import { createFiles } from '../../store/disk/files.ts'
import { ownHome } from '../../store/disk/dirs.ts'
import { liesInProject, repositoryOf } from '../../store/project.ts'
import { askEngine } from '../ask.ts'
import type { Answered, EngineCall } from '../../run/call.ts'

const bin = join(dirname(fileURLToPath(import.meta.url)), 'bin.cjs')

/** Cline waits three seconds in all. */
const PATIENCE_MS = 1000

/** Rejects when nothing could be decided. */
export type Judge = (event: string, payload: PlainObject) => Promise<PlainObject>

interface JudgeOptions {
  readonly agent: string
  readonly events: OwnEvents
  /** Where the agent works. */
  readonly directory: string
}

/** A person's plugin and a project's are two. */
let judges = 0

/** What `hooks run --agent NAME` prints in a directory, for each payload. */
export function createJudge({ agent, events, directory }: JudgeOptions): Judge {
  const entry = `${process.pid} ${++judges}`
  return async (event, payload) => {
    const node = findNode(directory)
    const call: EngineCall = {
      parent: process.pid,
      cwd: directory,
      argv: ['run', '--agent', agent, `--event=${event}`, `--entry=${entry}`],
      env: withLoadersAside(process.env),
      payload: JSON.stringify(payload),
    }
    const isStart = Object.hasOwn(events, event) && events[event] === 'SessionStart'
    const answered = isStart
      ? 'session'
      : await askEngine({ bin, node }, call, PATIENCE_MS).catch(() => undefined)
    if (typeof answered === 'object') return replyIn(answered)
    return replyIn(await runCold(node, call, answered === 'hung' ? 'mute' : (answered ?? 'mute')))
  }
}

function replyIn({ exit, out, err }: Answered): PlainObject {
  if (out.trim() === '' && exit !== 0) throw new Error(problemIn(err) || `exit ${exit}`)
  const reply: unknown = out.trim() === '' ? {} : JSON.parse(out)
  return isObject(reply) ? reply : {}
}

/** Each plugin has its own words for what it does then. */
function problemIn(err: string): string {
  return err.trim().replace(/^hooks could not check this [\w.]+ event: /, '')
}

/** `known`: what the run is told of the engine. */
function runCold(node: string, { argv, cwd, env, payload }: EngineCall, known: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const words = [bin, ...argv, `${ENGINE_OPTION}${known}`, END_OPTION]
    const child = spawn(node, words, { cwd, env, windowsHide: true })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (err += text))
    child.stdin.on('error', () => undefined) // it has gone
    child.stdin.end(payload)
    child.on('error', reject)
    child.on('close', (code, killed) => {
      const how = killed === null ? `exit ${code}` : `signal ${killed}`
      const why = `its process ended before it could answer (${how}). Try: npx hooks-yaml doctor`
      if (out.endsWith(END_MARK)) resolve({ exit: code ?? 1, out: out.slice(0, -END_MARK.length), err })
      else reject(new Error(why))
    })
  })
}

function isOutside(file: string, project: string): boolean {
  if (!isAbsolute(file)) return false
  const dir = realpathSync(dirname(file))
  const top = repositoryOf(realpathSync(project), createFiles())
  return (
    relativeTo(top, dir) === undefined &&
    !/^\/(?:proc|dev)\/|\/node_modules(?:\/|$)/.test(dir) &&
    !liesInProject(dir)
  )
}

/** The one that `install` wrote down, else this process, else one of PATH outside of the project. Looked for at each call: it may have been removed. */
function findNode(directory: string): string {
  const homes = { home: homedir(), accountHome: ownHome() }
  const account = shimPath('project', homes)
  const shims = [shimPath('user', homes), account].filter((each) => existsSync(each))
  const shim = shims.find((each) => each === account || !liesInProject(each)) // a clone may name it
  const written = shim === undefined ? undefined : programsIn(readFileSync(shim, 'utf8'))?.node
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = basename(process.execPath) === name ? [process.execPath] : []
  const known = [written, ...own].find((file) => file !== undefined && existsSync(file))
  const named = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, name))
  const node = known ?? named.find((file) => existsSync(file) && isOutside(file, directory))
  if (node === undefined) throw new Error('no Node.js was found. Try: npx hooks-yaml install')
  return node
}
