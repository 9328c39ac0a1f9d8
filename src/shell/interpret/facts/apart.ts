// The facts of a text, for each of its commands apart.
import type { CommandFact, Facts, PartFacts, PathFact } from '../../../model/types.ts'
import { spend, spendingFrom, takePart } from '../../../patterns/work.ts'
import { createFacts, type MutableLists } from '../../kinds.ts'
import type { Frame } from './frame.ts'
import { makes } from './made.ts'
import { distinctFacts, kinds, type OwnedFacts } from './owned.ts'

type Lists = MutableLists<Omit<Facts, 'apart'>>

interface Node {
  readonly frame: Frame
  readonly own: Lists
  /** It, and all with facts that it runs or stands around. */
  readonly below: Node[]
}

type Tree = ReadonlyMap<Frame, Node>

/** A part for each command, each pipeline, and all that no command does; the whole where that would be too much work. */
export function factsApart(owned: OwnedFacts, whole: Facts): readonly PartFacts[] {
  return spendingFrom(takePart(4), () => partsIn(owned)) ?? [whole]
}

function partsIn(owned: OwnedFacts): readonly PartFacts[] | undefined {
  const tree = growTree(owned)
  if (tree === undefined) return undefined
  const parts: PartFacts[] = []
  for (const { fact, frame } of owned.commands) {
    const part = partOf(frame, { tree, commands: [fact] })
    if (part === undefined) return undefined
    parts.push(part)
  }
  for (const { frame, below } of tree.values()) {
    if (frame.within === undefined || below.some(({ own }) => own.commands.length > 0)) continue
    const part = partOf(frame, { tree, commands: [] })
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.length === 0 ? undefined : [...parts, ...pipelinesOf(parts)]
}

function growTree(owned: OwnedFacts): Tree | undefined {
  const tree = new Map<Frame, Node>()
  const nodeOf = (frame: Frame): Node => {
    const node = tree.get(frame) ?? { frame, own: createFacts(), below: [] }
    tree.set(frame, node)
    return node
  }
  for (const kind of kinds)
    for (const { fact, frame } of owned[kind]) (nodeOf(frame).own[kind] as unknown[]).push(fact)
  const owners = [...tree.values()]
  for (const node of owners) {
    node.below.push(node)
    for (const each of around(node.frame)) {
      if (!spend(1)) return undefined
      nodeOf(each).below.push(node)
    }
  }
  return tree
}

function* around({ within }: Frame): Iterable<Frame> {
  for (let each = within; each !== undefined; each = each.within) yield each
}

interface CommandPart {
  readonly tree: Tree
  readonly commands: readonly CommandFact[]
}

/** Its own facts, those of what it runs, and those of what stands around it; undefined when that is too much work. */
function partOf(frame: Frame, { tree, commands }: CommandPart): PartFacts | undefined {
  const facts = createFacts()
  const outer = [...around(frame)].flatMap((each) => tree.get(each) ?? []).filter(isAround)
  for (const { own } of [...(tree.get(frame)?.below ?? []), ...outer]) {
    if (!spend(1)) return undefined
    addFacts(facts, own)
  }
  facts.commands = [...commands]
  return addReached(facts, frame, tree) ? distinctFacts(facts) : undefined
}

function addFacts(facts: Lists, own: Lists): void {
  for (const kind of kinds) for (const fact of own[kind]) (facts[kind] as unknown[]).push(fact)
}

const FLOWS_PER_STEP = 10

/** Adds to the reads what the frames have read that give it data, or that made a file which it reads. */
function addReached(facts: Lists, frame: Frame, tree: Tree): boolean {
  const makers = [...tree.values()].filter(({ own }) => own.creates.length + own.edits.length > 0)
  const seen = new Set<Frame>([frame, ...around(frame)])
  const own = [...seen, ...(tree.get(frame)?.below ?? []).map((node) => node.frame)]
  const open = own.flatMap((each) => [...each.fed])
  let asked = 0
  for (;;) {
    const next = open.pop()
    if (next === undefined) {
      const read = facts.reads[asked++]
      if (read === undefined) return true
      if (!spend(makers.length / FLOWS_PER_STEP)) return false
      open.push(...makers.filter((maker) => hasMade(maker, read)).map((maker) => maker.frame))
    } else if (!seen.has(next)) {
      seen.add(next)
      if (!spend(1)) return false
      open.push(...addReads(facts, next, tree))
    }
  }
}

const hasMade = ({ own: { reads, creates, edits } }: Node, path: PathFact): boolean =>
  makes({ reads, writes: [...creates, ...edits] }, path)

/** Adds what it reads, and returns what gives it data. */
function addReads(facts: Lists, frame: Frame, tree: Tree): readonly Frame[] {
  const outer = [...around(frame)]
  const open = [frame, ...outer].flatMap((each) => [...each.fed])
  const outerNodes = outer.flatMap((each) => tree.get(each) ?? []).filter(isAround)
  for (const node of [...(tree.get(frame)?.below ?? []), ...outerNodes]) {
    const { reads, creates, deletes, unresolved } = node.own
    open.push(...node.frame.fed)
    facts.reads.push(...reads, ...(creates.length > 0 ? deletes : [])) // what it moves
    for (const each of unresolved)
      if (each.about.includes('reads')) facts.unresolved.push({ ...each, about: ['reads'] })
  }
  return open
}

const isAround = ({ own }: Node): boolean => own.commands.length === 0

function pipelinesOf(parts: readonly PartFacts[]): readonly PartFacts[] {
  const found = new Map<number, PartFacts[]>()
  for (const part of parts)
    for (const { pipeline } of part.commands) found.set(pipeline, [...(found.get(pipeline) ?? []), part])
  return [...found.values()]
    .filter(({ length }) => length > 1)
    .map((all) => {
      const facts = createFacts()
      for (const part of all) for (const kind of kinds) (facts[kind] as unknown[]).push(...part[kind])
      return { ...distinctFacts(facts), pipeline: true }
    })
}
