// Inline code: calls that plainly touch files, processes or hosts become facts, doubtful ones a doubt.
import type { FactKind } from '../../../../model/types.ts'
import { everything } from '../../../kinds.ts'
import { addRun, addUnresolved, runShell, type CommandState, type Role } from '../../command-state.ts'
import {
  argumentsFrom,
  qualifiedName,
  rolesOf,
  type PossibleText,
  type CodeLanguage,
  type CodeNames,
} from './calls.ts'
import { hostRoles } from '../hosts.ts'
import { tokensOf, type Token } from './lexer.ts'
import { addCodeSends } from './sends.ts'
import { readNames } from '../names.ts'
import { applyDestination, pathRoles } from '../paths.ts'
import { choicesOf, listOf, textOf } from '../values.ts'

interface Call {
  readonly name: string
  readonly args: readonly (readonly Token[])[]
  readonly names: CodeNames
  readonly state: CommandState
  readonly text: string
}

const files: readonly FactKind[] = ['reads', 'creates', 'edits']
const MAX_CHARACTERS = 20_000

function addUnknownCall(call: Pick<Call, 'state' | 'text'>, about: readonly FactKind[], what: string): void {
  if (call.state.unresolved.some((each) => each.reason.startsWith(what))) return
  addUnresolved(call.state, {
    about,
    text: call.text,
    reason: `${what} in this code cannot be known: write its arguments out, or use a plain command`,
  })
}

/** Where the words of a list, or one text for a shell, are run. */
function runList(words: readonly (string | undefined)[], call: Call): void {
  if (words[0] === undefined) return addUnknownCall(call, everything, `what "${call.name}" runs`)
  const open = words.flatMap((word, at) => (word === undefined ? [at] : []))
  addRun(call.state, {
    kind: 'argv',
    argv: words.map((word) => word ?? '…'),
    ...(open.length === 0 ? {} : { open }),
  })
}

type ArgumentHandler = (call: Call, at: number) => void

/** What a mode such as `w` or `r+` does to a file. */
function openAs(path: string, mode: string | undefined, state: CommandState): void {
  const word = { text: path, at: -1 }
  if (mode === undefined || /^[br<:t]*$|^r[btU]*$/.test(mode) || mode.includes('+'))
    pathRoles.read?.apply(word, state)
  if (mode === undefined || /[wax+>]/.test(mode)) pathRoles.write?.apply(word, state)
}

const argumentHandlers: Readonly<Record<string, ArgumentHandler>> = {
  any: (call) => addUnknownCall(call, everything, `what "${call.name}" does`),
  none: () => {},
  /** Until it is connected or bound, it reaches nobody. */
  socket: (call) => {
    if (/\b(?:connect(?:_ex)?|bind|sendto|sendmsg)\b/.test(call.text))
      addUnknownCall(call, everything, `what "${call.name}" does`)
  },
  text: () => {},
  look: () => {},
  mode: () => {},
  list: () => {},
  'perl-mode': () => {},
  adds: ({ args, names, state }, at) => {
    const text = textOf(args[at], names)
    if (text !== undefined) state.adds.push(text)
  },
  open: (call, at) => {
    const { args, names, state } = call
    const path = textOf(args[at], names)
    const given =
      args.find((each) => each[0]?.text === 'mode' && each[1]?.text === '=')?.slice(2) ??
      plainArgument(args[at + 1])
    const mode = given === undefined ? 'r' : textOf(given, names)
    if (path === undefined) {
      if (args[at] !== undefined && !/^\d+$/.test(args[at]?.[0]?.text ?? ''))
        addUnknownCall(call, mode === 'r' ? ['reads'] : files, `the file of "${call.name}"`)
    } else if (path.startsWith('|')) runShell(state, path.slice(1))
    else if (/^[a-z]+:\/\//i.test(path)) hostRoles.url?.apply({ text: path, at: -1 }, state)
    else openAs(path, mode, state)
  },
  'open-flag': (call, at) => argumentHandlers.open?.(call, at),
  'perl-open': (call) => {
    const [, second, third] = call.args
    const mode = textOf(second, call.names)
    if (mode === undefined) return addUnknownCall(call, everything, 'the file of "open"')
    const [, sign = '', rest = ''] = /^\s*(\+?[<>]{0,2}|\|?-?\|?)\s*(?::\S+)?\s*([^]*)$/.exec(mode) ?? []
    const path = third === undefined ? rest : textOf(third, call.names)
    if (sign.includes('|') || rest.endsWith('|')) {
      if (path === undefined) addUnknownCall(call, everything, 'what "open" runs')
      else runShell(call.state, path.replace(/\|$/, ''))
    } else if (path === undefined) addUnknownCall(call, files, 'the file of "open"')
    else openAs(path, sign.includes('+') ? '+' : sign === '' ? 'r' : sign, call.state)
  },
  sh: (call, at) => {
    const text = textOf(call.args[at], call.names)
    if (text === undefined) addUnknownCall(call, everything, `what "${call.name}" runs`)
    else runShell(call.state, text)
  },
  argv: (call, at) => {
    const words = listOf(call.args[at], call.names)
    const text = textOf(call.args[at], call.names)
    if (words !== undefined) runList(words, call)
    else if (text === undefined) addUnknownCall(call, everything, `what "${call.name}" runs`)
    else runShell(call.state, text)
  },
  program: (call, at) => {
    const program = textOf(call.args[at], call.names)
    const given = call.args[at + 1]
    const words = given === undefined || given[0]?.text === '{' ? [] : listOf(given, call.names)
    if (program === undefined) addUnknownCall(call, everything, `what "${call.name}" runs`)
    else if (words?.length === 0) runShell(call.state, program)
    else runList([program, ...(words ?? [undefined])], call)
  },
  words: (call) => {
    const said = call.args.filter(
      (each) =>
        each[0]?.text !== '{' &&
        each[1]?.text !== ':' &&
        each[0]?.text !== 'out' &&
        each[0]?.text !== 'exception',
    )
    const texts = said.map((each) => textOf(each, call.names))
    if (texts.length === 1 && texts[0] !== undefined) runShell(call.state, texts[0])
    else runList(texts, call)
  },
  path: () => {},
  both: (call, at) => argumentHandlers.open?.({ ...call, args: [call.args[at] ?? [], []] }, 0),
}

/** An argument that is not given by name. */
const plainArgument = (tokens: readonly Token[] | undefined): readonly Token[] | undefined =>
  tokens === undefined ||
  tokens.length === 0 ||
  tokens[1]?.text === '=' ||
  tokens[1]?.text === ':' ||
  tokens[0]?.text === '{'
    ? undefined
    : tokens

const roleOf = (name: string): Role | undefined => pathRoles[name] ?? hostRoles[name]

function applyCall(said: readonly string[], call: Call): void {
  const { state, args, names } = call
  said.forEach((name, at) => {
    const own = argumentHandlers[name]
    if (own !== undefined) return own(call, at)
    const role = roleOf(name)
    const given = args[at]?.[1]?.text === '=' ? args[at]?.slice(2) : args[at]
    for (const choice of given === undefined ? [] : choicesOf(given, names))
      if (choice === undefined) addUnknownCall(call, role?.about ?? [], `the argument of "${call.name}"`)
      else role?.apply({ ...choice, at: -1 }, state)
  })
  applyDestination(state)
  state.sources.length = 0
  delete state.into
}

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
function applyMethod(method: string, path: PossibleText, call: Call): void {
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
    } else if (token.kind === 'word') readWord(tokens, at, { ...base, names, language })
  })
  addCodeSends(tokens, names, state)
}

/** Code on standard input. */
export function readCodeFromInput(language: CodeLanguage, state: CommandState): void {
  if (state.input === undefined) return
  if (state.input.text !== undefined) readCode(state.input.text, language, state)
  else addUnknownCall({ state, text: state.command.argv.join(' ') }, everything, 'what is run')
}

interface CodeContext extends Pick<Call, 'state' | 'text' | 'names'> {
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

function readMethod(tokens: readonly Token[], at: number, call: Call): void {
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
