import { EDGE } from '../literal.ts'
import type { CommandFact, Facts, PathFact, Subject } from '../types.ts'

const known = new WeakMap<Facts, string | undefined>()

/** The texts of a subject's facts that literals are looked for in, in lower case; undefined when some cannot be known. */
export function factTexts(subject: Subject): string | undefined {
  try {
    const facts = subject.facts()
    if (known.has(facts)) return known.get(facts)
    const texts = textsIn(facts, subject)
    known.set(facts, texts)
    return texts
  } catch {
    return undefined // whoever asks about facts says what went wrong
  }
}

function textsIn(facts: Facts, subject: Subject): string | undefined {
  const { commands, reads, creates, edits, deletes, adds, hosts, unresolved } = facts
  const paths = [...reads, ...creates, ...edits, ...deletes]
  const isOpen =
    unresolved.some(({ about }) => about.length > 0) ||
    commands.some(({ open, program }) => program === '' || (open !== undefined && open.length > 0)) ||
    paths.some(({ tree, glob }) => tree === true || glob === true)
  if (isOpen) return undefined
  const texts = [
    ...commands.flatMap((command) => commandTexts(command, subject)),
    ...paths.flatMap((fact) => pathTexts(fact, subject)),
    ...adds,
    ...hosts,
  ]
  return texts.length === 0 ? '' : `${texts.join(EDGE)}${EDGE}`.toLowerCase()
}

/** Words stand between spaces: as written, and as they are called. */
function commandTexts(command: CommandFact, { look }: Subject): string[] {
  const { argv, program, wrappers, assignments } = command
  const read = look?.words([program, ...argv.slice(1)])
  const called =
    read === undefined ? [program] : [program, ...read.path, ...read.operands.map(({ text }) => text)]
  const set = Object.keys(assignments).map((name) => `${name}=${assignments[name] ?? ''}`)
  const more = [...wrappers, ...set, ...called.filter((word) => !argv.includes(word))]
  return [` ${argv.join(' ')} ${more.length === 0 ? '' : `${more.join(' ')} `}`]
}

/** As named, where links lead, and what else the file is called. */
function pathTexts({ path }: PathFact, { real, look }: Subject): string[] {
  const leads = real?.(path) ?? path
  return [path, ...(leads === path ? [] : [leads]), ...(look?.twins(path) ?? [])]
}
