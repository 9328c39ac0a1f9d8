// Which program a script's argv starts: its file when that can be executed, else its shebang line, else its extension.
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

export type Program =
  | { readonly argv: readonly [string, ...string[]] }
  /** `EACCES`: no way to run it is known; `ENOEXEC`: a script in a language whose interpreter is not. */
  | { readonly failure: 'EACCES' | 'ENOEXEC' | 'ENOENT' }

/** What to start. A shell line that is nothing but a script's path is that script. */
export function programOf(argv: readonly string[] | string, cwd: string): Program {
  if (typeof argv !== 'string') return listed(argv, cwd)
  if (plainLine.test(argv) && isScript(argv, cwd)) return listed([argv], cwd)
  return { argv: [process.platform === 'win32' ? 'sh' : '/bin/sh', '-c', argv] }
}

function listed(argv: readonly string[], cwd: string): Program {
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

/** A file that is there, with a slash in its name or an extension that we know. */
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

/** A binary without execute bit only lacks that bit; a text in a language we do not know lacks an interpreter. */
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

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
