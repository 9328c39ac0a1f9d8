// Collects the facts of one text.
import type { CommandFact, FactKind, Facts, PathFact } from '../../../model/types.ts'
import type { CommandEffects, World } from '../../types.ts'
import { relativeTo } from '../../../patterns/paths/paths.ts'
import { withoutReserved } from '../../words/marks.ts'
import { factsApart } from './apart.ts'
import { createFrame } from './frame.ts'
import { distinctFacts, type Fact, type Kind, kinds, type OwnedFacts } from './owned.ts'

export class FactSink {
  /** Its facts belong to every command. */
  readonly root = createFrame()
  /** To what new facts belong. */
  frame = this.root
  readonly #owned: OwnedFacts = {
    commands: [],
    reads: [],
    creates: [],
    edits: [],
    deletes: [],
    adds: [],
    hosts: [],
    sends: [],
    pushes: [],
    commits: [],
    unresolved: [],
  }

  push<K extends Kind>(kind: K, ...facts: readonly Fact<K>[]): void {
    const { frame } = this
    for (const fact of facts) this.#owned[kind].push({ fact, frame })
  }

  /** The facts of the action belong to a frame of its own. */
  inside<T>(action: () => T, frame = createFrame(this.frame)): T {
    const outer = this.frame
    this.frame = frame
    try {
      return action()
    } finally {
      this.frame = outer
    }
  }

  unresolved(reason: string, text: string, about: readonly FactKind[]): void {
    const short = withoutReserved(text.length > 200 ? `${text.slice(0, 200)}…` : text)
    this.push('unresolved', { reason, text: short, about })
  }

  /** The commands so far. */
  recorded(): readonly CommandFact[] {
    return this.#all('commands')
  }

  /** What it changed so far. */
  changes(): ReturnType<NonNullable<World['changes']>> {
    return { written: [...this.#all('creates'), ...this.#all('edits')], deleted: this.#all('deletes') }
  }

  #all<K extends Kind>(kind: K): readonly Fact<K>[] {
    return this.#owned[kind].map(({ fact }) => fact)
  }

  written(path: string): 'yes' | 'maybe' | 'no' {
    const { creates, edits } = this.#owned
    const isOne = ({ fact }: { readonly fact: PathFact }): boolean => fact.tree !== true && fact.path === path
    const isIn = ({ fact }: { readonly fact: PathFact }): boolean =>
      fact.tree === true && relativeTo(fact.path, path) !== undefined
    if (creates.some(isOne) || edits.some(isOne)) return 'yes'
    return creates.some(isIn) || edits.some(isIn) ? 'maybe' : 'no'
  }

  add(effects: CommandEffects): void {
    this.push('reads', ...effects.reads)
    this.push('creates', ...effects.creates)
    this.push('edits', ...effects.edits)
    this.push('deletes', ...effects.deletes)
    this.push('adds', ...effects.adds)
    this.push('hosts', ...effects.hosts)
    this.push('pushes', ...effects.pushes)
    this.push('unresolved', ...effects.unresolved)
  }

  mark(): readonly number[] {
    return kinds.map((kind) => this.#owned[kind].length)
  }

  /** Forgets what came after a mark. */
  rollBack(mark: readonly number[]): void {
    kinds.forEach((kind, index) => (this.#owned[kind].length = mark[index] ?? 0))
  }

  /** Of what a file brought since a mark, keeps what is sure; what it reads below the root is its own affair. */
  keepSure(mark: readonly number[], { file, root }: { readonly file: string; readonly root: string }): void {
    const { commands, reads, creates, edits, deletes, adds, unresolved } = this.#owned
    const before = (kind: Kind): number => mark[kinds.indexOf(kind)] ?? 0
    const sure = commands.splice(before('commands')).filter(({ fact }) => fact.program !== '')
    push(
      commands,
      sure.map(({ fact, frame }) => ({ fact: { ...fact, from: file }, frame })),
    )
    const outside = reads.splice(before('reads')).filter(({ fact }) => !fact.path.startsWith(`${root}/`))
    push(reads, outside.filter(isSure))
    push(creates, creates.splice(before('creates')).filter(isSure))
    push(edits, edits.splice(before('edits')).filter(isSure))
    push(deletes, deletes.splice(before('deletes')).filter(isSure))
    adds.length = before('adds')
    unresolved.length = before('unresolved')
  }

  /** Puts others in the place of the last command. */
  replaceLast(commands: readonly CommandFact[]): void {
    this.#owned.commands.pop()
    this.push('commands', ...commands)
  }

  /** Drops commands from `again` on whose whole pipeline is already recorded from `first` on. */
  dropRepeated(first: number, again: number): void {
    const { commands } = this.#owned
    const seen = new Set(pipelines(this.recorded().slice(first, again)).values())
    const later = commands.slice(again)
    const all = pipelines(later.map(({ fact }) => fact))
    const repeated = [...all].filter(([, text]) => seen.has(text)).map(([pipeline]) => pipeline)
    if (repeated.length === 0) return
    commands.length = again
    push(
      commands,
      later.filter(({ fact }) => !repeated.includes(fact.pipeline)),
    )
  }

  facts(): Facts {
    const owned = this.#owned
    const all = Object.fromEntries(kinds.map((kind) => [kind, this.#all(kind)])) as Pick<Facts, Kind>
    const facts = distinctFacts(all)
    const first = kinds.flatMap((kind) => owned[kind][0]?.frame ?? [])[0]
    if (kinds.every((kind) => owned[kind].every(({ frame }) => frame === first))) return facts
    let parts: ReturnType<typeof factsApart> | undefined
    // A changed copy has other parts.
    return Object.defineProperty(facts, 'apart', { value: () => (parts ??= factsApart(owned, facts)) })
  }
}

const isSure = ({ fact }: { readonly fact: PathFact }): boolean => fact.glob !== true

/** A key for each pipeline, by its number. */
function pipelines(commands: readonly CommandFact[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  for (const { pipeline, ...command } of commands)
    texts.set(pipeline, `${texts.get(pipeline) ?? ''}${JSON.stringify(command)}\n`)
  return texts
}

function push<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item)
}
