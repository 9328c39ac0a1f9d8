// The hosts that git would contact: those of all remotes of the repository.
import { posix } from 'node:path'
import { readConfig } from '../git-config.ts'
import type { Disk } from './words.ts'

const MOST_CHARACTERS = 20_000
const MOST_STEPS = 40

/** What stands between a scheme or a user and a port or a path; no number, which could be another address. */
const address =
  /^(?:(?:https?|ssh|git):\/\/(?:[\w.-]+(?::[\w.-]*)?@)?([\w.-]*[A-Za-z])(?::\d+)?(?:\/|$)|(?:[\w.-]+@)?([\w.-]*[A-Za-z]):(?!:|\/\/))/
const local = /^(?:\/|\.{1,2}\/)[\w./-]*$/

/** In lower case; undefined where they are not plain to see. */
export function hostsOfRemotes(dirs: readonly string[], disk: Disk): readonly string[] | undefined {
  const { home } = disk
  if (home === undefined) return undefined
  const own = dirs.map((dir) => configAbove(dir, disk))
  if (own.includes(undefined)) return undefined
  const files = [...own, `${home}/.gitconfig`, `${home}/.config/git/config`]
  const found = [...new Set(files)].map((file) => (file ? hostsIn(file, disk) : []))
  return found.includes(undefined) ? undefined : [...new Set(found.flatMap((hosts) => hosts ?? []))]
}

/** '' outside of a repository; undefined for a tree whose repository is elsewhere. */
function configAbove(dir: string, disk: Disk): string | undefined {
  let at = dir
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const kind = disk.kind(posix.join(at, '.git'))
    if (kind !== undefined) return kind === 'dir' ? posix.join(at, '.git', 'config') : undefined
    if (at === '/') return ''
    at = posix.dirname(at)
  }
  return undefined
}

function hostsIn(file: string, disk: Disk): readonly string[] | undefined {
  const text = disk.kind(file) === 'file' ? disk.read(file) : ''
  if (text === undefined || text.length > MOST_CHARACTERS) return undefined
  const config = [...readConfig(text)]
  // Addresses that begin anew.
  if (config.some(([key]) => /^url\..*insteadof$/s.test(key))) return undefined
  const urls = config.flatMap(([key, values]) => (/^remote\..*\.(?:push)?url$/s.test(key) ? values : []))
  const hosts = urls.map(hostOf)
  return hosts.includes(undefined) ? undefined : hosts.flatMap((host) => host || [])
}

/** '' for a place of this machine. */
function hostOf(url: string): string | undefined {
  if (local.test(url)) return ''
  const [, one, other] = address.exec(url) ?? []
  return (one ?? other)?.toLowerCase()
}
