// Commands that set the shell's variables, parameters and aliases.
import { argumentsOf, operands, programOf } from '../interpret/call.ts'
import type { CommandCall } from '../interpret/call.ts'
import { evaluateArithmetic } from './evaluated.ts'
import {
  displayText,
  EMPTY,
  isKnown,
  isLiteral,
  joinTexts,
  literalOf,
  matches,
  NUMBER,
  symbolic,
  UNKNOWN,
  type SymbolicText,
} from './marks.ts'
import { outputOf } from '../interpret/output.ts'
import { POSITIONAL, unknownValue } from '../interpret/scope.ts'
import type { VariableValue } from '../interpret/scope.ts'
import { pipelinesOf } from '../interpret/sending.ts'
import type { Shell } from '../interpret/shell.ts'
import { EXPORTS, recordSource, UNNAMED, useSource } from '../interpret/facts/sources.ts'

const MAX_LINES = 24

export function declareVariables(shell: Shell, call: CommandCall, exports = false): void {
  const options = displayText(
    joinTexts(
      argumentsOf(call).filter((word) => matches(word, /^[-+]/)),
      '',
    ),
  )
  const exported = (exports && !options.includes('n')) || options.includes('x')
  if (exported) recordSource(shell, EXPORTS)
  const local = /^(?:local|declare|typeset)$/.test(programOf(call))
  for (const word of argumentsOf(call)) {
    const found = word.match(/^(\w+)(\+?)=([^]*)$/)
    const own = displayText(found?.[1] ?? word)
    if (local && shell.locals?.has(own) === false) shell.locals.set(own, shell.scope.get(own))
    if (found !== null) {
      const [, , appends = EMPTY, text = EMPTY] = found
      const before = (appends === EMPTY ? undefined : shell.scope.text(own)) ?? EMPTY
      if (options.includes('i')) evaluateArithmetic(shell, text, call.context)
      const strange = /[niluA]/.test(options.replace('-x', ''))
      shell.scope.set(own, {
        texts: [strange ? UNKNOWN : symbolic`${before}${text}`],
        ...(exported ? { exported } : {}),
      })
    } else if (!isLiteral(word)) {
      shell.scope.forgetAll()
      recordSource(shell, exported ? EXPORTS : UNNAMED)
    } else if (exported && /^\w+$/.test(own)) {
      useSource(shell, own)
      shell.scope.set(own, { ...(shell.scope.get(own) ?? unknownValue), exported })
    }
  }
}

export function unsetVariables(shell: Shell, call: CommandCall): void {
  const namesFunctions = argumentsOf(call).some((word) => literalOf(word) === '-f')
  for (const word of operands(call)) {
    const name = literalOf(word) ?? ''
    const defined = shell.functions.get(name)
    if (defined !== undefined) shell.functions.set(name, { ...defined, sure: false })
    if (/^\w+$/.test(name) && !namesFunctions)
      shell.scope.set(name, { texts: [EMPTY], unset: true, exported: false })
  }
}

/** Each named variable becomes unknown, or one of the lines when standard input is known. */
export function readVariables(shell: Shell, call: CommandCall): void {
  const names = argumentsOf(call)
    .map((word) => literalOf(word) ?? '')
    .filter((word) => /^[A-Za-z_]\w*$/.test(word))
  for (const name of ['REPLY', 'MAPFILE', ...names]) recordSource(shell, name)
  const { stdin } = call.context
  const simple =
    programOf(call) === 'read' && argumentsOf(call).every((word) => matches(word, /^-r?a?$|^[A-Za-z_]\w*$/))
  if (simple && names.length > 0 && stdin !== undefined && isKnown(stdin)) {
    const lines = [
      ...new Set(
        stdin
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => line.trim()),
      ),
    ]
    if (lines.length <= MAX_LINES)
      return setFields(shell, {
        names,
        lines,
        isList: argumentsOf(call).some((word) => matches(word, /^-r?a$/)),
      })
  }
  for (const name of ['REPLY', 'MAPFILE', ...names]) {
    shell.scope.set(name, unknownValue)
    shell.origins.set(name, pipelinesOf(call.context))
  }
}

interface Read {
  readonly names: readonly string[]
  readonly lines: readonly SymbolicText[]
  /** `read -a`: all words of a line become one array. */
  readonly isList: boolean
}

/** Each name takes a word, the last one the rest of the line. */
function setFields({ scope }: Shell, { names, lines, isList }: Read): void {
  const [first = EMPTY, ...more] = lines
  if (isList) {
    const list = first.split(/\s+/)
    return names.forEach((name) =>
      scope.set(name, more.length > 0 ? unknownValue : { texts: [list[0] ?? EMPTY], list }),
    )
  }
  names.forEach((name, at) => {
    const before = new RegExp(`^(?:\\S+\\s*){0,${at}}`)
    const isLast = at === names.length - 1
    const texts = lines
      .map((line) => line.replace(before, ''))
      .map((rest) => (isLast ? rest : rest.replace(/\s[^]*$/, '')))
    scope.set(name, { texts: [...new Set(texts)] })
  })
}

export function assignArithmetic(shell: Shell, call: CommandCall): void {
  for (const word of argumentsOf(call)) evaluateArithmetic(shell, word, call.context)
  for (const word of argumentsOf(call))
    for (const [, name = EMPTY] of word.matchAll(
      /([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=|([A-Za-z_]\w*)(?:\+\+|--)/g,
    ))
      if (name !== EMPTY) shell.scope.set(displayText(name), { texts: [NUMBER] })
}

export function printfVariable(shell: Shell, call: CommandCall): void {
  const [option, name] = argumentsOf(call).map(literalOf)
  if (option !== '-v' || name === undefined || !/^\w+$/.test(name)) return
  recordSource(shell, name)
  shell.scope.set(name, {
    texts: [outputOf(shell, { ...call, fields: [...call.fields.slice(0, 1), ...call.fields.slice(3)] })],
  })
}

export function setParameters(shell: Shell, call: CommandCall): void {
  const words = argumentsOf(call)
  const shown = words.map(displayText)
  if (shown.some((word, at) => /^-\w*a/.test(word) || (word === 'allexport' && shown[at - 1] === '-o')))
    shell.scope.exportsAll = true
  const start = shown.indexOf('--')
  if (start < 0 && (words.length === 0 || /^[-+]/.test(shown[0] ?? ''))) return
  const list = words.slice(start + 1)
  recordSource(shell, POSITIONAL)
  shell.scope.set(POSITIONAL, parameters(list))
}

function parameters(list: readonly SymbolicText[]): VariableValue {
  return { texts: [joinTexts(list, ' ')], list }
}

export function shiftParameters(shell: Shell, call: CommandCall): void {
  const list = shell.scope.get(POSITIONAL)?.list
  const [given] = operands(call)
  const count = given === undefined ? 1 : Number(literalOf(given))
  shell.scope.set(
    POSITIONAL,
    list === undefined || !Number.isInteger(count) ? unknownValue : parameters(list.slice(count)),
  )
}

export function defineAliases(shell: Shell, call: CommandCall): void {
  for (const word of argumentsOf(call)) {
    const [, name, text = EMPTY] = word.match(/^([^\s=]+)=([^]*)$/) ?? []
    setAlias(shell, name, text)
  }
}

/** A name that is not known could be any. */
export function setAlias({ aliases }: Shell, name: SymbolicText | undefined, text: SymbolicText): void {
  const known = literalOf(name)
  if (known !== undefined) aliases.set(known, text)
}
