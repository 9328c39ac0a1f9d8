// Remembers what Git's references hold where a session begins: a version of the rules that none of them held came from elsewhere.
import { relative } from 'node:path'
import type { Files, SessionRefs } from '../../model/types.ts'
import { repositoryAt } from '../../shell/git/dir.ts'
import { type AskGit, askGit } from '../../shell/look/ask-git.ts'
import { readRefs, writeRefs } from '../../store/records/session-refs.ts'
import { repositoryOf } from '../../store/project.ts'
import type { Host, PreparedRun } from '../call.ts'

const MAX_TIPS = 20_000

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

/** Where a session begins, after a fetch, and when the rules in force are others. */
export function noteRefs({ env }: Pick<Host, 'env'>, { event, plan, stateDir, files }: PreparedRun): void {
  const { root, session_id: session = '' } = event
  const top = repositoryOf(root, files)
  const git = askGit(top, { root, env })
  const refs = refsOf({ root, session, stateDir, files }) ?? refsNow(git)
  const names = plan.sources.flatMap(([path, , content]) =>
    content !== undefined && path.startsWith(`${top}/`) ? [relative(top, path)] : [],
  )
  const isOurs = plan.kept?.by !== 'unheld' && names.length > 0
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
