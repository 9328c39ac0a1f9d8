// Expands a shell word as the shell would, as far as that can be known.
import { evaluateArithmetic, runCodeInPrompt } from './evaluated.ts'
import { expandBraces } from './braces.ts'
import { FieldList } from './field-list.ts'
import {
  BRACKET,
  displayText,
  EMPTY,
  hasGlobMark,
  isKnown,
  isLiteral,
  joinTexts,
  literalOf,
  literalText,
  matches,
  NUMBER,
  QUESTION,
  STAR,
  symbolic,
  UNKNOWN,
  visitChildren,
  withHidden,
  withMarks,
  type SymbolicText,
} from './marks.ts'
import { expandParameter, expandSimple } from './parameters.ts'
import type { Expansion } from './parameters.ts'
import type {
  ArithmeticExpression,
  CommandExpansionPart,
  DoubleQuotedPart,
  GlobPart,
  LocaleStringPart,
  ParameterExpansionPart,
  ParsedScript,
  ProcessSubstitutionPart,
  SyntaxNode,
  Word,
  WordPart,
} from './syntax.ts'
import { createFrame } from '../interpret/facts/frame.ts'
import { withInput } from '../interpret/input.ts'
import { unknownValue } from '../interpret/scope.ts'
import { matchesHidden } from '../interpret/shell-options.ts'
import { isTooDeep, reportParseErrors, spendCharacters, spendCommand, writtenOf } from '../interpret/shell.ts'
import type { CommandContext, WordField, Shell } from '../interpret/shell.ts'

const special = /["'\\$`{*?[(~]/

interface ExpansionContext {
  readonly shell: Shell
  readonly context: CommandContext
  readonly fields: FieldList
  /** Unquoted expansions are split into words, and globs in them apply. */
  readonly splits: boolean
}

export function expandWords(shell: Shell, words: readonly Word[], context: CommandContext): WordField[] {
  const made: WordField[] = []
  for (const word of words) {
    if (matches(word.text, special)) expandSpecial(shell, word, context).forEach((field) => made.push(field))
    else made.push({ text: word.text, written: displayText(word.text) })
  }
  return made
}

function expandSpecial(shell: Shell, word: Word, context: CommandContext): readonly WordField[] {
  const { text } = word
  if (text.includes('{') && word.parts?.some((part) => part.type === 'BraceExpansion') === true)
    return expandBraced(shell, word, context)
  const plain = expandParts(word, { shell, context, splits: true })
  const texts = plain.some(hasGlobMark) && matchesHidden(shell) ? plain.flatMap(withHidden) : plain
  if (texts.length === 1) return [{ text: texts[0] ?? EMPTY, written: writtenOf(word) }]
  return texts.map((text) => ({ text, written: isKnown(text) ? displayText(text) : writtenOf(word) }))
}

function expandBraced(shell: Shell, word: Word, context: CommandContext): readonly WordField[] {
  const texts = withMarks(expandBraces, word.text)
  const written = writtenOf(word)
  if (texts === undefined || !spendCharacters(shell, texts.length * word.text.length))
    return [{ text: UNKNOWN, written }]
  const script = shell.parse(symbolic`: ${joinTexts(texts, ' ')}`)
  const command = script.commands[0]?.command
  if (command?.type !== 'Command' || script.errors !== undefined) return [{ text: UNKNOWN, written }]
  return command.suffix.flatMap((item): readonly WordField[] => {
    if (item.type !== 'Word') return [{ text: UNKNOWN, written }]
    if (!matches(item.text, special)) return [{ text: item.text, written: displayText(item.text) }]
    const texts = expandParts(item, { shell, context, splits: true })
    return texts.map((text) => ({ text, written: writtenOf(item) }))
  })
}

/** A word's text where words are not split: assignments, redirects, `case`. */
export function expandText(shell: Shell, word: Word, context: CommandContext): SymbolicText {
  if (!matches(word.text, special)) return word.text
  return joinTexts(expandParts(word, { shell, context, splits: false }), ' ')
}

/** The text of a here-document whose delimiter is not quoted. */
export function expandBody(shell: Shell, parts: readonly WordPart[], context: CommandContext): SymbolicText {
  const fields = new FieldList(shell.scope)
  fields.quote(EMPTY)
  const expansion = { shell, context, fields, splits: false }
  for (const part of parts) expandPart(expansion, part, true)
  return joinTexts(fields.end(), ' ')
}

function expandParts(word: Word, options: Omit<ExpansionContext, 'fields'>): readonly SymbolicText[] {
  const fields = new FieldList(options.shell.scope)
  const expansion = { ...options, fields }
  const { parts } = word
  if (parts === undefined)
    fields.quote(startsAtHome(word) ? expandTilde(expansion.shell, word.value) : word.value)
  parts?.forEach((part, index) => {
    if (index === 0 && part.type === 'Literal' && startsAtHome(part)) {
      const whole = parts.length === 1 || part.text.includes('/')
      fields.quote(whole ? expandTilde(expansion.shell, part.value) : part.value)
    } else expandPart(expansion, part, false)
  })
  return fields.end()
}

/** A quoted letter in the name behind the tilde, `~\\x/y`, makes it plain. */
const startsAtHome = ({ text }: { readonly text: SymbolicText }): boolean =>
  matches(text, /^~[^\\/]*(?:\/|$)/)

function expandTilde({ scope, world }: Shell, text: SymbolicText): SymbolicText {
  const slash = text.indexOf('/')
  const name = literalOf(slash < 0 ? text.slice(1) : text.slice(1, slash))
  const rest = slash < 0 ? EMPTY : text.slice(slash)
  if (name === '') return symbolic`${scope.text('HOME') ?? literalText(world.home)}${rest}`
  if (name === '+') return symbolic`${scope.directory ?? UNKNOWN}${rest}`
  if (name === 'root') return symbolic`/root${rest}`
  if (name === undefined) return text
  if (name === world.env['USER']) return symbolic`${literalText(world.home)}${rest}`
  return /^[\w.-]+$/.test(name) ? symbolic`${UNKNOWN}${rest}` : text
}

function expandPart(expansion: ExpansionContext, part: WordPart, quoted: boolean): void {
  const { fields } = expansion
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return fields.quote(part.value)
    case 'AnsiCQuoted':
      return fields.quote(isLiteral(part.text) && !isLiteral(part.value) ? UNKNOWN : part.value)
    case 'Glob':
      return fields.quote(expansion.splits ? globText(part) : part.text)
    case 'ExtendedGlob':
      runSubstitutions(expansion.shell, part, expansion.context)
      return fields.quote(expansion.splits ? extendedGlobText(part.text) : part.text)
    case 'BraceExpansion':
      return fields.quote(part.text)
    case 'DoubleQuoted':
    case 'LocaleString':
      return expandQuoted(expansion, part)
    case 'SimpleExpansion':
      return addExpansion(expansion, expandSimple(expansion.shell, part), quoted)
    case 'ParameterExpansion':
      if (part.index !== undefined || part.operation !== undefined) evaluateOperands(expansion, part)
      return addExpansion(
        expansion,
        expandParameter(expansion.shell, part, (word) =>
          expandText(expansion.shell, word, expansion.context),
        ),
        quoted,
      )
    case 'CommandExpansion':
      return addExpansion(expansion, { text: substitute(expansion, part) }, quoted)
    case 'ArithmeticExpansion':
      runSubstitutions(expansion.shell, part, expansion.context)
      return fields.quote(NUMBER)
    case 'ProcessSubstitution':
      return fields.quote(substitutionFile(expansion, part))
  }
}

function globText(part: GlobPart): SymbolicText {
  // some shells match directories with **
  if (part.kind === 'star') return part.text.length > 1 ? symbolic`${STAR}${STAR}` : STAR
  return part.kind === 'question' ? QUESTION : symbolic`${BRACKET}${part.text.slice(1)}`
}

/** `@(.env|.envrc)` begins as all its alternatives do. */
function extendedGlobText(text: SymbolicText): SymbolicText {
  const alternatives = text.slice(2, -1).split('|')
  const [first = EMPTY, ...others] = alternatives
  if (text.startsWith('!') || !alternatives.every((each) => matches(each, /^[\w.-]+$/))) return STAR
  if (text.startsWith('@') && others.length === 0) return first
  if (matches(text, /^[?*]/)) return STAR
  let length = first.length
  for (const each of others) while (!each.startsWith(first.slice(0, length))) length--
  return symbolic`${first.slice(0, length)}${STAR}`
}

function expandQuoted(expansion: ExpansionContext, part: DoubleQuotedPart | LocaleStringPart): void {
  const [only] = part.parts
  const listed =
    part.parts.length === 1 && only !== undefined && matches(only.text, /^\$(?:@|\{\w*\[?@\]?\})$/)
  if (!listed) expansion.fields.quote(EMPTY)
  for (const child of part.parts) expandPart(expansion, child, true)
}

function addExpansion(expansion: ExpansionContext, expanded: Expansion, quoted: boolean): void {
  const { fields } = expansion
  if (!spendCharacters(expansion.shell, expanded.text.length)) return fields.quote(UNKNOWN)
  if (expanded.list === undefined) {
    if (quoted || !expansion.splits) fields.quote(expanded.text)
    else fields.split(expanded.text)
  } else if (!expansion.splits || (quoted && expanded.joined === true))
    fields.quote(joinTexts(expanded.list, ' '))
  else if (quoted) fields.quoteAll(expanded.list)
  else expanded.list.forEach((text, index) => fields.splitNext(text, index > 0))
}

/** The output of a command substitution, without trailing newlines. */
function substitute(expansion: ExpansionContext, part: CommandExpansionPart): SymbolicText {
  return runFeeding(expansion, part.script).replace(/\n+$/, '')
}

/** Runs beside the command, which gets what it prints. */
function runFeeding(expansion: ExpansionContext, script: ParsedScript | undefined): SymbolicText {
  const { sink } = expansion.shell
  const frame = createFrame(sink.frame.within ?? sink.root)
  sink.frame.fed.add(frame)
  return sink.inside(() => runScript(expansion, script), frame)
}

function runScript({ shell, context }: ExpansionContext, script: ParsedScript | undefined): SymbolicText {
  if (script === undefined) return UNKNOWN
  reportParseErrors(shell, script, script.source ?? EMPTY)
  const pipeline = context.pipeline ?? shell.nextPipeline++
  const inner = { ...context, pipeline, depth: context.depth + 1 }
  if (!spendCommand(shell, 0) || isTooDeep(shell, inner, '')) return UNKNOWN
  return shell.scope.fork(() => shell.walk(shell, script.commands, inner))
}

function substitutionFile(expansion: ExpansionContext, part: ProcessSubstitutionPart): SymbolicText {
  const { shell } = expansion
  const file = `/dev/fd/${63 + shell.substitutionFiles.size}`
  if (part.operator === '<') shell.substitutionFiles.set(file, runFeeding(expansion, part.script))
  else {
    shell.substitutionFiles.set(file, EMPTY)
    shell.outputReaders.push(
      (stdin) =>
        void shell.sink.inside(
          () => runScript({ ...expansion, context: withInput(expansion.context, { stdin }) }, part.script),
          createFrame(shell.sink.frame.within, [shell.sink.frame]),
        ),
    )
  }
  return literalText(file)
}

/** Runs the substitutions inside an arithmetic or test expression, and makes its assignments. */
export function runSubstitutions(shell: Shell, node: SyntaxNode, context: CommandContext): void {
  if (shell.stopped) return
  if (node.type === 'ArithmeticBinary' && matches(node.operator, /^(?:[-+*/%&|^]|<<|>>)?=$/))
    setNumber(shell, node.left)
  if (node.type === 'ArithmeticUnary' && matches(node.operator, /^(?:\+\+|--)$/))
    setNumber(shell, node.operand)
  if (node.type === 'ArithmeticWord') evaluateArithmetic(shell, node.value, context)
  if (node.type === 'TestBinary' && matches(node.operator, /^-(?:eq|ne|[lg][te])$/))
    evaluateArithmetic(shell, symbolic`${node.left.text} ${node.right.text}`, context)
  if (node.type === 'Word') {
    if (matches(node.text, special)) expandText(shell, node, context)
    return
  }
  if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') {
    const fields = new FieldList(shell.scope)
    runFeeding({ shell, context, fields, splits: false }, node.script)
    return
  }
  if (node.type === 'ProcessSubstitution') {
    const fields = new FieldList(shell.scope)
    substitutionFile({ shell, context, fields, splits: false }, node)
    return
  }
  visitChildren(node, (child) => runSubstitutions(shell, child, context))
}

function setNumber(shell: Shell, target: ArithmeticExpression): void {
  if (target.type !== 'ArithmeticWord') return
  const name = target.value.match(/^\s*(\w+)/)?.[1]
  if (name !== undefined)
    shell.scope.set(displayText(name), target.value.includes('[') ? unknownValue : { texts: [NUMBER] })
}

/** What an index, an offset or `@P` evaluates once more. */
function evaluateOperands({ shell, context }: ExpansionContext, part: ParameterExpansionPart): void {
  const { parameter, index, operation } = part
  if (index !== undefined) evaluateArithmetic(shell, index.text, context)
  if (operation?.type === 'Slice')
    evaluateArithmetic(shell, symbolic`${operation.offset.text} ${operation.length?.text ?? EMPTY}`, context)
  if (operation?.type === 'Transform' && literalOf(operation.operand.text) === 'P')
    for (const text of shell.scope.get(displayText(parameter))?.texts ?? [])
      runCodeInPrompt(shell, text, context)
}
