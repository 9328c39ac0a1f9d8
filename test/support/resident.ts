// The built command inside of this process: its chunks are loaded once for all tests of a worker.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Script } from 'node:vm'
import { refusals } from '../../src/build-data.ts'
import { errorMessage, isHooksError } from '../../src/model/errors.ts'
import type { Host, Load } from '../../src/run/call.ts'
import { isFromAgent, lastResort } from '../../src/run/last-resort.ts'
import { linesOf } from './lines.ts'

/** The built command. */
export const bin = path.resolve(import.meta.dirname, '../../dist/bin.cjs')

interface Program {
  readonly build: string
  readonly version: string
  readonly load: Load
  readonly packageDir: string
}

/** What one call is given. */
export interface ResidentCall {
  readonly argv: readonly string[]
  readonly env: Host['env']
  readonly cwd: string
  readonly input: string
  /** A person sits at a terminal, and types this. */
  readonly types?: string | undefined
  /** Whether stdout is a terminal. */
  readonly terminal?: boolean | undefined
  /** Another build of the command. */
  readonly bin?: string | undefined
  /** Gets what asks the call to end, as Ctrl-C does. */
  readonly interruptible?: ((interrupt: () => void) => void) | undefined
}

export interface Printed {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

/** Runs one command to its end, as `dist/bin.cjs` does in a process of its own. */
export async function runResident(call: ResidentCall): Promise<Printed> {
  const printed = { stdout: '', stderr: '' }
  const host = createResidentHost(call, printed)
  const exit = await startIn(host).catch((error: unknown) => host.fail(error))
  return { ...printed, exit }
}

async function startIn(host: Host): Promise<number> {
  const isRun = host.argv[0] === 'run' && !host.argv.includes('--help') && !host.argv.includes('-h')
  return isRun ? host.load('run').run(host) : host.load('cli').main(host)
}

function createResidentHost(call: ResidentCall, printed: { stdout: string; stderr: string }): Host {
  const { argv, env, cwd, input, types, terminal = types !== undefined } = call
  const { load, build, version, packageDir } = programAt(call.bin ?? bin)
  const write = {
    out: (text: string): void => void (printed.stdout += text),
    err: (text: string): void => void (printed.stderr += text),
  }
  return {
    argv,
    env,
    cwd,
    version,
    build,
    load,
    packageDir,
    node: process.execPath,
    terminal,
    stdinIsTerminal: types !== undefined,
    stderrIsTerminal: false,
    columns: 80,
    stdin: async () => input,
    line: () => types ?? '',
    lines: () => linesOf(input),
    ancestors: () => [],
    accountHome: () => env.HOME,
    ...write,
    redraw: (line) => write.err(`\r${line}\u001b[K`),
    clear: () => write.out('\u001b[2J\u001b[3J\u001b[H'),
    async fail(problem, agent) {
      const text = describe(problem)
      if (!isFromAgent(argv)) return (write.err(`${text}\n`), 1)
      const answer = lastResort({ argv, agent, payload: input, problem: text }, refusals())
      write.out(answer.stdout)
      write.err(answer.stderr)
      return answer.exit
    },
    onInterrupt: createOnInterrupt(call),
  }
}

function describe(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem)
  return isHooksError(problem) || 'code' in problem ? errorMessage(problem) : (problem.stack ?? '')
}

function createOnInterrupt({ interruptible }: ResidentCall): Host['onInterrupt'] {
  const waiting: (() => void)[] = []
  let wasAsked = false
  interruptible?.(() => {
    wasAsked = true
    for (const callback of waiting) callback()
  })
  return (callback) => (wasAsked ? callback() : void waiting.push(callback))
}

const programs = new Map<string, Program>()

function programAt(bin: string): Program {
  const known = programs.get(bin) ?? openProgram(bin)
  programs.set(bin, known)
  return known
}

function openProgram(bin: string): Program {
  const dist = path.dirname(bin)
  const packageDir = path.dirname(dist)
  const require = createRequire(bin)
  const loaded = new Map<string, unknown>()
  const load = (chunk: string): unknown => {
    const known = loaded.get(chunk)
    if (known !== undefined) return known
    const filename = path.join(dist, `${chunk}.cjs`)
    const exports = {}
    new Script(readFileSync(filename, 'latin1'), { filename }).runInThisContext()(exports, require, dist)
    loaded.set(chunk, exports)
    return exports
  }
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as Program
  return { load: load as Load, version, build: buildId(bin), packageDir }
}

/** Caches of another build are not this one's. */
function buildId(bin: string): string {
  const found = /`([0-9a-f]{16})`/.exec(readFileSync(bin, 'utf8'))
  if (found?.[1] === undefined) throw new Error(`${bin} holds no build id`)
  return found[1]
}
