// The rules of one event on disk: an index of plain numbers, and the rules themselves, of which a run reads only candidates.
import { constants, openSync, statSync } from 'node:fs'
import { candidates } from '../engine/literal-search.ts'
import type { HeldList } from '../engine/rule-list.ts'
import { readBytes, readTextAt } from '../read-bytes.ts'
import type { Rule, RuleList } from '../types.ts'

export interface RuleFiles {
  /** Where each rule begins in `rules`, and where the last one ends; then the index, and how many numbers these are. */
  readonly index: Buffer
  /** The rules as JSON, one behind the other. */
  readonly rules: Buffer
}

/** What is written for a list of rules. */
export function ruleFiles(list: HeldList): RuleFiles {
  const texts = Array.from({ length: list.length }, (_, place) => Buffer.from(JSON.stringify(list.at(place))))
  const offsets = [0]
  for (const text of texts) offsets.push((offsets.at(-1) ?? 0) + text.length)
  const index = list.index()
  const length = offsets.length + index.length
  const numbers = new Int32Array(length + 1)
  numbers.set(offsets)
  numbers.set(index, offsets.length)
  numbers[length] = length
  return { index: Buffer.from(numbers.buffer), rules: Buffer.concat(texts) }
}

export interface RuleFilePaths {
  readonly index: string
  readonly rules: string
}

/** The list that was written to these files; throws when they are not whole. */
export function openRuleFiles(
  paths: RuleFilePaths,
  { length, longest_ms, facts: asksFacts }: Pick<RuleList, 'length' | 'longest_ms' | 'facts'>,
): RuleList {
  const numbers = numbersIn(readBytes(paths.index, constants.O_RDONLY))
  const offsets = numbers.subarray(0, length + 1)
  const index = numbers.subarray(length + 1, -1)
  // A part of an index would find a part of the rules.
  const isWhole = index[0] === length && numbers.at(-1) === numbers.length - 1
  if (!isWhole || statSync(paths.rules).size !== offsets[length]) throw new Error(`${paths.index} is damaged`)
  let fd: number | undefined
  const at = (place: number): Rule => {
    fd ??= openSync(paths.rules, 'r')
    const start = offsets[place] ?? 0
    const text = readTextAt(fd, start, (offsets[place + 1] ?? start) - start)
    return JSON.parse(text ?? '') as Rule // written by this file
  }
  return {
    length,
    longest_ms,
    facts: asksFacts,
    at,
    candidates: (event, facts) => candidates(index, event, facts),
  }
}

function numbersIn(bytes = new Uint8Array()): Int32Array {
  return new Int32Array(bytes.buffer, 0, Math.floor(bytes.length / 4))
}
