// hooks.lock, beside hooks.yaml: which files of presets from packages the user has accepted.
import { hash } from '../../patterns/text/hash.ts'
import type { Diagnostic, Layer } from '../../model/types.ts'
import { createDiagnostic } from '../diagnostics/diagnostics.ts'
import {
  type ConfigFile,
  isKeys,
  diagnosticAt,
  type ConfigLocation,
  lineage,
  type LayerSource,
  type LayerReader,
} from './config-file.ts'
import { isHandlerKey } from '../../model/handler-keys.ts'
import { rulesOf } from './rules-of.ts'

/** One file of a package, as it was accepted. */
export interface LockEntry {
  readonly package: string
  readonly version: string
  /** Relative to the package. */
  readonly file: string
  /** The file's text: sha512, base64. */
  readonly integrity: string
  /** Each rule's handler and a hash, by name: shows what a later version changes. */
  readonly rules: Readonly<Record<string, string>>
  /** A hash of everything except the rules. */
  readonly beside: string
}

/** A file of a package that is extended. */
export interface LockedFile {
  readonly config: ConfigFile
  readonly now: LockEntry
  /** What was accepted of this file, if anything was. */
  readonly before?: LockEntry
  readonly is: 'accepted' | 'new' | 'changed'
}

/** The lock of one layer, and what it should contain. */
export interface LayerLock {
  readonly layer: Layer
  /** Absolute. */
  readonly path: string
  /** As people see it. */
  readonly file: string
  readonly entries: readonly LockEntry[]
  readonly files: readonly LockedFile[]
}

/** `hooks.lock` for hooks.yaml, `hooks.local.lock` for hooks.local.yaml. */
export function lockNameOf(file: string): string {
  return `${file.replace(/(?:\.ya?ml)?(?:#.*)?$/, '')}.lock`
}

/** Compares the packages that a layer extends with its lock; undefined when it extends none. */
export function checkLock(
  layer: LayerSource,
  own: ConfigFile | undefined,
  reader: LayerReader,
): LayerLock | undefined {
  const configs = own === undefined ? [] : lineage(own).filter((config) => config.package !== undefined)
  if (configs.length === 0) return undefined
  const lock = { layer: layer.layer, path: lockNameOf(layer.path), file: lockNameOf(layer.file) }
  reader.sources.add(lock.path)
  const text = reader.files.read(lock.path)
  const entries = text === undefined ? [] : parseLock(text)
  if (entries === undefined) {
    reader.report(unreadableLock(lock.file))
    return { ...lock, entries: [], files: configs.map((config) => compareWithLock(config, [])) }
  }
  const files = configs.map((config) => compareWithLock(config, entries))
  for (const problem of problemsOf(files, lock.file)) reader.report(problem)
  return { ...lock, entries, files }
}

function compareWithLock(config: ConfigFile, entries: readonly LockEntry[]): LockedFile {
  const now = lockEntryOf(config)
  const known = entries.filter((each) => each.package === now.package && each.file === now.file)
  const before = known.find(({ integrity }) => integrity === now.integrity) ?? known[0]
  if (before === undefined) return { config, now, is: 'new' }
  return { config, now, before, is: before.integrity === now.integrity ? 'accepted' : 'changed' }
}

function lockEntryOf({ package: from, path: file, document }: ConfigFile): LockEntry {
  const { text } = document.source
  const { rules, ...beside } = summaryOf(document.value)
  return {
    package: from?.name ?? '',
    version: from?.version ?? '',
    file: relativeTo(from?.home ?? '', file),
    integrity: integrityOf(text),
    rules,
    ...beside,
  }
}

function relativeTo(home: string, file: string): string {
  return file.slice(home.length + 1).replaceAll('\\', '/')
}

function integrityOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto') // only a preset of a package needs it
  return `sha512-${createHash('sha512').update(text).digest('base64')}`
}

function summaryOf(value: unknown): Pick<LockEntry, 'rules' | 'beside'> {
  const keys = isKeys(value) ? value : {}
  const whole = [...rulesOf(keys)].filter(({ path }) => !path.includes('steps'))
  const rules = whole.map(({ path, rule }): [string, string] => {
    const where = path.slice(0, -1).join(' ')
    return [String(rule.name), `${handlerName(rule)} ${hash(JSON.stringify([where, rule]))}`]
  })
  const { hooks: _hooks, rules: _rules, wrap: _wrap, ...beside } = keys
  return { rules: Object.fromEntries(rules), beside: hash(JSON.stringify(beside)) }
}

export function handlerName(rule: Readonly<Record<string, unknown>>): string {
  if (Object.hasOwn(rule, 'steps')) return 'steps'
  return Object.keys(rule).find(isHandlerKey) ?? 'notify'
}

function unreadableLock(file: string): Diagnostic {
  const message = `"${file}" is not what hooks trust writes`
  const hint = 'take the last good version of it, or remove it and look at everything anew: hooks trust'
  return createDiagnostic('bad-lock', { file, line: 1, column: 1 }, { message, hint })
}

/** One problem for each entry of the user's own `extends`, whatever it leads to. */
function problemsOf(files: readonly LockedFile[], lock: string): readonly Diagnostic[] {
  const origins = new Set(files.flatMap(({ config }) => config.origin ?? []))
  return [...origins].flatMap((origin) => {
    const own = files.filter(({ config }) => config.origin === origin)
    return problemOf(origin, own, lock) ?? []
  })
}

function problemOf(
  origin: ConfigLocation,
  files: readonly LockedFile[],
  lock: string,
): Diagnostic | undefined {
  const [first, ...others] = files.filter(({ is }) => is !== 'accepted')
  if (first === undefined) return undefined
  const isNew = files.every(({ is }) => is === 'new')
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const message = isNew
    ? `nobody has accepted "${first.now.package}" ${first.now.version} yet: ${lock} does not have ${first.now.file}${more}`
    : `"${first.now.package}" is not what was accepted: ${first.now.file}${more} ${others.length === 0 ? 'has' : 'have'} changed${versions(first)}`
  const hint = 'look at what its rules say, then accept them: hooks trust'
  return diagnosticAt(origin, isNew ? 'preset-new' : 'preset-changed', { message, hint })
}

function versions({ before, now }: LockedFile): string {
  return before === undefined || before.version === now.version
    ? `, its version ${now.version} has not`
    : ` from ${before.version} to ${now.version}`
}

export function lockText(entries: readonly LockEntry[]): string {
  const keyOf = ({ package: name, file }: LockEntry) => `${name}\0${file}`
  const sorted = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return `${JSON.stringify({ version: 1, presets: sorted }, undefined, 2)}\n`
}

/** Undefined when it is not one of ours. */
function parseLock(text: string): readonly LockEntry[] | undefined {
  try {
    const lock: unknown = JSON.parse(text)
    if (!isKeys(lock) || lock.version !== 1 || !Array.isArray(lock.presets)) return undefined
    const presets: readonly unknown[] = lock.presets
    return presets.every(isEntry) ? presets : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is LockEntry {
  if (!isKeys(value) || !isKeys(value.rules)) return false
  const texts = [value.package, value.version, value.file, value.integrity, value.beside]
  return [...texts, ...Object.values(value.rules)].every((each) => typeof each === 'string')
}
