// The branches of other repositories that a command would change.
import type { PushFact } from '../../../../model/types.ts'
import { refsBelow } from '../../../git/dir.ts'
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { branchNow, given, isBranch, isTag, placesOf, type Here } from './place.ts'
import { configOf, keepUpstream, type ConfigValues } from './settings.ts'

interface Push {
  readonly here: Here
  readonly config: ConfigValues
  readonly remote: string | undefined
  readonly force: boolean
}

type Target = Pick<PushFact, 'to' | 'not' | 'deletes' | 'force'>

const unknownBranch = { deletes: false, force: false }

/** All local branches; one that is not known where they cannot be listed. */
function localBranches({ here: { repository, state } }: Push): readonly (string | undefined)[] {
  return (repository && refsBelow(repository, 'refs/heads/', state.world.files)) ?? [undefined]
}

const toBranch = (name: string | undefined, rest: Omit<Target, 'to'>): Target =>
  name === undefined || name === '' ? rest : { to: name, ...rest }

/** `src:dst` of one word; tags are no branches. */
function targetsOf(word: string, push: Push, deletes: boolean): readonly Target[] {
  const { here } = push
  const force = push.force || word.startsWith('+')
  const [, from = '', colon, into = ''] = /^\+?([^:]*)(:?)(.*)$/.exec(word) ?? []
  const how = { force, deletes: deletes || (from === '' && into !== '') }
  if (from === '' && into === '') return localBranches(push).map((name) => toBranch(name, how))
  const isSame = colon === '' || into === ''
  if (from.includes('*')) return globTargets({ from, into: isSame ? from : into }, push, how)
  if (isSame && (from === 'HEAD' || from === '@')) {
    const now = branchNow(here)
    return now === 'HEAD' ? [] : [toBranch(now, { ...how, ...(here.moment.not && { not: here.moment.not }) })]
  }
  const name = isSame ? from : into
  if (/^refs\/(?!heads\/)/.test(name) || (isSame && isTag(name, here) && !isBranch(name, here))) return []
  return [toBranch(name.replace(/^(?:refs\/)?heads\//, ''), how)]
}

/** `refs/heads/*:refs/heads/*`. */
function globTargets(
  { from, into }: { readonly from: string; readonly into: string },
  push: Push,
  how: Omit<Target, 'to'>,
): readonly Target[] {
  const [before = '', after = ''] = from.split('*')
  return localBranches(push).flatMap((name) => {
    const ref = `refs/heads/${name ?? ''}`
    if (name !== undefined && !(ref.startsWith(before) && ref.endsWith(after))) return []
    const rest = name === undefined ? '' : ref.slice(before.length, ref.length - after.length)
    const to = into.replace('*', rest)
    if (!to.startsWith('refs/heads/')) return []
    return [toBranch(name && to.slice('refs/heads/'.length), how)]
  })
}

/** Without a refspec, by the settings of the remote, then by `push.default`. */
function defaultTargets(push: Push): readonly Target[] {
  const { config, remote = '', here } = push
  const words = config.get(`remote.${remote}.push`) ?? []
  if (config.get(`remote.${remote}.mirror`)?.[0] === 'true') return targetsOf('+refs/heads/*', push, false)
  if (words.length > 0) return words.flatMap((word) => targetsOf(word, push, false))
  const how = config.get('push.default')?.[0]
  if (how === 'nothing') return []
  if (how === 'matching') return targetsOf(':', push, false)
  const now = branchNow(here)
  const upstream = config.get(`branch.${now}.merge`)?.[0]
  const isUpstream = (how === 'upstream' || how === 'tracking') && upstream !== undefined
  return targetsOf(isUpstream ? `HEAD:${upstream}` : 'HEAD', push, false)
}

function targets(push: Push, words: CommandState['parsed']['operands']): readonly Target[] {
  const { state } = push.here
  if (state.has('--mirror'))
    return targetsOf('+refs/heads/*', push, false).map((each) => ({ ...each, deletes: true }))
  if (state.has('--all')) return targetsOf('refs/heads/*', push, false)
  if (words.length === 0) return defaultTargets(push)
  const isTags = words[0]?.text === 'tag'
  return words.slice(isTags ? 2 : 0).flatMap(({ text, at }): readonly Target[] => {
    const isOpen = isUnknownWord(state, at)
    return isOpen
      ? [{ ...unknownBranch, force: push.force, deletes: state.has('--delete') }]
      : targetsOf(text, push, state.has('--delete'))
  })
}

/** The remote that is pushed to when none is named. */
function remoteOf(here: Here, config: ConfigValues): string {
  const now = branchNow(here)
  const keys = [`branch.${now}.pushremote`, 'remote.pushdefault', `branch.${now}.remote`]
  return keys.map((key) => config.get(key)?.[0]).find((name) => name !== undefined) ?? 'origin'
}

function pushesFrom(here: Here): readonly PushFact[] {
  const { state } = here
  const [to, ...words] = state.parsed.operands
  const config = configOf(here.moment.of === undefined ? state : { ...state, cwd: here.moment.of })
  const named = to === undefined ? given(state, '--repo') : isUnknownWord(state, to.at) ? '' : to.text
  const remote = (named ?? remoteOf(here, config)) || undefined
  const push: Push = { here, config, remote, force: state.has('--force') && !state.has('--force-with-lease') }
  const found = targets(push, words)
  const [{ to: into } = {}] = found
  const from = words[0]?.text.split(':')[0] ?? 'HEAD'
  if (state.has('--set-upstream') && remote !== undefined && into !== undefined)
    keepUpstream(from === 'HEAD' || from === '@' ? branchNow(here) : from, [remote, into], state)
  return found.map((target) => ({ ...target, ...(remote !== undefined && { remote }) }))
}

/** The base of a pull request is mostly the default branch. */
function mergesRequest(verb: string, state: CommandState): boolean {
  return verb === 'gh pr merge' && !state.has('--disable-auto')
}

export function addPushes(verb: string, state: CommandState): void {
  if (mergesRequest(verb, state)) state.pushes.push(unknownBranch)
  if (verb !== 'git push' || state.has('--dry-run')) return
  const places = placesOf(state)
  const here: Here = { state, top: '', moment: { branch: '' }, repository: undefined }
  const found = (places.length === 0 ? [here] : places).map(pushesFrom)
  const byPlace = found.map((list) => new Map(list.map((each) => [JSON.stringify(each), each])))
  for (const [key, each] of new Map(byPlace.flatMap((pushes) => [...pushes]))) {
    const isSure = byPlace.every((pushes) => pushes.has(key))
    state.pushes.push(isSure ? each : { ...each, maybe: true })
  }
}
