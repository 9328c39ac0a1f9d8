import { dialects } from '../catalog.ts'
import type { CompileResult } from '../config/compile/compile.ts'
import { orderDiagnostics } from '../config/check/diagnostics/diagnostic.ts'
import type { CompileInfo } from '../config/compile/compile-info.ts'
import { formatDiagnostics, type DiagnosticFormat } from '../config/check/diagnostics/formats.ts'
import { createFiles } from '../store/files.ts'
import type { Host } from '../run/host.ts'
import { wantsColour } from './print/paint.ts'
import { type Collected, collectCases, type TestFile } from './test/read/collect.ts'
import type { Diagnostic, Dialect, Plan } from '../model/types.ts'
import { agentNamed } from '../run/agent-named.ts'
import { compileLayers } from './shared/compile-here.ts'
import { keepChecking } from './shared/keep-checking.ts'
import { findSubjects } from './test/subjects.ts'
import { deniedAdvice } from './validate/advice.ts'
import { agentLimits } from './validate/agent-limits.ts'
import type { Target } from './validate/targets.ts'

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
  return options.watch
    ? keepChecking(host, { verb: 'checks', once: () => once(host, job) })
    : (await once(host, job)).exit
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

async function once(host: Host, job: Job): Promise<Done> {
  const subjects = findSubjects(host, job.files)
  if ('problem' in subjects) {
    host.err(`hooks: ${subjects.problem}\n`)
    return { exit: UNREADABLE, sources: subjects.sources }
  }
  const checked: Checked[] = []
  for (const target of subjects.targets)
    checked.push(await check(host, { target, tests: subjects.testFiles }, job))
  print(host, checked, job.options)
  return {
    exit: Math.max(...checked.map(({ exit }) => exit)),
    sources: [...new Set(checked.flatMap(({ sources }) => sources))],
  }
}

interface Checked extends Done {
  readonly target: Target
  readonly diagnostics: readonly Diagnostic[]
  readonly result: CompileResult
  /** Rules whose own advice they deny. */
  readonly contradictory: number
  /** Every text that a diagnostic may show. */
  readonly texts: CompileResult['texts']
}

interface Subject {
  readonly target: Target
  readonly tests: readonly TestFile[]
}

async function check(host: Host, { target, tests }: Subject, { options, dialect }: Job): Promise<Checked> {
  const result = compileLayers(host, target)
  const { plan } = result
  const limits = dialect === undefined || plan === undefined ? [] : agentLimits(plan, dialect)
  const cases = plan === undefined ? undefined : casesOf(host, { ...result, plan }, { target, tests })
  const advice = plan === undefined ? [] : await deniedAdvice(host, { ...result, plan })
  const diagnostics = orderDiagnostics([
    ...result.diagnostics,
    ...limits,
    ...advice,
    ...(cases?.diagnostics ?? []),
  ])
  return {
    target,
    result,
    diagnostics,
    contradictory: new Set(advice.flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []))).size,
    texts: new Map([...result.texts, ...(cases?.texts ?? [])]),
    exit: exitOf(diagnostics, options.strict),
    sources: [...result.sources, ...(cases?.sources ?? [])],
  }
}

/** Examples and tests are made, not played: what is wrong with them is seen all the same. */
function casesOf(
  host: Host,
  result: CompileResult & { readonly plan: Plan },
  { target: { root }, tests }: Subject,
): Collected {
  return collectCases({
    result,
    plan: result.plan,
    testFiles: tests,
    all: false,
    dialects,
    context: { env: host.env, cwd: root, root, files: createFiles() },
  })
}

function exitOf(diagnostics: readonly Diagnostic[], strict: boolean): number {
  if (diagnostics.some(({ code }) => code === 'unreadable')) return UNREADABLE
  const fails = diagnostics.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return fails ? PROBLEMS : FINE
}

function print(host: Host, checked: readonly Checked[], { format }: ValidateOptions): void {
  const diagnostics = orderDiagnostics(checked.flatMap((each) => each.diagnostics))
  const texts = new Map(checked.flatMap((each) => [...each.texts]))
  const text = formatDiagnostics(diagnostics, format, {
    texts,
    color: wantsColour(host),
    counts: countsOf(checked),
    version: host.version,
  })
  if (text !== '') host.out(`${text}\n`)
}

function countsOf(checked: readonly Checked[]): CompileInfo {
  const sum = (key: Exclude<keyof CompileInfo, 'files'>): number =>
    checked.reduce((total, { result }) => total + result.info[key], 0)
  const files = checked.flatMap(({ target }) => target.files)
  return {
    rules: sum('rules'),
    written: sum('written'),
    faulty: sum('faulty') + checked.reduce((total, { contradictory }) => total + contradictory, 0),
    presets: sum('presets'),
    with_examples: sum('with_examples'),
    files,
  }
}
