// Values that the shell evaluates once more: arithmetic, indexes, names of variables, `${x@P}`.
import { everything } from '../kinds.ts'
import { isTooDeep, reportParseErrors, spendCommand } from '../interpret/shell.ts'
import type { CommandContext, Shell } from '../interpret/shell.ts'
import {
  displayText,
  EMPTY,
  isKnown,
  joinTexts,
  matches,
  symbolic,
  withMarks,
  type SymbolicText,
} from './marks.ts'

const MAX_STEPS = 4
const holdsCode = /\$\(|`/

/** Runs the substitutions in a text that was a plain value until now. */
export function runCodeIn(shell: Shell, text: SymbolicText, context: CommandContext): void {
  if (!matches(text, holdsCode)) return
  const code = isKnown(text) ? withMarks(substitutionsIn, text) : undefined
  if (code === undefined) return addUnknownCode(shell, text)
  const inner = { ...context, depth: context.depth + 1, pipeline: undefined }
  if (!spendCommand(shell, 0) || isTooDeep(shell, inner, displayText(text))) return
  const script = shell.parse(
    joinTexts(
      code.map((each) => symbolic`_=${each}`),
      '\n',
    ),
  )
  reportParseErrors(shell, script, text)
  shell.scope.fork(() => shell.walk(shell, script.commands, inner))
}

/** Text of a prompt, in which `\w` and the like are replaced first. */
export function runCodeInPrompt(shell: Shell, text: SymbolicText, context: CommandContext): void {
  if (text.includes('\\') && matches(text, holdsCode)) addUnknownCode(shell, text)
  else runCodeIn(shell, text, context)
}

function addUnknownCode({ sink }: Shell, text: SymbolicText): void {
  const reason = 'a value holds commands that run when it is evaluated: write them out'
  sink.unresolved(reason, displayText(text), everything)
}

/** `$(…)` and backquotes; undefined when one does not end. */
function substitutionsIn(text: string): string[] | undefined {
  const found: string[] = []
  for (let at = 0; at < text.length; at++) {
    const end =
      text[at] === '`' ? text.indexOf('`', at + 1) : text.startsWith('$(', at) ? closing(text, at) : at
    if (end < 0) return undefined
    if (end > at) found.push(text.slice(at, end + 1))
    at = end
  }
  return found
}

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return -1
}

/** Names in arithmetic stand for the values of variables, which are arithmetic again. */
export function evaluateArithmetic(
  shell: Shell,
  text: SymbolicText,
  context: CommandContext & { readonly steps?: number },
): void {
  const { steps = 0 } = context
  if (steps > MAX_STEPS) return
  for (const [name = EMPTY] of text.matchAll(/[A-Za-z_]\w*/g))
    for (const value of shell.scope.get(displayText(name))?.texts ?? []) {
      if (matches(value, holdsCode)) runCodeIn(shell, value, context)
      else if (matches(value, /[A-Za-z_]/) && value !== text)
        evaluateArithmetic(shell, value, { ...context, steps: steps + 1 })
    }
}
