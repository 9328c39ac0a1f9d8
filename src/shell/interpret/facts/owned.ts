// Lists of facts, each with what it belongs to.
import type { Facts, PathFact, SendFact } from '../../../model/types.ts'
import type { Frame } from './frame.ts'

export const kinds = [
  'commands',
  'reads',
  'creates',
  'edits',
  'deletes',
  'adds',
  'hosts',
  'sends',
  'pushes',
  'commits',
  'unresolved',
] as const

export type Kind = (typeof kinds)[number]
export type Fact<K extends Kind> = Facts[K][number]

/** Facts, each with the command that it belongs to. */
export type OwnedFacts = {
  readonly [K in Kind]: { readonly fact: Fact<K>; readonly frame: Frame }[]
}

/** Every fact once. */
export function distinctFacts(facts: Facts): Facts {
  return {
    commands: facts.commands,
    reads: distinct(facts.reads, pathKey),
    creates: distinct(facts.creates, pathKey),
    edits: distinct(facts.edits, pathKey),
    deletes: distinct(facts.deletes, pathKey),
    adds: distinct(facts.adds, (add) => JSON.stringify(add)),
    hosts: distinct(facts.hosts, (host) => host),
    sends: distinct(facts.sends, sendKey),
    pushes: distinct(facts.pushes, (each) => JSON.stringify(each)),
    commits: facts.commits,
    unresolved: distinct(
      facts.unresolved,
      (problem) => `${problem.reason}\n${problem.text}\n${problem.about.join()}`,
    ),
  }
}

function pathKey(fact: PathFact): string {
  const skips = `${fact.skips?.join() ?? ''}${fact.only?.join('\0') ?? ''}${fact.listed_by === undefined ? '' : JSON.stringify(fact.listed_by)}`
  const how = `${fact.by ?? ''}${fact.seeks?.join('\0') ?? ''}`
  return `${how}${fact.glob === true ? 'g' : ''}${fact.tree === true ? 't' : ''}${skips}:${fact.path}`
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
