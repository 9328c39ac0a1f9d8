// What a run starts: written down by shims on its PATH, and by strace where it is installed.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const strace = spawnSync('sh', ['-c', 'command -v strace'], { encoding: 'utf8' }).stdout.trim()
export const canTrace = strace !== ''
if (!canTrace) console.warn('no strace here: what is started is recorded by the PATH alone')

/** Put before a command: every program that starts below it is added to the log. */
export function tracing(log: string): readonly string[] {
  const what = ['-e', 'trace=execve,execveat', '-s', '4096']
  return [strace, '-f', '-qq', '--seccomp-bpf', ...what, '-A', '-o', log]
}

interface Recording {
  /** Where programs are looked for. */
  readonly path: string
  /** The shell word that names the log. */
  readonly log: string
  /** All programs of the path unless said. */
  readonly names?: readonly string[]
}

/** Fills a directory with a shim for each program: it writes down its name and arguments, and becomes the program. */
export function fillWithShims(dir: string, { path: searched, log, names }: Recording): void {
  mkdirSync(dir, { recursive: true })
  const programs = programsOn(searched)
  for (const name of names ?? programs.keys()) {
    const program = programs.get(name)
    if (program === undefined) continue
    const text = `#!/bin/sh\necho "${name} $*" >> ${log}\nexec '${program}' "$@"\n`
    writeFileSync(path.join(dir, name), text, { mode: 0o755 })
  }
  if (readdirSync(dir).length === 0) throw new Error(`no program was found on ${searched}`)
}

function programsOn(searched: string): ReadonlyMap<string, string> {
  const programs = new Map<string, string>()
  for (const dir of searched
    .split(path.delimiter)
    .filter((each) => path.isAbsolute(each) && existsSync(each)))
    for (const name of readdirSync(dir)) {
      const program = path.join(dir, name)
      if (!programs.has(name) && isExecutable(program)) programs.set(name, program)
    }
  return programs
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The lines of a log; none where nothing was written. */
export function startsIn(log: string): readonly string[] {
  const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
  return text.split('\n').filter((line) => line !== '')
}

/** The command lines in a log of strace, also of programs that could not be started. */
export function programsIn(trace: string): readonly string[] {
  return startsIn(trace).flatMap((line) => {
    const [, words] = /\bexecve(?:at)?\([^[]*\[([^\]]*)\]/.exec(line) ?? []
    return words === undefined ? [] : [words.replaceAll('"', '').replaceAll(', ', ' ')]
  })
}

/** What hooks itself asks of Git, where all that a repository may configure is switched off. */
export const isOwnQuestion = (line: string): boolean => line.includes(' -c core.fsmonitor=false ')
