// Output of common commands, where the text determines it.
import { posix } from 'node:path'
import {
  displayText,
  EMPTY,
  FRESH,
  isKnown,
  isLiteral,
  joinTexts,
  literalOf,
  literalText,
  markGlobs,
  matches,
  NUMBER,
  STAR,
  symbolic,
  UNKNOWN,
  unmarkGlobs,
  withMarks,
  type SymbolicText,
} from '../words/marks.ts'
import { matchesSegment } from '../path-expand.ts'
import { argumentsOf, programOf, type CommandCall } from './call.ts'
import type { Shell } from './shell.ts'

/** The output of a command; `UNKNOWN` when it cannot be known. */
export function outputOf(shell: Shell, call: CommandCall): SymbolicText {
  const program = programOf(call)
  if (silent.has(program)) return EMPTY
  const args = argumentsOf(call)
  const given = call.context.stdin ?? EMPTY
  switch (program) {
    case 'echo':
      return echo(args)
    case 'printf':
      return printf(args)
    case 'cat':
      return cat(shell, args, given)
    case 'tee':
    case 'Where-Object':
    case 'Sort-Object':
    case 'Get-Unique':
      return given
    case 'Select-Object':
      return args.some((word) => matches(word, /^-e/i)) ? UNKNOWN : given
    case 'pwd':
      return symbolic`${shell.scope.directory ?? UNKNOWN}\n`
    case 'which':
      return located(args)
    case 'command':
      return literalOf(args[0]) === '-v' ? located(args.slice(1)) : UNKNOWN
    case 'basename':
    case 'dirname':
      return nameOf(program, args)
    case 'mktemp':
      return args.every((word) => literalOf(word) === '-d') ? symbolic`/tmp/tmp.${FRESH}\n` : UNKNOWN
    case 'git':
      return git(shell, args)
    case 'find':
      return findOutput(args)
    case 'seq':
      return args.length > 0 && args.every((word) => matches(word, /^\d+$/) || word === NUMBER)
        ? NUMBER
        : UNKNOWN
    case 'date':
      return date(args)
    case 'nproc':
    case 'id':
      return program === 'nproc' || matches(args[0] ?? EMPTY, /^-[ug]$/) ? NUMBER : UNKNOWN
    case 'wc':
      return given !== EMPTY && args.length === 1 && matches(args[0] ?? EMPTY, /^-[lcwm]$/) ? NUMBER : UNKNOWN
    default:
      return isSetup(program, args) ? EMPTY : UNKNOWN
  }
}

/** Programs that print shell setup: variables and functions, no commands. */
function isSetup(program: string, args: readonly SymbolicText[]): boolean {
  const given = literalOf(joinTexts([EMPTY, ...args], ' '))
  if (given === undefined) return false
  if (literalOf(args[0]) === 'completion')
    return /^[\w-]+ completion(?: -s)? (?:ba|z)?sh$/.test(program + given)
  const isBrew = program.endsWith('/brew') && /^\/\S*$/.test(program)
  const name = isBrew ? 'brew' : program
  const row = setupArguments.find(([programs]) => programs.split(' ').includes(name))
  return row !== undefined && new RegExp(`^${row[1]}$`).test(given)
}

/** Programs that print shell setup, and the arguments with which they do; compiled one at a time, when asked for. */
const setupArguments: readonly (readonly [programs: string, args: string])[] = [
  ['ssh-agent', '(?: -[csk])*'],
  ['gpgconf', ' --list-dirs'],
  ['brew', String.raw` shellenv(?: \w+)?`],
  ['direnv', String.raw` (?:hook|export) \w+`],
  ['pyenv rbenv nodenv jenv goenv phenv plenv', String.raw` (?:virtualenv-)?init(?: -+\w*)*(?: \w+)?`],
  ['zoxide starship atuin navi mcfly', String.raw` init \w+`],
  ['mise', String.raw` activate \w+`],
  ['fnm', String.raw` env(?: --[\w-]+)*`],
  ['opam', ' env'],
  ['dircolors', '(?: -b)?'],
  ['minikube docker-machine', String.raw` (?:docker-)?env(?: [\w-]+)?`],
  ['conda', String.raw` shell\.\w+ hook`],
]

const silent = new Set(
  (
    'cd pushd popd export declare local readonly typeset unset set shift true false : test [ exit ' +
    'return break continue trap read shopt sleep mkdir touch rm wait umask alias eval source .'
  ).split(' '),
)

function echo(args: readonly SymbolicText[]): SymbolicText {
  const start = args.findIndex((word) => !matches(word, /^-[neE]+$/))
  const from = start < 0 ? args.length : start
  const options = args.slice(0, from)
  const text = joinTexts(args.slice(from), ' ')
  const escapes = text.includes('\\') && options.some((word) => word.includes('e'))
  const printed = escapes ? withMarks(unescape, text) : text
  return options.some((word) => word.includes('n')) ? printed : symbolic`${printed}\n`
}

function unescape(text: string): string {
  return text.replace(/\\(?:x[\da-fA-F]{1,2}|0?[0-7]{1,3}|[abefnrtv\\])/g, (escape) => {
    const sign = escape[1] ?? ''
    if (sign === 'x') return String.fromCharCode(Number.parseInt(escape.slice(2), 16))
    return escapes[sign] ?? String.fromCharCode(Number.parseInt(escape.slice(1), 8))
  })
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

function printf(args: readonly SymbolicText[]): SymbolicText {
  const [first = EMPTY, ...others] = literalOf(args[0]) === '--' ? args.slice(1) : args
  if (first.startsWith('-') || !isKnown(first)) return literalOf(first) === '-v' ? EMPTY : UNKNOWN
  const rest = [...others]
  let out = EMPTY
  let rounds = 0
  do {
    const before = rest.length
    out = symbolic`${out}${formatted(first, rest)}`
    if (rest.length === before) break
  } while (rest.length > 0 && ++rounds < 1000)
  return out
}

/** One round of a format, which takes its arguments from the list. */
function formatted(format: SymbolicText, args: SymbolicText[]): SymbolicText {
  return withMarks(unescape, format).replace(/%(?:%|-?\d*\.?\d*[a-zA-Z])/g, (found) => {
    const all = displayText(found)
    if (all === '%%') return literalText('%')
    const value = args.shift() ?? EMPTY
    if (all === '%s') return value
    if (all === '%b') return withMarks(unescape, value)
    if (all === '%d' || all === '%i') return isLiteral(value) ? value : NUMBER
    return all.endsWith('d') ? NUMBER : UNKNOWN
  })
}

function cat(shell: Shell, args: readonly SymbolicText[], given: SymbolicText): SymbolicText {
  const texts = args.map((word) => {
    const path = literalOf(word) ?? ''
    return path === '-' || path === '/dev/stdin' ? given : (shell.substitutionFiles.get(path) ?? UNKNOWN)
  })
  return args.length === 0 ? given : joinTexts(texts, '')
}

function located(args: readonly SymbolicText[]): SymbolicText {
  const [name = EMPTY] = args.slice(-1)
  return matches(name, /^(?!-)[\w.+-]+$/) ? symbolic`/usr/bin/${name}\n` : UNKNOWN
}

function nameOf(program: string, args: readonly SymbolicText[]): SymbolicText {
  const [path = EMPTY, suffix = EMPTY] = literalOf(args[0]) === '--' ? args.slice(1) : args
  if (!isKnown(path) || path.startsWith('-') || args.length > 2) return UNKNOWN
  const name = withMarks(
    (text, end) => (program === 'dirname' ? posix.dirname(text) : posix.basename(text, end)),
    path,
    suffix,
  )
  return symbolic`${name}\n`
}

function git(shell: Shell, words: readonly SymbolicText[]): SymbolicText {
  const args = words.map(displayText)
  if (branchNames.has(args.join(' '))) return branchOf(shell)
  if (args[0] !== 'rev-parse') return UNKNOWN
  const wanted = args.slice(1).filter((word) => word !== '-q' && word !== '--short' && word !== '--verify')
  if (wanted.length !== 1) return UNKNOWN
  const top = wanted[0] === '--show-toplevel' ? topOf(shell) : undefined
  if (top !== undefined) return literalText(`${top}\n`)
  return wanted[0] === 'HEAD' ? symbolic`${NUMBER}\n` : UNKNOWN
}

const branchNames = new Set([
  'branch --show-current',
  'rev-parse --abbrev-ref HEAD',
  'symbolic-ref --short HEAD',
])

/** The current branch, where one alone is possible. */
function branchOf(shell: Shell): SymbolicText {
  const top = topOf(shell)
  const { states = [] } = top === undefined ? {} : (shell.world.checkout?.(top) ?? {})
  const [{ branch } = {}] = states
  if (branch !== undefined && states.length === 1)
    return /^[\w./-]+$/.test(branch) ? literalText(`${branch}\n`) : UNKNOWN
  if (top === undefined || states.length > 1) return UNKNOWN
  const name = /^ref: refs\/heads\/([\w./-]+)\s*$/.exec(
    shell.world.files.read(posix.join(top, '.git/HEAD')) ?? '',
  )?.[1]
  return name === undefined ? UNKNOWN : literalText(`${name}\n`)
}

/** The nearest parent directory with a repository. */
function topOf(shell: Shell): string | undefined {
  const { files, root } = shell.world
  let dir = literalOf(shell.scope.directory) ?? ''
  for (let steps = 0; steps < 40 && dir !== ''; steps++) {
    if (dir === root || files.kind(posix.join(dir, '.git')) !== undefined) return dir
    if (dir === '/') return undefined
    dir = posix.dirname(dir)
  }
  return undefined
}

/** A format of digits and plain letters: dates are numbers. */
function date(words: readonly SymbolicText[]): SymbolicText {
  const args = words.map(displayText)
  if (args.every((word) => /^-(?:u|R|I\w*|-utc)$/.test(word))) return NUMBER
  const format = args.at(-1) ?? ''
  const plain = /^\+[\w%:. -]+$/.test(format) && /%[FYmdHMSsTjNyG]/.test(format)
  return plain && !format.startsWith('+-') && !/%[^FYmdHMSsTjNyGeIklu%:-]/.test(format) ? NUMBER : UNKNOWN
}

/** `find` prints patterns for the names that it looks for. */
const changingTests = /^-(?:exec|execdir|ok|okdir|delete|printf|fprintf?0?|ls|fls|files0-from)$/
const anyDepth = symbolic`${STAR}${STAR}`

function findOutput(words: readonly SymbolicText[]): SymbolicText {
  const args = words.flatMap((word) => literalOf(unmarkGlobs(word)) ?? [])
  if (args.length < words.length || args.some((word) => changingTests.test(word))) return UNKNOWN
  const end = args.findIndex((word) => /^(?:-|\(|!)/.test(word))
  const roots = end < 0 ? args : args.slice(0, end)
  const names = namesIn(end < 0 ? [] : args.slice(end))
  const ends = args.includes('-print0') ? '\0' : '\n'
  const isBelow = args.includes('-mindepth')
  const paths = (roots.length === 0 ? ['.'] : roots).flatMap((root) =>
    pathsBelow(root, names).slice(isBelow && names === undefined ? 1 : 0),
  )
  return joinTexts([...paths, EMPTY], ends)
}

/** The `-name` globs, when each result matches one of them; else undefined. */
function namesIn(tests: readonly string[]): readonly string[] | undefined {
  const names = tests.filter(
    (_, at) => tests[at - 1] === '-name' && !/^(?:!|-not)$/.test(tests[at - 2] ?? ''),
  )
  const branches = tests.filter((word) => word === '-o' || word === '-or' || word === ',').length + 1
  return names.length >= branches ? names : undefined
}

function pathsBelow(root: string, names: readonly string[] | undefined): readonly SymbolicText[] {
  const top = literalText(root)
  if (names === undefined) return [top, symbolic`${top}/${anyDepth}`]
  const own = names.some((name) => matchesSegment(posix.basename(root), name)) ? [top] : []
  return [...own, ...names.map((name) => symbolic`${top}/${anyDepth}/${markGlobs(literalText(name))}`)]
}
