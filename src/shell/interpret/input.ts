// The standard input of a command.
import type { StandardInput } from '../types.ts'
import { displayText, isKnown } from '../words/marks.ts'
import type { CommandContext } from './shell.ts'

type Input = Pick<CommandContext, 'stdin' | 'stdinFile'>

/** What it gets instead of what surrounds it. */
export function withInput<Context extends Input>(
  context: Context,
  { stdin, stdinFile }: Partial<Input>,
): Context {
  return { ...context, stdin, stdinFile }
}

export function standardInputOf({ stdin, stdinFile }: Input): StandardInput | undefined {
  if (stdin === undefined) return undefined
  if (isKnown(stdin)) return { text: displayText(stdin) }
  return stdinFile === undefined ? {} : { file: stdinFile }
}
