// Which paths commands take into the index or a commit: what Git lists, and what the call has changed before.
import type { PathFact } from '../../../../model/types.ts'
import { relativeTo } from '../../../../patterns/paths/paths.ts'
import { isIgnored } from '../../../git/checkout.ts'
import { matchesSegment } from '../../../path-expand.ts'
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { absolute } from '../place.ts'
import { fileText, given, type Here } from './place.ts'
import { files as changed, listedAt, trackedAt, untrackedAt } from './tree.ts'

export interface Pathspecs {
  /** Absolute, or with Git's own marks. */
  readonly named: readonly string[]
  readonly excluded: readonly string[]
}

const exclusion = /^:(?:[!^]|\(exclude\))/

/** Of more, the paths are not followed. */
export const MAX_SPECS = 32

/** What the words and `--pathspec-from-file` name; undefined when that cannot be known. */
export function pathspecsOf(state: CommandState): Pathspecs | undefined {
  const { operands } = state.parsed
  const listed = specsInFile(state)
  if (listed === undefined || operands.some(({ at }) => isUnknownWord(state, at))) return undefined
  const words = [...operands.map(({ text }) => text), ...listed]
  if (words.length > MAX_SPECS) return undefined
  const excluded = words.filter((text) => exclusion.test(text)).map((text) => text.replace(exclusion, ''))
  return {
    named: words.filter((text) => !exclusion.test(text)).map(inState(state)),
    excluded: excluded.map(inState(state)),
  }
}

const inState =
  (state: CommandState) =>
  (text: string): string =>
    text.startsWith(':') ? text : (absolute(text, state) ?? text)

function specsInFile(state: CommandState): readonly string[] | undefined {
  const file = given(state, '--pathspec-from-file')
  if (file === undefined) return []
  const text = fileText(file, state)
  const lines = text?.split(state.has('--pathspec-file-nul') ? '\0' : /\r?\n/).filter((line) => line !== '')
  return lines?.some((line) => line.startsWith('"')) === true ? undefined : lines
}

/** Does a pathspec name the path, or a directory above it? A `*` of Git's crosses slashes. */
function names(spec: string, path: string, top: string): boolean {
  if (!spec.startsWith('/')) return relativeTo(top, path) !== undefined
  return relativeTo(spec, path) !== undefined || (isGlob(spec) && matchesSegment(path, spec))
}

const isGlob = (spec: string): boolean => /[*?[]/.test(spec)

type Listed = readonly PathFact[]

interface OneSpec extends Pick<Pathspecs, 'excluded'> {
  readonly spec: string
}

/** What the call changed that a pathspec names, without what is ignored or left out. */
function changedBy(list: Listed, { spec, excluded }: OneSpec, { top, state }: Here): Listed {
  return list.filter(({ path }) => {
    const isOut = relativeTo(top, path) === undefined || excluded.some((each) => names(each, path, top))
    return !isOut && names(spec, path, top) && (path === spec || !isIgnored(path, top, state.world.files))
  })
}

/** The same, of files that Git knows. */
function trackedChanges(spec: string, specs: Pathspecs, here: Here): Listed {
  const { written = [], deleted = [] } = here.state.world.changes?.() ?? {}
  return trackedOf([...written, ...deleted], { spec, ...specs }, here)
}

function trackedOf(list: Listed, spec: OneSpec, here: Here): Listed {
  const found = changedBy(list, spec, here)
  const plain = found.filter(({ listed_by: listed }) => listed === undefined).map(({ path }) => path)
  const others = found.filter(({ listed_by: listed }) => listed !== undefined)
  return [...(plain.length === 0 ? [] : [listedAt(here.top, trackedAt(...new Set(plain)))]), ...others]
}

const outOf = ({ excluded }: Pathspecs): readonly string[] => excluded.map((each) => `:(exclude)${each}`)

/** `git add -u`, `git commit -a`: what Git knows, and has changed. */
export const changesOf = (spec: string, specs: Pathspecs, here: Here): Listed => [
  listedAt(here.top, changed('HEAD', spec, ...outOf(specs))),
  ...trackedChanges(spec, specs, here),
]

/** `git add`: new files as well. */
export function additionsOf(spec: string, specs: Pathspecs, here: Here): Listed {
  const { files, changes } = here.state.world
  const { written = [], deleted = [] } = changes?.() ?? {}
  const own = [
    ...changedBy(written, { spec, ...specs }, here),
    ...trackedOf(deleted, { spec, ...specs }, here),
  ]
  const isNamed = spec.startsWith('/') && files.kind(spec) !== 'dir' && !isGlob(spec)
  if (isNamed) return [{ path: spec }, ...own]
  const out = outOf(specs)
  return [
    listedAt(here.top, changed('HEAD', spec, ...out)),
    listedAt(here.top, untrackedAt(spec, ...out)),
    ...own,
  ]
}

/** `git rm`, `git mv`: all that Git knows there. */
export const trackedIn = (spec: string, specs: Pathspecs, { top, state }: Here): Listed =>
  spec.startsWith('/') && !isGlob(spec) && state.world.files.kind(spec) === 'file'
    ? [{ path: spec }]
    : [listedAt(top, trackedAt(spec, ...outOf(specs)))]

/** Of what the call staged, what a commit of these paths takes. */
export function stagedIn(spec: string, specs: Pathspecs, here: Here): Listed {
  const { moment, top } = here
  const plain = (moment.staged ?? []).filter(({ listed_by: listed }) => listed === undefined)
  const isOfNew =
    moment.staged?.some(({ listed_by: listed }) => listed?.asks[0]?.includes('--others')) === true
  const added = isOfNew ? [listedAt(top, untrackedAt(spec, ...outOf(specs)))] : []
  return [...changedBy(plain, { spec, ...specs }, here), ...added]
}
