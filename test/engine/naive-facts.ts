// Facts of a shell that knows three programs and one variable, and what patterns over them mean, from the words alone.
import type { FactSource } from '../../src/engine/subject.ts'
import type { CommandFact, Facts } from '../../src/model/types.ts'

export type Truth = 0 | 1 | 2

const everyKind = ['commands', 'creates', 'edits', 'deletes', 'hosts'] as const

function wordsOf(text: string): string[][] {
  return text.split('; ').flatMap((line) => (line === '' ? [] : [line.split(' ')]))
}

/** `rm` deletes, `curl` contacts, `$X` cannot be known. */
function toyFacts(text: string): Facts {
  const commands = wordsOf(text).map((argv, pipeline): CommandFact => {
    const open = argv.flatMap((word, at) => (word === '$X' ? [at] : []))
    return {
      argv,
      program: argv[0] ?? '',
      wrappers: [],
      assignments: {},
      cwd: '/shop',
      pipeline,
      ...(open.length > 0 && { open }),
    }
  })
  const of = (program: string): string[] =>
    commands.filter((each) => each.program === program).flatMap(({ argv }) => argv.slice(1))
  const isOpen = of('rm').includes('$X')
  return {
    commands,
    reads: [],
    creates: [],
    edits: [],
    deletes: of('rm')
      .filter((word) => word !== '$X')
      .map((word) => ({ path: `/shop/${word}` })),
    adds: [],
    hosts: of('curl'),
    sends: [],
    pushes: [],
    commits: [],
    unresolved: isOpen ? [{ reason: 'write $X out', text: '$X', about: ['deletes'] }] : [],
  }
}

export const toySource: FactSource = {
  facts: ({ tool_input: input }) => toyFacts((input as { command: string }).command), // every call here has one
  did: () => ({ calls: [], prompt: 0, known_since: 0 }),
}

function meets(pattern: string, { argv }: CommandFact): Truth {
  const [program, ...rest] = pattern.split(' ')
  if (program !== '*' && program !== argv[0]) return 0
  let is: Truth = 2
  for (const [at, wanted] of rest.entries()) {
    const word = argv[at + 1]
    const wasOpen = argv.slice(1, at + 1).includes('$X')
    if (word === '$X') is = wanted === '*' ? is : 1
    else if (word === undefined || (wanted !== '*' && wanted !== word))
      return wasOpen || (word === undefined && is === 1) ? 1 : 0
  }
  return is
}

const least = (all: readonly Truth[]): Truth => Math.min(2, ...all) as Truth
const most = (all: readonly Truth[]): Truth => Math.max(0, ...all) as Truth

function listed<T>(list: readonly string[], each: T, holds: (pattern: string, each: T) => Truth): Truth {
  const wanted = list.filter((one) => !one.startsWith('!'))
  const refused = list.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  const yes = wanted.length === 0 ? 2 : most(wanted.map((one) => holds(one, each)))
  const no = most(refused.map((one) => holds(one, each)))
  return least([yes, (2 - no) as Truth])
}

export type FactMatch = { readonly command: readonly string[] } | { readonly deletes: readonly string[] }

const inShop = (glob: string, path: string): Truth => (glob === '**' || path === `/shop/${glob}` ? 2 : 0)

/** For a deny or an ask: one fact is enough. */
export function someFact(match: FactMatch, text: string): Truth {
  const facts = toyFacts(text)
  if ('command' in match) return most(facts.commands.map((each) => listed(match.command, each, meets)))
  const known = most(facts.deletes.map(({ path }) => listed(match.deletes, path, inShop)))
  return known === 0 && facts.unresolved.length > 0 ? 1 : known
}

/** For an allow: every fact has to meet it. */
export function everyFact(match: FactMatch, text: string): Truth {
  const facts = toyFacts(text)
  const all =
    'command' in match
      ? facts.commands.map((each) => listed(match.command, each, meets))
      : facts.deletes.map(({ path }) => listed(match.deletes, path, inShop))
  return all.length > 0 && least(all) === 2 ? 2 : 0
}

/** What else the call does than what is named. */
export function doesMore(named: ReadonlySet<string>, text: string): boolean {
  const facts = toyFacts(text)
  return facts.unresolved.length > 0 || everyKind.some((kind) => facts[kind].length > 0 && !named.has(kind))
}
