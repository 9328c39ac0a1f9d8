// What the names in a text of code stand for: imports, requires and plain assignments.
import type { PossibleText, CodeNames } from './code/calls.ts'
import type { Token } from './code/lexer.ts'
import { readChoices, readValue } from './values.ts'

const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'sign' && token.text === text

const moduleOf = (text: string): string =>
  text
    .replace(/^node:/, '')
    .replace(/^fs\/promises$/, 'fs')
    .replace(/^(?:fs-extra|graceful-fs)$/, 'fs')

/** The tokens without the imports, and what they bring. */
export function readNames(
  tokens: readonly Token[],
  place: Pick<CodeNames, 'language' | 'home' | 'cwd'>,
): { readonly tokens: Token[]; readonly names: CodeNames } {
  const { language } = place
  const names: MutableNames = {
    ...place,
    aliases: new Map(),
    texts: new Map(),
    stars: new Set(),
    choices: new Map(),
    assigned: new Set(),
  }
  if (language === 'python') return { tokens: resolvePythonImports(tokens, names), names }
  const plain = language === 'node' ? resolveNodeImports(tokens, names) : [...tokens]
  plain.forEach((token, at) => readAssignment(plain, at, names))
  return { tokens: plain, names }
}

/** Names while they are read. */
interface MutableNames extends CodeNames {
  /** What was given something. */
  readonly assigned: Set<string>
}

/** Words behind a value that make it another. */
const continuesExpression = /^(?:if|else|or|and|unless|in|not|is|for|x|cmp|eq|ne|%)$/

function readAssignment(tokens: readonly Token[], at: number, names: MutableNames): void {
  const { kind, text = '' } = tokens[at] ?? {}
  if (kind !== 'word') return
  if (text === 'for' || text === 'foreach') readLoop(tokens, at, names)
  else if (/^\.(?:forEach|each|map)$/.test(text)) readBlock(tokens, at, names)
  else if (text === 'def' || text === 'function' || text === 'lambda') readParameters(tokens, at, names)
  else if (text === 'as' && names.language !== 'php')
    addChoices(tokens[at + 1]?.text ?? '', [undefined], names)
  else if (isArrow(tokens, at)) readArrow(tokens, at, names)
  else if (names.language === 'ruby' && changed.test(text))
    addChoices(text.replace(changed, ''), [undefined], names)
  else readPlainAssignment(tokens, at, names)
}

const declares = /^(?:const|let|var|my|our|async|do)$/

/** The first word that is no declaration, behind brackets. */
function nameFrom(tokens: readonly Token[], start: number): number {
  let at = start
  while (declares.test(tokens[at]?.text ?? '') || /^[({|]$/.test(tokens[at]?.text ?? '')) at++
  return at
}

/** `for d in ['a', 'b']`, `for (const d of […])`, `for my $d ('a', 'b')`, `foreach (glob('x') as $d)`. */
function readLoop(tokens: readonly Token[], at: number, names: MutableNames): void {
  const first = nameFrom(tokens, at + 1)
  const over = tokens[first + 1]
  if (
    over !== undefined &&
    (['in', 'of'].includes(over.text) || (isSign(over, '(') && names.language === 'perl'))
  ) {
    const isPlain = names.language !== 'node' || over.text === 'of'
    const found = isPlain ? readChoices(tokens, first + (isSign(over, '(') ? 1 : 2), names) : undefined
    const isAll = found !== undefined && !/^[-+*/.|&[]/.test(tokens[found.end]?.text ?? '')
    addChoices(tokens[first]?.text ?? '', isAll ? found.choices : [undefined], names)
    return
  }
  const found = isSign(tokens[at + 1], '(') ? readChoices(tokens, at + 2, names) : undefined
  if (found !== undefined && tokens[found.end]?.text === 'as')
    addChoices(tokens[found.end + 1]?.text ?? '', found.choices, names)
}

/** `['a', 'b'].forEach((d) => …)`, `%w[a b].each { |d| … }`. */
function readBlock(tokens: readonly Token[], at: number, names: MutableNames): void {
  const name = tokens[nameFrom(tokens, at + 1)]
  if (name?.kind !== 'word') return
  const start = tokens[at - 1]?.text === ']' ? openingOf(tokens, at - 1) : -1
  const found = start < 0 ? undefined : readChoices(tokens, start, names)
  addChoices(name.text, found?.end === at ? found.choices : [undefined], names)
}

function openingOf(tokens: readonly Token[], end: number): number {
  let at = end
  while (at >= 0 && !isSign(tokens[at], '[')) at--
  return at
}

/** What a caller gives. */
function readParameters(tokens: readonly Token[], start: number, names: MutableNames): void {
  for (let at = start + 1; at < tokens.length && !isSign(tokens[at], ')'); at++) {
    if (isSign(tokens[at], ':') && tokens[start]?.text === 'lambda') return
    if (tokens[at]?.kind === 'word') addChoices(tokens[at]?.text ?? '', [undefined], names)
  }
}

/** Methods that make a text of Ruby another one. */
const changed = /\.(?:concat|replace|insert|prepend|clear|\w+!)$/

/** `d =>` and `(c, d) =>` */
function isArrow(tokens: readonly Token[], at: number): boolean {
  const behind = isSign(tokens[at + 1], ')') ? at + 2 : at + 1
  return isSign(tokens[behind], '=') && isSign(tokens[behind + 1], '>')
}

/** A loop over a list has said what it gives to its own. */
function readArrow(tokens: readonly Token[], end: number, names: MutableNames): void {
  let start = end
  if (isSign(tokens[end + 1], ')')) while (start > 0 && !isSign(tokens[start], '(')) start--
  const isOfLoop = [start, start - 1, start - 2].some((at) =>
    /^\.(?:forEach|map)$/.test(tokens[at]?.text ?? ''),
  )
  if (isOfLoop) return
  for (let at = start; at <= end; at++)
    if (tokens[at]?.kind === 'word') addChoices(tokens[at]?.text ?? '', [undefined], names)
}

/** Several loops may give to one name. */
function addChoices(
  name: string,
  choices: readonly PossibleText[],
  { texts, choices: known, assigned }: MutableNames,
): void {
  const before = known.get(name) ?? (assigned.has(name) ? [undefined] : [])
  const all = [...before, ...choices]
  known.set(name, all.length > MAX_CHOICES ? [undefined] : all)
  assigned.add(name)
  texts.delete(name)
}

const MAX_CHOICES = 200

/** `p = '.env'`: what is given twice, or by a caller, is not known. */
function readPlainAssignment(tokens: readonly Token[], at: number, names: MutableNames): void {
  const { texts, aliases, assigned, choices } = names
  const [before, name, equals, next, after] = [-1, 0, 1, 2, 3].map((step) => tokens[at + step])
  if (name?.kind !== 'word') return
  const isChange = isOperator(equals) && (isSign(next, '=') || (isOperator(next) && isChanging(next, after)))
  const isGiven = isSign(equals, '=') && !isSign(next, '=') && !isSign(next, '>')
  if (!isChange && !isGiven) return
  if (isGiven && next?.kind === 'word' && after?.text !== '(' && holdsCalls.test(next.text))
    aliases.set(name.text, aliases.get(next.text) ?? next.text)
  const value = isGiven && !assigned.has(name.text) ? readValue(tokens, at + 2, names) : undefined
  assigned.add(name.text)
  if (value !== undefined && isEnd(tokens[value.end]) && !isArgument(before, tokens[value.end]))
    texts.set(name.text, value.text)
  else texts.delete(name.text)
  const chosen = choices.get(name.text)
  if (chosen !== undefined) choices.set(name.text, [...chosen, undefined])
}

const isOperator = (token: Token | undefined): token is Token =>
  token?.kind === 'sign' && /^[-+*/.|&?%<>]$/.test(token.text)

/** `||=`, and `<<` of Ruby. */
const isChanging = (next: Token, after: Token | undefined): boolean => isSign(after, '=') || next.text === '<'

/** `f(p='x')` */
const isArgument = (before: Token | undefined, after: Token | undefined): boolean =>
  isSign(after, ')') && (isSign(before, '(') || isSign(before, ','))

const holdsCalls = /^(?:os|sys|subprocess|shutil|fs|child_process|open|eval|exec|File|FileUtils)\b/

const isEnd = (token: Token | undefined): boolean =>
  token === undefined ||
  (token.kind === 'word' && !continuesExpression.test(token.text)) ||
  (token.kind === 'sign' && [';', '}', ')'].includes(token.text))

function resolvePythonImports(tokens: readonly Token[], names: MutableNames): Token[] {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { text } = tokens[at] ?? { text: '' }
    const isFrom = text === 'from' && tokens[at + 2]?.text === 'import'
    if (text !== 'import' && !isFrom) {
      readAssignment(tokens, at, names)
      const token = tokens[at]
      if (token !== undefined) kept.push(token)
      continue
    }
    const base = isFrom ? `${tokens[at + 1]?.text}.` : ''
    at = addImports(tokens, at + (isFrom ? 3 : 1), { base, names })
  }
  return kept
}

/** `a as b, c`: up to where the list ends. */
function addImports(
  tokens: readonly Token[],
  start: number,
  { base, names }: { base: string; names: CodeNames },
): number {
  let at = start
  while (isSign(tokens[at], '(')) at++
  for (; at < tokens.length; at++) {
    const name = tokens[at]?.text ?? ''
    const isRenamed = tokens[at + 1]?.text === 'as'
    if (isRenamed) at += 2
    const own = tokens[at]?.text ?? ''
    if (name === '*') names.stars.add(base.slice(0, -1))
    else if (base !== '' || isRenamed) names.aliases.set(own, base + name)
    if (!isSign(tokens[at + 1], ',')) break
    at++
  }
  return isSign(tokens[at + 1], ')') ? at + 1 : at
}

// ---- Node.js

/** `require('fs')` becomes the word `fs`; what is taken from it stands for itself. */
function resolveNodeImports(tokens: readonly Token[], names: CodeNames): Token[] {
  const plain: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const [token, open, name, close, method] = tokens.slice(at, at + 5)
    const isRequire = /^(?:module\.)?require$|^import$/.test(token?.text ?? '') && isSign(open, '(')
    if (isRequire && name?.kind === 'text' && name.constant && isSign(close, ')')) {
      const rest = method?.kind === 'word' && method.text.startsWith('.') ? method.text : ''
      at += rest === '' ? 3 : 4
      plain.push({ kind: 'word', text: moduleOf(name.text) + rest, constant: true })
    } else if (isRequire || token?.text === 'require')
      plain.push({ kind: 'word', text: 'eval', constant: false })
    else if (token?.text === 'import' && !isSign(open, '(')) at = importFrom(tokens, at, names)
    else if (token !== undefined) plain.push(token)
  }
  const taken = new Set<number>()
  plain.forEach((_, at) => readModuleAssignment(plain, at, { names, taken }))
  return plain.filter((_, at) => !taken.has(at))
}

/** `import { rm as r } from 'fs'`; where it ends. */
function importFrom(tokens: readonly Token[], start: number, names: CodeNames): number {
  let end = start + 1
  while (end < tokens.length && tokens[end]?.kind !== 'text') end++
  const module = moduleOf(tokens[end]?.text ?? '')
  let isInside = false
  for (let at = start + 1; at < end; at++) {
    const { kind, text } = tokens[at] ?? { kind: 'sign', text: '' }
    if (text === '{' || text === '}') isInside = text === '{'
    if (kind !== 'word' || text === 'from' || text === 'as' || tokens[at - 1]?.text === 'as') continue
    const own = tokens[at + 1]?.text === 'as' ? (tokens[at + 2]?.text ?? '') : text
    names.aliases.set(own, isInside ? `${module}.${text}` : module)
  }
  const star = tokens[start + 1]
  if (isSign(star, '*')) names.aliases.set(tokens[start + 3]?.text ?? '', module)
  return end
}

const watched = /^(?:fs|child_process|http|https|net|vm|dgram|tls|rimraf|execa|fs\.promises)$/

/** A module's word that is only given a name: `const f = fs`, `const { rm: r } = fs`. */
function readModuleAssignment(
  tokens: readonly Token[],
  at: number,
  { names, taken }: { names: CodeNames; taken: Set<number> },
): void {
  const token = tokens[at]
  if (token?.kind !== 'word' || !token.constant || !isSign(tokens[at - 1], '=')) return
  const before = tokens[at - 2]
  if (watched.test(token.text) || !token.text.includes('.')) taken.add(at)
  if (before?.kind === 'word') names.aliases.set(before.text, token.text)
  if (!isSign(before, '}')) return
  let start = at - 2
  while (start > 0 && !isSign(tokens[start], '{')) start--
  for (let each = start + 1; each < at - 2; each++) {
    const name = tokens[each]
    taken.add(each)
    if (name?.kind !== 'word') continue
    const isRenamed = isSign(tokens[each + 1], ':')
    names.aliases.set(
      (isRenamed ? tokens[each + 2]?.text : undefined) ?? name.text,
      `${token.text}.${name.text}`,
    )
    if (!isRenamed) continue
    taken.add(each + 1).add(each + 2)
    each += 2
  }
}
