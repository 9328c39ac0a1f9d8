import { mustSpend } from '../../patterns/work.ts'
import { EDGE, SENDING } from '../../patterns/literal.ts'
import { factKinds } from '../../model/events.ts'
import type { CommandFact, FactKind, Facts, FactTexts, PathFact, Subject } from '../../model/types.ts'

const none: readonly FactKind[] = []
const cache = new WeakMap<Facts, FactTexts>()

/** The facts as lower-case text, in which the index looks for literals. */
export function factTexts(subject: Subject): FactTexts | undefined {
  try {
    const facts = subject.facts()
    const cached = cache.get(facts)
    if (cached !== undefined) return cached
    const kinds = factKinds.filter((kind) => facts[kind].length > 0)
    const texts = {
      text: textsIn(facts, subject),
      kinds,
      open: openKinds(facts),
      inside: areInside(facts, subject),
    }
    cache.set(facts, texts)
    return texts
  } catch {
    return undefined // the matchers report the error
  }
}

/** The kinds with unknown members; a tree or a glob stands for unnamed paths. */
function openKinds({ commands, unresolved, ...facts }: Facts): FactTexts['open'] {
  const open = new Set<FactTexts['open'][number]>(unresolved.flatMap(({ about }) => about))
  for (const { program, open: words = [] } of commands) {
    if (program === '' || words.includes(0)) open.add('commands')
    else if (words.length > 0) open.add('words')
  }
  for (const kind of pathKinds)
    if (facts[kind].some(({ tree, glob }) => tree === true || glob === true)) open.add(kind)
  return open.size === 0 ? none : [...open]
}

const pathKinds = ['reads', 'creates', 'edits', 'deletes'] as const

/** Are all paths inside the root, also with links resolved? */
function areInside(facts: Facts, { event, real }: Subject): boolean {
  if (facts.unresolved.some(({ about }) => pathKinds.some((kind) => about.includes(kind)))) return false
  const top = `${event.root}/`
  const realTop = real === undefined ? top : `${real(event.root)}/`
  return pathKinds.every((kind) =>
    facts[kind].every(
      ({ path, glob }) => glob !== true && path.startsWith(top) && (real?.(path) ?? path).startsWith(realTop),
    ),
  )
}

function textsIn(facts: Facts, subject: Subject): string {
  const { commands, reads, creates, edits, deletes, adds, hosts, sends } = facts
  const paths = [...reads, ...creates, ...edits, ...deletes]
  const texts = [
    ...commands.flatMap((command) => commandTexts(command, subject)),
    ...paths.flatMap((fact) => pathTexts(fact, subject)),
    ...adds.map(({ text }) => text),
    ...hosts,
    ...(sends.length > 0 ? [SENDING] : []),
  ]
  return texts.length === 0 ? '' : `${texts.join(EDGE)}${EDGE}`.toLowerCase()
}

const COMMAND_STEPS = 3
const CHARACTERS_PER_STEP = 10

/** Longer commands are looked up in a set, which keeps the time linear. */
const MAX_SCANNED = 32

/** Words between spaces, as written and in canonical form. */
function commandTexts(command: CommandFact, { look }: Subject): string[] {
  const { argv, program, wrappers, assignments } = command
  mustSpend(COMMAND_STEPS + argv.length)
  const read = look?.words([program, ...argv.slice(1)])
  const canonical =
    read === undefined ? [program] : [program, ...read.path, ...read.operands.map(({ text }) => text)]
  const set = Object.keys(assignments).map((name) => `${name}=${assignments[name] ?? ''}`)
  const written = argv.length > MAX_SCANNED ? new Set(argv) : undefined
  const isNew = (word: string): boolean => !(written?.has(word) ?? argv.includes(word))
  const more = [...wrappers, ...set, ...canonical.filter(isNew)]
  return [` ${argv.join(' ')} ${more.length === 0 ? '' : `${more.join(' ')} `}`]
}

/** As named, with links resolved, and hard links. The slash marks the end of the name. */
function pathTexts({ path }: PathFact, { real, look }: Subject): string[] {
  mustSpend(1 + path.length / CHARACTERS_PER_STEP)
  const resolved = real?.(path) ?? path
  const others = look?.twins(path) ?? []
  return [path, ...(resolved === path ? [] : [resolved]), ...others].map((each) => `${each}/`)
}
