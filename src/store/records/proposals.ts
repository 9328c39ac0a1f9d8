// Changes of a project's rules that wait for a person, one file each below the project's state.
import { isObject } from '../../model/plain-object.ts'
import { recordOf } from '../disk/record.ts'

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

const records = recordOf<Proposal>({
  below: 'proposals',
  check: (found) => (isProposal(found) ? found : undefined),
  print: (proposal) => `${JSON.stringify(proposal, undefined, 1)}\n`,
})

/** The oldest first. */
export function readProposals(stateDir: string): readonly Proposal[] {
  return waiting(stateDir)
    .flatMap((record) => record.value() ?? [])
    .sort((a, b) => (a.time < b.time ? -1 : 1))
}

/** How many wait, by their names alone. */
export function countProposals(stateDir: string): number {
  return waiting(stateDir).length
}

/** Throws what the system says. */
export function writeProposal(stateDir: string, proposal: Proposal): void {
  records.at(stateDir, `${proposal.id}.json`).write(proposal)
}

export function removeProposal(stateDir: string, id: string): void {
  records.at(stateDir, `${id}.json`).remove()
}

function waiting(stateDir: string): ReturnType<typeof records.allIn> {
  return records.allIn(stateDir).filter(({ file }) => /\/[a-v][0-9a-v]{6}\.json$/.test(file))
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
