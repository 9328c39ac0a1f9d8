// Output of common commands, where the text determines it.
import { posix } from 'node:path'
import { FRESH, UNKNOWN, isKnown, isLiteral, NUMBER } from '../words/marks.ts'
import { CWD } from './scope.ts'
import { findOutput } from './find-output.ts'
import type { CommandCall } from './call.ts'
import type { Shell } from './shell.ts'

/** The output of a command; `UNKNOWN` when it cannot be known. */
export function outputOf(shell: Shell, { fields, context }: CommandCall): string {
  const program = fields[0]?.text ?? ''
  if (silent.has(program)) return ''
  const args = fields.slice(1).map(({ text }) => text)
  const given = context.stdin ?? ''
  switch (program) {
    case 'echo':
      return echo(args)
    case 'printf':
      return printf(args)
    case 'cat':
      return cat(shell, args, given)
    case 'tee':
      return given
    case 'pwd':
      return `${shell.scope.text(CWD) || UNKNOWN}\n`
    case 'which':
      return located(args)
    case 'command':
      return args[0] === '-v' ? located(args.slice(1)) : UNKNOWN
    case 'basename':
    case 'dirname':
      return nameOf(program, args)
    case 'mktemp':
      return args.every((word) => word === '-d') ? `/tmp/tmp.${FRESH}\n` : UNKNOWN
    case 'git':
      return git(shell, args)
    case 'find':
      return findOutput(args)
    case 'seq':
      return args.length > 0 && args.every((word) => /^\d+$/.test(word) || word === NUMBER) ? NUMBER : UNKNOWN
    case 'date':
      return date(args)
    case 'nproc':
    case 'id':
      return program === 'nproc' || /^-[ug]$/.test(args[0] ?? '') ? NUMBER : UNKNOWN
    case 'wc':
      return given !== '' && args.length === 1 && /^-[lcwm]$/.test(args[0] ?? '') ? NUMBER : UNKNOWN
    default:
      return isSetup(program, args) ? '' : UNKNOWN
  }
}

/** Programs that print shell setup: variables and functions, no commands. */
function isSetup(program: string, args: readonly string[]): boolean {
  const given = args.map((word) => ` ${word}`).join('')
  if (args[0] === 'completion') return /^[\w-]+ completion(?: -s)? (?:ba|z)?sh$/.test(program + given)
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

function echo(args: readonly string[]): string {
  let from = 0
  let escapes = false
  while (/^-[neE]+$/.test(args[from] ?? '')) {
    escapes ||= (args[from] ?? '').includes('e')
    from++
  }
  const text = args.slice(from).join(' ')
  const ends = args.slice(0, from).some((word) => word.includes('n')) ? '' : '\n'
  return escapes && text.includes('\\') ? `${unescape(text)}${ends}` : `${text}${ends}`
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

function printf(args: readonly string[]): string {
  const [first = '', ...others] = args[0] === '--' ? args.slice(1) : args
  if (first.startsWith('-') || !isKnown(first)) return first === '-v' ? '' : UNKNOWN
  const rest = [...others]
  let out = ''
  let rounds = 0
  do {
    const before = rest.length
    out += formatted(first, rest)
    if (rest.length === before) break
  } while (rest.length > 0 && ++rounds < 1000)
  return out
}

/** One round of a format, which takes its arguments from the list. */
function formatted(format: string, args: string[]): string {
  return unescape(format).replace(/%(%|-?\d*\.?\d*([a-zA-Z]))/g, (_, all: string, sign: string) => {
    if (all === '%') return '%'
    const value = args.shift() ?? ''
    if (all === 's') return value
    if (all === 'b') return unescape(value)
    if (all === 'd' || all === 'i') return isLiteral(value) ? value : NUMBER
    return sign === 'd' ? NUMBER : UNKNOWN
  })
}

function cat(shell: Shell, args: readonly string[], given: string): string {
  const texts = args.map((word) =>
    word === '-' || word === '/dev/stdin' ? given : (shell.substitutionFiles.get(word) ?? UNKNOWN),
  )
  return args.length === 0 ? given : texts.join('')
}

function located(args: readonly string[]): string {
  const [name = ''] = args.slice(-1)
  return /^[\w.+-]+$/.test(name) && !name.startsWith('-') ? `/usr/bin/${name}\n` : UNKNOWN
}

function nameOf(program: string, args: readonly string[]): string {
  const [path = '', suffix = ''] = args[0] === '--' ? args.slice(1) : args
  if (!isKnown(path) || path.startsWith('-') || args.length > 2) return UNKNOWN
  return `${program === 'dirname' ? posix.dirname(path) : posix.basename(path, suffix)}\n`
}

function git(shell: Shell, args: readonly string[]): string {
  if (branchNames.has(args.join(' '))) return branchOf(shell)
  if (args[0] !== 'rev-parse') return UNKNOWN
  const wanted = args.slice(1).filter((word) => word !== '-q' && word !== '--short' && word !== '--verify')
  if (wanted.length !== 1) return UNKNOWN
  if (wanted[0] === '--show-toplevel') return `${topOf(shell) ?? UNKNOWN}\n`
  return wanted[0] === 'HEAD' ? `${NUMBER}\n` : UNKNOWN
}

const branchNames = new Set([
  'branch --show-current',
  'rev-parse --abbrev-ref HEAD',
  'symbolic-ref --short HEAD',
])

/** The current branch, unless the text switches it. */
function branchOf(shell: Shell): string {
  const top = topOf(shell)
  const moved = shell.sink.commands.some(({ argv }) => argv.includes('checkout') || argv.includes('switch'))
  if (top === undefined || moved) return UNKNOWN
  const name = /^ref: refs\/heads\/([\w./-]+)\s*$/.exec(
    shell.world.files.read(posix.join(top, '.git/HEAD')) ?? '',
  )?.[1]
  return name === undefined ? UNKNOWN : `${name}\n`
}

/** The nearest parent directory with a repository. */
function topOf(shell: Shell): string | undefined {
  const { files, root } = shell.world
  let dir = shell.scope.text(CWD) ?? ''
  if (dir === root) return root
  for (let steps = 0; steps < 40 && dir !== '' && isLiteral(dir); steps++) {
    if (dir === root || files.kind(posix.join(dir, '.git')) !== undefined) return dir
    if (dir === '/') return undefined
    dir = posix.dirname(dir)
  }
  return undefined
}

/** A format of digits and plain letters: dates are numbers. */
function date(args: readonly string[]): string {
  if (args.every((word) => /^-(?:u|R|I\w*|-utc)$/.test(word))) return NUMBER
  const format = args.at(-1) ?? ''
  const plain = /^\+[\w%:. -]+$/.test(format) && /%[FYmdHMSsTjNyG]/.test(format)
  return plain && !format.startsWith('+-') && !/%[^FYmdHMSsTjNyGeIklu%:-]/.test(format) ? NUMBER : UNKNOWN
}
