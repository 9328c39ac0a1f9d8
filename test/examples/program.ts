// A program of examples/ as its user has it: a directory of its own, and the packages that it imports.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { atEnd } from '../support/end.ts'

const packageDir = path.resolve(import.meta.dirname, '../..')
interface Call {
  readonly tool: string
  readonly input?: object
}

/** What a model is asked. */
export interface Asked {
  readonly text: string
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly signal?: AbortSignal
}

type Says = string | readonly Call[]
export type Turn = Says | ((asked: Asked) => Says | Promise<Says>)

interface Script {
  readonly asked: readonly Asked[]
  next(asked: Asked, isRecipe?: boolean): Promise<Says>
}

interface Models {
  scripted(turns: readonly Turn[], answers?: readonly Turn[]): Script
  aiModel(script: Script, used?: number): object
}

// Past the loader of the tests, which would translate the built package.
export const { load } = createRequire(import.meta.url)('../support/load.cjs') as {
  load(url: string): Promise<object>
}
const urlOf = (...parts: readonly string[]): string => pathToFileURL(path.join(...parts)).href

const models = (await load(urlOf(import.meta.dirname, 'scripted.mjs'))) as Models
export const { scripted, aiModel } = models

/** The same turn all the time. */
export const always = (turn: Turn): readonly Turn[] => Array.from({ length: 30 }, () => turn)

/** An object of JSON. */
export type Row = Readonly<Record<string, unknown>>

export interface Program<Module> {
  /** Of its user: the directory with hooks.yaml. */
  readonly root: string
  readonly home: string
  readonly module: Module
  has(file: string): boolean
  read(file: string): string
  json(file: string): unknown
  lines(file: string): readonly Row[]
  write(file: string, text: string): void
  remove(file: string): void
  /** All files below the root by path, but for temporary ones. */
  files(): Readonly<Record<string, string>>
  /** Runs it in a process that has to be killed, by a turn "CRASH" or at a change of a file; `source` imports from agent.mjs and scripted.mjs. */
  crash(source: string, at?: string): Promise<void>
}

/** As a program imports it. */
export function loadPackage(file: string): Promise<object> {
  return load(urlOf(packageDir, 'dist', file))
}

export async function openProgram<Module>(name: string): Promise<Program<Module>> {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-program-')))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  const root = path.join(home, 'shop')
  cpSync(path.join(packageDir, 'examples', name), root, { recursive: true })
  mkdirSync(path.join(home, 'node_modules'))
  symlinkSync(packageDir, path.join(home, 'node_modules/hooks-yaml'))
  symlinkSync(path.join(packageDir, 'node_modules/ai'), path.join(home, 'node_modules/ai'))
  const at = (file: string): string => path.join(root, file)
  const read = (file: string): string => readFileSync(at(file), 'utf8')
  return {
    root,
    home,
    module: (await load(urlOf(root, 'agent.mjs'))) as Module,
    has: (file) => existsSync(at(file)),
    read,
    json: (file) => JSON.parse(read(file)) as unknown,
    lines: (file) =>
      read(file)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row),
    write: (file, text) => {
      mkdirSync(path.dirname(at(file)), { recursive: true })
      writeFileSync(at(file), text, { mode: 0o755 })
    },
    remove: (file) => rmSync(at(file)),
    files: () => filesBelow(root),
    crash: (source, change) => crash({ home, root }, source, change),
  }
}

function filesBelow(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.endsWith('.tmp') && statSync(path.join(root, file)).isFile())
    .sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

async function crash(
  { home, root }: { readonly home: string; readonly root: string },
  source: string,
  at: string | undefined,
): Promise<void> {
  const play = path.join(home, 'play.mjs')
  const own = (file: string): string => urlOf(import.meta.dirname, file)
  const head = [
    `import * as program from './shop/agent.mjs'`,
    `import * as models from '${own('scripted.mjs')}'`,
  ]
  writeFileSync(play, [...head, 'const { scripted, aiModel } = models', source].join('\n'))
  const child = spawn(process.execPath, ['--import', own('crash.mjs'), play], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: home, ...(at !== undefined && { CRASH: at }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)))
  await once(child, 'close')
  expect([child.signalCode, printed]).toEqual(['SIGKILL', ''])
}
