// Expands a shell word as the shell would, as far as that can be known.
import { forEachChild } from 'unbash'
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
} from 'unbash'
import { evaluateArithmetic, runCodeInPrompt } from './evaluated.ts'
import { expandBraces } from './braces.ts'
import { FieldList } from './field-list.ts'
import { UNKNOWN, BRACKET, hasGlobMark, NUMBER, QUESTION, STAR } from './marks.ts'
import { expandParameter, expandSimple } from './parameters.ts'
import type { Expansion } from './parameters.ts'
import { withInput } from '../interpret/input.ts'
import { unknownValue } from '../interpret/scope.ts'
import { matchesHidden } from '../interpret/shell-options.ts'
import { isTooDeep, reportParseErrors, spendCharacters, spendCommand, writtenOf } from '../interpret/shell.ts'
import { showWrittenFiles } from '../interpret/files/written.ts'
import type { CommandContext, Field, Shell } from '../interpret/shell.ts'

const special = /["'\\$`{*?[(~]/

interface ExpansionContext {
  readonly shell: Shell
  readonly context: CommandContext
  readonly fields: FieldList
  /** Unquoted expansions are split into words, and globs in them apply. */
  readonly splits: boolean
}

export function expandWords(shell: Shell, words: readonly Word[], context: CommandContext): Field[] {
  const made: Field[] = []
  for (const word of words) {
    if (special.test(word.text)) expandSpecial(shell, word, context).forEach((field) => made.push(field))
    else made.push({ text: word.text, written: word.text })
  }
  return made
}

function expandSpecial(shell: Shell, word: Word, context: CommandContext): readonly Field[] {
  const { text } = word
  if (text.includes('{') && word.parts?.some((part) => part.type === 'BraceExpansion') === true)
    return expandBraced(shell, word, context)
  const plain = expandParts(word, { shell, context, splits: true })
  const texts = plain.some(hasGlobMark) && matchesHidden(shell) ? plain.flatMap(withHidden) : plain
  if (texts.length === 1) return [{ text: texts[0] ?? '', written: writtenOf(word) }]
  return texts.map((text) => ({ text, written: text.includes(UNKNOWN) ? writtenOf(word) : text }))
}

/** What a pattern stands for when its first sign may be a dot. */
function withHidden(text: string): readonly string[] {
  const hidden = text.replaceAll(leadingGlobs, (start) =>
    start.startsWith('/') ? `/.${start.slice(1)}` : `.${start}`,
  )
  return hidden === text ? [text] : [text, hidden.replaceAll(`.${QUESTION}`, '.')]
}

const leadingGlobs = new RegExp(`(?:^|/)[${STAR}${QUESTION}]`, 'g')

function expandBraced(shell: Shell, word: Word, context: CommandContext): readonly Field[] {
  const texts = expandBraces(word.text)
  const written = writtenOf(word)
  if (texts === undefined || !spendCharacters(shell, texts.length * word.text.length))
    return [{ text: UNKNOWN, written }]
  const script = shell.parse(`: ${texts.join(' ')}`)
  const command = script.commands[0]?.command
  if (command?.type !== 'Command' || script.errors !== undefined) return [{ text: UNKNOWN, written }]
  return command.suffix.flatMap((item): readonly Field[] => {
    if (item.type !== 'Word') return [{ text: UNKNOWN, written }]
    if (!special.test(item.text)) return [{ text: item.text, written: item.text }]
    const texts = expandParts(item, { shell, context, splits: true })
    return texts.map((text) => ({ text, written: writtenOf(item) }))
  })
}

/** A word's text where words are not split: assignments, redirects, `case`. */
export function expandText(shell: Shell, word: Word, context: CommandContext): string {
  if (!special.test(word.text)) return word.text
  return expandParts(word, { shell, context, splits: false }).join(' ')
}

/** The text of a here-document whose delimiter is not quoted. */
export function expandBody(shell: Shell, parts: readonly WordPart[], context: CommandContext): string {
  const fields = new FieldList(shell.scope)
  fields.quote('')
  const expansion = { shell, context, fields, splits: false }
  for (const part of parts) expandPart(expansion, part, true)
  return fields.end().join(' ')
}

function expandParts(word: Word, options: Omit<ExpansionContext, 'fields'>): readonly string[] {
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
const startsAtHome = ({ text }: { readonly text: string }): boolean => /^~[^\\/]*(?:\/|$)/.test(text)

function expandTilde(shell: Shell, text: string): string {
  const slash = text.indexOf('/')
  const name = slash < 0 ? text.slice(1) : text.slice(1, slash)
  const rest = slash < 0 ? '' : text.slice(slash)
  if (name === '') return `${shell.scope.text('HOME') ?? shell.world.home}${rest}`
  if (name === '+') return `${shell.scope.text(' cwd') ?? UNKNOWN}${rest}`
  if (name === 'root') return `/root${rest}`
  if (name === shell.world.env['USER']) return `${shell.world.home}${rest}`
  return /^[\w.-]+$/.test(name) ? `${UNKNOWN}${rest}` : text
}

function expandPart(expansion: ExpansionContext, part: WordPart, quoted: boolean): void {
  const { fields } = expansion
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return fields.quote(part.value)
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

function globText(part: GlobPart): string {
  // some shells match directories with **
  if (part.kind === 'star') return part.text.length > 1 ? STAR + STAR : STAR
  return part.kind === 'question' ? QUESTION : `${BRACKET}${part.text.slice(1)}`
}

/** `@(.env|.envrc)` begins as all its alternatives do. */
function extendedGlobText(text: string): string {
  const alternatives = text.slice(2, -1).split('|')
  const [first = '', ...others] = alternatives
  if (text.startsWith('!') || !alternatives.every((each) => /^[\w.-]+$/.test(each))) return STAR
  if (text.startsWith('@') && others.length === 0) return first
  if (/^[?*]/.test(text)) return STAR
  let length = first.length
  for (const each of others) while (!each.startsWith(first.slice(0, length))) length--
  return first.slice(0, length) + STAR
}

function expandQuoted(expansion: ExpansionContext, part: DoubleQuotedPart | LocaleStringPart): void {
  const [only] = part.parts
  const listed = part.parts.length === 1 && only !== undefined && /^\$(?:@|\{\w*\[?@\]?\})$/.test(only.text)
  if (!listed) expansion.fields.quote('')
  for (const child of part.parts) expandPart(expansion, child, true)
}

function addExpansion(expansion: ExpansionContext, expanded: Expansion, quoted: boolean): void {
  const { fields } = expansion
  if (!spendCharacters(expansion.shell, expanded.text.length)) return fields.quote(UNKNOWN)
  if (expanded.list === undefined) {
    if (quoted || !expansion.splits) fields.quote(expanded.text)
    else fields.split(expanded.text)
  } else if (!expansion.splits || (quoted && expanded.joined === true)) fields.quote(expanded.list.join(' '))
  else if (quoted) fields.quoteAll(expanded.list)
  else expanded.list.forEach((text, index) => fields.splitNext(text, index > 0))
}

/** The output of a command substitution, without trailing newlines. */
function substitute(expansion: ExpansionContext, part: CommandExpansionPart): string {
  return runScript(expansion, part.script).replace(/\n+$/, '')
}

function runScript({ shell, context }: ExpansionContext, script: ParsedScript | undefined): string {
  if (script === undefined) return UNKNOWN
  reportParseErrors(shell, script, script.source ?? '')
  const pipeline = context.pipeline ?? shell.nextPipeline++
  const inner = { ...context, pipeline, depth: context.depth + 1 }
  if (!spendCommand(shell, 0) || isTooDeep(shell, inner, '')) return UNKNOWN
  return shell.scope.fork(() => shell.walk(shell, script.commands, inner))
}

function substitutionFile(expansion: ExpansionContext, part: ProcessSubstitutionPart): string {
  const { shell } = expansion
  const file = `/dev/fd/${63 + shell.substitutionFiles.size}`
  if (part.operator === '<') {
    showWrittenFiles(shell)
    shell.substitutionFiles.set(file, runScript(expansion, part.script))
  } else {
    shell.substitutionFiles.set(file, '')
    shell.outputReaders.push(
      (stdin) =>
        void runScript({ ...expansion, context: withInput(expansion.context, { stdin }) }, part.script),
    )
  }
  return file
}

/** Runs the substitutions inside an arithmetic or test expression, and makes its assignments. */
export function runSubstitutions(shell: Shell, node: SyntaxNode, context: CommandContext): void {
  if (shell.stopped) return
  if (node.type === 'ArithmeticBinary' && /^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator))
    setNumber(shell, node.left)
  if (node.type === 'ArithmeticUnary' && /^(?:\+\+|--)$/.test(node.operator)) setNumber(shell, node.operand)
  if (node.type === 'ArithmeticWord') evaluateArithmetic(shell, node.value, context)
  if (node.type === 'TestBinary' && /^-(?:eq|ne|[lg][te])$/.test(node.operator))
    evaluateArithmetic(shell, `${node.left.text} ${node.right.text}`, context)
  if (node.type === 'Word') {
    if (special.test(node.text)) expandText(shell, node, context)
    return
  }
  if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') {
    const fields = new FieldList(shell.scope)
    runScript({ shell, context, fields, splits: false }, node.script)
    return
  }
  if (node.type === 'ProcessSubstitution') {
    const fields = new FieldList(shell.scope)
    substitutionFile({ shell, context, fields, splits: false }, node)
    return
  }
  forEachChild(node, (child) => runSubstitutions(shell, child, context))
}

function setNumber(shell: Shell, target: ArithmeticExpression): void {
  if (target.type !== 'ArithmeticWord') return
  const name = /^\s*(\w+)/.exec(target.value)?.[1]
  if (name !== undefined)
    shell.scope.set(name, target.value.includes('[') ? unknownValue : { texts: [NUMBER] })
}

/** What an index, an offset or `@P` evaluates once more. */
function evaluateOperands({ shell, context }: ExpansionContext, part: ParameterExpansionPart): void {
  const { parameter, index, operation } = part
  if (index !== undefined) evaluateArithmetic(shell, index.text, context)
  if (operation?.type === 'Slice')
    evaluateArithmetic(shell, `${operation.offset.text} ${operation.length?.text ?? ''}`, context)
  if (operation?.type === 'Transform' && operation.operand.text === 'P')
    for (const text of shell.scope.get(parameter)?.texts ?? []) runCodeInPrompt(shell, text, context)
}
