// Rules that mean something else than in an earlier version: told once, rule by rule.
import type { Rule } from '../../model/types.ts'
import type { CommandPattern } from '../../patterns/commands/command-pattern.ts'
import { flattenConditions } from './match.ts'

interface ChangedMeaning {
  readonly since: string
  readonly concerns: (rule: Rule) => boolean
  readonly sentence: string
}

/** New ones come last: a record holds how many were told. */
const changedMeanings: readonly ChangedMeaning[] = [
  {
    since: '0.1.0',
    concerns: (rule) => !isAllow(rule) && patternsOf(rule, 'command').some(endsWithAny),
    sentence: 'a "*" at the end of a command takes the rest, nothing included; "* *" needs a word',
  },
  {
    since: '0.1.0',
    concerns: (rule) => patternsOf(rule, 'adds').length > 0,
    sentence: 'adds is asked of the lines that a change adds, hunk by hunk, and what stood there is not new',
  },
]

/** How many changes there are. */
export const MEANINGS = changedMeanings.length

/** A sentence for each rule whose meaning changed after the first so many changes. */
export function meaningsChanged(rules: readonly Rule[], told: number): readonly string[] {
  const changes = changedMeanings.slice(told)
  const found = rules.flatMap((rule) =>
    changes
      .filter(({ concerns }) => !isShipped(rule) && concerns(rule))
      .map(({ since, sentence }) => `rule "${rule.name}" means something else since ${since}: ${sentence}`),
  )
  return [...new Set(found)]
}

/** The shipped ones were rewritten. */
const isShipped = ({ at }: Rule): boolean => at.file.startsWith('hooks-yaml/presets/')

function isAllow({ handler }: Rule): boolean {
  return handler.kind === 'inline' && handler.inline.says === 'allow'
}

function patternsOf({ match }: Rule, key: string): readonly unknown[] {
  const keys = match === undefined ? [] : flattenConditions(match)
  return keys.filter((each) => each.key === key).map(({ pattern }) => pattern)
}

function endsWithAny(pattern: unknown): boolean {
  const { yes } = pattern as CommandPattern // the compiler made it for this key
  return yes.some(({ stages }) =>
    stages.some(
      ({ words }) => words.length > 1 && words.at(-1)?.text === '*' && words.at(-1)?.source !== undefined,
    ),
  )
}
