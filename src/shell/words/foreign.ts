// What a command of PowerShell names: any word may be a path, and a verb that changes files may change each of them.
import type { Facts } from '../../model/types.ts'
import { toAbsolute } from '../absolute-path.ts'
import { createFacts } from '../kinds.ts'
import type { World } from '../types.ts'

type WordsPlace = Pick<World, 'cwd' | 'home' | 'files'>

const MAX_WORDS = 200

/** Verbs, their short names, and methods. */
const calls = (verbs: string, short: string, methods: string): RegExp =>
  new RegExp(`(?:^|[\\s;|&({])(?:(?:${verbs})-\\w+|${short})(?=[\\s;|)}]|$)|(?:\\]::|\\.)(?:${methods})`, 'i')
const removes = calls(
  'remove|move|rename',
  'del|erase|mi|move|mv|rd|ren|ri|rm|rmdir|rni|sc',
  'delete|move|replace',
)
const writes = calls(
  'set|add|clear|copy|new|out|export|tee',
  'ac|clc|copy|cp|cpi|md|ni|sc|tee',
  'write|append|copy|create',
)
const home = /^\$(?:home|env:home|env:userprofile)(?=\/)/i

/** Guesses by its words. A guess can deny a call, but not allow it. */
export function factsOfWords(text: string, place: WordsPlace): Facts {
  const facts = createFacts()
  const isRemoved = removes.test(text)
  const isWritten = isRemoved || writes.test(text) || text.includes('>')
  for (const path of pathsIn(text, place)) {
    facts.reads.push({ path })
    if (isRemoved) facts.deletes.push({ path, tree: true })
    if (isWritten) (place.files.kind(path) === undefined ? facts.creates : facts.edits).push({ path })
  }
  return facts
}

/** Words with a dot or a slash, and whatever else is there. */
function pathsIn(text: string, place: WordsPlace): ReadonlySet<string> {
  const words = text.split(/[\s"'`;|&(){}<>,=]+/).slice(0, MAX_WORDS)
  const paths = words.flatMap((given) => {
    const word = given.replaceAll('\\', '/').replace(home, '~')
    if (word === '' || /[$[\]]|^-/.test(word)) return []
    const path = toAbsolute(word, place)
    const isPath = path !== undefined && (/[./]/.test(word) || place.files.kind(path) !== undefined)
    return isPath ? [path] : []
  })
  return new Set(paths)
}
