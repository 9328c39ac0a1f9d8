import path from 'node:path'
import type { CompileResult } from '../config/compile/compile.ts'
import type { Files } from '../model/types.ts'
import { createClock, createFiles, lookAt } from '../store/disk/files.ts'
import type { Call, Host } from '../run/call.ts'
import { compileProject } from '../store/plan/plan.ts'
import { type Dirs, dirs as findDirs, projectKey } from '../store/disk/dirs.ts'
import type { JudgedUnit, Trust } from '../config/trust/trust.ts'
import { readTrust } from '../store/records/trust.ts'
import type { LayerSource } from '../config/read/config-file.ts'
import { layerFiles, findRoot } from '../store/project.ts'
import { parseDuration } from '../patterns/text/duration.ts'
import { tellWhenLong } from './page/progress.ts'
import { compilerOf } from '../run/open.ts'
import { type LedgerSource, openSource } from '../store/ledger/source.ts'

export interface ProjectConfig {
  readonly root: string
  readonly dirs: Dirs
  /** The files that hold rules here, highest layer first, as seen from the working directory. */
  readonly layers: readonly LayerSource[]
}

export function findProjectConfig(host: Call): ProjectConfig {
  const files = createFiles()
  const { root } = findRoot(files.real(host.cwd), lookAt)
  const dirs = findDirs(host.env)
  const layers = layerFiles(root, dirs).map((layer) => ({ ...layer, file: shownFrom(host.cwd, layer, root) }))
  return { root, dirs, layers }
}

/** `root` where it is named, else the project of `cwd`; both are seen from the working directory. */
export function rootOf(
  host: Pick<Host, 'cwd'>,
  { root, cwd = '.' }: { readonly root?: string; readonly cwd?: string },
): string {
  const files = createFiles()
  const dir = files.real(path.resolve(host.cwd, root ?? cwd))
  return root === undefined ? findRoot(dir, lookAt).root : dir
}

function shownFrom(cwd: string, { layer, path: file, file: shown }: LayerSource, root: string): string {
  const own = layer === 'project' || layer === 'local'
  return own && createFiles().real(cwd) !== root ? path.relative(createFiles().real(cwd), file) : shown
}

export function isThere({ path: file }: LayerSource): boolean {
  return lookAt(file) !== undefined
}

interface LayerOptions {
  readonly asks?: boolean
  readonly trust?: Trust
  readonly files?: Files
}

/** Compiles without the cache. Without `asks`, hook programs in directories are not started and give no rules. */
export function compileLayers(
  host: Host,
  { root, dirs, layers }: ProjectConfig,
  { asks = true, trust, files = createFiles() }: LayerOptions = {},
): CompileResult {
  const onRule = tellWhenLong(host, 'compiling the rules')
  const accepted = trust ?? readTrust(dirs, root, Date.now()).trust
  return compileProject({ root, dirs, layers, files, trust: accepted, asks, onRule }, compilerOf(host))
}

export function howToStart(): string {
  return [
    'to start, put this into hooks.yaml:',
    '  hooks:',
    '    PreToolUse:',
    "      - { name: no-force-push, match: { input: { command: '*git push*-f*' } }, deny: Push a branch. }",
  ].join('\n')
}

/** The machine's files, some of them with another text. */
export function filesWith(...changed: readonly (readonly [file: string, text: string])[]): Files {
  const files = createFiles()
  const texts = new Map(changed)
  return {
    ...files,
    read: (path) => texts.get(path) ?? files.read(path),
    kind: (path) => (texts.has(path) ? 'file' : files.kind(path)),
  }
}

export interface OpenLedger {
  readonly source: LedgerSource
  readonly here: ProjectConfig
  /** Where the project's state stands. */
  readonly stateDir: string
}

/** The rows of this project. */
export function openLedger(host: Host): OpenLedger {
  const here = findProjectConfig(host)
  const dir = path.join(here.dirs.state, projectKey(here.root))
  const onRead = tellWhenLong(host, 'reading the ledger')
  return { source: openSource(dir, createClock().now(), { onRead }), here, stateDir: dir }
}

/** What does not run here, and the command that changes it; undefined when everything is trusted. */
export function untrustedNote(units: readonly JudgedUnit[]): string | undefined {
  const { length: count } = units.filter(({ is }) => is !== 'trusted')
  if (count === 0) return undefined
  const all = units.every(({ kind }) => kind === 'rule')
  const [one, many] = all ? ['rule', 'rules'] : ['part of the configuration', 'parts of the configuration']
  return count === 1
    ? `1 ${one} does not run until you trust it: hooks trust`
    : `${count} ${many} do not run until you trust them: hooks trust`
}

const DAY_MS = 86_400_000
/** Years have four digits, so texts sort in the order of times. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** Parses a local day or time, or an age such as `7d`, to ISO 8601 in UTC. */
export function sinceTime(written: string, now: number): string | undefined {
  const ms = agoTime(written, now) ?? dateTime(written)
  return ms === undefined || !(ms >= 0 && ms < LAST_MS) ? undefined : new Date(ms).toISOString()
}

function agoTime(written: string, now: number): number | undefined {
  const [, days] = /^(\d{1,6})d$/.exec(written) ?? []
  const ago = days === undefined ? duration(written) : Number(days) * DAY_MS
  return ago === undefined ? undefined : now - ago
}

function duration(written: string): number | undefined {
  return /[a-z]$/.test(written) ? parseDuration(written) : undefined
}

function dateTime(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(written))
    return undefined
  // A day alone would be read as one in UTC.
  return Date.parse(written.length === 10 ? `${written}T00:00` : written)
}
