// What a project's files may not do before their user has looked at it, and what the user has accepted.
import type { EventName, Place } from '../../model/types.ts'
import { hash } from '../../patterns/text/hash.ts'
import type { TrustedHook } from '../expand/expand.ts'

/** A part of the configuration that is trusted as a whole. */
export interface TrustUnit {
  /** Layer, kind and name: the same in every checkout. */
  readonly key: string
  readonly kind: 'rule' | 'discover' | 'runner' | 'recipes'
  readonly name: string
  readonly at: Place
  readonly events: readonly EventName[]
  /** What it does, on one line, as people see it. */
  readonly says: string
  /** Of what is written, without texts and comments. */
  readonly digest: string
  readonly files: readonly UnitFile[]
}

/** A file as it is now. */
export interface UnitFile {
  /** Absolute. */
  readonly path: string
  /** Below the root, or absolute. */
  readonly shown: string
  /** Where its links lead. */
  readonly real: string
  readonly stamp: string
  /** Of its content, its real path and whether it is executable: sha256, hexadecimal. */
  readonly digest: string
  /** Of a hook program: what it called itself and when it wants to be asked. */
  readonly hook?: TrustedHook
}

export interface JudgedUnit extends TrustUnit {
  readonly is: 'trusted' | 'new' | 'changed'
  /** With `changed`: what it did when it was trusted, if that was something else. */
  readonly was?: string
  /** With `changed`: the files that are not what they were, by the name that is shown. */
  readonly changed: readonly string[]
}

interface TrustedUnit {
  readonly digest: string
  readonly says: string
  /** By the name that is shown. */
  readonly files: Readonly<Record<string, TrustedFile>>
}

interface TrustedFile {
  readonly digest: string
  readonly hook?: TrustedHook
}

/** What a user accepted at one time, by key. */
export type TrustedUnits = Readonly<Record<string, TrustedUnit>>

export interface TrustRecords {
  /** Of this very directory, or its repository. */
  readonly own?: readonly TrustedUnits[]
  /** Accepted wherever the same content lies. */
  readonly contents: readonly TrustedUnits[]
  /** Why no record counts here. */
  readonly refused?: string
  /** Nothing is started or applied to a call: only hook programs, which are asked while rules are compiled, need trust. */
  readonly played?: true
  /** A regular file as it is now; undefined when there is none. */
  readonly look: (path: string) => Omit<UnitFile, 'path' | 'shown'> | undefined
  /** Not recorded as a source of the plan. */
  readonly kind: (path: string) => 'file' | 'dir' | undefined
}

/** Whose word a project's configuration needs: `all` has it already. */
export type Trust = 'all' | TrustRecords

/** One of these, and every file of it, is what was accepted. */
export function isAccepted(unit: TrustUnit, records: TrustRecords): boolean {
  return acceptedIn(unit, records).some((known) => differences(unit, known).length === 0)
}

/** Whether this file of a unit was accepted as it is. */
export function isFileAccepted(unit: TrustUnit, file: UnitFile, records: TrustRecords): boolean {
  return acceptedIn(unit, records).some(
    (known) => known.digest === unit.digest && entryOf(known.files, file.shown)?.digest === file.digest,
  )
}

/** What a hook program said when it was accepted. */
export function acceptedHook(unit: TrustUnit, shown: string, records: TrustRecords): TrustedHook | undefined {
  return acceptedIn(unit, records)
    .map(({ files }) => entryOf(files, shown)?.hook)
    .find((hook) => hook !== undefined)
}

/** A record that goes by content counts for a project that holds any of its units unchanged. */
export function judgeUnits(units: readonly TrustUnit[], records: TrustRecords): readonly JudgedUnit[] {
  const contents = records.contents.filter((content) =>
    units.some((unit) => isAccepted(unit, { ...records, own: [], contents: [content] })),
  )
  return units.map((unit) => {
    const known = acceptedIn(unit, { ...records, contents })
    const all = known.map((each) => ({ ...each, changed: differences(unit, each) }))
    if (all.some(({ changed }) => changed.length === 0)) return { ...unit, is: 'trusted', changed: [] }
    const [last] = all
    if (last === undefined) return { ...unit, is: 'new', changed: [] }
    const was = last.digest === unit.digest ? {} : { was: last.says }
    return { ...unit, is: 'changed', ...was, changed: last.changed.filter((name) => name !== '') }
  })
}

/** What is trusted as it is now, by name and hash. */
export function trustedNames(units: readonly JudgedUnit[]): readonly string[] {
  return units
    .filter(({ is }) => is === 'trusted')
    .map(({ name, digest, files }) => `${name} ${hash([digest, ...files.map((file) => file.digest)].join())}`)
}

function acceptedIn({ key }: TrustUnit, { own, contents, refused }: TrustRecords): readonly TrustedUnit[] {
  if (refused !== undefined) return []
  return [...(own ?? []), ...contents].flatMap((units) => entryOf(units, key) ?? [])
}

/** The names of the files that differ; an empty name for the unit itself. */
function differences({ digest, files }: TrustUnit, known: TrustedUnit): readonly string[] {
  const now = new Map(files.map((file) => [file.shown, file.digest]))
  const names = new Set([...now.keys(), ...Object.keys(known.files)])
  const changed = [...names].filter((name) => now.get(name) !== entryOf(known.files, name)?.digest)
  return digest === known.digest ? changed : ['', ...changed]
}

function entryOf<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

/** What is stored when a user accepts the units. */
export function trustedUnits(units: readonly TrustUnit[]): TrustedUnits {
  return Object.fromEntries(
    units.map(({ key, digest, says, files }) => [
      key,
      {
        digest,
        says,
        files: Object.fromEntries(
          files.map(({ shown, digest: content, hook }) => [
            shown,
            { digest: content, ...(hook && { hook }) },
          ]),
        ),
      },
    ]),
  )
}
