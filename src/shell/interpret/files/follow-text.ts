// Reads a text as the shell would.
import { everything } from '../../kinds.ts'
import {
  displayText,
  isKnown,
  joinTexts,
  type SymbolicText,
  UNKNOWN,
  unmarkGlobs,
} from '../../words/marks.ts'
import { POSITIONAL, SCRIPT_NAME } from '../scope.ts'
import {
  type CommandContext,
  isTooDeep,
  reportParseErrors,
  type Shell,
  spendCharacters,
  spendSteps,
} from '../shell.ts'

export interface ScriptText {
  readonly text: SymbolicText
  readonly args?: readonly SymbolicText[]
  /** The same where it was read from elsewhere than the command. */
  readonly read?: string
  /** What `$0` is. */
  readonly name?: SymbolicText
}

/** Reads a text as the shell would, in the current scope. */
export function followText(
  shell: Shell,
  { text, args, name }: ScriptText,
  context: CommandContext,
): SymbolicText {
  if (isTooDeep(shell, context, displayText(text))) return UNKNOWN
  if (!isKnown(text)) {
    shell.sink.unresolved(
      'a part of the text that a shell runs cannot be known: write it out',
      displayText(text),
      everything,
    )
    if (text === UNKNOWN) return UNKNOWN
  }
  if (name !== undefined) shell.scope.set(SCRIPT_NAME, { texts: [name] })
  if (args !== undefined) shell.scope.set(POSITIONAL, { texts: [joinTexts(args, ' ')], list: args })
  if (!spendCharacters(shell, text.length) || !spendHereDocuments(shell, text)) return UNKNOWN
  const script = shell.parse(unmarkGlobs(text))
  reportParseErrors(shell, script, text)
  return shell.walk(shell, script.commands, context)
}

const PAIRS_PER_STEP = 500

/** The parser looks for the end of each of them among those that stand open. */
function spendHereDocuments(shell: Shell, text: SymbolicText): boolean {
  const count = text.split('<<').length - 1
  return count === 0 || spendSteps(shell, count ** 2 / PAIRS_PER_STEP)
}
