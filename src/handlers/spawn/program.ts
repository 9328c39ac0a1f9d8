// Resolves a script's argv to a program: the file itself if executable, else its shebang line, else an interpreter by extension.
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'

const node: readonly string[] = [process.execPath]

const interpreters: Readonly<Record<string, readonly string[]>> = {
  '.js': node,
  '.mjs': node,
  '.cjs': node,
  '.sh': ['sh'],
  '.bash': ['bash'],
  '.zsh': ['zsh'],
  '.py': ['python3'],
  '.rb': ['ruby'],
}

const SHEBANG_BYTES = 256
const plainLine = /^[\w./-]+$/

export type Executable =
  | { readonly argv: readonly [string, ...string[]] }
  /** `EACCES`: not executable; `ENOEXEC`: a script without a known interpreter. */
  | { readonly failure: 'EACCES' | 'ENOEXEC' | 'ENOENT' }

/** Resolves argv or a shell line. A line that is only a script's path runs that script without a shell. */
export function programOf(argv: readonly string[] | string, cwd: string): Executable {
  if (typeof argv !== 'string') return listed(argv, cwd)
  if (plainLine.test(argv) && isScript(argv, cwd)) return listed([argv], cwd)
  return { argv: [process.platform === 'win32' ? 'sh' : '/bin/sh', '-c', argv] }
}

function listed(argv: readonly string[], cwd: string): Executable {
  const [name, ...rest] = argv
  if (name === undefined || name === '') return { failure: 'ENOENT' }
  if (!name.includes('/') && !isScript(name, cwd)) return { argv: [name, ...rest] }
  const file = resolve(cwd, name)
  const begin = beginningOf(file)
  if (begin === undefined) return { argv: [name, ...rest] }
  const interpreter = interpreterOf(file, begin)
  const written = name.includes('/') ? name : `./${name}`
  if (isExecutable(file) && (interpreter === undefined || begin.startsWith('#!')))
    return { argv: [written, ...rest] }
  if (interpreter !== undefined) return { argv: [...interpreter, written, ...rest] }
  return { failure: extname(file) === '' ? 'EACCES' : unrunnable(begin) }
}

/** An existing file with a slash in its name or a known extension. */
function isScript(name: string, cwd: string): boolean {
  if (!name.includes('/') && (!name.includes('.') || interpreters[extname(name)] === undefined)) return false
  return statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isFile() === true
}

function interpreterOf(file: string, begin: string): readonly [string, ...string[]] | undefined {
  const [, program, argument] = /^#![ \t]*(\S+)[ \t]*(.*?)\s*(?:\n|$)/.exec(begin) ?? []
  if (program !== undefined)
    return argument === undefined || argument === '' ? [program] : [program, argument]
  const [known, ...rest] = interpreters[extname(file)] ?? []
  return known === undefined ? undefined : [known, ...rest]
}

/** A binary lacks only the execute bit; a text in an unknown language lacks an interpreter. */
function unrunnable(begin: string): 'EACCES' | 'ENOEXEC' {
  return begin.includes('\0') ? 'EACCES' : 'ENOEXEC'
}

function beginningOf(file: string): string | undefined {
  try {
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const bytes = Buffer.alloc(SHEBANG_BYTES)
      return bytes.toString('latin1', 0, readSync(fd, bytes, 0, SHEBANG_BYTES, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  }
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
