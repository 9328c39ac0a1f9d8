// This machine's file system, confined to a directory.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { createFiles } from '../../store/disk/files.ts'
import { createSpawn } from '../../handlers/spawn/spawn.ts'
import {
  COMMAND_MS,
  type CommandOptions,
  type CommandResult,
  commandResult,
  decodeText,
  type FileEntry,
  type FileSystem,
  MAX_BYTES,
  MAX_PRINTED,
} from './file-system.ts'
import { ToolMistake } from './tool.ts'

export interface LocalOptions {
  /** How long a command may take, milliseconds. Absent: two minutes. */
  readonly timeout_ms?: number | undefined
  /** What commands see of the environment. Absent: all of it. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

const { real, kind } = createFiles()

/**
 * The files below a directory of this machine. Paths are confined to it: `..`, absolute paths and links that lead out
 * are refused. Commands start in it and are not confined: rules decide about them.
 */
export function localFiles(dir: string, options: LocalOptions = {}): FileSystem {
  const root = real(path.resolve(dir))
  return {
    root,
    resolve: (given) => confined(given, root),
    list: (where) => entriesOf(unmoved(where)),
    kind,
    read: (file) => read(unmoved(file)),
    write: (file, text) => write(unmoved(file), text),
    execute: (command, asked) => execute(command, { ...asked, root, options }),
  }
}

function confined(given: string, root: string): string {
  if (given.includes('\0')) throw new ToolMistake('the path holds a NUL')
  const found = real(path.resolve(root, given))
  const below = path.relative(root, found)
  if (below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below))
    throw new ToolMistake(`${given} is outside of ${root}`)
  return found
}

/** Refuses a path that became a link after it was resolved. */
function unmoved(resolved: string): string {
  if (real(resolved) !== path.normalize(resolved)) throw new ToolMistake('it has become a link meanwhile')
  return resolved
}

function entriesOf(dir: string): readonly FileEntry[] {
  if (kind(dir) === 'file') throw new ToolMistake('it is a file, not a directory')
  return readdirSync(dir)
    .sort()
    .flatMap((name) => {
      const found = lstatSync(path.join(dir, name), { throwIfNoEntry: false })
      if (found === undefined) return []
      const type = found.isSymbolicLink() ? 'symlink' : found.isDirectory() ? 'dir' : 'file'
      return [{ name, type, size: found.size } as const]
    })
}

function read(file: string): string {
  const stat = statSync(file)
  if (stat.isDirectory()) throw new ToolMistake('it is a directory')
  if (!stat.isFile()) throw new ToolMistake('it is not a file')
  if (stat.size > MAX_BYTES) throw new ToolMistake(`it has ${stat.size} bytes, ${MAX_BYTES} are the most`)
  return decodeText(readFileSync(file))
}

function write(file: string, text: string): void {
  const before = statSync(file, { throwIfNoEntry: false })
  if (before?.isDirectory() === true) throw new ToolMistake('it is a directory')
  if (before?.isFile() === false) throw new ToolMistake('it is not a file')
  const dir = path.dirname(file)
  mkdirSync(dir, { recursive: true })
  const temporary = path.join(dir, `.${path.basename(file).slice(0, 100)}.${randomUUID()}.tmp`)
  try {
    writeFileSync(temporary, text, { flag: 'wx' })
    if (before !== undefined) chmodSync(temporary, before.mode & 0o7777)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

interface Executing extends CommandOptions {
  readonly root: string
  readonly options: LocalOptions
}

async function execute(
  command: string,
  { root, options, signal, timeout_ms }: Executing,
): Promise<CommandResult> {
  const env = Object.entries(options.env ?? process.env).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  const done = await createSpawn(signal === undefined ? {} : { signal })({
    argv: command,
    cwd: root,
    env: Object.fromEntries(env),
    stdin: '',
    timeout_ms: timeout_ms ?? options.timeout_ms ?? COMMAND_MS,
    max_stdout: MAX_PRINTED,
  })
  signal?.throwIfAborted()
  if (done.end === 'failed') throw new ToolMistake(`the command could not be started: ${done.failure ?? ''}`)
  return commandResult(done)
}
