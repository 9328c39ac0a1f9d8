// Loops: the body is read for every known word, until no variable changes.
import { commonOutput } from './commands.ts'
import { displayText, EMPTY, isLiteral, matches, NUMBER, UNKNOWN, type SymbolicText } from '../words/marks.ts'
import type { ArithmeticFor, For, Select, While, Word } from '../words/syntax.ts'
import { covers, CWD, POSITIONAL, union, unknownValue, unset } from './scope.ts'
import type { VariableValue } from './scope.ts'
import type { CommandContext, Shell } from './shell.ts'
import { recordSource, useSource } from './facts/sources.ts'
import { expandWords, runSubstitutions } from '../words/words.ts'

const CHUNK_SIZE = 32
const MAX_WORDS = 512
const MAX_NUMBERS = 4

export function walkFor(shell: Shell, node: For | Select, context: CommandContext): SymbolicText {
  const name = displayText(node.name.value)
  const texts = shell.sink.inside(() => {
    recordSource(shell, name)
    if (node.wordlist !== undefined) return loopWords(shell, node.wordlist, context)
    useSource(shell, POSITIONAL)
    return shell.scope.get(POSITIONAL)?.list
  })
  const all: readonly SymbolicText[] = texts === undefined ? [UNKNOWN] : limitWords(texts)
  const outputs: SymbolicText[] = []
  for (let from = 0; from < Math.max(all.length, 1); from += CHUNK_SIZE) {
    const part = all.slice(from, from + CHUNK_SIZE)
    const value: VariableValue = part.length === 0 ? unknownValue : { texts: [...new Set(part)] }
    outputs.push(walkLoop(shell, { name, value }, () => shell.walk(shell, node.body.commands, context)))
  }
  return all.length === 1 && isLiteral(all[0] ?? EMPTY) ? commonOutput(outputs) : UNKNOWN
}

function loopWords(shell: Shell, words: readonly Word[], context: CommandContext): readonly SymbolicText[] {
  return shell.scope
    .forEachCombination(() => expandWords(shell, words, context).map(({ text }) => text))
    .flat()
}

function limitWords(texts: readonly SymbolicText[]): readonly SymbolicText[] {
  if (texts.length > MAX_NUMBERS && texts.every((text) => matches(text, /^\d+$/))) return [NUMBER]
  return texts.length > MAX_WORDS ? [UNKNOWN] : texts
}

export function walkWhile(shell: Shell, node: While | ArithmeticFor, context: CommandContext): SymbolicText {
  if (node.type === 'ArithmeticFor') {
    for (const part of [node.initialize, node.test, node.update])
      if (part !== undefined) shell.scope.forEachCombination(() => runSubstitutions(shell, part, context))
  }
  const clause = node.type === 'While' ? node.clause.commands : []
  walkLoop(shell, undefined, () => {
    shell.walk(shell, clause, context)
    return shell.walk(shell, node.body.commands, context)
  })
  return UNKNOWN
}

interface Bound {
  readonly name: string
  readonly value: VariableValue
}

/** A body that runs any number of times: what it sets may be in effect when it starts. */
function walkLoop(shell: Shell, bound: Bound | undefined, body: () => SymbolicText): SymbolicText {
  const { scope, sink } = shell
  const before = sink.mark()[0] ?? 0
  let facts = sink.mark()
  const mark = scope.mark()
  const { loopsLeft, loopsContinued } = scope
  const heads = new Map<string, VariableValue>()
  for (let round = 0; ; round++) {
    for (const [name, value] of heads) scope.set(name, value)
    if (bound !== undefined) scope.set(bound.name, bound.value)
    const start = scope.mark()
    scope.loopsLeft = 0
    scope.loopsContinued = 0
    scope.conditionalDepth++
    const output = body()
    scope.conditionalDepth--
    scope.ended = false
    const wider = widenedValues(shell, { start, heads, round: scope.loopsContinued > 0 ? MAX_ROUNDS : round })
    if (bound !== undefined) wider.delete(bound.name)
    if (wider.size === 0 || shell.stopped) {
      if (round > 0) sink.dropRepeated(before, facts[0] ?? 0)
      if (scope.loopsLeft > 0) scope.markPartial(mark)
      else scope.markOptional(mark)
      scope.loopsLeft = Math.max(loopsLeft, scope.loopsLeft - 1)
      scope.loopsContinued = Math.max(loopsContinued, scope.loopsContinued - 1)
      return output
    }
    for (const [name, value] of wider) heads.set(name, value)
    scope.undo(mark)
    // the facts of the first round stay: its variables had their original values
    if (round === 0) facts = sink.mark()
    else sink.rollBack(facts)
  }
}

interface Round {
  readonly start: number
  readonly heads: ReadonlyMap<string, VariableValue>
  /** In the first a variable is one of the two that it was, then anything; from the last on so is every one that is set. */
  readonly round: number
}

const MAX_ROUNDS = 3

/** The values to assume for variables that a round changed. */
function widenedValues({ scope }: Shell, { start, heads, round }: Round): Map<string, VariableValue> {
  const wider = new Map<string, VariableValue>()
  const all = round >= MAX_ROUNDS
  for (const [name, before] of scope.since(start)) {
    const after = scope.get(name)
    if (isWidest(name, heads.get(name)) || (!all && covers(before, after))) continue
    const counts = !all && !heads.has(name) && isNumeric(before) && isNumeric(after)
    const both = union([before ?? scope.inherited(name) ?? unset, after ?? unset])
    if (counts) wider.set(name, { texts: [NUMBER] })
    else wider.set(name, round > 0 || name === CWD || both.texts.length > 2 ? widest(name) : both)
  }
  return wider
}

/** An unknown directory is the empty text. */
function widest(name: string): VariableValue {
  return name === CWD ? { texts: [EMPTY] } : unknownValue
}

function isWidest(name: string, value: VariableValue | undefined): boolean {
  return value !== undefined && value.texts[0] === widest(name).texts[0]
}

function isNumeric(value: VariableValue | undefined): boolean {
  return (
    value?.list === undefined &&
    value?.texts.every((text) => text === NUMBER || matches(text, /^\d+$/)) === true
  )
}
