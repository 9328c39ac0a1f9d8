// Inline code: calls that plainly touch files, processes or hosts become facts, doubtful ones a doubt.
import { everything } from '../../../kinds.ts'
import { runShell, type CommandState } from '../../command-state.ts'
import { addUnknownCall, applyCall, roleOf, type CodeCall } from './arguments.ts'
import {
  argumentsFrom,
  qualifiedName,
  rolesOf,
  type PossibleText,
  type CodeLanguage,
  type CodeNames,
} from './calls.ts'
import { tokensOf, type Token } from './lexer.ts'
import { addCodeSends } from './sends.ts'
import { readNames } from '../names.ts'
import { pathRoles } from '../paths.ts'
import { readChoices, textOf } from '../values.ts'
import { addWrittenTexts } from './written.ts'

const MAX_CHARACTERS = 20_000

// ---- methods of a path

const pathMethods: Readonly<Record<string, readonly string[]>> = {
  write_text: ['write'],
  write_bytes: ['write'],
  read_text: ['read'],
  read_bytes: ['read'],
  unlink: ['delete'],
  rmdir: ['delete'],
  touch: ['write'],
  symlink_to: ['write'],
  hardlink_to: ['write'],
}
const pathOnlyMethods: Readonly<Record<string, readonly string[]>> = {
  mkdir: ['create'],
  rename: ['delete-tree', 'read'],
  replace: ['delete-tree', 'read'],
  chmod: ['edit'],
  open: ['read', 'write'],
}

/** `Path('x').unlink()`, or of a variable. */
function applyMethod(method: string, path: PossibleText, call: CodeCall): void {
  const said = pathMethods[method] ?? (path === undefined ? undefined : pathOnlyMethods[method])
  for (const name of said ?? []) {
    const role = roleOf(name)
    if (path === undefined) addUnknownCall(call, role?.about ?? [], `the path of "${method}"`)
    else role?.apply({ ...path, at: -1 }, call.state)
  }
  if ((method === 'rename' || method === 'replace') && path !== undefined) {
    const to = textOf(call.args[0], call.names)
    if (to === undefined) addUnknownCall(call, ['creates', 'edits'], `the argument of "${method}"`)
    else pathRoles.write?.apply({ text: to, at: -1 }, call.state)
  }
}

// ---- the text

/** Modules of Node.js whose functions could be taken out by any name. */
const modules = /^(?:fs|child_process|net|tls|vm|dgram|worker_threads)$/
const obfuscating =
  /(?:^|[.:>])(?:__class__|__subclasses__|__globals__|__builtins__|__dict__|__import__|constructor|mainModule|_load|__getattribute__|fromCharCode)$/
const callsWithoutBrackets: Readonly<Record<CodeLanguage, boolean>> = {
  python: false,
  node: false,
  ruby: true,
  perl: true,
  php: false,
}

/** What a text of code does. */
export function readCode(code: string, language: CodeLanguage, state: CommandState): void {
  if (code.length <= MAX_CHARACTERS) return readLongCode(code, language, state)
  addUnknownCall({ state, text: shortText(code) }, everything, 'so much code; what happens')
}

const shortText = (code: string): string => (code.length > 200 ? `${code.slice(0, 200)}…` : code)

export function readLongCode(code: string, language: CodeLanguage, state: CommandState): void {
  const base = { state, text: shortText(code) }
  const { tokens, names } = readNames(tokensOf(code, language), {
    language,
    home: state.world.home,
    cwd: /chdir|\bcd\b/.test(code) ? '' : state.cwd,
  })
  tokens.forEach((token, at) => {
    if (token.kind === 'run') {
      if (token.constant) runShell(state, token.text)
      else addUnknownCall(base, everything, 'what is run')
    } else if (token.kind === 'word') {
      if (token.text === '@ARGV') readArguments(tokens, at, { ...base, names })
      readWord(tokens, at, { ...base, names, language })
    }
  })
  addWrittenTexts(tokens, { code, names, state })
  addCodeSends(tokens, names, state)
}

/** `@ARGV = ('a', 'b')` of Perl: the files whose lines `<>` gives. */
function readArguments(
  tokens: readonly Token[],
  at: number,
  { names, state }: Omit<CodeContext, 'language'>,
): void {
  if (tokens[at + 1]?.text !== '=') return
  for (const choice of readChoices(tokens, at + 2, names)?.choices ?? [])
    if (choice !== undefined) pathRoles.read?.apply({ ...choice, at: -1 }, state)
}

/** Code on standard input that cannot be known. */
export function addUnknownInput(state: CommandState): void {
  addUnknownCall({ state, text: state.command.argv.join(' ') }, everything, 'what is run')
}

interface CodeContext extends Pick<CodeCall, 'state' | 'text' | 'names'> {
  readonly language: CodeLanguage
}

function readWord(tokens: readonly Token[], at: number, place: CodeContext): void {
  const { language, names } = place
  const word = tokens[at]?.text ?? ''
  const next = tokens[at + 1]
  const name = qualifiedName(word, names, language)
  if (obfuscating.test(name)) return addUnknownCall(place, everything, `what "${name}" does`)
  const said = rolesOf(name, language)
  const isMethod = language === 'python' && said === undefined && methodOf(word) !== undefined
  if (said === undefined && !isMethod && !modules.test(name)) return
  const isCall = next?.kind === 'sign' && next.text === '('
  const isBare =
    !isCall &&
    (next?.kind === 'text' ||
      (callsWithoutBrackets[language] && next?.kind === 'word' && /^(?:\$|glob$)/.test(next.text)))
  const { list: args } =
    isCall || isBare ? argumentsFrom(tokens, isCall ? at + 2 : at + 1, isBare) : { list: [] }
  const call = { ...place, name, args }
  if (isMethod) return readMethod(tokens, at, call)
  if (isLabel(tokens, at, language)) return
  if (language === 'node' && modules.test(name))
    return addUnknownCall(place, everything, `what "${name}" is used for`)
  if (said === undefined) return
  if (isCall || isBare || said.includes('any')) return applyCall(said, call)
  if (!said.every((role) => ['none', 'text', 'look', 'path'].includes(role)))
    addUnknownCall(place, everything, `what "${name}" is used for`)
}

/** A key, an argument's name or a label is not what it is called. */
function isLabel(tokens: readonly Token[], at: number, language: CodeLanguage): boolean {
  const next = tokens[at + 1]
  if (tokens[at]?.text.startsWith('.') === true) return true
  if (language === 'perl' && tokens[at]?.text === 'eval' && next?.text === '{') return true
  if (language === 'perl' && next?.text === '=' && tokens[at + 2]?.text === '>') return true
  return next?.kind === 'sign' && (next.text === ':' || (next.text === '=' && tokens[at + 2]?.text !== '='))
}

/** The method of a path that a word ends with. */
function methodOf(word: string): string | undefined {
  const method = word.slice(word.lastIndexOf('.') + 1)
  const isKnown = Object.hasOwn(pathMethods, method) || Object.hasOwn(pathOnlyMethods, method)
  return isKnown && method !== word ? method : undefined
}

function readMethod(tokens: readonly Token[], at: number, call: CodeCall): void {
  const word = tokens[at]?.text ?? ''
  const dot = word.lastIndexOf('.')
  const method = methodOf(word)
  if (method === undefined) return
  for (const path of dot > 0 ? named(word.slice(0, dot), call.names) : [pathBefore(tokens, at, call.names)])
    applyMethod(method, path, call)
}

function named(name: string, { texts, choices }: CodeNames): readonly PossibleText[] {
  const text = texts.get(name)
  return choices.get(name) ?? [text === undefined ? undefined : { text }]
}

/** The text of `Path('x')` or `(home / 'x')` that ends before this place. */
function pathBefore(tokens: readonly Token[], at: number, names: CodeNames): PossibleText {
  let start = at
  while (tokens[start - 1]?.text === ')') {
    start = openingOf(tokens, start - 1)
    if (tokens[start - 1]?.kind === 'word') start--
    if (tokens[start]?.text.startsWith('.') !== true) break
  }
  const text = start === at ? undefined : textOf(tokens.slice(start, at), names)
  return text === undefined ? undefined : { text }
}

/** Where the bracket opens that closes here. */
function openingOf(tokens: readonly Token[], end: number): number {
  let depth = 0
  for (let at = end; at >= 0; at--) {
    if (tokens[at]?.kind !== 'sign') continue
    if (tokens[at]?.text === ')') depth++
    if (tokens[at]?.text === '(' && --depth === 0) return at
  }
  return 0
}
