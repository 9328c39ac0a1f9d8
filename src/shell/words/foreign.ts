// What a command of PowerShell names: any word may be a path, and a verb that changes files may change each of them.
import type { Facts } from '../../model/types.ts'
import { createFacts } from '../kinds.ts'
import { toAbsolute } from '../tools.ts'
import type { World } from '../types.ts'

const verbs = 'set|add|clear|remove|move|copy|rename|new|out|export|tee'
const aliases = 'ac|clc|copy|cp|cpi|del|erase|md|mi|move|mv|ni|rd|ren|ri|rm|rmdir|rni|sc|tee'
const methods = 'write|append|delete|move|copy|create|replace'
const changes = new RegExp(
  `(?:^|[\\s;|&({])(?:(?:${verbs})-\\w+|${aliases})(?=[\\s;|)}]|$)|>|\\]::\\w*(?:${methods})`,
  'i',
)
const home = /^\$(?:home|env:home|env:userprofile)(?=\/)/i

/** Guesses by its words. A guess can deny a call, but not allow it. */
export function factsOfWords(text: string, world: Pick<World, 'cwd' | 'home' | 'files'>): Facts {
  const facts = createFacts()
  const isChange = changes.test(text)
  for (const path of pathsIn(text, world)) {
    facts.reads.push({ path })
    if (isChange) (world.files.kind(path) === undefined ? facts.creates : facts.edits).push({ path })
  }
  return facts
}

function pathsIn(text: string, world: Pick<World, 'cwd' | 'home'>): ReadonlySet<string> {
  const words = text.split(/[\s"'`;|&(){}<>,=]+/).filter((word) => /[./\\]/.test(word))
  const paths = words.map((word) => toAbsolute(word.replaceAll('\\', '/').replace(home, '~'), world))
  return new Set(paths.filter((path) => path !== undefined))
}
