import { dialects } from '../catalog.ts'
import { orderDiagnostics } from '../config/check/diagnostics/diagnostic.ts'
import { formatDiagnostics } from '../config/check/diagnostics/formats.ts'
import { createClock, createFiles } from '../store/files.ts'
import type { Host } from '../run/host.ts'
import { pageWidth } from './print/page.ts'
import { choosePaint, wantsColour } from './print/paint.ts'
import { createBench } from './test/play/bench.ts'
import { collectCases } from './test/read/collect.ts'
import { extrasOf, type TestFormat, toJson, toJunit } from './test/print/formats.ts'
import { type Played, play } from './test/play/play.ts'
import { isTestFile } from './test/read/find.ts'
import { drawReport, type Next } from './test/print/pretty.ts'
import { joinReports, type Report, reportOn } from './test/print/report.ts'
import type { Diagnostic } from '../model/types.ts'
import { compileLayers } from './shared/compile-here.ts'
import { keepChecking } from './shared/keep-checking.ts'
import { effortFor } from './test/effort.ts'
import { fromLast } from './test/from-last.ts'
import { findSubjects, type Subjects } from './test/subjects.ts'
import type { Target } from './validate/targets.ts'

export interface TestOptions {
  readonly format: TestFormat
  /** Cases of presets and of the managed layer, too. */
  readonly all: boolean
  /** Rules start their scripts. */
  readonly scripts: boolean
  /** A rule that no case makes speak is a failure. */
  readonly requireTests: boolean
  /** Prints a case made of the last recorded event instead. */
  readonly fromLast: boolean
  /** Where that case is added. */
  readonly write?: string
  readonly watch: boolean
  /** Below a failed case, what each rule came to. */
  readonly explain: boolean
}

const FINE = 0
const PROBLEMS = 1
const UNREADABLE = 2

/** `hooks test`: plays every example and test. Exit 0 all passed, 1 some did not, 2 could not read. */
export async function test(host: Host, files: readonly string[], options: TestOptions): Promise<number> {
  if (options.write !== undefined && !options.fromLast)
    return refuse(host, '--write says where the case of --from-last goes: use both')
  if (options.fromLast) return fromLast(host, options.write)
  const job = { files, options }
  return options.watch
    ? keepChecking(host, { verb: 'tests', once: () => once(host, job) })
    : (await once(host, job)).exit
}

function refuse(host: Host, message: string): number {
  host.err(`hooks: ${message}\n`)
  return UNREADABLE
}

interface Job {
  readonly files: readonly string[]
  readonly options: TestOptions
}

interface Done {
  readonly exit: number
  /** Every path that the result depends on. */
  readonly sources: readonly string[]
}

async function once(host: Host, { files, options }: Job): Promise<Done> {
  const subjects = findSubjects(host, files)
  if ('problem' in subjects) return { exit: refuse(host, subjects.problem), sources: subjects.sources }
  const tested: Tested[] = []
  for (const target of subjects.targets) tested.push(await testTarget(host, target, { subjects, options }))
  const diagnostics = orderDiagnostics(tested.flatMap((each) => each.diagnostics))
  const report = joinReports(tested.map((each) => each.report))
  print(host, { tested, report, diagnostics, subjects }, { files, options })
  const sources = [...new Set(tested.flatMap((each) => each.sources))]
  return { exit: exitOf(report, diagnostics, options), sources }
}

function exitOf(report: Report, diagnostics: readonly Diagnostic[], options: TestOptions): number {
  if (diagnostics.some(({ code }) => code === 'unreadable')) return UNREADABLE
  const failed = report.played.some(({ status }) => status === 'failed')
  const silent = options.requireTests && report.silent.length > 0
  return failed || silent || diagnostics.length > 0 ? PROBLEMS : FINE
}

interface Tested {
  readonly target: Target
  readonly report: Report
  /** Errors only: warnings are for `hooks validate`. */
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

interface Asked {
  readonly subjects: Pick<Subjects, 'testFiles'>
  readonly options: TestOptions
}

/** With an error in the rules nothing is played: they would not decide as they are written. */
async function testTarget(host: Host, target: Target, { subjects, options }: Asked): Promise<Tested> {
  const clock = createClock()
  const began = clock.elapsed()
  const result = compileLayers(host, target)
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error')
  if (result.plan === undefined || errors.length > 0) {
    const report = reportOn([], [], clock.elapsed() - began)
    return { target, report, diagnostics: errors, sources: result.sources, texts: result.texts }
  }
  const { root } = target
  const collected = collectCases({
    result,
    plan: result.plan,
    testFiles: subjects.testFiles,
    all: options.all,
    dialects,
    context: { env: host.env, cwd: root, root, files: createFiles() },
  })
  const bench = createBench(result.plan, effortFor(host, options.scripts))
  const played: Played[] = []
  for (const one of collected.cases) played.push(await play(one, bench, () => clock.elapsed()))
  return {
    target,
    report: reportOn(played, collected.rules, clock.elapsed() - began),
    diagnostics: collected.diagnostics.filter(({ severity }) => severity === 'error'),
    sources: [...result.sources, ...collected.sources],
    texts: new Map([...result.texts, ...collected.texts]),
  }
}

interface Printed {
  readonly tested: readonly Tested[]
  readonly report: Report
  readonly diagnostics: readonly Diagnostic[]
  readonly subjects: Subjects
}

function print(
  host: Host,
  { tested, report, diagnostics, subjects }: Printed,
  { files, options }: Job,
): void {
  if (options.format === 'json') return host.out(toJson(report, diagnostics))
  if (options.format === 'junit') {
    const silent = options.requireTests ? report.silent : []
    return host.out(toJunit(report, extrasOf(diagnostics, silent)))
  }
  const texts = new Map(tested.flatMap((each) => [...each.texts]))
  if (diagnostics.length > 0)
    host.out(`${formatDiagnostics(diagnostics, 'pretty', { texts, color: wantsColour(host) })}\n\n`)
  if (
    tested.every((each) => each.report.rules === 0 && each.report.played.length === 0) &&
    diagnostics.length > 0
  )
    return host.out('nothing was tested: mend hooks.yaml first\n')
  const look = {
    width: pageWidth(host.columns),
    paint: choosePaint(host),
    require_tests: options.requireTests,
    unplayed: diagnostics.length,
    // Files are named as they are seen from here.
    from: { cwd: host.cwd, root: host.cwd, home: tested[0]?.target.dirs.home ?? host.cwd },
    ...(!options.explain && { next: nextSteps(files) }),
  }
  host.out(drawReport(report, look))
  if (report.played.length === 0 && report.rules > 0 && diagnostics.length === 0)
    host.out(`\n${howToBegin}\n`)
  if (subjects.cut)
    host.err('hooks: there are too many directories to look for all *.hooks-test.yaml: name them\n')
}

/** A named file's rules are asked alone. */
function nextSteps(files: readonly string[]): Next {
  const [rules = '', ...more] = files.filter((file) => !isTestFile(file))
  const config = rules === '' ? '' : ` --config ${quoted(rules)}`
  return {
    test: `hooks test ${[...files.map(quoted), '--explain'].join(' ')}`,
    ...(more.length === 0 && { explain: `hooks explain${config}` }),
  }
}

/** One word for a shell. */
function quoted(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

const howToBegin = [
  'to begin, write beside a rule what it should make of a command:',
  '  examples: { deny: [git push -f], proceed: [git push] }',
].join('\n')
