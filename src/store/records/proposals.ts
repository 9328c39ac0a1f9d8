// Changes of a project's rules that wait for a person, one file each below the project's state.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../model/plain-object.ts'
import { makePrivate, writeAtomically } from '../disk/private-dir.ts'

export interface Proposal {
  readonly id: string
  /** ISO 8601. */
  readonly time: string
  readonly reason: string
  /** Who proposed it: an agent's mark, or a person's name. */
  readonly by: string
  readonly changes: readonly FileChange[]
}

export interface FileChange {
  /** Absolute. */
  readonly path: string
  /** The text it was made for; undefined where there was no file. */
  readonly before?: string
  readonly after: string
}

export const MAX_PROPOSALS = 20

/** The oldest first. */
export function readProposals(stateDir: string): readonly Proposal[] {
  return idsIn(stateDir)
    .flatMap((id) => read(fileFor(stateDir, id)) ?? [])
    .sort((a, b) => (a.time < b.time ? -1 : 1))
}

/** How many wait, by their names alone. */
export function countProposals(stateDir: string): number {
  return idsIn(stateDir).length
}

/** Throws what the system says. */
export function writeProposal(stateDir: string, proposal: Proposal): void {
  const dir = dirIn(stateDir)
  if (!makePrivate(stateDir) || !makePrivate(dir))
    throw new Error(`${dir} is not a directory that only you can write`)
  writeAtomically(fileFor(stateDir, proposal.id), `${JSON.stringify(proposal, undefined, 1)}\n`)
}

export function removeProposal(stateDir: string, id: string): void {
  rmSync(fileFor(stateDir, id), { force: true })
}

function dirIn(stateDir: string): string {
  return join(stateDir, 'proposals')
}

function fileFor(stateDir: string, id: string): string {
  return join(dirIn(stateDir), `${id}.json`)
}

function idsIn(stateDir: string): readonly string[] {
  try {
    return readdirSync(dirIn(stateDir)).flatMap((name) => /^([a-v][0-9a-v]{6})\.json$/.exec(name)?.[1] ?? [])
  } catch {
    return [] // there are none
  }
}

function read(file: string): Proposal | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isProposal(found) ? found : undefined
  } catch {
    return undefined
  }
}

function isProposal(value: unknown): value is Proposal {
  if (!isObject(value)) return false
  const { id, time, reason, by, changes } = value as Partial<Record<keyof Proposal, unknown>> // looked at just here
  const texts = [id, time, reason, by].every((each) => typeof each === 'string')
  return texts && Array.isArray(changes) && changes.every(isChange)
}

function isChange(value: unknown): value is FileChange {
  if (!isObject(value)) return false
  const { path, before, after } = value as Partial<Record<keyof FileChange, unknown>> // looked at just here
  return [path, before ?? '', after].every((each) => typeof each === 'string')
}
