// What a refspec changes in the other repository, as Git reads it.
import type { PushFact } from '../../../../model/types.ts'
import { branchNow, isBranch, isTag, type Here } from './place.ts'

/** What a command pushes, as far as its options say. */
export interface Push {
  readonly here: Here
  readonly force: boolean | undefined
  readonly deletes: boolean | undefined
  /** What has no counterpart here is deleted. */
  readonly prunes: boolean
  /** All local branches; undefined where they cannot be listed. */
  readonly branches: () => readonly string[] | undefined
}

export interface Target extends Omit<PushFact, 'remote' | 'maybe'> {
  /** The branch or commit that is pushed; absent where none is, or it cannot be known. */
  readonly source?: string
}

type How = Pick<Target, 'force' | 'deletes'>

const how = (force: boolean | undefined, deletes: boolean | undefined): How => ({
  ...(force !== undefined && { force }),
  ...(deletes !== undefined && { deletes }),
})

export const isHead = (name: string): boolean => name === 'HEAD' || name === '@'

const BRANCHES = 'refs/heads/'

/** `refs/heads/main`, `heads/main` and `main` are one branch; any other reference is none. */
function named(ref: string): { readonly to: string } | { readonly ref: string } {
  const name = ref.replace(/^(?:refs\/)?heads\//, '')
  if (name !== ref) return { to: name }
  return /^(?:refs\/|tags\/)/.test(ref) ? { ref: ref.replace(/^tags\//, 'refs/tags/') } : { to: ref }
}

export function targetsOf(word: string, push: Push): readonly Target[] {
  const isForced = word.startsWith('+')
  const body = isForced ? word.slice(1) : word
  const force = isForced || push.force
  if (body.startsWith('^')) return []
  if (body === ':') return patternTargets({ from: `${BRANCHES}*`, into: `${BRANCHES}*` }, push, force)
  const colon = body.lastIndexOf(':')
  const from = colon < 0 ? body : body.slice(0, colon)
  const into = body.slice(colon + 1)
  if (from.includes('*')) return patternTargets({ from, into: into || from }, push, force)
  if (from === '') return [{ ...named(into), ...how(force, true) }]
  if (colon >= 0 && into !== '') return [{ ...named(into), ...how(force, push.deletes), source: from }]
  return sameName(from, push, force)
}

/** A name that stands for itself: a branch, or a tag where no branch has it. */
function sameName(name: string, push: Push, force: boolean | undefined): readonly Target[] {
  const { here, deletes } = push
  if (!isHead(name) || deletes === true) {
    const isOfTag = isTag(name, here) && !isBranch(name, here)
    const to = isOfTag ? { ref: `refs/tags/${name}` } : named(name)
    return [{ ...to, ...how(force, deletes), ...(deletes !== true && { source: name }) }]
  }
  const now = branchNow(here)
  if (isDetached(now)) return []
  const { not } = here.moment
  return [{ ...(now === '' ? { ...(not && { not }) } : { to: now }), ...how(force, deletes), source: name }]
}

const isDetached = (name: string): boolean => name === 'HEAD' || /^[0-9a-f]{40,64}$/.test(name)

interface PatternRefspec {
  readonly from: string
  readonly into: string
}

/** `refs/heads/*:refs/heads/*`: each branch here, the other references together, and what is pruned. */
function patternTargets(
  { from, into }: PatternRefspec,
  push: Push,
  force: boolean | undefined,
): readonly Target[] {
  const [before = '', after = ''] = from.split('*')
  const met = (name: string, deletes: boolean | undefined): readonly Target[] => {
    const ref = BRANCHES + name
    const isMet = ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after)
    if (!isMet) return []
    const to = into.replace('*', () => ref.slice(before.length, ref.length - after.length))
    return [{ ...named(to), ...how(force, deletes) }]
  }
  const branches = push.branches() ?? [undefined]
  const found = branches.flatMap((name): readonly Target[] =>
    name === undefined
      ? [how(force, push.deletes)]
      : met(name, push.deletes).map((target) => ({ ...target, source: name })),
  )
  const isOfOthers =
    !before.startsWith(BRANCHES) && (before.startsWith('refs/') || 'refs/'.startsWith(before))
  const others = isOfOthers ? [{ ...begun(into.split('*')[0] ?? ''), ...how(force, push.deletes) }] : []
  if (!push.prunes) return [...found, ...others]
  const gone = [...new Map(push.here.moment.branches)].flatMap(([name, isThere]) => (isThere ? [] : [name]))
  const not = gone.includes('') ? [] : found.flatMap(({ to }) => to ?? [])
  return [
    ...found,
    ...others,
    ...gone.flatMap((name) => (name === '' ? [] : met(name, true))),
    { ...begun(into.split('*')[0] ?? ''), ...(not.length > 0 && { not }), ...how(force, true) },
  ]
}

/** Of a name, only how it begins is known. */
function begun(start: string): Pick<Target, 'starts' | 'ref'> {
  if (BRANCHES.startsWith(start) || 'heads/'.startsWith(start)) return {}
  const name = named(start)
  return 'to' in name ? { starts: name.to } : name
}

/** `HEAD:$B`, whose beginning is known: where it leads is not, as the rest may be several words. */
export function openTarget(start: string, push: Push): Target {
  const isForced = start.startsWith('+')
  const body = isForced ? start.slice(1) : start
  const force = isForced || (start === '' && push.force === false ? undefined : push.force)
  const deletes = body.startsWith(':') || (body === '' && push.deletes === false ? undefined : push.deletes)
  return how(force, deletes)
}
