// What Git's references held when a session began, and what came to them since from a remote that was configured then.
import { statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Env, SessionRefs, Files } from '../../model/types.ts'
import { isObject } from '../../model/plain-object.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { recordOf } from '../disk/record.ts'
import { fileNameOf } from '../state/file-name.ts'
import { repositoryAt } from '../../shell/git/dir.ts'
import { type AskGit, askGit } from '../../shell/look/ask-git.ts'

const KEEP_MS = 30 * 86_400_000
const MAX_TIPS = 20_000

const records = recordOf<SessionRefs>({
  below: 'refs',
  check: (found) => (isRefs(found) ? found : undefined),
})

const recordAt = (stateDir: string, session: string): ReturnType<typeof records.at> =>
  records.at(stateDir, `${fileNameOf(session)}.json`)

function readRefs(stateDir: string, session: string): SessionRefs | undefined {
  return recordAt(stateDir, session).value()
}

function isRefs(found: unknown): found is SessionRefs {
  return isObject(found) && [found['tips'], found['remotes'], found['versions']].every(Array.isArray)
}

function writeRefs(stateDir: string, session: string, refs: SessionRefs): void {
  try {
    for (const old of records.allIn(stateDir)) if (changedTime(old.file) < Date.now() - KEEP_MS) old.remove()
    recordAt(stateDir, session).write(refs)
  } catch {
    // The next event looks again.
  }
}

/** Whether they are not noted yet, or Git fetched something since. */
export function areRefsDue(stateDir: string, session: string, gitDir: string): boolean {
  return changedTime(recordAt(stateDir, session).file) <= changedTime(childPath(gitDir, 'FETCH_HEAD'))
}

/** Milliseconds since the epoch; 0 when it is not there. */
function changedTime(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

interface RefsPlace {
  readonly root: string
  readonly session: string | undefined
  readonly stateDir: string
  readonly files: Files
}

/** As they were noted, with what a fetch brought since; undefined before they are. */
export function refsOf({ root, session = '', stateDir, files }: RefsPlace): SessionRefs | undefined {
  const refs = readRefs(stateDir, session)
  const dir = repositoryAt(root, files)?.own
  if (refs === undefined || dir === undefined) return undefined
  const tips = fetchedFrom(refs.remotes, files.read(`${dir}/FETCH_HEAD`) ?? '')
  return { ...refs, tips: [...new Set([...refs.tips, ...tips])].slice(-MAX_TIPS) }
}

/** The files of the plan in force. */
interface HeldFiles {
  readonly sources: readonly (readonly [path: string, stamp: string, content?: string])[]
  readonly kept?: { readonly by: string }
}

/** Where a session begins, after a fetch, and when the rules in force are others. */
export function noteRefs({ env, ...place }: RefsPlace & { readonly env: Env }, held: HeldFiles): void {
  const { root, session = '', stateDir, files } = place
  const top = repositoryAt(root, files)?.top ?? root
  const git = askGit(top, { root, env })
  const refs = refsOf(place) ?? refsNow(git)
  const names = held.sources.flatMap(([path, , content]) =>
    content !== undefined && path.startsWith(`${top}/`) ? [relative(top, path)] : [],
  )
  const isOurs = held.kept?.by !== 'unheld' && names.length > 0
  const versions = isOurs ? linesOf(git('hash-object', '--no-filters', '--', ...names)) : []
  writeRefs(stateDir, session, { ...refs, versions: [...new Set([...refs.versions, ...versions])] })
}

function refsNow(git: AskGit): SessionRefs {
  const tips = linesOf(git('for-each-ref', '--format=%(objectname)'))
  const remotes = linesOf(git('remote', '-v')).flatMap((line) =>
    line.endsWith(' (fetch)') ? [line.split(/\s/)[1] ?? ''] : [],
  )
  return {
    tips: [...new Set([...tips, ...linesOf(git('rev-parse', '--verify', 'HEAD'))])],
    remotes: remotes.filter(isFar).map(plain),
    versions: [],
  }
}

const linesOf = (text = ''): readonly string[] => text.split('\n').filter((line) => line !== '')

/** `https://host/shop.git`, `git@host:shop`; no path and no machine of our own. */
function isFar(url: string): boolean {
  const [, host = ''] =
    /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)/.exec(url) ??
    /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)/.exec(url) ??
    []
  return host !== '' && !/^(?:localhost|127\.|0\.0|\[|::1)/.test(host)
}

/** As FETCH_HEAD names it. */
function plain(url: string): string {
  return url.replace(/(?<=:\/\/)[^/@]*@/, '').replace(/\/*(?:\.git)?\/*$/, '')
}

/** The commits that came from these addresses. */
function fetchedFrom(remotes: readonly string[], text: string): readonly string[] {
  return linesOf(text).flatMap((line) => {
    const [, commit = '', url = ''] = /^(\w+)\t[^\t]*\t(?:.* of )?(\S+)$/.exec(line) ?? []
    return remotes.includes(plain(url)) ? [commit] : []
  })
}
