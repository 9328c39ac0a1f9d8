import path from 'node:path'
import type { CompileResult } from '../../config/compile/compile.ts'
import { type JudgedUnit, type TrustedUnits, trustedUnits } from '../../config/trust/trust.ts'
import { errorMessage } from '../../model/errors.ts'
import type { Diagnostic } from '../../model/types.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import { appendLine, lineId } from '../../store/ledger/append.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { listTrust, readTrust, removeTrust, writeTrust } from '../../store/records/trust.ts'
import { type PersonAction, hasSeenAgent, tellDone, whyRefused } from '../person/consent.ts'
import { choosePaint, createPage, printJson, tilde } from '../page/page.ts'
import { drawRows } from '../page/columns.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../open-project.ts'
import {
  acceptedPresets,
  acceptPresets,
  drawPresets,
  drawUnits,
  isStale,
  problemsInPresets,
} from './trust-presets.ts'

interface TrustOptions {
  readonly yes?: true
  readonly show?: true
  readonly revoke?: true
  readonly list?: true
  readonly content?: true
  readonly json?: true
}

export function trust(host: Host, options: TrustOptions): number {
  const here = findProjectConfig(host)
  if (options.list === true) return listRecords(host, here, options)
  if (options.revoke === true) return revoke(host, here)
  const found = compileLayers(host, here, { asks: false })
  warnOfErrors(host, found, here)
  if (options.show === true) return show(host, here, { found, options })
  return ask(host, here, { found, options })
}

interface TrustRequest {
  readonly found: CompileResult
  readonly options: TrustOptions
}

function ask(host: Host, here: ProjectConfig, { found, options }: TrustRequest): number {
  const early = whyNotNow(found)
  if (early !== undefined) return writeFailure(host, early)
  const units = found.units.filter(({ is }) => is !== 'trusted')
  const stale = found.locks.filter(isStale)
  if (units.length + stale.length === 0 && options.content !== true) return nothingToAsk(host, found)
  if (units.length > 0)
    host.out(`${titleOf(units)}\n\n${drawUnits(units, pageOf(host, here))}\n\n${LOADED}\n\n`)
  if (stale.length > 0) host.out(`${stale.map((lock) => drawPresets(lock, host)).join('\n\n')}\n\n`)
  const action = { ...trusting, yes: options.yes === true && !hasSeenAgent(host, here) }
  const { refused } = readTrust(here.dirs, here.root, Date.now()).trust
  const problem = refused ?? whyRefused(host, here, action)
  if (problem !== undefined) return writeFailure(host, problem)
  const exit = Math.max(
    acceptUnits(host, here, { found, options }),
    ...stale.map((lock) => acceptPresets(host, lock)),
  )
  if (exit === 0) tellDone(host, here)
  return exit
}

const trusting: PersonAction = {
  verb: 'trust',
  what: 'trust a project',
  otherwise:
    'this is not a terminal to ask at, and --yes is taken only where no agent has called hooks yet, in an image or CI',
}

const LOADED = '  What a program loads by itself is not shown and not covered.'

function whyNotNow({ diagnostics, locks, plan }: CompileResult): string | undefined {
  const missing = diagnostics.filter(({ code }) => code === 'unknown-preset').length
  if (missing > 0) return `${plural(missing, 'preset')} cannot be found: hooks validate`
  const broken = problemsInPresets(locks, diagnostics)
  if (broken > 0) return `the presets have ${plural(broken, 'error')}: hooks validate`
  const files = plan === undefined ? filesWithErrors(diagnostics) : []
  return files.length > 0 ? `${files.join(', ')}: hooks validate` : undefined
}

/** A broken rule is not among the units; once it is fixed it counts as new. */
function warnOfErrors(host: Call, { diagnostics, plan }: CompileResult, { layers }: ProjectConfig): void {
  if (plan === undefined) return // an error of its own
  const others = layers.filter(({ layer }) => layer === 'user' || layer === 'managed').map(({ file }) => file)
  const files = filesWithErrors(diagnostics.filter(({ at }) => !others.includes(at.file)))
  if (files.length > 0) host.err(`hooks: not all rules are shown: ${files.join(', ')}: hooks validate\n`)
}

function filesWithErrors(diagnostics: readonly Diagnostic[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { severity, code, at } of diagnostics)
    if (severity === 'error' && !isAnswerable(code)) counts.set(at.file, (counts.get(at.file) ?? 0) + 1)
  return [...counts].map(([file, count]) => `${visible(file)} has ${plural(count, 'error')}`)
}

/** Errors that `hooks trust` is the answer to. */
function isAnswerable(code: string): boolean {
  return code === 'preset-new' || code === 'preset-changed' || code === 'bad-lock'
}

function nothingToAsk(host: Call, { units, locks }: CompileResult): number {
  if (units.length > 0) host.out(`✓ ${unitsText(units)} trusted\n`)
  if (locks.length > 0) host.out(acceptedPresets(locks))
  if (units.length + locks.length === 0)
    host.out('nothing here needs trust: no rule starts a program, lets a call through or changes one\n')
  return 0
}

function titleOf(units: readonly JudgedUnit[]): string {
  return `${unitsText(units)} not trusted, so ${units.length === 1 ? 'it does' : 'they do'} not run`
}

function unitsText(units: readonly JudgedUnit[]): string {
  const areRules = units.every(({ kind }) => kind === 'rule')
  const names = plural(units.length, areRules ? 'rule' : 'part')
  return `${names}${areRules ? '' : ' of the configuration'} ${units.length === 1 ? 'is' : 'are'}`
}

function pageOf(host: Host, { root, dirs }: ProjectConfig): ReturnType<typeof createPage> {
  return createPage(host, { root, home: dirs.home })
}

/** What was shown is what is trusted: it is looked at once more. Hook programs are asked now, and what they say is kept. */
function acceptUnits(host: Host, here: ProjectConfig, { found, options }: TrustRequest): number {
  if (found.units.length === 0) return 0
  const shown = JSON.stringify(trustedUnits(found.units))
  if (JSON.stringify(trustedUnits(compileLayers(host, here, { asks: false }).units)) !== shown)
    return writeFailure(host, 'it changed while you looked at it, so nothing was trusted: hooks trust')
  try {
    saveTrust(host, here, { units: found.units, content: options.content === true })
    const discovers = found.units.some(({ kind }) => kind === 'discover')
    if (discovers)
      saveTrust(host, here, { units: compileLayers(host, here).units, content: options.content === true })
    recordEvent(host, here, { units: found.units, by: `hooks trust${options.yes === true ? ' --yes' : ''}` })
  } catch (error) {
    return writeFailure(host, `this could not be recorded: ${errorMessage(error)}`)
  }
  const where = options.content === true ? ' wherever the same content lies' : ''
  host.out(`✓ ${unitsText(found.units)} trusted${where}\n`)
  return 0
}

/** Adds a line to the ledger: what is trusted from now on, and by which command. */
export function recordEvent(
  host: Pick<Host, 'err'>,
  { dirs, root }: ProjectConfig,
  { units, by }: { readonly units: readonly JudgedUnit[]; readonly by: string },
): void {
  const names = units.map(({ name }) => name).join(', ')
  const failed = appendLine(path.join(dirs.state, projectKey(root), 'ledger'), {
    time: new Date().toISOString(),
    event: 'trust',
    id: lineId(),
    decision: 'proceed',
    subject: `${by}: ${visible(names)}`.slice(0, 200),
    ms: 0,
  })
  if (failed !== undefined) host.err(`hooks: the ledger does not have this: ${failed}\n`)
}

interface TrustedNow {
  readonly units: readonly JudgedUnit[]
  readonly content: boolean
  /** What was trusted before and stays in the record. */
  readonly kept?: TrustedUnits | undefined
}

/** Records the units as they are. Throws what the system says. */
export function saveTrust(
  { env }: Pick<Host, 'env'>,
  { dirs, root }: ProjectConfig,
  { units, content, kept }: TrustedNow,
): void {
  const by = env.USER ?? env.USERNAME ?? 'somebody'
  const record = { root, at: Date.now(), by, units: { ...kept, ...trustedUnits(units) } }
  writeTrust(dirs, content ? { ...record, content } : record)
}

function show(host: Host, here: ProjectConfig, { found, options }: TrustRequest): number {
  const problem = whyNotNow(found)
  if (problem !== undefined) writeFailure(host, problem)
  const isSettled = found.units.every(({ is }) => is === 'trusted') && !found.locks.some(isStale)
  const exit = isSettled && problem === undefined ? 0 : 1
  if (options.json === true) {
    printJson(host, found.units)
    return exit
  }
  if (found.units.length > 0) host.out(`${drawUnits(found.units, pageOf(host, here))}\n\n${LOADED}\n`)
  if (found.locks.length > 0) host.out(acceptedPresets(found.locks.filter((lock) => !isStale(lock))))
  if (found.units.length + found.locks.length === 0 && problem === undefined) nothingToAsk(host, found)
  return exit
}

function revoke(host: Call, { dirs, root }: ProjectConfig): number {
  try {
    const count = removeTrust(dirs, root)
    host.out(count === 0 ? 'nothing was trusted here\n' : '✓ nothing is trusted here any more\n')
    return 0
  } catch (error) {
    return writeFailure(host, `this could not be taken back: ${errorMessage(error)}`)
  }
}

function listRecords(host: Host, { dirs }: ProjectConfig, { json }: TrustOptions): number {
  const records = listTrust(dirs)
  if (json === true) return printJson(host, records)
  const rows = records.map(({ root, at, by, content, units }) => ({
    glyph: '✓',
    colour: 'green' as const,
    name: tilde(root, dirs.home),
    word: new Date(at).toISOString().slice(0, 10),
    text: `${plural(Object.keys(units).length, 'part')} by ${visible(by)}${content === true ? ', wherever the content lies' : ''}`,
    place: '',
  }))
  const lines =
    rows.length === 0 ? ['no project is trusted'] : drawRows(rows, host.columns, choosePaint(host))
  host.out(`${lines.join('\n')}\n`)
  return 0
}
