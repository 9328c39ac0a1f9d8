import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { inject } from 'vitest'
import { atEnd } from './end.ts'
import { startsProcesses } from './part.ts'
import { bin, runResident } from './resident.ts'
import { codeDir } from './code-cache.ts'
import { trustByItself } from './trust.ts'

export { bin } from './resident.ts'

if (!existsSync(bin)) throw new Error('these tests run the built command: npm run build first')

export interface Project {
  readonly dir: string
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  write(file: string, text: string): void
  hooks(args: readonly string[], options?: RunOptions): Promise<Finished>
}

export interface RunOptions {
  readonly input?: string
  /** What its user types at a terminal; absent: there is no terminal. */
  readonly types?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Interrupts it once this file is there. */
  readonly interruptAt?: string
  readonly node?: string
  /** Another build of the command. */
  readonly bin?: string
  /** Whether it runs in this process, whatever the test's name. */
  readonly resident?: boolean
  /** Files that it stands in: when they change, it is a process. */
  readonly playedIn?: readonly string[]
}

/** Where a program runs; it sees nothing of our own environment. */
export interface Where {
  readonly cwd: string
  readonly env: Readonly<Partial<Record<string, string>>>
  readonly detached?: boolean
  readonly uid?: number
  readonly gid?: number
}

export interface Finished {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
  readonly signal: string | null
  readonly ms: number
}

/** Puts the built command's code caches into a new home. */
export function copyCodeCache(home: string): void {
  const from: string | undefined = inject('codeCache') // only the project "processes" makes one
  if (from === undefined) return
  const to = path.join(home, codeDir)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from))
    copyFileSync(path.join(from, name), path.join(to, name), constants.COPYFILE_FICLONE)
}

/** A repository of its own with its own home; everything in it is gone after the test file. `trusted`: its user trusts whatever it holds. */
export function makeProject(files: Readonly<Record<string, string>> = {}, trusted = true): Project {
  return openProject(files, { trusted, isCold: false })
}

/** A project where each command is a process: for threads, signals and what is below a process. */
export function inProcesses(project: Project): Project {
  return { ...project, hooks: (args, options) => project.hooks(args, { ...options, resident: false }) }
}

/** The same, where the command never ran, and each command is a process. */
export function makeColdProject(files: Readonly<Record<string, string>> = {}, trusted = true): Project {
  return openProject(files, { trusted, isCold: true })
}

function openProject(
  files: Readonly<Record<string, string>>,
  { trusted, isCold }: { readonly trusted: boolean; readonly isCold: boolean },
): Project {
  const dir = mkdtempSync(path.join(tmpdir(), 'hooks-test-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  const root = path.join(dir, 'shop')
  mkdirSync(path.join(root, '.git'), { recursive: true })
  const env = { PATH: process.env.PATH ?? '', HOME: dir, TMPDIR: dir, LANG: 'C.UTF-8' }
  let writes = 0
  let isWarm = false
  const write = (file: string, text: string): void => {
    writes++
    forgetSeen(dir)
    const target = path.join(root, file)
    mkdirSync(path.dirname(target), { recursive: true })
    const isScript = text.startsWith('#!')
    if (isScript) rmSync(target, { force: true }) // it may run
    writeFileSync(target, text)
    if (isScript) chmodSync(target, 0o755)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  const hooks: Project['hooks'] = (args, options = {}) => {
    const { types } = options
    const typing = types === undefined ? {} : { PERSON: '1', NO_COLOR: '1' }
    const where = { cwd: options.cwd ?? root, env: { ...env, ...typing, ...options.env } }
    if (trusted) trustByItself(root, where.env, writes)
    if (!isCold && isResident(options)) return finishResident(args, where, options)
    if (!isCold && !isWarm) copyCodeCache(dir)
    isWarm = true
    const argv = [options.node ?? process.execPath, ...outsideAgents(args), options.bin ?? bin, ...args]
    return finish(argv, where, { ...options, ...(types !== undefined && { input: `${types}\n` }) })
  }
  return { dir, root, env, write, hooks }
}

/** What a test writes, its person has seen. */
function forgetSeen(home: string): void {
  const state = path.join(home, '.local/state/hooks')
  if (statSync(state, { throwIfNoEntry: false })?.isDirectory() !== true) return
  for (const project of readdirSync(state)) {
    const seen = path.join(state, project, 'seen.json')
    // An earlier version kept seals: what comes after it is seen in silence, however old the ledger is.
    if (existsSync(seen)) renameSync(seen, path.join(state, project, 'seals.json'))
  }
}

const MAX_INPUT = 1_000_000

/** What only a process has is asked of one. */
function isResident(options: RunOptions): boolean {
  const { node, bin: own = bin, env = {}, input = '', resident, playedIn } = options
  if (resident !== undefined) return resident
  const isPlain = node === undefined && own === bin
  const isOrdinary =
    input.length < MAX_INPUT && !Object.keys(env).some((name) => /^NODE_|^OUTERMOST$/.test(name))
  return isPlain && isOrdinary && !startsProcesses(playedIn)
}

/** The same in this process. */
export async function finishResident(
  argv: readonly string[],
  { cwd, env }: Where,
  { types, input = '', interruptAt, bin }: RunOptions,
): Promise<Finished> {
  const started = performance.now()
  let looking: NodeJS.Timeout | undefined
  const done = await runResident({
    argv,
    cwd,
    env: { ...env },
    input,
    types,
    bin,
    interruptible(interrupt) {
      if (interruptAt === undefined) return
      looking = setInterval(() => existsSync(interruptAt) && interrupt(), 20)
    },
  })
  clearInterval(looking)
  return { ...done, signal: null, ms: performance.now() - started }
}

const askAncestors = ['allow', 'doctor', 'init', 'install', 'pause', 'review', 'trust', 'uninstall']

/** What Node is given for commands that refuse below an agent, or ask for the account's home: these tests may run anywhere. */
export function outsideAgents([verb = '']: readonly string[]): readonly string[] {
  return askAncestors.includes(verb) ? ['--require', path.join(import.meta.dirname, 'person.cjs')] : []
}

/** Runs a program to its end. */
export async function finish(
  argv: readonly string[],
  where: Where,
  options: RunOptions = {},
): Promise<Finished> {
  const [command = '', ...args] = argv
  const started = performance.now()
  const child = execa(command, args, {
    ...where,
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    input: options.input ?? '',
  })
  const { interruptAt } = options
  const looking = setInterval(() => {
    if (interruptAt !== undefined && existsSync(interruptAt)) {
      clearInterval(looking)
      child.kill('SIGINT')
    }
  }, 20)
  const { stdout, stderr, exitCode, signal } = await child
  clearInterval(looking)
  return { stdout, stderr, exit: exitCode ?? null, signal: signal ?? null, ms: performance.now() - started }
}
