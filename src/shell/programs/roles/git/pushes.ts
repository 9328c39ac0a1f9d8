// The branches of other repositories that a command would change.
import type { PushFact } from '../../../../model/types.ts'
import { commitOf } from '../../../git/dir.ts'
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { flag, knownStart } from './flags.ts'
import { branchesOf, branchNow, given, isBranch, placesOf, type Here } from './place.ts'
import { isHead, openTarget, targetsOf, type Push, type Target } from './refspecs.ts'
import { configOf, keepUpstream, type ConfigValues } from './settings.ts'

interface PushSettings {
  readonly config: ConfigValues
  readonly remote: string | undefined
}

const ALL = 'refs/heads/*'

/** Without a refspec, by the settings of the remote, then by `push.default`. */
function defaultTargets(push: Push, { config, remote = '' }: PushSettings): readonly Target[] {
  const words = config.get(`remote.${remote}.push`) ?? []
  if (config.get(`remote.${remote}.mirror`)?.[0] === 'true') return mirrorTargets(push)
  if (words.length > 0) return words.flatMap((word) => targetsOf(word, push))
  const how = config.get('push.default')?.[0]
  if (how === 'nothing') return []
  if (how === 'matching') return targetsOf(':', push)
  const now = branchNow(push.here)
  const upstream = config.get(`branch.${now}.merge`)?.[0]
  const isUpstream = (how === 'upstream' || how === 'tracking') && upstream !== undefined
  const pruned = push.prunes
    ? [{ deletes: true, ...(push.force !== undefined && { force: push.force }) }]
    : []
  return [...targetsOf(isUpstream ? `HEAD:${upstream}` : 'HEAD', push), ...pruned]
}

const mirrorTargets = (push: Push): readonly Target[] =>
  targetsOf('+refs/*:refs/*', { ...push, deletes: false, prunes: true })

/** The refspecs of the words: `tag v1` is one. */
function namedTargets(push: Push): readonly Target[] {
  const { state } = push.here
  const { argv } = state.command
  const found: Target[] = []
  let isTag = false
  for (const { at } of state.parsed.operands.slice(1)) {
    const word = argv[at] ?? ''
    const isMark: boolean = word === 'tag' && !isTag
    if (isUnknownWord(state, at)) found.push(isTag ? openTag(push) : openTarget(knownStart(word), push))
    else if (!isMark) found.push(...targetsOf(isTag ? `refs/tags/${word}` : word, push))
    isTag = isMark
  }
  return found
}

/** `^refs/heads/main` takes it out of what the others name. */
function withoutExcluded(found: readonly Target[], { parsed, command }: CommandState): readonly Target[] {
  const excluded = parsed.operands.flatMap(({ at }) => {
    const [sign, ...name] = command.argv[at] ?? ''
    return sign === '^' ? [name.join('').split('*')] : []
  })
  const isOut = (ref: string): boolean =>
    excluded.some(([start = '', end]) =>
      end === undefined ? ref === start : ref.startsWith(start) && ref.endsWith(end),
    )
  return excluded.length === 0 ? found : found.filter(({ source }) => !isOut(`refs/heads/${source ?? ''}`))
}

const openTag = (push: Push): Target => ({ ref: 'refs/tags/', ...openTarget('tag', push) })

function targets(push: Push, settings: PushSettings): readonly Target[] {
  const { state } = push.here
  if (flag(state, '--mirror', '--no-mirror') === true) return mirrorTargets(push)
  const found = [
    ...namedTargets(push),
    ...(flag(state, '--all', '--no-all') === true ? targetsOf(ALL, push) : []),
    ...(flag(state, '--tags', '--no-tags') === true ? targetsOf('refs/tags/*', push) : []),
  ]
  const [first, ...others] = state.parsed.operands
  if (found.length > 0 || others.length > 0) return withoutExcluded(found, state)
  // `git push $x` may name branches, too
  const isOpen = first !== undefined && isUnknownWord(state, first.at)
  return [...defaultTargets(push, settings), ...(isOpen ? [openTarget('', push)] : [])]
}

/** The remote that is pushed to when none is named. */
function remoteOf(here: Here, config: ConfigValues): string {
  const now = branchNow(here)
  const keys = [`branch.${now}.pushremote`, 'remote.pushdefault', `branch.${now}.remote`]
  return keys.map((key) => config.get(key)?.[0]).find((name) => name !== undefined) ?? 'origin'
}

function settingsOf({ moment, state, ...here }: Here): PushSettings {
  const [to] = state.parsed.operands
  const config = configOf(moment.of === undefined ? state : { ...state, cwd: moment.of })
  const named = to === undefined ? given(state, '--repo') : isUnknownWord(state, to.at) ? '' : to.text
  return { config, remote: (named ?? remoteOf({ moment, state, ...here }, config)) || undefined }
}

function pushOf(here: Here): Push {
  const { state } = here
  let branches: readonly string[] | undefined
  return {
    here,
    force: flag(state, '--force', '--no-force'),
    deletes: flag(state, '--delete', '--no-delete'),
    prunes: flag(state, '--prune', '--no-prune') === true,
    branches: () => (branches ??= branchesOf(here)),
  }
}

/** What `git push` does in one state of the repository. */
function targetsIn(here: Here): readonly (Target & Pick<PushFact, 'remote'>)[] {
  const settings = settingsOf(here)
  const { remote } = settings
  return targets(pushOf(here), settings).map((each) => ({ ...each, ...(remote !== undefined && { remote }) }))
}

function keepUpstreams(here: Here, found: ReturnType<typeof targetsIn>): void {
  for (const { source, to, remote } of found)
    if (source !== undefined && to !== undefined && remote !== undefined)
      keepUpstream(isHead(source) ? branchNow(here) : source, [remote, to], here.state)
}

/** Does it push the commit that is checked out? Undefined when that cannot be known. */
export function pushesHead(here: Here): boolean | undefined {
  const found = targetsIn(here).map((target) => isOfHead(target, here))
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false
}

function isOfHead({ source, deletes, ref }: Target, here: Here): boolean | undefined {
  if (deletes === true || ref !== undefined) return false
  if (source === undefined) return undefined
  const now = branchNow(here)
  if (isHead(source) || source.replace(/^(?:refs\/)?heads\//, '') === now) return true
  if (/^(?:HEAD|@)[~^]/.test(source)) return false
  const { repository, moment, state } = here
  if (repository === undefined || !isBranch(source, here)) return undefined
  if (moment.answers?.pushed !== undefined) return moment.answers.pushed === null ? undefined : false
  const [one, other] = [`refs/heads/${source}`, 'HEAD'].map((name) =>
    commitOf(repository, name, state.world.files),
  )
  return one === undefined || other === undefined ? undefined : one === other
}

// ---- pull requests

/** The base of a pull request is mostly the default branch; its own branch may go. */
const requests: Readonly<Record<string, boolean>> = { 'gh pr merge': true, 'gh pr close': false }

function addRequest(verb: string, state: CommandState): void {
  const isMerge = requests[verb]
  if (isMerge === undefined || state.has('--disable-auto')) return
  if (isMerge) state.pushes.push({ force: false, deletes: false })
  if (state.has('--delete-branch'))
    state.pushes.push({ ...requestBranch(state), force: false, deletes: true })
}

function requestBranch(state: CommandState): Pick<PushFact, 'to'> {
  const [word] = state.parsed.operands
  const [here, ...others] = placesOf(state)
  const now = word === undefined && here !== undefined && others.length === 0 ? branchNow(here) : ''
  const named = word === undefined || isUnknownWord(state, word.at) ? now : word.text
  return named === '' || /^#?\d+$|:/.test(named) ? {} : { to: named }
}

export function addPushes(verb: string, state: CommandState): void {
  addRequest(verb, state)
  if (!isPush(verb, state)) return
  const places = placesOf(state)
  const nowhere: Here = { state, top: '', moment: { branch: '' }, repository: undefined }
  const found = (places.length === 0 ? [nowhere] : places).map((here) => {
    const all = targetsIn(here)
    if (state.has('--set-upstream')) keepUpstreams(here, all)
    return new Map(all.map(({ source: _source, ...fact }) => [JSON.stringify(fact), fact]))
  })
  for (const [key, fact] of new Map(found.flatMap((facts) => [...facts])))
    state.pushes.push(found.every((facts) => facts.has(key)) ? fact : { ...fact, maybe: true })
}

export const isPush = (verb: string, state: CommandState): boolean =>
  verb === 'git push' && flag(state, '--dry-run', '--no-dry-run') !== true
