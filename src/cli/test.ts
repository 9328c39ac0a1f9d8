import { type Command, Option } from 'commander'
import { dialects } from '../catalog.ts'
import { orderDiagnostics } from '../config/diagnostics/diagnostics.ts'
import { formatDiagnostics } from '../config/diagnostics/formats.ts'
import { commandLine } from '../handlers/run/arguments.ts'
import type { Diagnostic, Files } from '../model/types.ts'
import { plural } from '../patterns/text/terminal-text.ts'
import { isPerson, type Host, writeFailure, type Terminal } from '../run/call.ts'
import { createClock, createFiles } from '../store/disk/files.ts'
import { pageWidth, choosePaint, wantsColour } from './print/page.ts'
import { readTrust } from '../store/records/trust.ts'
import type { Trust } from '../config/trust/trust.ts'
import { compileLayers, type ProjectConfig } from './shared/project-config.ts'
import { tellWhenLong } from './shared/tell-when-long.ts'
import { type Checked, keepChecking } from './shared/keep-checking.ts'
import { fromLast } from './test/from-last.ts'
import { createCaseRunner, environmentFor } from './test/play/case-runner.ts'
import { type PlayedCase, playCase } from './test/play/play.ts'
import { extrasOf, type TestFormat, testFormats, toJson, toJunit } from './test/print/formats.ts'
import { drawReport, type NextCommands } from './test/print/pretty.ts'
import { joinReports, type TestReport, createReport } from './test/print/report.ts'
import { collectCases, type TestFile } from './test/read/collect.ts'
import { isTestFile, findTestTargets } from './test/subjects.ts'
import type { Target } from './validate/targets.ts'

interface TestOptions {
  readonly format: TestFormat
  readonly all?: true
  readonly scripts?: true
  readonly requireTests?: true
  readonly fromLast?: true
  readonly write?: string
  readonly watch?: true
  readonly explain?: true
}

export function addTest(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('test')
    .helpGroup('Write:')
    .description('run the tests and the examples written beside the rules')
    .argument('[files...]', 'rules or *.hooks-test.yaml to test; default: all that apply here')
    .addOption(
      new Option('--format <format>', 'how results are printed').choices([...testFormats]).default('pretty'),
    )
    .option('--require-tests', 'fail for each rule that no test triggers')
    .option(
      '--scripts',
      'start the scripts of rules; default: they have no opinion, or the one under "replies"',
    )
    .option('--all', 'also run the examples of presets and of the managed layer')
    .option('--explain', 'show below a failed case what each rule decided, and why')
    .option('--watch', 'test again whenever a file changes')
    .option('--from-last', 'print a test of the last call that an agent made here')
    .option('--write <file>', 'with --from-last: add the test to this file')
    .addHelpText('after', '\nExit code: 0 all passed, 1 some did not, 2 a file could not be read')
    .action(async (files: string[], options: TestOptions) => exit(await test(host, files, options)))
}

const FINE = 0
const PROBLEMS = 1
const UNREADABLE = 2

async function test(host: Host, files: readonly string[], options: TestOptions): Promise<number> {
  if (options.write !== undefined && options.fromLast !== true)
    return writeFailure(host, '--write names the file for --from-last: use both', UNREADABLE)
  if (options.fromLast === true) return fromLast(host, options.write)
  const once = (): Promise<Checked> => testOnce(host, files, options)
  return options.watch === true ? keepChecking(host, 'tests', once) : (await once()).exit
}

async function testOnce(host: Host, files: readonly string[], options: TestOptions): Promise<Checked> {
  const subjects = findTestTargets(host, files)
  if ('problem' in subjects)
    return { exit: writeFailure(host, subjects.problem, UNREADABLE), sources: subjects.sources }
  const tested: Tested[] = []
  for (const target of subjects.targets)
    tested.push(await testTarget(host, target, { testFiles: subjects.testFiles, options }))
  const diagnostics = orderDiagnostics(tested.flatMap((each) => each.diagnostics))
  const report = joinReports(tested.map((each) => each.report))
  print(host, { tested, report, diagnostics, cut: subjects.cut }, { files, options })
  const sources = [...new Set(tested.flatMap((each) => each.sources))]
  return { exit: exitOf(report, diagnostics, options), sources }
}

function exitOf(report: TestReport, diagnostics: readonly Diagnostic[], options: TestOptions): number {
  if (diagnostics.some(({ code }) => code === 'unreadable')) return UNREADABLE
  const failed = report.played.some(({ status }) => status === 'failed')
  const silent = options.requireTests === true && report.silent.length > 0
  return failed || silent || diagnostics.length > 0 ? PROBLEMS : FINE
}

interface TestRequest {
  readonly testFiles: readonly TestFile[]
  readonly options: Pick<TestOptions, 'all' | 'scripts'>
  /** Those of the rules, where they are not the machine's. */
  readonly files?: Files
}

interface Tested {
  readonly target: Target
  readonly report: TestReport
  /** Errors only; `hooks validate` shows warnings. */
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

/** With an error in the rules no case runs: the rules would not decide as written. */
export async function testTarget(
  host: Host,
  target: Target,
  { testFiles, options, files = createFiles() }: TestRequest,
): Promise<Tested> {
  const clock = createClock()
  const began = clock.elapsed()
  const result = compileLayers(host, target, { trust: trustOf(host, target, options), files })
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error')
  if (result.plan === undefined || errors.length > 0) {
    const report = createReport([], [], clock.elapsed() - began)
    return { target, report, diagnostics: errors, sources: result.sources, texts: result.texts }
  }
  const { root } = target
  const collected = collectCases({
    result,
    plan: result.plan,
    testFiles,
    all: options.all === true,
    dialects,
    context: { env: host.env, cwd: root, root, files: createFiles() },
  })
  const bench = createCaseRunner(result.plan, environmentFor(host, options.scripts === true))
  const played: PlayedCase[] = []
  const getOn = tellWhenLong(host, `playing ${plural(collected.cases.length, 'case')}`)
  for (const one of collected.cases) {
    played.push(await playCase(one, bench, () => clock.elapsed()))
    getOn()
  }
  return {
    target,
    report: createReport(played, collected.rules, clock.elapsed() - began),
    diagnostics: collected.diagnostics.filter(({ severity }) => severity === 'error'),
    sources: [...result.sources, ...collected.sources],
    texts: new Map([...result.texts, ...collected.texts]),
  }
}

interface Results {
  readonly tested: readonly Tested[]
  readonly report: TestReport
  readonly diagnostics: readonly Diagnostic[]
  /** Not every directory was searched. */
  readonly cut: boolean
}

function print(
  host: Host,
  { tested, report, diagnostics, cut }: Results,
  { files, options }: { files: readonly string[]; options: TestOptions },
): void {
  const requireTests = options.requireTests === true
  if (options.format === 'json') return host.out(toJson(report, diagnostics))
  if (options.format === 'junit') {
    const silent = requireTests ? report.silent : []
    return host.out(toJunit(report, extrasOf(diagnostics, silent)))
  }
  const texts = new Map(tested.flatMap((each) => [...each.texts]))
  if (diagnostics.length > 0)
    host.out(`${formatDiagnostics(diagnostics, 'pretty', { texts, color: wantsColour(host) })}\n\n`)
  if (
    tested.every((each) => each.report.rules === 0 && each.report.played.length === 0) &&
    diagnostics.length > 0
  )
    return host.out('nothing was tested: fix hooks.yaml first\n')
  const look = {
    width: pageWidth(host.columns),
    paint: choosePaint(host),
    require_tests: requireTests,
    unplayed: diagnostics.length,
    // Files are named as they are seen from here.
    from: { cwd: host.cwd, root: host.cwd, home: tested[0]?.target.dirs.home ?? host.cwd },
    ...(options.explain !== true && { next: nextSteps(files) }),
  }
  host.out(drawReport(report, look))
  if (report.played.length === 0 && report.rules > 0 && diagnostics.length === 0)
    host.out(`\n${howToBegin}\n`)
  if (cut) host.err('hooks: there are too many directories to search for *.hooks-test.yaml: name the files\n')
}

/** The rules of a named file run alone. */
function nextSteps(files: readonly string[]): NextCommands {
  const [rules = '', ...more] = files.filter((file) => !isTestFile(file))
  const config = rules === '' ? '' : ` --config ${commandLine([rules])}`
  return {
    test: `hooks test ${commandLine([...files, '--explain'])}`,
    ...(more.length === 0 && { explain: `hooks explain${config}` }),
  }
}

const howToBegin = [
  'to begin, write examples beside a rule:',
  '  examples: { deny: [git push -f], proceed: [git push] }',
].join('\n')

/** Examples are played without starting anything; with `--scripts` a person at a terminal consents to all of it. */
function trustOf(
  host: Terminal,
  { dirs, root }: ProjectConfig,
  { scripts }: Pick<TestOptions, 'scripts'>,
): Trust {
  if (scripts === true && isPerson(host)) return 'all'
  const { trust } = readTrust(dirs, root, Date.now())
  return scripts === true ? trust : { ...trust, played: true }
}
