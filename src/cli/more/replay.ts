import path from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import { draftsOf } from '../../config/expand/expand.ts'
import type { Plan } from '../../model/types.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { layerFiles } from '../../store/project.ts'
import { compilePlayed } from '../trial/bench.ts'
import { createPage, printJson } from '../page/page.ts'
import { drawReplay } from './draw-replay.ts'
import { adviceFor } from '../change/exception.ts'
import { hasMemory, play } from '../past/replay-calls.ts'
import { handOver, ownShare, playOthers } from '../past/shares.ts'
import { openReplaySource } from '../past/chosen-calls.ts'
import { joinTotals } from '../past/tally.ts'
import { findProjectConfig, type ProjectConfig, sinceTime } from '../open-project.ts'

interface ReplayOptions {
  readonly all?: true
  readonly ledger?: true
  readonly config?: readonly string[]
  readonly since: string
  readonly json?: true
}

export async function replay(host: Host, files: readonly string[], options: ReplayOptions): Promise<number> {
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
  const { plan, parsed, diagnostics } = compilePlayed(host, { ...here, layers })
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (plan !== undefined && error === undefined) return { plan, parsed }
  return `the rules have errors (${error?.message ?? 'no plan'}); see hooks validate${configs.map((file) => ` ${file}`).join('')}`
}
