import { errorMessage } from '../model/errors.ts'
import type { Command } from 'commander'
import { createInstallFiles } from '../agents/shared/install-files.ts'
import { isKeys, stringsOf } from '../config/read/config-file.ts'
import {
  type LayerLock,
  type LockEntry,
  type LockedFile,
  lockText,
  handlerName,
} from '../config/read/lock-file.ts'
import { rulesOf } from '../config/read/rules-of.ts'
import type { Diagnostic } from '../model/types.ts'
import { plural, visible } from '../patterns/text/terminal-text.ts'
import { type Host, writeFailure } from '../run/host.ts'
import { pageWidth, choosePaint, signFor } from './print/page.ts'
import { drawRows, type Row } from './print/rows.ts'
import { agentVariable } from './shared/agent-list.ts'
import { compileLayers, findProjectConfig } from './shared/project-config.ts'

interface TrustOptions {
  readonly yes?: true
}

export function addTrust(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('trust')
    .helpGroup('Set up:')
    .description(
      'show what presets of packages contain that is not accepted yet, and accept it in hooks.lock',
    )
    .option('--yes', 'accept without asking, for scripts')
    .addHelpText('after', '\nExit code: 0 everything is accepted, 1 it is not')
    .action((options: TrustOptions) => exit(trust(host, options)))
}

function trust(host: Host, options: TrustOptions): number {
  const { locks, diagnostics } = compileLayers(host, findProjectConfig(host), { asks: false })
  const missing = diagnostics.filter(({ code }) => code === 'unknown-preset').length
  if (missing > 0) return writeFailure(host, `${plural(missing, 'preset')} cannot be found: hooks validate`)
  if (locks.length === 0) return accepted(host, 'no preset of a package is extended here\n')
  const broken = problemsIn(locks, diagnostics)
  if (broken > 0) return writeFailure(host, `the presets have ${plural(broken, 'error')}: hooks validate`)
  const stale = locks.filter(isStale)
  if (stale.length === 0) return accepted(host, allAccepted(locks))
  host.out(`${stale.map((lock) => draw(lock, host)).join('\n\n')}\n\n`)
  const refused = whyNot(host, options)
  if (refused !== undefined) return writeFailure(host, refused)
  if (options.yes !== true && !isAccepted(host)) return writeFailure(host, 'nothing was accepted')
  return Math.max(...stale.map((lock) => accept(host, lock)))
}

function accepted(host: Host, text: string): number {
  host.out(text)
  return 0
}

/** Counts errors in the packages' own files: what is accepted must have none. */
function problemsIn(locks: readonly LayerLock[], diagnostics: readonly Diagnostic[]): number {
  const files = new Set(locks.flatMap((lock) => lock.files.map(({ config }) => config.file)))
  return diagnostics.filter(({ severity, at }) => severity === 'error' && files.has(at.file)).length
}

function isStale({ entries, files }: LayerLock): boolean {
  return files.some(({ is }) => is !== 'accepted') || removedFrom({ entries, files }).length > 0
}

/** Accepted once, no longer extended. */
function removedFrom({ entries, files }: Pick<LayerLock, 'entries' | 'files'>): readonly LockEntry[] {
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
  const removed = removedFrom(lock).map(
    (entry) => `${paint('bold', visible(`${entry.package} ${entry.file}`))}  is no longer extended`,
  )
  return [...blocks, ...removed].join('\n\n')
}

function headOf({ now, before, is }: LockedFile): string {
  const versions =
    before === undefined || before.version === now.version
      ? now.version
      : `${before.version} → ${now.version}`
  return `${visible(`${now.package} ${versions}`)}  ${visible(now.file)}  ${is}`
}

function whyNot(host: Host, { yes }: TrustOptions): string | undefined {
  const variable = agentVariable(host)
  if (variable !== undefined)
    return `only people can accept presets, and ${variable} is set: this runs inside an agent`
  const canAsk = host.terminal && host.stdinIsTerminal
  return canAsk || yes === true
    ? undefined
    : 'this is not a terminal to ask at: hooks trust --yes accepts everything'
}

function isAccepted(host: Host): boolean {
  host.out('Accept these presets? [y/N] ')
  return /^\s*y(?:es)?\s*$/i.test(host.line())
}

function accept(host: Host, { path: file, file: shown, files }: LayerLock): number {
  try {
    createInstallFiles().replace(file, lockText(files.map(({ now }) => now)))
  } catch (error) {
    return writeFailure(host, `${shown} cannot be written: ${errorMessage(error)}`)
  }
  host.out(`✓ ${named(files)}: accepted in ${visible(shown)}\n`)
  return 0
}

type Keys = Readonly<Record<string, unknown>>

function changesIn({ config, now, before }: LockedFile): readonly Row[] {
  const written = [...rulesOf(config.keys)].filter(({ path }) => !path.includes('steps'))
  const rows = written.flatMap(({ path, rule }): Row[] => {
    const name = String(rule.name)
    const was = lockedRule(before, name)
    if (was === lockedRule(now, name)) return []
    const place = config.document.place(path, 'value')
    const where = `${place.file}:${place.line}`
    const base = { name, place: where, text: describe(rule), whole: true }
    const [word = ''] = was?.split(' ') ?? []
    const says = handlerName(rule)
    return was === undefined
      ? [{ ...base, glyph: '+', colour: signFor(says)?.colour ?? 'bold', word: says }]
      : [{ ...base, glyph: '~', colour: 'yellow', word: word === says ? says : `${word} → ${says}` }]
  })
  return [...rows, ...goneFrom(now, before), ...settingsChanges({ config, now, ...(before && { before }) })]
}

/** The locked handler name and hash of a rule. */
function lockedRule(entry: LockEntry | undefined, name: string): string | undefined {
  return entry !== undefined && Object.hasOwn(entry.rules, name) ? entry.rules[name] : undefined
}

function goneFrom(now: LockEntry, before: LockEntry | undefined): readonly Row[] {
  return Object.entries(before?.rules ?? {}).flatMap(([name, was]): Row[] =>
    Object.hasOwn(now.rules, name)
      ? []
      : [{ glyph: '-', colour: 'red', name, word: was.split(' ')[0] ?? '', text: 'is gone', place: '' }],
  )
}

/** Changes of defaults, groups and other settings for all rules. */
function settingsChanges({ config, now, before }: Omit<LockedFile, 'is'>): readonly Row[] {
  if (before === undefined || before.beside === now.beside) return []
  const keys = Object.keys(config.keys).filter((key) => !['hooks', 'rules', 'wrap'].includes(key))
  return [
    {
      glyph: '~',
      colour: 'yellow',
      name: 'beside the rules',
      word: '',
      text: keys.length === 0 ? 'nothing is left' : `one of ${keys.join(', ')}, or what is gone of them`,
      place: config.file,
      whole: true,
    },
  ]
}

/** The rule's effects; commands are shown in full. */
function describe(rule: Keys): string {
  const steps: readonly unknown[] = Array.isArray(rule.steps) ? rule.steps : []
  const inner = steps.filter(isKeys).map((step) => `${handlerName(step)} ${describe(step)}`)
  const said = rule[handlerName(rule)]
  const own = 'steps' in rule ? [] : [typeof rule.run === 'undefined' ? textOf(said) : commandOf(rule)]
  const asked = rule.match === undefined || rule.match === null ? [] : [`match ${JSON.stringify(rule.match)}`]
  return [[...own, ...inner].join('; '), ...asked].join(' · ')
}

function textOf(said: unknown): string {
  return typeof said === 'string' ? said : JSON.stringify(said)
}

function commandOf({ run, env }: Keys): string {
  const given = isKeys(env) ? Object.entries(env).map(([name, value]) => `${name}=${String(value)}`) : []
  return [...given, typeof run === 'string' ? run : stringsOf(run).map(wordOf).join(' ')].join(' ')
}

/** One argument stays one to the eye. */
function wordOf(word: string): string {
  return /^[^\s"']+$/.test(word) ? word : JSON.stringify(word)
}
