// Collects the facts of one text.
import type { CommandFact, FactKind, Facts, PathFact, SendFact, Unresolved } from '../../model/types.ts'
import type { Effects } from '../types.ts'
import { relativeTo } from '../../patterns/paths/paths.ts'
import { withoutReserved } from '../words/marks.ts'

const lists = [
  'commands',
  'reads',
  'creates',
  'edits',
  'deletes',
  'adds',
  'hosts',
  'sends',
  'problems',
] as const

export class FactSink {
  readonly commands: CommandFact[] = []
  readonly reads: PathFact[] = []
  readonly creates: PathFact[] = []
  readonly edits: PathFact[] = []
  readonly deletes: PathFact[] = []
  readonly adds: string[] = []
  readonly hosts: string[] = []
  readonly sends: SendFact[] = []
  readonly problems: Unresolved[] = []

  unresolved(reason: string, text: string, about: readonly FactKind[]): void {
    const short = withoutReserved(text.length > 200 ? `${text.slice(0, 200)}…` : text)
    this.problems.push({ reason, text: short, about })
  }

  written(path: string): 'yes' | 'maybe' | 'no' {
    const writes = [...this.creates, ...this.edits]
    if (writes.some((fact) => fact.tree !== true && fact.path === path)) return 'yes'
    return writes.some((fact) => fact.tree === true && relativeTo(fact.path, path) !== undefined)
      ? 'maybe'
      : 'no'
  }

  add(effects: Effects): void {
    push(this.reads, effects.reads)
    push(this.creates, effects.creates)
    push(this.edits, effects.edits)
    push(this.deletes, effects.deletes)
    push(this.adds, effects.adds)
    push(this.hosts, effects.hosts)
    push(this.problems, effects.unresolved)
  }

  mark(): readonly number[] {
    return lists.map((name) => this[name].length)
  }

  /** Forgets what came after a mark. */
  rollBack(mark: readonly number[]): void {
    lists.forEach((name, index) => (this[name].length = mark[index] ?? 0))
  }

  /** Of what a file brought since a mark, keeps what is sure; what it reads below the root is its own affair. */
  keepSure(mark: readonly number[], { file, root }: { readonly file: string; readonly root: string }): void {
    const before = (name: (typeof lists)[number]): number => mark[lists.indexOf(name)] ?? 0
    const sure = this.commands.splice(before('commands')).filter(({ program }) => program !== '')
    push(
      this.commands,
      sure.map((each) => ({ ...each, from: file })),
    )
    const outside = this.reads.splice(before('reads')).filter(({ path }) => !path.startsWith(`${root}/`))
    push(this.reads, outside.filter(isSure))
    push(this.creates, this.creates.splice(before('creates')).filter(isSure))
    push(this.edits, this.edits.splice(before('edits')).filter(isSure))
    push(this.deletes, this.deletes.splice(before('deletes')).filter(isSure))
    this.adds.length = before('adds')
    this.problems.length = before('problems')
  }

  /** Drops commands from `again` on whose whole pipeline is already recorded from `first` on. */
  dropRepeated(first: number, again: number): void {
    const seen = new Set(pipelines(this.commands.slice(first, again)).values())
    const later = this.commands.slice(again)
    const repeated = [...pipelines(later)].filter(([, text]) => seen.has(text)).map(([pipeline]) => pipeline)
    if (repeated.length === 0) return
    this.commands.length = again
    push(
      this.commands,
      later.filter(({ pipeline }) => !repeated.includes(pipeline)),
    )
  }

  facts(): Facts {
    return {
      commands: this.commands,
      reads: distinct(this.reads, pathKey),
      creates: distinct(this.creates, pathKey),
      edits: distinct(this.edits, pathKey),
      deletes: distinct(this.deletes, pathKey),
      adds: distinct(this.adds, (text) => text),
      hosts: distinct(this.hosts, (host) => host),
      sends: distinct(this.sends, sendKey),
      unresolved: distinct(
        this.problems,
        (problem) => `${problem.reason}\n${problem.text}\n${problem.about.join()}`,
      ),
    }
  }
}

const isSure = ({ glob }: PathFact): boolean => glob !== true

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

function pathKey(fact: PathFact): string {
  const skips = `${fact.skips?.join() ?? ''}${fact.only?.join('\0') ?? ''}${fact.listed_by === undefined ? '' : JSON.stringify(fact.listed_by)}`
  return `${fact.glob === true ? 'g' : ''}${fact.tree === true ? 't' : ''}${skips}:${fact.path}`
}

function sendKey({ what, to = '', by, aside }: SendFact): string {
  const path = what.kind === 'file' && what.path !== undefined ? pathKey(what.path) : ''
  return JSON.stringify([path === '' ? what : path, to, by, aside])
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items
  const seen = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (!seen.has(key)) seen.set(key, item)
  }
  return seen.size === items.length ? items : [...seen.values()]
}
