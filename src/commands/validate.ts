import path from 'node:path'
import { orderDiagnostics } from '../config/diagnostic.ts'
import { formatDiagnostics, type Counts, type DiagnosticFormat } from '../config/formats.ts'
import { watchFiles } from '../config/watch.ts'
import type { Host } from '../host.ts'
import { choosePaint, wantsColour } from '../show/paint.ts'
import type { Diagnostic, Dialect } from '../types.ts'
import { agentNamed } from './agent-named.ts'
import { compileLayers, findHere } from './compile-here.ts'
import { agentLimits } from './validate/agent-limits.ts'
import { findTargets, type Target } from './validate/targets.ts'

export interface ValidateOptions {
  readonly format: DiagnosticFormat
  /** Warnings fail. */
  readonly strict: boolean
  /** Also says what this agent cannot be told. */
  readonly agent?: string
  readonly watch: boolean
}

const FINE = 0
const PROBLEMS = 1
const UNREADABLE = 2

/** `hooks validate`: all problems at once. Exit 0 fine, 1 problems, 2 could not read. */
export async function validate(
  host: Host,
  files: readonly string[],
  options: ValidateOptions,
): Promise<number> {
  const dialect = options.agent === undefined ? undefined : agentNamed(options.agent)
  if (typeof dialect === 'string') {
    host.err(`hooks: ${dialect}\n`)
    return UNREADABLE
  }
  const job: Job = { files, options, dialect }
  return options.watch ? keepValidating(host, job) : once(host, job).exit
}

interface Job {
  readonly files: readonly string[]
  readonly options: ValidateOptions
  readonly dialect: Dialect | undefined
}

interface Done {
  readonly exit: number
  /** Every path that the result depends on. */
  readonly sources: readonly string[]
}

function once(host: Host, job: Job): Done {
  const targets = findTargets(host, job.files)
  if ('problem' in targets) {
    host.err(`hooks: ${targets.problem}\n`)
    return { exit: UNREADABLE, sources: pathsOf(host, job) }
  }
  const checked = targets.map((target) => check(host, target, job))
  print(host, checked, job.options)
  return {
    exit: Math.max(...checked.map(({ exit }) => exit)),
    sources: [...new Set(checked.flatMap(({ sources }) => sources))],
  }
}

interface Checked extends Done {
  readonly target: Target
  readonly diagnostics: readonly Diagnostic[]
  readonly result: ReturnType<typeof compileLayers>
}

function check(host: Host, target: Target, { options, dialect }: Job): Checked {
  const result = compileLayers(host, target)
  const limits = dialect === undefined || result.plan === undefined ? [] : agentLimits(result.plan, dialect)
  const diagnostics = orderDiagnostics([...result.diagnostics, ...limits])
  return { target, result, diagnostics, exit: exitOf(diagnostics, options.strict), sources: result.sources }
}

function exitOf(diagnostics: readonly Diagnostic[], strict: boolean): number {
  if (diagnostics.some(({ code }) => code === 'unreadable')) return UNREADABLE
  const fails = diagnostics.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return fails ? PROBLEMS : FINE
}

function print(host: Host, checked: readonly Checked[], { format }: ValidateOptions): void {
  const diagnostics = orderDiagnostics(checked.flatMap((each) => each.diagnostics))
  const texts = new Map(checked.flatMap(({ result }) => [...result.texts]))
  const text = formatDiagnostics(diagnostics, format, {
    texts,
    color: wantsColour(host),
    counts: countsOf(checked),
    version: host.version,
  })
  if (text !== '') host.out(`${text}\n`)
}

function countsOf(checked: readonly Checked[]): Counts {
  const sum = (key: Exclude<keyof Counts, 'files'>): number =>
    checked.reduce((total, { result }) => total + result.info[key], 0)
  const files = checked.flatMap(({ target }) => target.files)
  return {
    rules: sum('rules'),
    written: sum('written'),
    faulty: sum('faulty'),
    presets: sum('presets'),
    with_examples: sum('with_examples'),
    files,
  }
}

/** What could be read one day. */
function pathsOf(host: Host, { files }: Job): readonly string[] {
  return files.length === 0
    ? findHere(host).layers.map((layer) => layer.path)
    : files.map((file) => path.resolve(host.cwd, file))
}

/** Again after every burst of changes, until the user has seen enough. */
function keepValidating(host: Host, job: Job): Promise<number> {
  const again = (): readonly string[] => {
    if (host.terminal) host.out('\u001b[2J\u001b[3J\u001b[H')
    const { sources } = once(host, job)
    if (host.terminal)
      host.out(`\n${choosePaint(host)('dim', 'checks again after every change · Ctrl-C ends')}\n`)
    return sources
  }
  return new Promise((resolve) => {
    const watching = watchFiles(again(), () => watching.follow(again()))
    host.onInterrupt(() => void watching.stop().then(() => resolve(FINE)))
  })
}
