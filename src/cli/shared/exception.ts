// The exception that takes a call out of a rule: one more pattern, `!git push -f origin docs`, in what it matches.
import { isAbsolute } from 'node:path'
import { isKeys, type Keys, listOf } from '../../config/read/config-file.ts'
import { shortPath } from '../../patterns/paths/paths.ts'

export interface Exception {
  readonly pattern: string
  /** The keys of the match that get the pattern. */
  readonly keys: readonly string[]
  /** The match as written, with it. */
  readonly match: Keys
}

const pathKeys = ['path', 'by_hand', 'writes', 'edits', 'creates', 'deletes', 'reads']

/**
 * `part` is what the rule met, as its trace names it: `run: git push -f`, `delete: dist/js`. Undefined where the match
 * has no pattern to add to, or where only this call meets it.
 */
export function exceptionFor(match: unknown, part: string, root: string): Exception | undefined {
  const [, verb = '', met = ''] = /^(\w+): ([^]+)$/.exec(part) ?? []
  const isCommand = verb === 'run'
  const text = isCommand || !isAbsolute(met) ? met : shortPath(met, root)
  if (text === '' || !isPlain(text, isCommand ? ' :@=,' : '~@')) return undefined
  if (JSON.stringify(match ?? null).includes(JSON.stringify(text))) return undefined // then it would hold for nothing
  const among = isCommand ? ['command'] : verb === 'contact' ? ['host'] : pathKeys
  const keys = new Set<string>()
  const pattern = `!${text}`
  const changed = excluding(match, pattern, { among, keys })
  return changed === undefined ? undefined : { pattern, keys: [...keys], match: changed }
}

/** Patterns read other signs as more than themselves. */
function isPlain(text: string, more: string): boolean {
  return Array.from(text).every((char) => /[\w./+-]/.test(char) || more.includes(char))
}

interface KeyChoice {
  readonly among: readonly string[]
  /** Those that the match has. */
  readonly keys: Set<string>
}

/** The match with the pattern beside every other of these keys; undefined when it has none of them. */
function excluding(match: unknown, pattern: string, { among, keys }: KeyChoice): Keys | undefined {
  if (!isKeys(match)) return undefined
  let found = false
  const entries = Object.entries(match).map(([key, value]) => {
    if (among.includes(key)) {
      found = true
      keys.add(key)
      return [key, [...listOf(value), pattern]] as const
    }
    if (key !== 'any' && key !== 'all') return [key, value] as const
    const parts = listOf(value).map((part) => excluding(part, pattern, { among, keys }) ?? part)
    found ||= parts.some((part, at) => part !== listOf(value)[at])
    return [key, parts] as const
  })
  return found ? Object.fromEntries(entries) : undefined
}
