import { extname, resolve } from 'node:path'
import { HooksError } from '../../model/errors.ts'
import { CRASHED } from '../spawn/keep-alive.ts'
import type { Files, SpawnRequest, SpawnResult } from '../../model/types.ts'

const NAME_CHARS = 80
const exits: Readonly<Record<number, string>> = {
  126: ', not executable',
  127: ', not found',
  // As a shell reports signals.
  134: ', SIGABRT',
  137: ', SIGKILL',
  139: ', SIGSEGV',
  143: ', SIGTERM',
}

/** The error for a script that did not end with a known exit code. */
export function failureOf(result: SpawnResult, request: SpawnRequest, files: Files): HooksError {
  const name = nameOf(request.argv)
  switch (result.end) {
    case 'failed':
      return new HooksError(
        'spawn_failed',
        `${name}: ${unstarted(result.failure ?? 'unknown', request, files)}`,
      )
    case 'timeout':
      return new HooksError('timeout', `${name}: no answer within ${duration(request.timeout_ms)}`)
    case 'flood':
      return new HooksError(
        'error',
        `${name}: printed more than ${request.max_stdout.toLocaleString('en')} characters`,
      )
    case 'signal':
      return new HooksError('error', `${name}: killed by ${result.signal ?? 'a signal'}`)
    case 'aborted':
      return new HooksError('aborted', `${name}: aborted`)
    case 'exit':
      return new HooksError('error', `${exited(name, result.code ?? 0)}${fixFor(result, request)}`)
  }
}

/** A shell line may already end in the exit code. */
function exited(name: string, code: number): string {
  return new RegExp(`(?:^|\\W)exit ${code}$`).test(name) ? name : `${name}: ${exitText(code)}`
}

export function exitText(code: number): string {
  return `exit ${codeText(code)}`
}

export function codeText(code: number): string {
  return `${code}${exits[code] ?? ''}`
}

export function shortened(text: string, chars: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > chars ? `${line.slice(0, chars)}…` : line
}

/** The program, or the beginning of a shell line. */
export function nameOf(argv: SpawnRequest['argv']): string {
  const name = typeof argv === 'string' ? argv : (argv[0] ?? '')
  return shortened(name, NAME_CHARS)
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

const isFile = (argv: SpawnRequest['argv']): boolean => /^[\w./-]*\/[\w./-]+$/.test(nameOf(argv))

function fixFor({ code }: SpawnResult, { argv }: SpawnRequest): string {
  return code === 126 && isFile(argv) ? `; fix: chmod +x ${nameOf(argv)}` : ''
}

function unstarted(failure: string, { argv, cwd }: SpawnRequest, files: Files): string {
  const name = nameOf(argv)
  const file = resolve(cwd, name)
  switch (failure) {
    case 'ENOENT':
      if (files.kind(cwd) !== 'dir') return `its directory ${cwd} does not exist`
      if (name.includes('/') && files.kind(file) === 'file')
        return `its interpreter was not found: ${firstLine(files.read(file))}`
      return 'not found'
    case 'EACCES':
    case 'EPERM':
      if (files.kind(file) === 'dir') return 'is a directory'
      return `not executable; fix: chmod +x ${name}`
    case 'ENOEXEC':
      return `nothing is known to run ${extname(name)} files; name the interpreter before it`
    case CRASHED:
      return 'crashed three times in a row; it is started again when its file changes'
    case 'E2BIG':
      return 'its arguments are too long; it can read the event from stdin'
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
      return `the system has too much open or running (${failure})`
    case 'ENOSPC':
    case 'EROFS':
    case 'EDQUOT':
      return `no room in the temporary directory (${failure})`
  }
  return `cannot be started (${failure})`
}

function firstLine(text: string | undefined): string {
  return JSON.stringify((text ?? '').split('\n', 1)[0]?.slice(0, NAME_CHARS) ?? '')
}
