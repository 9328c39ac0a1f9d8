// Loops: a body for every word that is known, and until nothing changes any more.
import type { ArithmeticFor, For, Select, While, Word } from 'unbash'
import { oneOf } from './commands.ts'
import { anything, isPlain, number } from '../words/marks.ts'
import { covers, directory, positional, union, unknown, unset } from './scope.ts'
import type { Value } from './scope.ts'
import type { At, Shell } from './shell.ts'
import { expandWords, walkInside } from '../words/words.ts'

const chunk = 32
const mostWords = 512
const mostNumbers = 4

export function walkFor(shell: Shell, node: For | Select, at: At): string {
  const texts =
    node.wordlist === undefined ? shell.scope.get(positional)?.list : loopWords(shell, node.wordlist, at)
  const name = node.name.value
  const all: readonly string[] = texts === undefined ? [anything] : bounded(texts)
  const outputs: string[] = []
  for (let from = 0; from < Math.max(all.length, 1); from += chunk) {
    const part = all.slice(from, from + chunk)
    const value: Value = part.length === 0 ? unknown : { texts: [...new Set(part)] }
    outputs.push(loop(shell, { name, value }, () => shell.walk(shell, node.body.commands, at)))
  }
  return all.length === 1 && isPlain(all[0] ?? '') ? oneOf(outputs) : anything
}

function loopWords(shell: Shell, words: readonly Word[], at: At): readonly string[] {
  return shell.scope.everyWay(() => expandWords(shell, words, at).map(({ text }) => text)).flat()
}

function bounded(texts: readonly string[]): readonly string[] {
  if (texts.length > mostNumbers && texts.every((text) => /^\d+$/.test(text))) return [number]
  return texts.length > mostWords ? [anything] : texts
}

export function walkWhile(shell: Shell, node: While | ArithmeticFor, at: At): string {
  if (node.type === 'ArithmeticFor') {
    for (const part of [node.initialize, node.test, node.update])
      if (part !== undefined) shell.scope.everyWay(() => walkInside(shell, part, at))
  }
  const clause = node.type === 'While' ? node.clause.commands : []
  loop(shell, undefined, () => {
    shell.walk(shell, clause, at)
    return shell.walk(shell, node.body.commands, at)
  })
  return anything
}

interface Bound {
  readonly name: string
  readonly value: Value
}

/** A body that runs any number of times: what it sets may stand when it begins. */
function loop(shell: Shell, bound: Bound | undefined, body: () => string): string {
  const { scope, sink } = shell
  const before = sink.commands.length
  let facts = sink.mark()
  const mark = scope.mark()
  const { left, again } = scope
  const heads = new Map<string, Value>()
  for (let round = 0; ; round++) {
    for (const [name, value] of heads) scope.set(name, value)
    if (bound !== undefined) scope.set(bound.name, bound.value)
    const start = scope.mark()
    scope.left = 0
    scope.again = 0
    scope.unsure++
    const output = body()
    scope.unsure--
    scope.ended = false
    const wider = widerHeads(shell, { start, heads, round: scope.again > 0 ? mostRounds : round })
    if (bound !== undefined) wider.delete(bound.name)
    if (wider.size === 0 || shell.stopped) {
      if (round > 0) sink.once(before, facts[0] ?? 0)
      if (scope.left > 0) scope.smear(mark)
      else scope.maybe(mark)
      scope.left = Math.max(left, scope.left - 1)
      scope.again = Math.max(again, scope.again - 1)
      return output
    }
    for (const [name, value] of wider) heads.set(name, value)
    scope.undo(mark)
    // the first time everything is as it was found: what is done then stays
    if (round === 0) facts = sink.mark()
    else sink.back(facts)
  }
}

interface Round {
  readonly start: number
  readonly heads: ReadonlyMap<string, Value>
  /** In the first a variable is one of the two that it was, then anything; from the last on so is every one that is set. */
  readonly round: number
}

const mostRounds = 3

/** What must be assumed of the variables that one round has set to something that they were not when it began. */
function widerHeads({ scope }: Shell, { start, heads, round }: Round): Map<string, Value> {
  const wider = new Map<string, Value>()
  const all = round >= mostRounds
  for (const [name, before] of scope.since(start)) {
    const after = scope.get(name)
    if (isWidest(name, heads.get(name)) || (!all && covers(before, after))) continue
    const counts = !all && !heads.has(name) && isNumeric(before) && isNumeric(after)
    const both = union([before ?? scope.inherited(name) ?? unset, after ?? unset])
    if (counts) wider.set(name, { texts: [number] })
    else wider.set(name, round > 0 || name === directory || both.texts.length > 2 ? widest(name) : both)
  }
  return wider
}

/** Of the directory, not knowing is the empty text. */
function widest(name: string): Value {
  return name === directory ? { texts: [''] } : unknown
}

function isWidest(name: string, value: Value | undefined): boolean {
  return value !== undefined && value.texts[0] === widest(name).texts[0]
}

function isNumeric(value: Value | undefined): boolean {
  return (
    value?.list === undefined && value?.texts.every((text) => text === number || /^\d+$/.test(text)) === true
  )
}
