#!/usr/bin/env node
import { constants, readdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs'
import { Script } from 'node:vm'
import type { Hot } from './hot.ts'
import { inside } from './inside.ts'
import { cacheDir } from './plan/dirs.ts'
import { makeDirs } from './private-dir.ts'
import { readBytes } from './read-bytes.ts'

const BUILD = '__BUILD__' // the build puts the hash of all parts here

const loaded = new Map<string, unknown>()
/** Parts that hold others. */
const whole: Readonly<Record<string, readonly string[]>> = {
  'decide-shell': ['decide', 'facts', 'shell', 'programs'],
  'decide-scripts': ['decide', 'scripts'],
  shell: ['programs'],
}
const uncached: { readonly part: string; readonly keep: () => void }[] = []

/** A part of the program, run with V8's code cache, which is kept per build and V8 version; without one it is simply compiled. */
function load(part: string): unknown {
  const known = loaded.get(part)
  if (known !== undefined) return known
  const filename = inside(__dirname, `${part}.cjs`)
  const cacheFile = inside(codeDir(), `${part}-${BUILD}-${process.versions.v8}-${process.arch}.bin`)
  const cachedData = readOwn(cacheFile)
  const source = readFileSync(filename, 'utf8') // a function of exports, require and __dirname: the build wraps it
  const script = new Script(source, cachedData === undefined ? { filename } : { filename, cachedData })
  const exports: Exports = {}
  for (const each of [part, ...(whole[part] ?? [])]) loaded.set(each, exports)
  script.runInThisContext()(exports, require, __dirname)
  exports.loadOnDemandWith?.(load)
  if (cachedData === undefined || script.cachedDataRejected === true)
    uncached.push({
      part,
      keep: () => {
        rehearse(exports)
        keep(cacheFile, script)
      },
    })
  return exports
}

function codeDir(): string {
  return inside(cacheDir(process.env), 'code')
}

/** A file's bytes when the file is ours alone: bytes that V8 will run. */
function readOwn(file: string): Uint8Array | undefined {
  try {
    return readBytes(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0), isOwn)
  } catch {
    return undefined
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}

/** What the loader asks of a part that has it. */
interface Exports {
  readonly loadOnDemandWith?: (load: (part: string) => unknown) => void
  readonly rehearse?: () => void
}

/** Only functions that ran are kept. */
function rehearse(exports: Exports): void {
  try {
    exports.rehearse?.()
  } catch {
    // What it did not come to is compiled by the runs that need it.
  }
}

/** Keeps the compiled code of what ran and forgets that of older builds. */
function keep(file: string, script: Script): void {
  const dir = codeDir()
  try {
    makeDirs(dir)
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600 })
    renameSync(temporary, file)
    for (const name of readdirSync(dir))
      if (!name.includes(`-${BUILD}-`)) rmSync(inside(dir, name), { force: true })
  } catch {
    // The next run compiles again.
  }
}

const hot = load('hot') as Hot // what hot.ts exports
hot.start(load, BUILD, () => {
  // A run that compiled a plan is not what the other parts are kept for: the next one runs what most runs do.
  const compiled = loaded.has('compile')
  for (const { part, keep: keepCode } of uncached) if (!compiled || part === 'compile') keepCode()
})
