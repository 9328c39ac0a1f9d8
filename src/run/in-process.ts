// Runs `hooks run` inside of an agent's own process, for plugins: the same verdicts, ledger and state, without a start.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import type { LoadChunk } from '../chunks.ts'
import { isObject, type PlainObject } from '../model/plain-object.ts'
import type { Host } from './host.ts'

declare const VERSION: string // set by the build: the package's version

const BUILD = '__BUILD__' // the build puts the hash of all chunks here
const here = dirname(fileURLToPath(import.meta.url))
const loaded = new Map<string, unknown>()

const load: LoadChunk = (chunk) => {
  const known = loaded.get(chunk)
  if (known !== undefined) return known as never // the build puts that chunk's exports into its file
  const filename = join(here, `${chunk}.cjs`)
  const exports = {}
  const script = new Script(readFileSync(filename, 'latin1'), { filename })
  script.runInThisContext()(exports, (name: string) => process.getBuiltinModule(name), here)
  loaded.set(chunk, exports)
  return exports as never // see above
}

/** Rejects when nothing could be decided. */
export type Judge = (payload: PlainObject) => Promise<PlainObject>

/** A person's plugin and a project's are two. */
let judges = 0

/** What `hooks run --agent NAME` would print in a directory, for each payload; `first` is one of that directory. */
export function createJudge(agent: string, directory: string, first: PlainObject): Judge {
  const entry = `${process.pid} ${++judges}`
  const hostFor = (payload: PlainObject, out: Host['out']): Host => ({
    ...detached,
    argv: ['run', '--agent', agent, '--entry', entry],
    cwd: directory,
    stdin: async () => JSON.stringify(payload),
    out,
  })
  const ready = prepareAhead(hostFor(first, () => undefined))
  return async (payload) => {
    await ready
    let printed = ''
    await load('run').run(hostFor(payload, (text) => void (printed += text)))
    const reply: unknown = printed.trim() === '' ? {} : JSON.parse(printed)
    return isObject(reply) ? reply : {}
  }
}

/** What every first call needs, before it comes: for an answer some agents wait three seconds only. */
async function prepareAhead(host: Host): Promise<void> {
  try {
    for (const chunk of ['run', 'agents', 'decide', 'drift', 'compile'] as const) load(chunk)
    await load('run').compileAhead(host)
  } catch {
    // The call says what is wrong.
  }
}

/** Nobody sits at it, and its signals are the agent's. */
const detached = {
  env: process.env,
  version: VERSION,
  packageDir: dirname(here),
  build: BUILD,
  node: 'node', // the process is the agent's program
  isGuest: true,
  terminal: false,
  columns: 80,
  stdinIsTerminal: false,
  stderrIsTerminal: false,
  fail: (problem: unknown) => Promise.reject(problem instanceof Error ? problem : new Error(String(problem))),
  line: () => '',
  lines: () => ({ close: () => undefined, async *[Symbol.asyncIterator]() {} }),
  ancestors: () => [],
  accountHome: () => undefined,
  err: () => undefined,
  redraw: () => undefined,
  clear: () => undefined,
  load,
  onInterrupt: () => undefined,
}
