// The rules of one event on disk: an index of plain numbers, and the rules themselves, of which a run reads only candidates.
import { constants, rmSync, statSync } from 'node:fs'
import { candidates } from '../../engine/select/literal-search.ts'
import { HooksError, isHooksError } from '../../model/errors.ts'
import type { MemoryRuleList } from '../../engine/select/rule-list.ts'
import { checkedContent, checksum, withChecksum } from '../disk/checked.ts'
import { isOwnFile, readBytes, readBytesAt } from '../disk/private-dir.ts'
import type { Rule, RuleList, RuleMeasures } from '../../model/types.ts'

export interface RuleFiles {
  /** Where each rule begins in `rules`, and where the last one ends; the checksum of each; then the index. */
  readonly index: Buffer
  /** Each rule as JSON. */
  readonly rules: Buffer
}

/** What is written for a list of rules. */
export function ruleFiles(list: MemoryRuleList): RuleFiles {
  const texts = Array.from({ length: list.length }, (_, place) => Buffer.from(JSON.stringify(list.at(place))))
  const offsets = [0]
  for (const text of texts) offsets.push((offsets.at(-1) ?? 0) + text.length)
  const index = list.index()
  const numbers = Int32Array.from([...offsets, ...texts.map(checksum), ...index])
  return { index: withChecksum(Buffer.from(numbers.buffer)), rules: Buffer.concat(texts) }
}

/** Runs work that reads rules; retries once when they were damaged, because then they are compiled again. */
export async function retryDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isHooksError(error) && error.code === 'damaged') return work()
    throw error
  }
}

export interface RuleFilePaths {
  readonly index: string
  readonly rules: string
}

/** The list that was written to these files; throws when they are damaged. */
export function openRuleFiles(paths: RuleFilePaths, measures: RuleMeasures): RuleList {
  const { length } = measures
  const content = checkedContent(readBytes(paths.index, constants.O_RDONLY, isOwnFile))
  if (content === undefined) throw new Error(`${paths.index} is damaged`)
  const numbers = new Int32Array(content.buffer, content.byteOffset, content.length / 4)
  const offsets = numbers.subarray(0, length + 1)
  const checksums = new Uint32Array(numbers.buffer, numbers.byteOffset + 4 * (length + 1), length)
  const index = numbers.subarray(2 * length + 1)
  const rules = statSync(paths.rules)
  if (index[0] !== length || rules.size !== offsets[length] || !isOwnFile(rules))
    throw new Error(`${paths.rules} is damaged`)
  const at = (place: number): Rule => {
    const start = offsets[place] ?? 0
    const text = readBytesAt(paths.rules, start, (offsets[place + 1] ?? start) - start)
    if (text === undefined || checksum(text) !== checksums[place]) {
      rmSync(paths.index, { force: true }) // the next look compiles the rules again
      throw new HooksError('damaged', `${paths.rules} is damaged`)
    }
    return JSON.parse(Buffer.from(text).toString()) as Rule // written by this file
  }
  return {
    ...measures,
    at,
    candidates: (event, facts) => candidates(index, event, facts),
  }
}
