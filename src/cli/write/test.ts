import { orderDiagnostics } from '../../config/diagnostics/diagnostics.ts'
import { formatDiagnostics } from '../../config/diagnostics/formats.ts'
import { commandLine } from '../../handlers/run/arguments.ts'
import type { Diagnostic } from '../../model/types.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { createPage, wantsColour } from '../page/page.ts'
import { type Checked, keepChecking } from '../page/progress.ts'
import { fromLast } from './from-last.ts'
import { testTarget, type Tested } from '../trial/trial.ts'
import { extrasOf, type TestFormat, toJson, toJunit } from '../trial/report-formats.ts'
import { drawReport, type NextCommands } from '../trial/draw-tests.ts'
import { joinReports, type TestReport } from '../trial/report.ts'
import { findTestTargets, isTestFile } from '../trial/targets.ts'

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

const FINE = 0
const PROBLEMS = 1
const UNREADABLE = 2

export async function test(host: Host, files: readonly string[], options: TestOptions): Promise<number> {
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
    // Files are named as they are seen from here.
    ...createPage(host, { root: host.cwd, home: tested[0]?.target.dirs.home ?? host.cwd }),
    require_tests: requireTests,
    unplayed: diagnostics.length,
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
