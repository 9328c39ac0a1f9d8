// The commands that a rule's own text recommends.
import { programOf } from '../../shell/programs/table.ts'
import type { TextRange } from '../diagnostics/diagnostics.ts'

export interface Advice {
  readonly command: string
  readonly within: TextRange
}

const verb = '(?:use|run|try|call|type|prefer|execute|do)'
/** `Use`, `then run`, `instead run`: just before the command and not negated. */
const before = new RegExp(
  String.raw`\b${verb}(?::| the| a| plain| just| only| instead:?| command){0,3}\s*$`,
  'i',
)
const turned =
  /(?:\b(?:not|never|without|instead of|rather than|no longer|avoid|stop)|n['’]t)\b[^.!?]{0,40}$/i
const chained = /^\s*(?:,|or|and|then|,? or|,? and|,? then)\s*$/i
const unquoted = new RegExp(
  String.raw`\b${verb}\s+([a-z][\w.-]*(?:\s+[^\s.;,\x60]+){1,6}?)\s+instead\b(?!\s+of)`,
  'gi',
)

/**
 * Commands in backticks that a sentence recommends (`use`, `run`, … before them, or `instead` behind), and `use … instead`
 * without any. A command that a sentence only names, such as the forbidden one, is no advice.
 */
export function advisedCommands(text: string): readonly Advice[] {
  const found = [...inBackticks(text), ...plain(text)]
  return found.filter(({ command }) => isCommand(command))
}

function inBackticks(text: string): Advice[] {
  const found: Advice[] = []
  let last: { end: number; advised: boolean } = { end: 0, advised: false }
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    const [whole, command = ''] = match
    const end = match.index + whole.length
    const gap = text.slice(last.end, match.index)
    const follows = last.advised && chained.test(gap)
    const advised = follows || isAdvised(gap, text.slice(end, end + 12))
    if (advised) found.push({ command, within: [match.index + 1, command.length] })
    last = { end, advised }
  }
  return found
}

function isAdvised(lead: string, after: string): boolean {
  const found = before.exec(lead)
  if (found !== null) return !turned.test(lead.slice(0, found.index))
  return /^\s+instead\b(?!\s+of)/.test(after) && !turned.test(lead)
}

function plain(text: string): Advice[] {
  return [...text.matchAll(unquoted)].flatMap((match) => {
    const [whole, command = ''] = match
    const at = match.index + whole.indexOf(command)
    return turned.test(text.slice(0, match.index)) ? [] : [{ command, within: [at, command.length] as const }]
  })
}

/** A program that is known by its name; a placeholder is filled only when a call is there. */
function isCommand(command: string): boolean {
  const [program = ''] = command.trim().split(/\s+/)
  return !command.includes('{{') && /^[a-z][\w.+-]*$/.test(program) && programOf(program) !== undefined
}
