// The texts that expressions in code come to: constants put together, homes, joined paths.
import { posix } from 'node:path'
import { argumentsFrom, qualifiedName, type PossibleText, type CodeNames } from './code/calls.ts'
import type { Token } from './code/lexer.ts'

/** A text, and the place behind the expression. */
export interface TextExpression {
  readonly text: string
  readonly end: number
}

const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'sign' && token.text === text

/** The text that an argument is, when it is one. */
export function textOf(tokens: readonly Token[] | undefined, names: CodeNames): string | undefined {
  if (tokens === undefined || tokens.length === 0) return undefined
  const value = readValue(tokens, 0, names)
  return value?.end === tokens.length ? value.text : undefined
}

/** What an argument stands for, `undefined` for what cannot be known: one text, a list of them, or a pattern. */
export function choicesOf(tokens: readonly Token[], names: CodeNames): readonly PossibleText[] {
  const [word, next] = tokens
  if (word?.kind === 'word' && next === undefined) {
    const several = names.choices.get(word.text)
    if (several !== undefined) return several
  }
  const found = readChoices(tokens, 0, names)
  return found?.end === tokens.length ? found.choices : [asChoice(textOf(tokens, names))]
}

const asChoice = (text: string | undefined): PossibleText => (text === undefined ? undefined : { text })

/** A list or a search that begins at a place. */
export function readChoices(
  tokens: readonly Token[],
  at: number,
  names: CodeNames,
): { readonly choices: readonly PossibleText[]; readonly end: number } | undefined {
  const list = readList(tokens, at, names)
  if (list !== undefined) return { choices: list.texts.map(asChoice), end: list.end }
  const found = readSearch(tokens, at, names)
  return found === undefined ? undefined : { choices: [{ text: found.text, glob: true }], end: found.end }
}

const searches = /^(?:glob\.i?glob|Dir\.glob|fs\.glob|glob\.sync|globSync|glob)$/

/** `glob.glob('*.pyc')`, `Path('src').rglob('*.pyc')`: the pattern. */
function readSearch(tokens: readonly Token[], at: number, names: CodeNames): TextExpression | undefined {
  const word = tokens[at]
  const isSearch = word?.kind === 'word' && searches.test(qualifiedName(word.text, names, names.language))
  const base = isSearch ? undefined : readPlain(tokens, at, names)
  const method = base === undefined ? '' : tokens[base.end]?.text
  if (!isSearch && (base === undefined || (method !== '.glob' && method !== '.rglob'))) return undefined
  const open = base === undefined ? at + 1 : base.end + 1
  if (!isSign(tokens[open], '(')) return undefined
  const { list, end } = argumentsFrom(tokens, open + 1, false)
  const pattern = textOf(list[0], names)
  if (pattern === undefined) return undefined
  const text =
    base === undefined ? pattern : joinPaths([base.text, ...(method === '.rglob' ? ['**'] : []), pattern])
  return { text, end: end + 1 }
}

/** A list of texts, `undefined` for those that cannot be known; undefined when it is no list. */
export function listOf(
  tokens: readonly Token[] | undefined,
  names: CodeNames,
): readonly (string | undefined)[] | undefined {
  const list = tokens === undefined ? undefined : readList(tokens, 0, names)
  return list?.end === tokens?.length ? list?.texts : undefined
}

function readList(
  tokens: readonly Token[],
  at: number,
  names: CodeNames,
): { readonly texts: readonly (string | undefined)[]; readonly end: number } | undefined {
  if (!isSign(tokens[at], '[') && !isSign(tokens[at], '(')) return undefined
  const { list, end } = argumentsFrom(tokens, at + 1, false)
  if (!isSign(tokens[end], ']') && !isSign(tokens[end], ')')) return undefined
  return { texts: list.filter((each) => each.length > 0).map((each) => textOf(each, names)), end: end + 1 }
}

/** Deeper brackets hold nothing that is plain to see. */
const MAX_DEPTH = 20

const deeper = (names: CodeNames): CodeNames => ({ ...names, depth: (names.depth ?? 0) + 1 })

/** The longest expression from a place on whose text is known. */
export function readValue(
  tokens: readonly Token[],
  start: number,
  names: CodeNames,
): TextExpression | undefined {
  if ((names.depth ?? 0) > MAX_DEPTH) return undefined
  let value = readTerm(tokens, start, names)
  while (value !== undefined) {
    const sign = tokens[value.end]
    const isJoin = isSign(sign, '/') && names.language === 'python'
    if (!isJoin && !isSign(sign, '+') && !isSign(sign, '.')) return value
    if (isSign(tokens[value.end + 1], '=')) return undefined
    const next = readTerm(tokens, value.end + 1, names)
    if (next === undefined) return undefined
    value = { text: isJoin ? joinPaths([value.text, next.text]) : value.text + next.text, end: next.end }
  }
  return undefined
}

function readTerm(tokens: readonly Token[], at: number, names: CodeNames): TextExpression | undefined {
  let value = readPlain(tokens, at, names)
  // What follows in a chain leaves a path the path that it is.
  while (value !== undefined && tokens[value.end]?.text.startsWith('.') === true) {
    const { kind, text } = tokens[value.end] ?? { kind: 'sign', text: '' }
    if (kind !== 'word') break
    if (!isSign(tokens[value.end + 1], '(')) return undefined
    const { list, end } = argumentsFrom(tokens, value.end + 2, false)
    const more = list.map((each) => textOf(each, deeper(names)))
    if (text === '.joinpath' && isKnown(more))
      value = { text: joinPaths([value.text, ...more]), end: end + 1 }
    else if (/^\.(?:expanduser|resolve|absolute|as_posix|to_s|toString|trim|strip)$/.test(text))
      value = { text: value.text, end: end + 1 }
    else return undefined
  }
  return value
}

function readPlain(tokens: readonly Token[], at: number, names: CodeNames): TextExpression | undefined {
  const token = tokens[at]
  if (token?.kind === 'text') return token.constant ? { text: token.text, end: at + 1 } : undefined
  if (isSign(token, '(')) {
    const inner = readValue(tokens, at + 1, deeper(names))
    return inner !== undefined && isSign(tokens[inner.end], ')')
      ? { text: inner.text, end: inner.end + 1 }
      : undefined
  }
  if (token?.kind !== 'word') return undefined
  if (isSign(tokens[at + 1], '(')) return readCall(tokens, at, names)
  const known = names.texts.get(token.text)
  if (known !== undefined) return { text: known, end: at + 1 }
  if (environments.test(token.text)) return readVariable(tokens, at, names)
  const named = constants[qualifiedName(token.text, names, names.language)]
  return named === undefined ? undefined : { text: named(names), end: at + 1 }
}

// ---- what stands for a directory

const environments = /^(?:os\.environ|ENV|\$ENV|\$_ENV|\$_SERVER|process\.env)$/

/** `ENV['HOME']`, `$ENV{HOME}`. */
function readVariable(tokens: readonly Token[], at: number, { home }: CodeNames): TextExpression | undefined {
  const [open, name, close] = tokens.slice(at + 1, at + 4)
  const isPlace = (isSign(open, '[') && isSign(close, ']')) || (isSign(open, '{') && isSign(close, '}'))
  return isPlace && name?.text === 'HOME' ? { text: home, end: at + 4 } : undefined
}

type DirectoryOf = (names: CodeNames) => string

const home: DirectoryOf = (names) => names.home
const cwd: DirectoryOf = (names) => names.cwd

const constants: Readonly<Record<string, DirectoryOf | undefined>> = {
  'process.env.HOME': home,
  'Bun.env.HOME': home,
  'Dir.home': home,
  'Dir.pwd': cwd,
}

/** Calls without arguments. */
const places: Readonly<Record<string, DirectoryOf | undefined>> = {
  'os.homedir': home,
  'Path.home': home,
  'pathlib.Path.home': home,
  'Dir.home': home,
  'os.getcwd': cwd,
  'process.cwd': cwd,
  'Deno.cwd': cwd,
  'Path.cwd': cwd,
  'pathlib.Path.cwd': cwd,
  'Dir.pwd': cwd,
  getcwd: cwd,
}

// ---- what makes a path of paths

type KnownTexts = readonly string[]

const isKnown = (texts: readonly (string | undefined)[]): texts is KnownTexts => !texts.includes(undefined)

/** A later absolute path stands alone. */
const joinPaths = (texts: KnownTexts): string =>
  texts.reduce((path, text) => (text.startsWith('/') ? text : posix.join(path, text)), '')
const first = ([text]: KnownTexts): string | undefined => text

const calls: Readonly<
  Record<string, ((texts: KnownTexts, names: CodeNames) => string | undefined) | undefined>
> = {
  'os.path.join': joinPaths,
  'path.resolve': joinPaths,
  'path.join': (texts) => (texts.length === 0 ? undefined : posix.join(...texts)),
  'path.posix.join': (texts) => (texts.length === 0 ? undefined : posix.join(...texts)),
  'File.join': (texts) => texts.join('/'),
  'File.expand_path': ([text = '', base = '']) => (text.startsWith('~') ? text : joinPaths([base, text])),
  'File.absolute_path': first,
  'os.path.expanduser': first,
  'os.path.abspath': first,
  'os.path.realpath': first,
  'os.path.normpath': first,
  'os.fspath': first,
  'path.normalize': first,
  'pathlib.Path': joinPaths,
  'pathlib.PurePath': joinPaths,
  Path: joinPaths,
  str: first,
  String: first,
  realpath: first,
  'os.getenv': (texts, names) => (texts[0] === 'HOME' ? names.home : undefined),
  'os.environ.get': (texts, names) => (texts[0] === 'HOME' ? names.home : undefined),
  getenv: (texts, names) => (texts[0] === 'HOME' ? names.home : undefined),
}

function readCall(tokens: readonly Token[], at: number, names: CodeNames): TextExpression | undefined {
  const name = qualifiedName(tokens[at]?.text ?? '', names, names.language)
  const { list, end } = argumentsFrom(tokens, at + 2, false)
  if (!isSign(tokens[end], ')')) return undefined
  const texts = list.map((each) => textOf(each, deeper(names)))
  const text = list.length === 0 ? places[name]?.(names) : undefined
  const made = text ?? (isKnown(texts) ? calls[name]?.(texts, names) : undefined)
  return made === undefined || (made === '' && list.length === 0) ? undefined : { text: made, end: end + 1 }
}
