// Runs the built command with one of its system calls failing, by strace.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bin, finish, type Finished, type Project } from './cli.ts'

/** The nth call of its kind in the main thread, and which of our files it touches. */
export interface SystemCall {
  readonly kind: string
  readonly nth: number
  readonly area: Area
  /** Opened to be written, or a write. */
  readonly writes: boolean
}

export type Area =
  | 'bin.cjs'
  | 'package'
  | 'code'
  | 'plan'
  | 'project'
  | 'config'
  | 'state'
  | 'payload'
  | 'answer'

export interface FaultyRun extends Finished {
  /** The call that failed; undefined when the run made no such call. */
  readonly hit: SystemCall | undefined
}

/** How a payload comes to the command: agents use pipes and sockets, shims files. */
export type Stdin = 'file' | 'socket'

/** In its home, in place of the one that goes by the user's number. */
export const USER_DIR = '.user'

export interface AgentCall {
  readonly project: Project
  readonly payload: string
  readonly stdin: Stdin
}

export function runAgent(call: AgentCall, before: readonly string[] = []): Promise<Finished> {
  const { project, payload, stdin } = call
  const place = `--engine-dir=${path.join(project.dir, USER_DIR)}`
  const argv = [...before, process.execPath, bin, 'run', '--agent', 'claude-code', place]
  const where = { cwd: project.root, env: project.env }
  if (stdin === 'socket') return finish(argv, where, { input: payload })
  const file = path.join(project.dir, 'payload')
  writeFileSync(file, payload)
  return finish(['sh', '-c', 'exec "$@" < ../payload', 'sh', ...argv], where)
}

/** The calls of one run that touch files of ours. */
export async function systemCalls(call: AgentCall, kinds: readonly string[]): Promise<readonly SystemCall[]> {
  const log = path.join(call.project.dir, 'calls')
  await runAgent(call, ['strace', '-y', '-o', log, '-e', `trace=${kinds.join()}`])
  return readCalls(call.project, log).flatMap(({ call: found }) => (found === undefined ? [] : [found]))
}

/** Makes the nth call of a kind fail, or kills the run there. */
export async function runWithFault(
  call: AgentCall,
  { kind, nth }: Pick<SystemCall, 'kind' | 'nth'>,
  fault: string,
): Promise<FaultyRun> {
  const log = path.join(call.project.dir, 'calls')
  const inject = `inject=${kind}:${fault}:when=${nth}`
  const done = await runAgent(call, ['strace', '-y', '-o', log, '-e', `trace=${kind}`, '-e', inject])
  const hit = fault.startsWith('signal')
    ? readCalls(call.project, log).find(({ call: found }) => found?.nth === nth)
    : readCalls(call.project, log).find(({ line }) => line.endsWith('(INJECTED)'))
  rmSync(log)
  return { ...done, hit: hit?.call }
}

function readCalls(
  project: Project,
  log: string,
): readonly { readonly line: string; readonly call: SystemCall | undefined }[] {
  const counted = new Map<string, number>()
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const kind = /^(\w+)\(/.exec(line)?.[1]
      if (kind === undefined) return []
      const nth = (counted.get(kind) ?? 0) + 1
      counted.set(kind, nth)
      const area = areaOf(project, line)
      const writes = /^(?:p?write|rename|mkdir|symlink|unlink|rmdir|fsync|ftruncate)|O_WRONLY|O_RDWR/.test(
        line,
      )
      return [{ line, call: area && { kind, nth, area, writes } }]
    })
}

function areaOf({ dir, root }: Project, line: string): Area | undefined {
  if (/^write\([12]</.test(line)) return 'answer'
  if (/^(?:read|statx)\(\d+<(?:UNIX|socket)/.test(line)) return 'payload'
  // Not what a link leads to: its own place comes last.
  const file = /["<](\/[^">]*)[">]/.exec(line.replace(/AT_FDCWD<[^>]*>|^symlink\("[^"]*"/, ''))?.[1]
  if (file === undefined) return undefined
  if (`${bin}/`.startsWith(`${file}/`)) return 'bin.cjs' // Node looks at each directory above it
  if (file === path.join(dir, 'payload') || file === '/proc/self/fd/0') return 'payload'
  return areas(dir, root).find(([, top]) => file === top || file.startsWith(`${top}/`))?.[0]
}

const areas = (dir: string, root: string): readonly (readonly [Area, string])[] => [
  ['package', path.resolve(bin, '../..')],
  ['code', path.join(dir, '.cache/hooks/code')],
  ['plan', path.join(dir, '.cache')],
  ['state', path.join(dir, '.local')],
  ['state', path.join(dir, USER_DIR)],
  ['config', path.join(dir, '.config')],
  ['config', '/etc/hooks'],
  ['project', root],
]
