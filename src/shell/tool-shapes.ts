// Shell text and statements in the input of a tool that no table names: the shape of the input decides.
import type { Files } from '../model/types.ts'
import { commandFields } from '../model/tool-groups.ts'
import { isObject, listIn } from '../model/plain-object.ts'
import { toSnakeCase } from './added-texts.ts'
import { absolutePath } from './absolute-path.ts'
import { sqlIn } from './tool-sql.ts'
import { programOf } from './programs/table.ts'

/** A shell line or a list of arguments. `known`: what it begins with can only be a command. */
export interface CommandShape {
  readonly command: string | readonly string[]
  readonly known: boolean
}

export interface ShapeContext {
  /** The tool's name without its server. */
  readonly name: string
  /** With its server. */
  readonly tool: string
  readonly cwd: string
  readonly files?: Pick<Files, 'kind'>
}

type Input = Readonly<Record<string, unknown>>

const listFields = new Set(['commands'])
/** Of shells alone. */
const shellFields = ['program', 'args', 'input']

/** The shell text in an input: a line, lines, or a list of arguments. `fields`: further names of fields. */
function commandIn(input: Input, fields: readonly string[] = []): string | readonly string[] | undefined {
  for (const field of [...commandFields, ...fields]) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    const command = listFields.has(field) ? linesIn(value) : lineIn(value, input)
    if (command !== undefined) return command
  }
  return undefined
}

/** What a shell runs; of a plain string or list, itself. */
export function shellCommandIn(input: unknown): string | readonly string[] | undefined {
  return isObject(input) ? commandIn(input, shellFields) : lineIn(input, {})
}

/** The first field that is there for a command. */
export function givenCommand(input: Input): { readonly field: string; readonly value: unknown } | undefined {
  const field = [...commandFields, ...shellFields].find((name) => (input[name] ?? undefined) !== undefined)
  return field === undefined ? undefined : { field, value: input[field] }
}

function lineIn(value: unknown, input: Input): string | readonly string[] | undefined {
  // A first word with a space is a line, unless it is the path of a program.
  if (isTextList(value)) return /^[^\s/]+\s/.test(value[0] ?? '') ? value.join('\n') : value
  if (typeof value !== 'string') return undefined
  const args = [input['args'], input['arguments']].find(isTextList)
  if (args === undefined) return value
  return /\s/.test(value.trim()) ? `${value} ${args.map(quoted).join(' ')}` : [value.trim(), ...args]
}

/** A list of lines, each a text or a call of its own, also as JSON text. */
function linesIn(value: unknown): string | undefined {
  const list = listIn(value)
  if (typeof list === 'string') return list
  const texts = Array.isArray(list) ? list.map(textOfLine).filter((text) => text !== undefined) : []
  return texts.length === 0 ? undefined : texts.join('\n')
}

function textOfLine(item: unknown): string | undefined {
  const found = isObject(item) ? commandIn(item) : item
  if (isTextList(found)) return found.map(quoted).join(' ')
  return typeof found === 'string' ? found : undefined
}

/** An element of a list of lines that is none. */
export function badLine(input: Input) {
  const list = listIn(input['commands'])
  const bad: unknown[] = Array.isArray(list) ? list.filter((item) => textOfLine(item) === undefined) : []
  return bad.length === 0 ? undefined : { field: 'commands', value: bad[0], expected: 'a list of strings' }
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}

/** Quotes an argument for the shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Arguments alone or of a program; other tools have such fields, too. */
function programIn(input: Input): readonly string[] | undefined {
  const command = commandIn(input, ['program', 'args'])
  return typeof command === 'string' ? undefined : command
}

/** What an unknown tool would run. */
export function commandShape(input: Input, context: ShapeContext): CommandShape | undefined {
  const program = programNamedBy(context.tool)
  const named = commandIn(input, program === undefined ? [] : ['subcommand'])
  const command = named ?? programIn(input)
  if (command === undefined) return otherShape(input, context)
  const text = typeof command === 'string' ? command : (command[0] ?? '')
  if (text.trim() === '' || isEditorVerb(text, input)) return undefined
  const known = isCommandStart(text, context)
  if (!known && program !== undefined) return { command: withProgram(program, command), known: true }
  return known || named !== undefined ? { command, known } : undefined
}

function otherShape(input: Input, context: ShapeContext): CommandShape | undefined {
  return (
    commandInOtherField(input, context) ??
    codeShape(input, context) ??
    sqlShape(input, context) ??
    callsInside(input, context)
  )
}

/** `cli_command`, `bashScript`: what begins as a command does. */
function commandInOtherField(input: Input, context: ShapeContext): CommandShape | undefined {
  for (const [field, value] of Object.entries(input)) {
    const command = /_(?:commands?|cmds?|script|cli)$/.test(toSnakeCase(field))
      ? lineIn(value, {})
      : undefined
    const text = typeof command === 'string' ? command : (command?.[0] ?? '')
    if (command !== undefined && text.trim() !== '' && isCommandStart(text, context))
      return { command, known: true }
  }
  return undefined
}

/** Programs whose servers take what stands behind their name. */
const servedPrograms = new Set(
  'git kubectl docker podman aws gcloud az gh glab helm terraform tofu heroku flyctl vercel wrangler'.split(
    ' ',
  ),
)

/** `mcp__cluster__run_kubectl`, `mcp__kubectl__exec`. */
function programNamedBy(tool: string): string | undefined {
  return toSnakeCase(tool)
    .split(/[^a-z0-9]+/)
    .find((word) => servedPrograms.has(word))
}

const withProgram = (program: string, command: CommandShape['command']): CommandShape['command'] =>
  typeof command === 'string' ? `${program} ${command}` : [program, ...command]

/** The commands of calls inside of a call, such as a batch of them or a task that is made and run. */
function callsInside(input: Input, context: ShapeContext): CommandShape | undefined {
  const lines = linesBelow(input).filter((line) => isCommandStart(line, context))
  return lines.length === 0 ? undefined : { command: lines.join('\n'), known: true }
}

function linesBelow(value: unknown, depth = 0): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > 4) return []
  return Object.values(value).flatMap((each: unknown) => {
    const line = isObject(each) ? textOfLine(each) : undefined
    return line === undefined ? linesBelow(each, depth + 1) : [line]
  })
}

/** Text that a tool types into a running program. Keys and one-word answers run nothing that can be known. */
export function typedShape(input: Input, context: ShapeContext): CommandShape | undefined {
  const typed = ['chars', 'input', 'Input', 'text'].map((field) => input[field])
  const text = typed.find((value) => typeof value === 'string')?.replaceAll('{enter}', '\n')
  // eslint-disable-next-line no-control-regex
  const line = text?.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').trim() ?? ''
  return line === ''
    ? undefined
    : { command: line, known: /^[\w-]+$/.test(line) || isCommandStart(line, context) }
}

const editorVerbs = new Set(
  'append create delete edit insert list open read replace save str_replace undo_edit view write'.split(' '),
)

/** `{command: create, path}` names what to do with the path. */
function isEditorVerb(text: string, input: Input): boolean {
  return editorVerbs.has(text) && Object.keys(input).some((key) => /path|file/i.test(key))
}

/** Words of the shell that the table of programs does not have. */
const shellWords = new Set(
  'cd pushd popd export declare typeset local eval exec source . unset alias trap builtin command [['.split(
    ' ',
  ),
)
/** Words of programming languages; a shell command that begins with one does nothing to files. */
const languageWords = new Set('let return'.split(' '))
const compound =
  /^(?:if\b[^]*\bthen\b[^]*\bfi\b|(?:for|while|until|select)\b[^]*\bdo\b[^]*\bdone\b|case\b[^]*\bin\b[^]*\besac\b)/

/** Does a text begin as a command does: with a program, a path or an assignment? */
function isCommandStart(text: string, context: ShapeContext): boolean {
  const start = text.replace(/^(?:\s*#[^\n]*\n)+/, '').replace(/^[\s({!]+/, '')
  if (/^[A-Za-z_]\w*\+?=/.test(start) || compound.test(start)) return true
  const word = (/^[^\s;|&<>]+/.exec(start)?.[0] ?? '').replace(/["'\\]/g, '')
  if (word.includes('/')) return isPath(word, context)
  return shellWords.has(word) || (programOf(word) !== undefined && isProgramName(word))
}

/** A word in capital letters begins a sentence or is a keyword of another language. */
function isProgramName(word: string): boolean {
  return !/^[A-Z]/.test(word) && !languageWords.has(word)
}

/** `/review` and `and/or` are no paths unless there is such a file. */
function isPath(word: string, { cwd, files }: ShapeContext): boolean {
  if (/^(?:\.{1,2}|~)\/|^\/[^/]+\/[^/]/.test(word)) return true
  const path = /:\/\//.test(word) ? undefined : absolutePath(cwd, word)
  return path !== undefined && files?.kind(path) === 'file'
}

/** How code of a language is run; a shell's code is a line. */
const interpreters: Readonly<Record<string, readonly string[]>> = {
  python: ['python3', '-c'],
  javascript: ['node', '-e'],
  ruby: ['ruby', '-e'],
  perl: ['perl', '-e'],
  php: ['php', '-r'],
  shell: ['sh', '-c'],
}
const languages: Readonly<Record<string, string>> = {
  py: 'python',
  python3: 'python',
  ipython: 'python',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  ts: 'javascript',
  typescript: 'javascript',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
}
const runsCode = /^(?:exec|execute|eval|evaluate|run|repl|interpreter)$/

/** Code of a tool that says it runs code; a notebook's kernel is Python where nothing else is said. */
function codeShape(input: Input, { name }: ShapeContext): CommandShape | undefined {
  const { code, language, lang } = input
  const words = toSnakeCase(name).split(/[^a-z0-9]+/)
  if (typeof code !== 'string' || code.trim() === '' || !words.some((word) => runsCode.test(word)))
    return undefined
  const named = [language, lang, ...words].filter((each) => typeof each === 'string')
  const found = named.map((each) => languages[each.toLowerCase()] ?? each.toLowerCase())
  const run = interpreters[found.find((each) => Object.hasOwn(interpreters, each)) ?? '']
  if (run !== undefined) return { command: [...run, code], known: true }
  return name === 'executeCode'
    ? { command: ['python3', '-c', code], known: true }
    : { command: code, known: false }
}

/** Words that are no SQL make a query a search. */
function sqlShape(input: Input, { tool }: ShapeContext): CommandShape | undefined {
  const text = sqlIn(input, tool)
  return text === undefined ? undefined : { command: ['sql', text], known: true }
}
