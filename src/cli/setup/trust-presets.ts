import { errorMessage } from '../../model/errors.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { isKeys } from '../../config/read/config-file.ts'
import {
  type LayerLock,
  type LockEntry,
  type LockedFile,
  lockText,
  handlerName,
} from '../../config/read/lock-file.ts'
import { rulesOf } from '../../config/read/rules-of.ts'
import type { Diagnostic } from '../../model/types.ts'
import { commandOf } from '../../config/trust/units.ts'
import { visible, wrap } from '../../patterns/text/terminal-text.ts'
import { type Host, writeFailure, type Call } from '../../run/call.ts'
import { choosePaint, type Colour, type Page, pageWidth, placeText, signFor, tilde } from '../page/page.ts'
import { drawRows, type Row } from '../page/columns.ts'
import type { JudgedUnit, UnitFile } from '../../config/trust/trust.ts'

/** Counts errors in the packages' own files: what is accepted must have none. */
export function problemsInPresets(locks: readonly LayerLock[], diagnostics: readonly Diagnostic[]): number {
  const files = new Set(locks.flatMap((lock) => lock.files.map(({ config }) => config.file)))
  return diagnostics.filter(({ severity, at }) => severity === 'error' && files.has(at.file)).length
}

export function isStale({ entries, files }: LayerLock): boolean {
  return files.some(({ is }) => is !== 'accepted') || removedFrom({ entries, files }).length > 0
}

/** Accepted once, no longer extended. */
function removedFrom({ entries, files }: Pick<LayerLock, 'entries' | 'files'>): readonly LockEntry[] {
  const kept = new Set(files.map(({ before }) => before))
  return entries.filter((entry) => !kept.has(entry))
}

export function acceptedPresets(locks: readonly LayerLock[]): string {
  const lines = locks.map(({ file, files }) => `✓ ${named(files)}: as accepted in ${visible(file)}`)
  return `${lines.join('\n')}\n`
}

function named(files: readonly LockedFile[]): string {
  const names = files.map(({ now }) => `${now.package} ${now.version}`.trim())
  return visible([...new Set(names)].join(', '))
}

export function drawPresets(lock: LayerLock, host: Host): string {
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

export function acceptPresets(host: Call, { path: file, file: shown, files }: LayerLock): number {
  try {
    createInstallFiles().replace(file, lockText(files.map(({ now }) => now)))
  } catch (error) {
    return writeFailure(host, `${shown} cannot be written: ${errorMessage(error)}`)
  }
  host.out(`✓ ${named(files)}: accepted in ${visible(shown)}\n`)
  return 0
}

type PresetKeys = Readonly<Record<string, unknown>>

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
function describe(rule: PresetKeys): string {
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

const signs: Readonly<Record<JudgedUnit['is'], readonly [glyph: string, colour: Colour]>> = {
  new: ['+', 'green'],
  changed: ['~', 'yellow'],
  trusted: ['✓', 'dim'],
}

/** Nothing is cut: what is not seen would be accepted unseen. */
export function drawUnits(units: readonly JudgedUnit[], page: Page): string {
  return units.map((unit) => drawUnit(unit, page)).join('\n\n')
}

function drawUnit(unit: JudgedUnit, page: Page): string {
  const { paint } = page
  const [glyph, colour] = signs[unit.is]
  const events = unit.events.join(', ')
  const head = [paint('bold', visible(unit.name)), events, paint('dim', placeText(unit.at, page))]
  const lines = [
    unit.says,
    ...(unit.was === undefined ? [] : [`was: ${unit.was}`]),
    ...unit.files.map((file) => drawFile(file, unit, page)),
    ...unit.changed
      .filter((name) => unit.files.every(({ shown }) => shown !== name))
      .map((name) => `gone: ${name}`),
  ]
  const below = lines.flatMap((line) => wrap(line, page.width - 6)).map((line) => `      ${line}`)
  return [`  ${paint(colour, glyph)} ${head.filter((part) => part !== '').join('  ')}`, ...below].join('\n')
}

/** Where it really lies, when a link leads elsewhere. */
function drawFile({ path, real, shown }: UnitFile, { is, changed }: JudgedUnit, { home }: Page): string {
  const state = is === 'changed' && changed.includes(shown) ? 'changed: ' : ''
  return `${state}${tilde(path, home)}${real === path ? '' : ` → ${tilde(real, home)}`}`
}
