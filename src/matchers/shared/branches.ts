// Where the commands of a call work, and in which state they find the repository there.
import { callEvents } from './fact-matcher.ts'
import { matchesName } from '../../patterns/pattern.ts'
import type { CommandFact, Engines, GitMoment, Match, Pattern, Subject } from '../../model/types.ts'

export interface CallPlace {
  /** Empty when it cannot be known. */
  readonly dir: string
  /** What the call may have changed before. */
  readonly states: readonly GitMoment[]
  readonly command?: CommandFact
}

const asOnDisk: readonly GitMoment[] = [{}]

/** Where the call works; without a command, where the session does. */
export function placesOf(subject: Subject): readonly CallPlace[] {
  const { event } = subject
  const isCall = callEvents.some((name) => name === event.event) && event.tool_input !== undefined
  const commands = isCall ? subject.facts().commands : []
  const found = commands
    .filter(({ remote, from, cwd }) => remote === undefined && (from === undefined || cwd !== ''))
    .map((command): CallPlace => {
      const { cwd, dir = cwd, git = asOnDisk } = command
      return { dir, states: git, command }
    })
  const isElsewhere = subject.call !== undefined && commands.length > 0
  return found.length === 0 && !isElsewhere ? [{ dir: event.cwd, states: asOnDisk }] : found
}

/** The directories that the call works in; '' for an unknown one. */
export function directoriesOf(subject: Subject): readonly string[] {
  return [...new Set(placesOf(subject).map(({ dir }) => dir))]
}

export interface KnownBranch {
  /** Absent when it cannot be known. */
  readonly name?: string
  /** How an unknown one begins, and what it is not. */
  readonly starts?: string
  readonly not?: readonly string[]
}

/** The branch in each state; none outside of a repository. */
export function branchesAt({ dir, states }: CallPlace, { event, look }: Subject): readonly KnownBranch[] {
  return states.flatMap(({ branch, not }): readonly KnownBranch[] => {
    if (branch === '') return [{ ...(not && { not }) }]
    if (branch !== undefined) return [{ name: branch }]
    if (dir === '') return [{}]
    const found = (dir === event.cwd ? event.branch : undefined) ?? look?.branch(dir)
    return found === undefined ? [] : [{ name: found }]
  })
}

/** The names of all places, for people; undefined for one that cannot be known. */
export function branchesOf(subject: Subject): readonly (string | undefined)[] {
  const all = placesOf(subject).flatMap((place) => branchesAt(place, subject))
  return [...new Set(all.map(({ name }) => name))]
}

/** A name that is not known meets what every other name does. */
export function matchBranch(
  { yes, no }: Pattern,
  { name, starts = '', not = [] }: KnownBranch,
  linear: Engines['linear'],
): Match['is'] {
  if (name !== undefined) return matchesName({ yes, no }, name, { linear }) === undefined ? 'no' : 'yes'
  const items = (list: Pattern['yes']): readonly Match['is'][] =>
    list.map(({ text, exact }) => {
      if (text === '*' || text === '**') return 'yes'
      const isOther = exact !== undefined && (not.includes(exact) || !exact.startsWith(starts))
      return isOther ? 'no' : 'maybe'
    })
  return both([yes.length === 0 ? 'yes' : either(items(yes)), opposite(either(items(no)))])
}

export function both(all: readonly Match['is'][]): Match['is'] {
  return all.includes('no') ? 'no' : all.includes('maybe') ? 'maybe' : 'yes'
}

export function either(all: readonly Match['is'][]): Match['is'] {
  return all.includes('yes') ? 'yes' : all.includes('maybe') ? 'maybe' : 'no'
}

/** Of states of which one is: they have to agree. */
export function agreed(all: readonly Match['is'][]): Match['is'] {
  const [first = 'no'] = all
  return all.every((each) => each === first) ? first : 'maybe'
}

const opposite = (is: Match['is']): Match['is'] => (is === 'maybe' ? is : is === 'yes' ? 'no' : 'yes')
