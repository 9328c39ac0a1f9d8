import path from 'node:path'
import { orderDiagnostics } from '../../config/diagnostics/diagnostics.ts'
import {
  formatDiagnostics,
  type DiagnosticFormat,
  type CompileInfo,
} from '../../config/diagnostics/formats.ts'
import type { CompileResult } from '../../config/compile/compile.ts'
import { type HostName, neverSent } from '../../library/hosts.ts'
import { countRules } from '../../model/rule-counts.ts'
import type { Diagnostic, Dialect, Fix, Plan } from '../../model/types.ts'
import { agentNamed } from '../../run/payload.ts'
import { type Call, type Host, writeFailure } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { choosePaint, printJson, wantsColour } from '../page/page.ts'
import { compileLayers, findProjectConfig } from '../open-project.ts'
import { type Checked, keepChecking } from '../page/progress.ts'
import { type CollectedCases, collectCases, type TestFile } from '../trial/collect.ts'
import { findTestTargets, type TrialTarget } from '../trial/targets.ts'
import { tellMeanings } from '../person/unseen.ts'
import { deniedAdvice } from './advice.ts'
import { type AgentLimits, limitsFor } from '../health/agent-limits.ts'
import { drawWitnesses, witnessData, witnessesIn } from '../witness/report.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { type PersonAction, whyNotHere } from '../person/consent.ts'
import { drawDiff, writeChange } from '../change/offer.ts'

interface ValidateOptions {
  readonly format: DiagnosticFormat
  readonly strict?: true
  readonly agent?: string
  readonly host?: HostName
  readonly watch?: true
  readonly witness?: true
  readonly fix?: true | undefined
}

const FINE = 0
const PROBLEMS = 1
const UNREADABLE = 2

export async function validate(
  host: Host,
  files: readonly string[],
  options: ValidateOptions,
): Promise<number> {
  const dialect = options.agent === undefined ? undefined : agentNamed(options.agent)
  if (typeof dialect === 'string') return writeFailure(host, dialect, UNREADABLE)
  const once = (): Promise<Checked> => validateOnce(host, files, { options, dialect })
  return options.watch === true ? keepChecking(host, 'checks', once) : (await once()).exit
}

interface ValidateSettings {
  readonly options: ValidateOptions
  readonly dialect: Dialect | undefined
}

async function validateOnce(
  host: Host,
  files: readonly string[],
  settings: ValidateSettings,
): Promise<Checked> {
  const subjects = findTestTargets(host, files)
  if ('problem' in subjects)
    return { exit: writeFailure(host, subjects.problem, UNREADABLE), sources: subjects.sources }
  const checked: CheckedTarget[] = []
  for (const target of subjects.targets)
    checked.push(await check(host, { target, tests: subjects.testFiles }, settings))
  if (settings.options.fix === true) {
    const fixed = fixDead(
      host,
      checked.flatMap(({ diagnostics }) => diagnostics),
    )
    if (fixed === FINE)
      return validateOnce(host, files, { ...settings, options: { ...settings.options, fix: undefined } })
    if (fixed !== undefined) return { exit: fixed, sources: [] }
  }
  print(host, checked, settings.options)
  return {
    exit: Math.max(...checked.map(({ exit }) => exit)),
    sources: [...new Set(checked.flatMap(({ sources }) => sources))],
  }
}

interface CheckedTarget extends Checked {
  readonly target: TrialTarget
  readonly diagnostics: readonly Diagnostic[]
  readonly limits: AgentLimits | undefined
  readonly result: CompileResult
  /** Rules that deny what their own text recommends. */
  readonly contradictory: number
  readonly texts: CompileResult['texts']
}

interface ValidatedTarget {
  readonly target: TrialTarget
  readonly tests: readonly TestFile[]
}

async function check(
  host: Host,
  { target, tests }: ValidatedTarget,
  { options, dialect }: ValidateSettings,
): Promise<CheckedTarget> {
  const result = compileLayers(host, target)
  const { plan } = result
  const limits = dialect === undefined || plan === undefined ? undefined : limitsFor(plan, dialect)
  const cases = plan === undefined ? undefined : casesOf(host, { ...result, plan }, { target, tests })
  const advice = plan === undefined ? [] : await deniedAdvice(host, { ...result, plan })
  const diagnostics = orderDiagnostics([
    ...result.diagnostics,
    ...(limits?.diagnostics ?? []),
    ...(options.host === undefined || plan === undefined ? [] : neverSent({ ...result, plan }, options.host)),
    ...advice,
    ...(cases?.diagnostics ?? []),
  ])
  return {
    target,
    result,
    diagnostics,
    limits,
    contradictory: new Set(advice.flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []))).size,
    texts: new Map([...result.texts, ...(cases?.texts ?? [])]),
    exit: exitOf(diagnostics, options.strict === true),
    sources: [...result.sources, ...(cases?.sources ?? [])],
  }
}

/** Reads examples and tests without running them, for the problems in them. */
function casesOf(
  host: Call,
  result: CompileResult & { readonly plan: Plan },
  { target: { root }, tests }: ValidatedTarget,
): CollectedCases {
  return collectCases({
    result,
    plan: result.plan,
    testFiles: tests,
    all: false,
    context: { env: host.env, cwd: root, root, files: createFiles() },
  })
}

function exitOf(diagnostics: readonly Diagnostic[], strict: boolean): number {
  if (diagnostics.some(({ code }) => code === 'unreadable')) return UNREADABLE
  const fails = diagnostics.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return fails ? PROBLEMS : FINE
}

function print(host: Host, checked: readonly CheckedTarget[], { format, witness }: ValidateOptions): void {
  const found = orderDiagnostics(checked.flatMap((each) => each.diagnostics))
  const diagnostics = format === 'github' ? found.map((each) => inWorkspace(host, each)) : found
  const texts = new Map(checked.flatMap((each) => [...each.texts]))
  const text = formatDiagnostics(diagnostics, format, {
    texts,
    color: wantsColour(host),
    counts: countsOf(checked),
    version: host.version,
  })
  const plans = witness === true ? checked.flatMap(({ result }) => result.plan ?? []) : []
  if (witness === true && format === 'json') {
    const witnesses = plans.flatMap((plan) => witnessesIn(plan, host).map(witnessData))
    printJson(host, { diagnostics, witnesses })
  } else if (text !== '') host.out(`${text}\n`)
  if (format !== 'pretty') return
  for (const plan of plans) host.out(`\n${drawWitnesses(witnessesIn(plan, host), plan, host)}`)
  for (const { limits } of checked) if (limits !== undefined) host.out(`${limits.summary}\n`)
  const rules = checked.flatMap(({ result }) => Object.values(result.plan?.events ?? {}).flat())
  for (const text of tellMeanings(host, rules)) host.out(`${text}\n`)
}

/** GitHub reads an annotation's file from the top of the repository, wherever the job works. */
function inWorkspace({ env, cwd }: Call, diagnostic: Diagnostic): Diagnostic {
  const { GITHUB_WORKSPACE: top } = env
  const file = top === undefined ? '..' : path.relative(top, path.resolve(cwd, diagnostic.at.file))
  return file.startsWith('..') ? diagnostic : { ...diagnostic, at: { ...diagnostic.at, file } }
}

function countsOf(checked: readonly CheckedTarget[]): CompileInfo {
  const sum = (key: Exclude<keyof CompileInfo, 'files' | 'counts'>): number =>
    checked.reduce((total, { result }) => total + result.info[key], 0)
  const files = checked.flatMap(({ target }) => target.files)
  return {
    counts: countRules(checked.flatMap(({ result: { plan } }) => Object.values(plan?.events ?? {}).flat())),
    written: sum('written'),
    faulty: sum('faulty') + checked.reduce((total, { contradictory }) => total + contradictory, 0),
    dead: sum('dead'),
    presets: sum('presets'),
    with_examples: sum('with_examples'),
    files,
  }
}

const mending: PersonAction = { verb: 'validate', word: 'fix', what: 'change hooks.yaml' }

/** Undefined where nothing can be mended; else the exit code. What is alive is left alone: it may be meant. */
function fixDead(host: Host, diagnostics: readonly Diagnostic[]): number | undefined {
  const here = findProjectConfig(host)
  const changes = changesFor(diagnostics)
  const inside = whyNotHere(host, here, mending)
  if (inside !== undefined) return writeFailure(host, inside)
  if (changes.length === 0) return undefined
  host.out(`${drawDiff(changes, here, choosePaint(host)).join('\n')}\n`)
  return writeChange(host, here, { changes, action: mending })
}

function changesFor(diagnostics: readonly Diagnostic[]): readonly FileChange[] {
  const fixes = diagnostics.flatMap(({ fix, severity }) => (fix && severity === 'error' ? [fix] : []))
  return [...new Set(fixes.map(({ path }) => path))].flatMap((path) => {
    const before = createFiles().read(path)
    if (before === undefined) return []
    const edits = fixes.flatMap((fix) => (fix.path === path ? fix.edits : []))
    const after = edited(before, edits)
    return after === before ? [] : [{ path, before, after }]
  })
}

/** From the last to the first, so that each stands where it was found. */
export function edited(text: string, edits: Fix['edits']): string {
  const lines = text.split('\n')
  const once = new Map(edits.map((edit) => [`${edit.line}:${edit.column}`, edit]))
  const ordered = [...once.values()].sort((a, b) => b.line - a.line || b.column - a.column)
  for (const { line, column, old, new: put } of ordered) {
    const now = lines[line - 1] ?? ''
    if (now.startsWith(old, column - 1))
      lines[line - 1] = now.slice(0, column - 1) + put + now.slice(column - 1 + old.length)
  }
  return lines.join('\n')
}
