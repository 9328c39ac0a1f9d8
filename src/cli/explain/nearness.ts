// How close a rule came to matching, so that of many silent ones those are shown that a person would ask about.
import type { CommandPattern } from '../../patterns/commands/command-pattern.ts'
import type { CommandFact, Condition } from '../../model/types.ts'
import { type Asking, metKeys } from './matched.ts'

/** 0: it has nothing to do with the call. */
export function nearness(condition: Condition | undefined, asking: Asking): number {
  const held = metKeys(condition, asking).filter(({ key }) => key !== 'tool').length
  return held + sharedWords(condition, asking.subject.facts().commands)
}

/** The most words that a command of the match shares with one of the call, of the same program. */
function sharedWords(condition: Condition | undefined, commands: readonly CommandFact[]): number {
  switch (condition?.kind) {
    case undefined:
    case 'not':
      return 0
    case 'all':
    case 'any':
      return Math.max(0, ...condition.of.map((part) => sharedWords(part, commands)))
    case 'key': {
      if (condition.key !== 'command') return 0
      const { yes } = condition.pattern as CommandPattern // what the compiler makes for `command`
      const stages = yes.flatMap(({ stages: each }) => each)
      return Math.max(
        0,
        ...stages.flatMap(({ words }) => commands.map(({ argv, program }) => shared(words, program, argv))),
      )
    }
  }
}

function shared(
  [first, ...rest]: readonly { readonly text: string }[],
  program: string,
  argv: readonly string[],
): number {
  return first?.text === program ? 1 + rest.filter(({ text }) => argv.includes(text)).length : 0
}
