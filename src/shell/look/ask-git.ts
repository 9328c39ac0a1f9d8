// Asks Git a short question that changes nothing.
import type { World } from '../types.ts'
import { askLister } from './ask-lister.ts'

/** What it prints; undefined when it has no answer. */
export type AskGit = (...args: readonly string[]) => string | undefined

const WAIT_MS = 4_000

export function askGit(
  top: string,
  { root, env }: { readonly root: string; readonly env: World['env'] },
): AskGit {
  return (...args) => {
    const found = askLister(top, ['git', '--no-replace-objects', ...args], { root, env, wait_ms: WAIT_MS })
    return typeof found === 'object' && 'printed' in found ? found.printed : undefined
  }
}
