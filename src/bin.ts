#!/usr/bin/env node
// Loads the chunks of the program, each with V8's code cache. A cache that is damaged, or that another run died with, is
// done without and written anew.
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { Script } from 'node:vm'
import type { Chunks, LoadChunk } from './chunks.ts'
import { inside } from './patterns/paths/inside.ts'
import { cacheDir } from './store/plan/dirs.ts'
import { seal, unseal } from './store/plan/sealed.ts'
import { makeDirs, readBytes } from './store/private-dir.ts'

const BUILD = '__BUILD__' // the build puts the hash of all chunks here
/** Caches of other builds that nobody used for so long are removed. */
const KEEP_MS = 30 * 86_400_000

/** What the loader asks of a chunk that has it. */
interface Exports {
  readonly rehearse?: () => void
}

const codeDir = inside(cacheDir(process.env), 'code')
/** A link that holds the process id of a run that uses the caches; it stays behind when that run dies. */
const marker = inside(codeDir, `running-${BUILD}`)
const loaded = new Map<string, unknown>()
const uncached: { readonly chunk: keyof Chunks; readonly keep: () => void }[] = []
const mayWrite = !process.argv.includes('--dry-run') && process.argv[2] !== 'explain'

const load: LoadChunk = (chunk) => {
  const known = loaded.get(chunk)
  if (known !== undefined) return known as never // the build puts that chunk's exports into its file
  const filename = inside(__dirname, `${chunk}.cjs`)
  const file = inside(codeDir, nameOf(chunk))
  const cachedData = readOwn(file)
  const source = readFileSync(filename, 'latin1') // a function of exports, require and __dirname, in ASCII
  const script = new Script(source, cachedData === undefined ? { filename } : { filename, cachedData })
  const exports: Exports = {}
  loaded.set(chunk, exports)
  script.runInThisContext()(exports, require, __dirname)
  if (cachedData === undefined || script.cachedDataRejected === true)
    uncached.push({ chunk, keep: () => keep(file, exports, script) })
  return exports as never // see above
}

function nameOf(chunk: string): string {
  return `${chunk}-${BUILD}-${process.versions.v8}-${process.arch}.bin`
}

/** The content of a cache file when it is ours alone and whole: V8 runs these bytes without checking them. */
function readOwn(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return unseal(readBytes(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0), isOwn))
  } catch {
    return undefined
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}

/** Leaves a mark while caches are in use. When the process of an older mark is gone, its caches are removed. */
function mark(): boolean {
  try {
    symlinkSync(String(process.pid), marker)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) forgetDead()
    return false
  }
}

function forgetDead(): void {
  try {
    const pid = readlinkSync(marker)
    if (isAlive(Number(pid)) || readlinkSync(marker) !== pid) return
    for (const name of readdirSync(codeDir))
      if (name.includes(`-${BUILD}-`)) rmSync(inside(codeDir, name), { force: true })
    rmSync(marker, { force: true })
  } catch {
    // Another run was faster.
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Keeps the compiled code of what ran; the rehearsal runs what most runs need. */
function keep(file: string, { rehearse }: Exports, script: Script): void {
  try {
    rehearse?.()
  } catch {
    // The functions it did not reach are compiled when a run needs them.
  }
  try {
    makeDirs(codeDir)
    const temporary = `${file}.${process.pid}`
    const fd = openSync(temporary, 'w', 0o600)
    writeSync(fd, seal(script.createCachedData()))
    fsyncSync(fd)
    closeSync(fd)
    renameSync(temporary, file)
    removeUnused()
  } catch {
    // The next run compiles again.
  }
}

function removeUnused(): void {
  for (const name of readdirSync(codeDir)) {
    const { atimeMs, mtimeMs } = lstatSync(inside(codeDir, name))
    if (Date.now() - Math.max(atimeMs, mtimeMs) > KEEP_MS) rmSync(inside(codeDir, name), { force: true })
  }
}

const isMarked = mayWrite && mark()

/** After the answer. A run that compiled a plan ran other code of the other chunks than most runs do. */
const finish = (): void => {
  const compiled = loaded.has('compile')
  if (mayWrite)
    for (const { chunk, keep: keepCode } of uncached) if (!compiled || chunk === 'compile') keepCode()
  if (isMarked) unmark()
}

function unmark(): void {
  try {
    unlinkSync(marker)
  } catch {
    // The next run does without the caches once.
  }
}

load('run').start(load, BUILD, finish)
