import { type LayerLock, type LockEntry, type LockedFile, lockText } from '../config/read/lock-file.ts'
import { createInstallFiles } from '../agents/shared/install-files.ts'
import { type Host, writeAnswer } from '../run/host.ts'
import { pageWidth } from './print/page.ts'
import { choosePaint } from './print/paint.ts'
import { drawRows } from './print/rows.ts'
import { plural, visible } from '../patterns/text/terminal-text.ts'
import type { Diagnostic } from '../model/types.ts'
import { agentAround } from './shared/agent-around.ts'
import { compileLayers, findHere } from './shared/compile-here.ts'
import { changesIn } from './trust/changes.ts'

export interface TrustOptions {
  /** Accept without asking. */
  readonly yes?: true
}

const FINE = { stdout: '', stderr: '', exit: 0 }

/** `hooks trust`: shows what presets of packages say that nobody has accepted, and accepts it. Exit 0: all is accepted. */
export function trust(host: Host, options: TrustOptions): number {
  const { locks, diagnostics } = compileLayers(host, findHere(host), { asks: false })
  const missing = diagnostics.filter(({ code }) => code === 'unknown-preset').length
  if (missing > 0) return refuse(host, `${plural(missing, 'preset')} cannot be found: hooks validate`)
  if (locks.length === 0)
    return writeAnswer(host, { ...FINE, stdout: 'no preset of a package is extended here\n' })
  const broken = problemsIn(locks, diagnostics)
  if (broken > 0) return refuse(host, `the presets have ${plural(broken, 'error')}: hooks validate`)
  const stale = locks.filter(isStale)
  if (stale.length === 0) return writeAnswer(host, { ...FINE, stdout: allAccepted(locks) })
  host.out(`${stale.map((lock) => draw(lock, host)).join('\n\n')}\n\n`)
  const refused = whyNot(host, options)
  if (refused !== undefined) return refuse(host, refused)
  if (options.yes !== true && !isAccepted(host)) return refuse(host, 'nothing was accepted')
  return Math.max(...stale.map((lock) => accept(host, lock)))
}

function refuse(host: Host, message: string): number {
  return writeAnswer(host, { stdout: '', stderr: `hooks: ${message}\n`, exit: 1 })
}

/** What is accepted has to be whole: errors in the packages' own files. */
function problemsIn(locks: readonly LayerLock[], diagnostics: readonly Diagnostic[]): number {
  const files = new Set(locks.flatMap((lock) => lock.files.map(({ config }) => config.file)))
  return diagnostics.filter(({ severity, at }) => severity === 'error' && files.has(at.file)).length
}

function isStale({ entries, files }: LayerLock): boolean {
  return files.some(({ is }) => is !== 'accepted') || goneFrom({ entries, files }).length > 0
}

/** What was accepted once and is not extended any more. */
function goneFrom({ entries, files }: Pick<LayerLock, 'entries' | 'files'>): readonly LockEntry[] {
  const kept = new Set(files.map(({ before }) => before))
  return entries.filter((entry) => !kept.has(entry))
}

function allAccepted(locks: readonly LayerLock[]): string {
  const lines = locks.map(({ file, files }) => `✓ ${named(files)}: as accepted in ${visible(file)}`)
  return `${lines.join('\n')}\n`
}

function named(files: readonly LockedFile[]): string {
  const names = files.map(({ now }) => `${now.package} ${now.version}`.trim())
  return visible([...new Set(names)].join(', '))
}

function draw(lock: LayerLock, host: Host): string {
  const paint = choosePaint(host)
  const width = pageWidth(host.columns)
  const changed = lock.files.filter(({ is }) => is !== 'accepted')
  const blocks = changed.map((file) =>
    [paint('bold', headOf(file)), ...drawRows(changesIn(file), width, paint)].join('\n'),
  )
  const gone = goneFrom(lock).map(
    (entry) => `${paint('bold', visible(`${entry.package} ${entry.file}`))}  is not extended any more`,
  )
  return [...blocks, ...gone].join('\n\n')
}

function headOf({ now, before, is }: LockedFile): string {
  const versions =
    before === undefined || before.version === now.version
      ? now.version
      : `${before.version} → ${now.version}`
  return `${visible(`${now.package} ${versions}`)}  ${visible(now.file)}  ${is}`
}

function whyNot(host: Host, { yes }: TrustOptions): string | undefined {
  const agent = agentAround(host)
  if (agent !== undefined)
    return `presets are accepted by people, and ${agent} is set: this runs inside of an agent`
  const canAsk = host.terminal && host.stdinIsTerminal
  return canAsk || yes === true
    ? undefined
    : 'this is no terminal to ask at: hooks trust --yes accepts all of it'
}

function isAccepted(host: Host): boolean {
  host.out('Accept these presets? [y/N] ')
  return /^\s*y(?:es)?\s*$/i.test(host.line())
}

function accept(host: Host, { path: file, file: shown, files }: LayerLock): number {
  try {
    createInstallFiles().replace(file, lockText(files.map(({ now }) => now)))
  } catch (error) {
    return refuse(
      host,
      `${shown} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  host.out(`✓ ${named(files)}: accepted in ${visible(shown)}\n`)
  return 0
}
