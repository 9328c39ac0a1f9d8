#!/usr/bin/env node
// Loads the chunks of the program, each with V8's code cache. A cache that is damaged, or that another user
// could write, is ignored and rewritten.
import { constants, readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { errorMessage, HooksError, isHooksError } from './model/errors.ts'
import { END_MARK, END_OPTION, ENGINE_OPTION, OLDEST_NODE } from './model/start-contract.ts'
import { childPath } from './patterns/paths/paths.ts'
import { isFromAgent, lastResort, type Refusals } from './run/last-resort.ts'
import { createStdin, write } from './run/stdio.ts'
import { cacheDir, ownHome } from './store/disk/dirs.ts'
import { liesInProject } from './store/project.ts'
import { checkedContent } from './store/disk/checked.ts'
import type { CompiledChunk } from './store/disk/keep-code.ts'
import { isOwnFile, readBytes } from './store/disk/private-dir.ts'
import type { Asked, Load } from './run/call.ts'

const BUILD = '__BUILD__' // the build puts the hash of all chunks here
const REFUSALS = '__REFUSALS__' // the build puts a JSON text here
const STARTER_MS = 1000

const codeDir = childPath(cacheDir(process.env), 'code')
/** A clone may lead there by its `.env`, and V8 runs what is kept without looking at it. */
const mayKeep = codeDir === childPath(ownHome() ?? '', '.cache/hooks/code') || !liesInProject(codeDir)
const loaded = new Map<string, unknown>()
const uncached: CompiledChunk[] = []
const mayWrite = !process.argv.includes('--dry-run') && !['explain', 'serve'].includes(process.argv[2] ?? '')

const load: Load = (chunk) => {
  const known = loaded.get(chunk)
  if (known !== undefined) return known as never // the build puts that chunk's exports into its file
  const filename = childPath(__dirname, `${chunk}.cjs`)
  const cachedData = readOwn(chunk)
  const exports = {}
  const script = compile(filename, cachedData)
  loaded.set(chunk, exports)
  script.runInThisContext()(exports, require, __dirname)
  if (chunk !== 'keep' && (cachedData === undefined || script.cachedDataRejected === true))
    uncached.push({ chunk, script })
  return exports as never // see above
}

/** A script whose value is a function of exports, require and __dirname, in ASCII. */
function compile(filename: string, cachedData: Uint8Array<ArrayBuffer> | undefined): Script {
  try {
    const source = readFileSync(filename, 'latin1')
    if (source === '') throw new Error('it is empty')
    return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData })
  } catch (error) {
    throw new HooksError(
      'installation',
      `${filename} cannot be loaded (${errorMessage(error)}); install hooks-yaml again`,
    )
  }
}

/** Where a chunk's compiled code is kept. */
function fileOf(chunk: string): string {
  return childPath(codeDir, `${chunk}-${BUILD}-${process.versions.v8}-${process.arch}.bin`)
}

/** The content of a cache file that is ours alone and whole: V8 runs its bytes without checking them. */
function readOwn(chunk: string): Uint8Array<ArrayBuffer> | undefined {
  if (!mayKeep) return undefined
  try {
    const bytes = readBytes(fileOf(chunk), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0), isOwnFile)
    return checkedContent(bytes)
  } catch {
    return undefined
  }
}

/** After the answer. A run that compiled a plan ran other code of the other chunks than most runs do. */
function keepAll(): void {
  const compiled = loaded.has('compile')
  const chosen = uncached.filter(({ chunk }) => !compiled || chunk === 'compile')
  if (mayWrite && mayKeep && chosen.length > 0) load('keep').keepCode(chosen, { dir: codeDir, fileOf })
}

function takeOption(start: string): string | undefined {
  const at = process.argv.findIndex((word, place) => place > 2 && word.startsWith(start))
  return at < 0 ? undefined : process.argv.splice(at, 1)[0]?.slice(start.length)
}

/** Whoever started us tells by a mark behind the answer that it is one. */
const isAwaited = process.argv.at(-1) === END_OPTION && process.argv.pop() !== undefined
const stdin = createStdin()
/** What dist/start.sh and the caller know of the engine, no business of `run`. */
const known = takeOption(ENGINE_OPTION)
const engine = { bin: __filename, node: process.execPath, dir: takeOption('--engine-dir=') }

const argv = process.argv.slice(2)

/** Whatever failed, an agent gets an answer that it understands. Returns the exit code. */
async function fail(problem: unknown, agent?: string): Promise<number> {
  const text = describe(problem)
  if (!isFromAgent(argv)) {
    write(2, `${text}\n`)
    return 1
  }
  await stdin.read().catch(() => undefined)
  const refusals = JSON.parse(REFUSALS) as Refusals // the build wrote it
  const answer = lastResort({ argv, agent, payload: stdin.received(), problem: text }, refusals)
  write(1, answer.stdout)
  write(2, answer.stderr)
  return answer.exit
}

function describe(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem)
  const isExpected = isHooksError(problem) || 'code' in problem
  return isExpected ? problem.message : (problem.stack ?? problem.message)
}

/** At once: every write was synchronous, and nothing may hold the agent up. */
const end = (code: number): void => process.exit(code)
const markEnd = (code: number): number => (isAwaited && write(1, END_MARK), code)
const crash = (error: unknown): void =>
  void fail(error).then(
    (code) => end(markEnd(code)),
    () => end(2),
  )
process.on('uncaughtException', crash)

/** An agent may find another Node than its person: an older one would fail somewhere, in words that help nobody. */
function checkNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new HooksError(
    'installation',
    `hooks needs Node ${OLDEST_NODE.join('.')} or newer, and ${process.execPath} is ${process.versions.node}: put a newer one first on the PATH of your agent, or run npx hooks-yaml install with it`,
  )
}

/** The engine's answer, or what became of it; undefined also where it was not asked. */
async function asked(): Promise<Asked> {
  // The Node that a caller was given may start another one, whose engine only that one finds.
  if (known !== 'ask' && !(known === 'none' && load('ask').isThere(engine)))
    return known === 'none' || known === 'hung' ? known : undefined
  const call = { parent: process.ppid, cwd: process.cwd(), argv: process.argv.slice(2), env: process.env }
  const payload = await stdin.read()
  // The shell that waits for us may go: then the engine, too, ends what it does for us.
  const look = setInterval(() => process.ppid !== call.parent && end(2), STARTER_MS)
  return load('ask')
    .askEngine(engine, { ...call, payload })
    .finally(() => clearInterval(look))
}

async function start(): Promise<number> {
  const answered = await asked().catch(() => undefined)
  if (typeof answered === 'object') {
    write(1, answered.out)
    write(2, answered.err)
    return answered.exit
  }
  const keepEngine = (isWanted: boolean): void => {
    if (answered === 'hung') load('ask').abandonEngine(engine)
    if (
      isWanted &&
      (answered === 'none' || answered === 'hung' || (known === 'session' && !load('ask').isThere(engine)))
    )
      load('ask').startEngine(engine)
  }
  return load('run').start({ load, build: BUILD, stdin: () => stdin.read(), fail, engine, keepEngine })
}

try {
  checkNode()
  start().then((code) => {
    markEnd(code)
    try {
      keepAll()
    } finally {
      end(code) // a failure now is no second answer
    }
  }, crash)
} catch (error) {
  crash(error)
}
