// Asks Git which paths a command of it would change, and programs that unpack what is in an archive: short calls that change nothing.
import { posix } from 'node:path'
import type { Clock, ListedDirectory, ListQuestion, Look } from '../../model/types.ts'
import { askLister, type ListerAnswer, type ListerWorld } from './ask-lister.ts'

/** All programs of one call together: only for what works no more, as each is held by the CPU time it takes. */
const MAX_WAIT_MS = 8_000
/** Programs that one call starts. */
const MAX_ASKED = 100

/** What the programs of one call may use together, whichever directory they are asked about. */
export interface ListBudget {
  readonly elapsed: () => number
  readonly max_ms: number
  spent_ms: number
  asked: number
}

/** `left_ms`: until the call has to be answered; half of it is for what comes after the lists. */
export function createListBudget({ elapsed }: Pick<Clock, 'elapsed'>, left_ms = Infinity): ListBudget {
  return { elapsed, max_ms: Math.max(0, Math.min(MAX_WAIT_MS, left_ms / 2)), spent_ms: 0, asked: 0 }
}

export function createLists(world: ListerWorld, budget: ListBudget): Look['listed'] {
  const lists = new Map<string, ReturnType<Look['listed']>>()
  const answers = new Map<string, ListerAnswer>()
  const ask = (top: string, words: readonly string[]): ListerAnswer => {
    const [program, ...args] = words
    if (program === undefined) return { printed: '' }
    const key = [program === 'git' ? top : '', ...words].join('\0')
    const found =
      answers.get(key) ??
      askWithin(budget, (wait_ms) => askLister(top, [program, ...args], { ...world, wait_ms }))
    answers.set(key, found)
    return found
  }
  const list: Look['listed'] = (top, question) => {
    for (const words of question.asks) {
      const found = ask(top, words)
      if (found === 'unknown') continue
      // The next question is for where this one has no answer.
      if ('failure' in found) return { unanswered: `${nameOf(words)} ${found.failure}` }
      return byDirectory(namesIn(found.printed, words), { top, ...question })
    }
    return undefined
  }
  return (top, question) => {
    const key = JSON.stringify([top, question])
    if (!lists.has(key)) lists.set(key, list(top, question))
    return lists.get(key)
  }
}

function askWithin(budget: ListBudget, ask: (wait_ms: number) => ListerAnswer | 'late'): ListerAnswer {
  if (budget.asked === MAX_ASKED) return { failure: `was not asked: one call may ask ${MAX_ASKED} programs` }
  const begun = budget.elapsed()
  const left_ms = budget.max_ms - budget.spent_ms
  const found = left_ms > 0 ? ask(left_ms) : 'late'
  budget.spent_ms += budget.elapsed() - begun
  budget.asked += 1
  return found === 'late'
    ? { failure: `did not answer within ${Math.round(budget.max_ms / 100) / 10} s` }
    : found
}

const nameOf = ([program = '']: readonly string[]): string =>
  program === 'git' ? 'Git' : posix.basename(program)

/** Git ends each name with a NUL, the others with a line; 7z puts a label before it. */
const namesIn = (text: string, [program]: readonly string[]): readonly string[] =>
  text.split(program === 'git' ? '\0' : /\r?\n/).map((name) => name.replace(/^Path = /, ''))

function byDirectory(
  files: readonly string[],
  { top, from, strip = 0 }: Omit<ListQuestion, 'asks'> & { readonly top: string },
): readonly ListedDirectory[] {
  const dirs = new Map<string, string[]>()
  for (const file of files) {
    const path = placeOf(stripped(file, strip), { top, from })
    if (path === undefined) continue
    const dir = path.slice(0, path.lastIndexOf('/')) || '/'
    const name = path.slice(path.lastIndexOf('/') + 1)
    const names = dirs.get(dir)
    if (names === undefined) dirs.set(dir, [name])
    else names.push(name)
  }
  return [...dirs].map(([dir, names]) => ({ dir, names }))
}

function stripped(name: string, parts: number): string {
  if (parts === 0) return name
  const all = name.split('/').filter((part) => part !== '')
  return parts === Infinity ? (name.endsWith('/') ? '' : (all.at(-1) ?? '')) : all.slice(parts).join('/')
}

/** A name that leads out of the directory is not unpacked, unless absolute names are. */
function placeOf(
  name: string,
  { top, from }: { readonly top: string; readonly from: string | undefined },
): string | undefined {
  if (name === '') return undefined
  const base = from !== undefined && name.startsWith('/') ? '/' : (from ?? top)
  const path = posix.join(base, name).replace(/(?<=.)\/$/, '')
  return path.startsWith(top === '/' ? '/' : `${top}/`) ? path : undefined
}
