// Directories of hook programs become rules: each program is asked what it is for.
import path from 'node:path'
import { shortPath } from '../../patterns/paths/paths.ts'
import { matchesNameGlob } from '../../patterns/globs/glob.ts'
import type { Diagnostic, Dialect, Discovery, Files, Programs, SelfDescription } from '../../model/types.ts'
import {
  type ConfigFile,
  isKeys,
  type Keys,
  diagnosticAt,
  noteSources,
  placeOf,
  type ReportDiagnostic,
  stringsOf,
} from '../read/config-file.ts'
import { isInside } from '../read/package-rules.ts'
import { rulesOf } from '../read/rules-of.ts'
import { nearest } from '../diagnostics/diagnostics.ts'
import { createDraft, type RuleDraft, type FoundPrograms, type ProgramTrust } from './expand.ts'
import { errorMessage } from '../../model/errors.ts'

export interface DiscoverOptions {
  readonly root: string
  readonly home: string | undefined
  readonly files: Files
  readonly dialects: readonly Dialect[]
  /** Absent: nothing may be started. */
  readonly programs?: Programs
  /** Collects every path that was looked at. */
  readonly sources: Set<string>
  /** Absent: every program is trusted. */
  readonly gate?: { programs(entry: FoundPrograms): ProgramTrust | undefined } | undefined
  readonly report: ReportDiagnostic
}

interface DiscoverEntry {
  readonly file: ConfigFile
  /** Which of the file's entries it is. */
  readonly index: number
  readonly reply: string
  readonly discovery: Discovery
  readonly keys: Keys
}

interface Candidate {
  readonly entry: DiscoverEntry
  /** Absolute. */
  readonly program: string
  /** Its file's name; of a plugin's program behind the plugin's. */
  readonly name: string
}

interface DiscoveredHook extends Candidate {
  readonly says: SelfDescription
}

/** The rules that a file's `discover` finds, in the order of its entries and then of the programs' names. */
export function discoverRules(file: ConfigFile, given: DiscoverOptions): readonly RuleDraft[] {
  if (file.package !== undefined) return []
  const found = { ...given, files: noteSources(given.files, given.sources) }
  const entries = entriesOf(file, found.dialects)
  for (const entry of entries) {
    reportMissingDir(entry, given)
    reportOutside(entry, given)
  }
  const all = entries.flatMap((entry) => {
    const candidates = candidatesOf(entry, found)
    const trust = trustOf(entry, candidates, found)
    return candidates.flatMap((candidate) => describeTrusted(candidate, trust, found))
  })
  return dropTakenNames(dropShadowed(all), file, found).map(hookDraft)
}

function entriesOf(file: ConfigFile, dialects: readonly Dialect[]): readonly DiscoverEntry[] {
  const { discover } = file.keys
  if (!Array.isArray(discover)) return []
  return (discover as unknown[]).flatMap((keys, index) => {
    const dialect = isKeys(keys) ? dialects.find(({ name }) => name === keys.reply) : undefined
    return isKeys(keys) && dialect?.discovery !== undefined
      ? [{ file, index, keys, reply: dialect.name, discovery: dialect.discovery }]
      : []
  })
}

const DISABLED = '.disable'

/** Every path that is looked at becomes a source, so that a change of it makes another plan. */
function candidatesOf(entry: DiscoverEntry, { files, home }: DiscoverOptions): readonly Candidate[] {
  const dirs = dirsOf(entry, { files, home }).filter((dir) => !isOutside(dir, entry, files))
  return dirs.flatMap((dir) =>
    files
      .list(dir)
      .filter((name) => !name.endsWith('/') && !name.endsWith(DISABLED))
      .map((name) => ({ entry, program: path.join(dir, name), name: pluginOf(dir) + name }))
      .filter((candidate) => isListed(candidate, [candidate.name, path.basename(candidate.program)]))
      .filter(({ program }) => files.kind(program) === 'file'),
  )
}

/** A directory may be missing, but another name may have been meant. No plan depends on that directory's siblings. */
function reportMissingDir(entry: DiscoverEntry, { files, home, report, root }: DiscoverOptions): void {
  for (const dir of dirsOf(entry, { files, home })) {
    if (files.kind(dir) !== undefined) continue
    const meant = nearest(path.basename(dir), subdirsOf(path.dirname(dir), files))
    if (meant === undefined) continue
    const message = `there is no directory "${shortPath(dir, root)}"`
    const hint = `did you mean "${shortPath(path.join(path.dirname(dir), meant), root)}"?`
    report(diagnosticAt(entryLocation(entry), 'hook-left-out', { message, hint, severity: 'info' }))
  }
}

function reportOutside(entry: DiscoverEntry, { files, home, report }: DiscoverOptions): void {
  for (const dir of dirsOf(entry, { files, home })) {
    if (!isOutside(dir, entry, files)) continue
    const message = `"${String(entry.keys.dir)}" leads out of the project, to ${files.real(dir)}`
    const hint = 'move the hooks into the project, or write where they are'
    report(diagnosticAt(entryLocation(entry), 'discover-outside', { message, hint }))
  }
}

/** What a project's file names relative to itself is the project's, whatever a link says; a whole path is what it says. */
function isOutside(dir: string, { file: { home }, keys }: DiscoverEntry, files: Files): boolean {
  if (home === undefined || /^[~/]/.test(String(keys.dir)) || files.kind(dir) === undefined) return false
  const [real, top] = [files.real(dir), files.real(home)]
  return real !== top && !isInside(real, top)
}

const entryLocation = ({ file, index }: DiscoverEntry) => ({ file, path: ['discover', index, 'dir'] })

/** A part with a `*` matches every directory there, so that one entry names all plugins. */
function dirsOf(
  { keys: { dir: written }, file }: DiscoverEntry,
  { home, files }: Pick<DiscoverOptions, 'files' | 'home'>,
): readonly string[] {
  if (typeof written !== 'string') return []
  const isHome = /^~(?=\/|$)/.test(written)
  if (isHome && home === undefined) return []
  const from = isHome ? (home ?? '') : file.dir
  const dir = written.replace(/^~(?:\/|$)/, '')
  if (!dir.includes('*')) return [path.resolve(from, dir)]
  const [fixed = ''] = /^[^*]*\//.exec(dir) ?? []
  const parts = dir.slice(fixed.length).split('/')
  return parts.reduce<readonly string[]>(
    (dirs, part) => dirs.flatMap((each) => below(each, part, files)),
    [path.resolve(from, fixed)],
  )
}

function below(dir: string, part: string, files: Files): readonly string[] {
  if (!part.includes('*')) return [path.join(dir, part)]
  return subdirsOf(dir, files)
    .filter((name) => matchesNameGlob(part, name))
    .map((name) => path.join(dir, name))
}

function subdirsOf(dir: string, files: Files): readonly string[] {
  return files.list(dir).flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []))
}

/** `org/repo/` for what lies in `org@repo/`. */
function pluginOf(dir: string): string {
  const plugin = dir.split(path.sep).findLast((part) => /^[^@]+@[^@]+$/.test(part))
  return plugin === undefined ? '' : `${plugin.replace('@', '/')}/`
}

/** A name may be given with or without its plugin and its extension; `deny` wins. */
function isListed({ entry }: Candidate, names: readonly string[]): boolean {
  const all = names.flatMap((name) => [name, name.replace(/\.\w+$/, '')])
  const { allow, deny } = entry.keys
  return !isNamedIn(deny, all) && (allow === undefined || isNamedIn(allow, all))
}

const startsHooks = /\bhooks(?:-yaml|\.cjs)?["']?\s+run\b.*--agent\b/

/** Nothing is told of a program that nobody trusts; one that has changed is held to what it said before. */
function describeTrusted(
  candidate: Candidate,
  trust: ProgramTrust | undefined,
  options: DiscoverOptions,
): readonly DiscoveredHook[] {
  const judged = trust === undefined ? 'now' : trust.judge(candidate.program)
  if (judged === 'now') return describeHook(candidate, options)
  return judged === undefined ? [] : [{ ...candidate, name: judged.name, says: { events: judged.events } }]
}

function trustOf(
  { file, keys, index }: DiscoverEntry,
  candidates: readonly Candidate[],
  { gate, programs }: DiscoverOptions,
): ProgramTrust | undefined {
  const files = candidates.map(({ program }) => program)
  const startable = programs === undefined ? files : files.filter((each) => programs.startable(each))
  const at = placeOf({ file, path: ['discover', index] })
  return gate?.programs({ layer: file.layer, dir: String(keys.dir), keys, at, files: startable })
}

function describeHook(candidate: Candidate, options: DiscoverOptions): readonly DiscoveredHook[] {
  const { files, programs, report, root } = options
  if (programs !== undefined && !isProgram(candidate, programs)) return []
  const isOurs = startsHooks.test(files.read(candidate.program) ?? '')
  const says = isOurs ? 'it starts hooks, which would ask it again' : ask(candidate, options)
  if (typeof says === 'string') {
    report({ ...leftOutProblem(candidate, says, root), ...(isOurs && { severity: 'info' }) })
    return []
  }
  const { name = candidate.name } = says
  // By the name that it gives itself it can only be denied: it was started by that of its file.
  const isDenied = says.name !== undefined && isNamedIn(candidate.entry.keys.deny, [name])
  return isDenied ? [] : [{ ...candidate, name, says }]
}

function isNamedIn(globs: unknown, names: readonly string[]): boolean {
  return stringsOf(globs).some((glob) => names.some((name) => matchesNameGlob(glob, name)))
}

/** Notes and libraries beside the hooks are no hooks. */
function isProgram({ entry, program }: Candidate, programs: Programs): boolean {
  const startable = programs.startable(program)
  return entry.discovery.onlyExecutable === true ? startable === 'itself' : startable !== undefined
}

/** What it says, or why it says nothing that can be used. */
function ask({ entry, program }: Candidate, { programs, root }: DiscoverOptions): SelfDescription | string {
  if (programs?.asks !== true) return 'nothing may be started here, so it was not asked what it is for'
  const { argv, env } = entry.discovery.ask(program)
  const answer = programs.ask(argv, { cwd: root, env })
  if ('failure' in answer) return `asked what it is for, ${answer.failure}`
  try {
    return entry.discovery.read(answer.printed)
  } catch (error) {
    const printed = answer.printed.trim().replaceAll(/\s+/g, ' ').slice(0, 80)
    return `asked what it is for, ${errorMessage(error)}${printed === '' ? '' : `: ${JSON.stringify(printed)}`}`
  }
}

function leftOutProblem({ entry, program }: Candidate, why: string, root: string): Diagnostic {
  return diagnosticAt(entryLocation(entry), 'hook-left-out', {
    message: `"${shortPath(program, root)}" is left out: ${why}`,
    hint: `correct it, or list it under deny; a name that ends in ${DISABLED} is passed over, too`,
  })
}

/** Keeps one of several programs with the same name and protocol, as the protocol says. */
function dropShadowed(all: readonly DiscoveredHook[]): readonly DiscoveredHook[] {
  const isSame = (one: DiscoveredHook, other: DiscoveredHook) =>
    one.name === other.name && one.entry.reply === other.entry.reply
  return all.filter((each) => {
    const same = all.filter((other) => isSame(each, other))
    return each === (each.entry.discovery.keeps === 'first' ? same[0] : same.at(-1))
  })
}

/** Rules of a file have names of their own: what is written there stands, then what was found first. */
function dropTakenNames(
  all: readonly DiscoveredHook[],
  file: ConfigFile,
  { root, report }: DiscoverOptions,
): readonly DiscoveredHook[] {
  const taken = new Set([...rulesOf(file.keys)].map(({ rule }) => rule.name))
  return all.filter((each) => {
    const isTaken = taken.has(each.name)
    taken.add(each.name)
    if (isTaken) report(leftOutProblem(each, `a rule "${each.name}" exists already`, root))
    return !isTaken
  })
}

function hookDraft({ entry, program, name, says }: DiscoveredHook): RuleDraft {
  const { file, index, reply, discovery } = entry
  const keys = {
    name,
    run: discovery.run(program),
    reply,
    ...(says.description !== undefined && { description: says.description }),
    ...(says.timeout_ms !== undefined && { timeout: `${says.timeout_ms}ms` }),
    ...(says.late === true && { background: true }),
  }
  const location = { file, path: ['discover', index] }
  return {
    ...createDraft(file, keys, ['discover', index, name]), // each counts as a rule of its own
    program,
    elsewhere: Object.fromEntries(Object.keys(keys).map((key) => [key, location])),
    when: { events: says.events, by: 'picked' },
  }
}
