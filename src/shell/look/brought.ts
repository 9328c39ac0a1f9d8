// What ordinary Git brings: a version of the rules, or of an agent's settings.
import type { Files, Look, SessionRefs } from '../../model/types.ts'
import { type AskGit, askGit } from './ask-git.ts'
import type { ListerWorld } from './ask-lister.ts'
import { isHeld } from './held.ts'

interface BroughtWorld extends ListerWorld {
  readonly files: Pick<Files, 'read'>
  readonly refs: (() => SessionRefs | undefined) | undefined
}

export function broughtBy({ root, env, files, refs }: BroughtWorld): Pick<Look, 'held' | 'calls'> {
  return {
    held(top, revisions, path) {
      const git = askGit(top, { root, env })
      const revision = firstIn(git, revisions)
      if (revision === undefined) return undefined
      return isHeld(git, { revision, path: path.slice(top.length + 1), refs: refs?.() })
    },
    calls(top, revisions, { path, scopes }) {
      const git = askGit(top, { root, env })
      const nameOf = (file: string): string => file.slice(top.length + 1)
      const broughtOf = (file: string): number =>
        callsIn(git('show', `${firstIn(git, revisions)}:${nameOf(file)}`))
      const callsThen = (file: string): number => {
        const isTracked = file.startsWith(`${top}/`) && git('ls-files', '--', nameOf(file)) !== ''
        return isTracked ? broughtOf(file) : callsIn(files.read(file))
      }
      const brought = broughtOf(path)
      if (brought >= callsIn(files.read(path))) return true
      return brought >= 0 && scopes.some((file) => file !== path && callsThen(file) > 0)
    },
  }
}

function firstIn(git: AskGit, revisions: readonly string[]): string | undefined {
  return revisions.find((each) => git('rev-parse', '--verify', '--quiet', `${each}^{commit}`) !== undefined)
}

/** How often an agent's settings call us, and refuse without us; those that switch hooks off do so less than never. */
function callsIn(text = ''): number {
  const isOff = /"(?:disableAllHooks|allowManagedHooksOnly)"\s*:\s*true|"hooksEnabled"\s*:\s*false/.test(text)
  return isOff ? -1 : (text.match(calling) ?? []).length
}

const calling = /hooks-agent|hooks-yaml|\bhooks run\b|"onFailure"\s*:\s*"block"/g
