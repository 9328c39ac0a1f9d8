// The cases of one target, played by its rules.
import type { Trust } from '../../config/trust/trust.ts'
import type { Diagnostic, Files } from '../../model/types.ts'
import { plural } from '../../patterns/text/terminal-text.ts'
import { isPerson, type Host, type Terminal } from '../../run/call.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'
import { readTrust } from '../../store/records/trust.ts'
import { compileLayers, type ProjectConfig } from '../open-project.ts'
import { tellWhenLong } from '../page/progress.ts'
import { createBench } from './bench.ts'
import { collectCases, type TestFile } from './collect.ts'
import { type PlayedCase, playCase } from './play-case.ts'
import { createReport, type TestReport } from './report.ts'
import type { TrialTarget } from './targets.ts'

interface TrialOptions {
  /** Those of presets and of the managed layer, too. */
  readonly all?: true
  readonly scripts?: true
}

interface TestRequest {
  readonly testFiles: readonly TestFile[]
  readonly options: TrialOptions
  /** Those of the rules, where they are not the machine's. */
  readonly files?: Files
}

export interface Tested {
  readonly target: TrialTarget
  readonly report: TestReport
  /** Errors only; `hooks validate` shows warnings. */
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

/** With an error in the rules no case runs: the rules would not decide as written. */
export async function testTarget(
  host: Host,
  target: TrialTarget,
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
    context: { env: host.env, cwd: root, root, files: createFiles() },
  })
  const bench = createBench(host, result.plan, options)
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

/** Examples are played without starting anything; with `--scripts` a person at a terminal consents to all of it. */
function trustOf(host: Terminal, { dirs, root }: ProjectConfig, { scripts }: TrialOptions): Trust {
  if (scripts === true && isPerson(host)) return 'all'
  const { trust } = readTrust(dirs, root, Date.now())
  return scripts === true ? trust : { ...trust, played: true }
}
