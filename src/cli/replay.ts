import type { Command } from 'commander'
import path from 'node:path'
import type { CompileResult } from '../config/compile/compile.ts'
import { draftsOf } from '../config/expand/expand.ts'
import type { Plan } from '../model/types.ts'
import { type Host, writeFailure } from '../run/call.ts'
import { createClock } from '../store/disk/files.ts'
import { layerFiles } from '../store/project.ts'
import { readTrust } from '../store/records/trust.ts'
import { sinceTime } from './ledger.ts'
import { createPage, printJson } from './print/page.ts'
import { drawReplay } from './print/replay.ts'
import { adviceFor } from './replay/advice.ts'
import { hasMemory, play } from './replay/play.ts'
import { handOver, ownShare, playOthers } from './replay/shares.ts'
import { openReplaySource } from './replay/source.ts'
import { joinTotals } from './replay/tally.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from './shared/project-config.ts'

interface ReplayOptions {
  readonly all?: true
  readonly ledger?: true
  readonly config?: readonly string[]
  readonly since: string
  readonly json?: true
}

export function addReplay(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('replay')
    .helpGroup('Write:')
    .description('judge the tool calls of past sessions by the rules: what they would have denied or asked')
    .argument(
      '[files...]',
      "payloads (.json, JSON lines), transcripts, or directories of them; default: Claude Code's transcripts of this project",
    )
    .option('--all', 'the sessions of every project on this machine, each judged from its own directory')
    .option('--ledger', 'the calls that the ledger of this project kept, instead of transcripts')
    .option('--config <file>', "use this file instead of the project's own; may be repeated", collect)
    .option('--since <time>', 'from this time on: a day, a time, or how long ago (7d, 2h)', '30d')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nNothing is started or written: scripts and models have no opinion. Files are looked\nat as they are now. "hooks run FILE" shows one payload in detail.\nExit code: 0 replayed, 1 it could not be done',
    )
    .action(async (files: string[], options: ReplayOptions) => exit(await replay(host, files, options)))
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

async function replay(host: Host, files: readonly string[], options: ReplayOptions): Promise<number> {
  const { config = [], ledger = false, all = false } = options
  const since = sinceTime(options.since, createClock().now())
  const wrong = since === undefined ? wrongSince : conflict(files, options)
  if (since === undefined || wrong !== undefined) return writeFailure(host, wrong ?? wrongSince)
  const here = findProjectConfig(host)
  const compiled = compile(host, here, config)
  if (typeof compiled === 'string') return writeFailure(host, compiled)
  const { plan, parsed } = compiled
  const source = openReplaySource(host, here, {
    files,
    ledger,
    all,
    since,
    results: hasMemory(plan, 'PostToolUse'),
  })
  const share = ownShare(source.bytes)
  const [own, ...others] = await Promise.all([
    play(host, plan, { events: source.events, share }),
    ...playOthers(host, share),
  ])
  if (handOver(own, share)) return 0
  const played = { ...own, ...joinTotals([own, ...others]) }
  source.end()
  const drafts = parsed.flatMap((file) => draftsOf(file))
  const rules = played.rules.map((each) => ({ ...each, ...adviceFor(each, drafts, here.root) }))
  if (options.json === true) return printJson(host, { ...played, rules })
  const page = createPage(host, { root: here.root, home: here.dirs.home })
  host.out(
    `${drawReplay({ ...played, rules }, { from: source.from, since: options.since }, page).join('\n')}\n`,
  )
  return 0
}

const wrongSince = '--since takes a day (2026-03-01), a time (2026-03-01T14:00) or how long ago (30d, 2h)'

function conflict(files: readonly string[], { all, ledger }: ReplayOptions): string | undefined {
  const given = [
    ...(files.length > 0 ? ['files'] : []),
    ...(all ? ['--all'] : []),
    ...(ledger ? ['--ledger'] : []),
  ]
  return given.length > 1 ? `${given.join(' and ')} are different sources: use one of them` : undefined
}

/** Rules that its user has not trusted yet are judged as if: nothing is started. */
function compile(
  host: Host,
  here: ProjectConfig,
  configs: readonly string[],
): (Pick<CompileResult, 'parsed'> & { readonly plan: Plan }) | string {
  const { root, dirs } = here
  const layers =
    configs.length === 0
      ? here.layers
      : layerFiles(
          root,
          dirs,
          configs.map((file) => path.resolve(host.cwd, file)),
        )
  const { trust } = readTrust(dirs, root, createClock().now())
  const { plan, parsed, diagnostics } = compileLayers(
    host,
    { ...here, layers },
    { asks: false, trust: { ...trust, played: true } },
  )
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (plan !== undefined && error === undefined) return { plan, parsed }
  return `the rules have errors (${error?.message ?? 'no plan'}); see hooks validate${configs.map((file) => ` ${file}`).join('')}`
}
