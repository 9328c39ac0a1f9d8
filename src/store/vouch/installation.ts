// What is known of the installed program: its version, and how each of its files was.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { childPath } from '../../patterns/paths/child-path.ts'
import { projectKey } from '../plan/dirs.ts'
import { makePrivate, writeAtomically } from '../private-dir.ts'
import { type Key, readKey } from './key.ts'
import { openKey } from './make-key.ts'
import { hashOf } from './seals.ts'
import { lookOf } from './vouched.ts'

/** The program that runs. */
export interface Installation {
  /** The directory of all state. */
  readonly state: string
  readonly packageDir: string
  readonly version: string
}

interface Known {
  readonly version: string
  /** By path in the package: how the file looked, and the hash of its bytes. */
  readonly files: Readonly<Record<string, readonly [look: string, hash: string]>>
  /** What was found since, the latest last. */
  readonly changes: readonly InstallationChange[]
}

export interface InstallationChange {
  /** When it was found, ISO 8601. */
  readonly at: string
  /** As a sentence. */
  readonly text: string
}

interface Compared {
  /** What is there. */
  readonly known: Known
  /** Found just now. */
  readonly found: readonly InstallationChange[]
  readonly isNew: boolean
}

const MAX_CHANGES = 20
const INSTALLATIONS = 'installations'

/** What changed since a session began last; from now on, what is there is what is known. */
export function noteInstallation(installation: Installation, now: number): readonly string[] {
  const file = recordFile(installation)
  const key = openKey(installation.state)
  if (key === undefined || !makePrivate(dirname(file))) return []
  const { known, found, isNew } = compare(installation, { key, now })
  if (isNew) write(file, key, known)
  return found.map(({ text }) => text)
}

/** What sessions were told, and what changed since; nothing is remembered. */
export function installationChanges(installation: Installation, now: number): readonly InstallationChange[] {
  const key = readKey(installation.state)
  if (key === undefined || lookOfFile(recordFile(installation)) === undefined) return []
  return compare(installation, { key, now }).known.changes
}

interface Comparing {
  readonly key: Key
  readonly now: number
}

function compare(installation: Installation, { key, now }: Comparing): Compared {
  const file = recordFile(installation)
  const old = read(file, key)
  const before = old === 'forged' ? undefined : old
  const files = lookAtFiles(installation.packageDir, before?.files)
  const texts = [
    ...(old === 'forged' ? [`${file} is not as hooks wrote it, so it is not known what changed`] : []),
    ...(before === undefined ? [] : textsOf(installation, before, files)),
  ]
  const found = texts.map((text) => ({ at: new Date(now).toISOString(), text }))
  const changes = [...(before?.changes ?? []), ...found].slice(-MAX_CHANGES)
  const known = { version: installation.version, files, changes }
  return { known, found, isNew: !isSame(before, known) }
}

/** What looks as it did is the same object. */
function isSame(before: Known | undefined, { version, files }: Known): boolean {
  const names = Object.keys(files)
  return (
    before?.version === version &&
    names.length === Object.keys(before.files).length &&
    names.every((name) => files[name] === before.files[name])
  )
}

function textsOf(
  { packageDir, version }: Installation,
  old: Known,
  files: Known['files'],
): readonly string[] {
  if (old.version !== version)
    return [`hooks in ${packageDir} is version ${version} now; it was ${old.version}`]
  const names = new Set([...Object.keys(old.files), ...Object.keys(files)])
  const [first, ...rest] = [...names].filter((name) => old.files[name]?.[1] !== files[name]?.[1])
  if (first === undefined) return []
  const more = rest.length === 0 ? '' : ` and ${rest.length} more ${rest.length === 1 ? 'file' : 'files'}`
  return [`${childPath(packageDir, first)}${more} changed, and hooks is still version ${version}`]
}

/** Bytes are read only of a file that looks otherwise: most starts look at some 50 files, and read none. */
function lookAtFiles(packageDir: string, old: Known['files'] = {}): Known['files'] {
  return Object.fromEntries(
    filesOf(packageDir).flatMap((name) => {
      const file = childPath(packageDir, name)
      const look = lookOfFile(file)
      const before = old[name]
      if (look === undefined) return []
      return [[name, look === before?.[0] ? before : ([look, hashOfFile(file)] as const)]]
    }),
  )
}

/** What runs and what it reads: code, presets, recipes; no types for other programs. */
function filesOf(packageDir: string): readonly string[] {
  const inDir = (dir: string, ending: RegExp): readonly string[] => {
    try {
      return readdirSync(childPath(packageDir, dir))
        .filter((name) => ending.test(name))
        .map((name) => `${dir}/${name}`)
    } catch {
      return []
    }
  }
  return [
    'package.json',
    ...inDir('dist', /\.(?:cjs|mjs|txt)$/),
    ...inDir('dist/presets', /\.json$/),
    ...inDir('presets', /\.yaml$/),
    ...inDir('recipes', /\.md$/),
  ]
}

function lookOfFile(file: string): string | undefined {
  try {
    return lookOf(lstatSync(file))
  } catch {
    return undefined
  }
}

function hashOfFile(file: string): string {
  try {
    return hashOf(readFileSync(file))
  } catch {
    return '' // it cannot be read
  }
}

function recordFile({ state, packageDir }: Installation): string {
  return childPath(childPath(state, INSTALLATIONS), projectKey(packageDir))
}

function codeOf(key: Key, file: string, text: string): string {
  return key.code('installation', file, hashOf(text))
}

function read(file: string, key: Key): Known | 'forged' | undefined {
  if (lookOfFile(file) === undefined) return undefined
  try {
    const found = readFileSync(file, 'utf8')
    const end = found.indexOf('\n')
    const text = found.slice(end + 1)
    return found.slice(0, end) === codeOf(key, file, text) ? (JSON.parse(text) as Known) : 'forged' // written below
  } catch {
    return 'forged'
  }
}

function write(file: string, key: Key, known: Known): void {
  const text = JSON.stringify(known)
  try {
    writeAtomically(file, `${codeOf(key, file, text)}\n${text}`)
  } catch {
    // The next start compares with what was known before.
  }
}
