import { type Token, tokensOf } from './words.ts'

/** Which of its arguments a program makes, and the options that take the word after them. */
interface Maker {
  readonly makes: 'all' | 'last'
  readonly valued: readonly string[]
  /** Options whose value is what is made. */
  readonly into?: readonly string[]
}

const makers: Readonly<Record<string, Maker>> = {
  touch: { makes: 'all', valued: ['-d', '-t', '-r', '--date', '--reference', '--time'] },
  mkdir: { makes: 'all', valued: ['-m', '--mode'] },
  mkfifo: { makes: 'all', valued: ['-m', '--mode'] },
  tee: { makes: 'all', valued: [] },
  truncate: { makes: 'all', valued: ['-s', '-r', '--size', '--reference'] },
  cp: { makes: 'last', valued: ['-S', '--suffix'], into: ['-t', '--target-directory'] },
  mv: { makes: 'last', valued: ['-S', '--suffix'], into: ['-t', '--target-directory'] },
  ln: { makes: 'last', valued: ['-S', '--suffix'], into: ['-t', '--target-directory'] },
  install: {
    makes: 'last',
    valued: ['-m', '-o', '-g', '--mode', '--owner', '--group'],
    into: ['-t', '--target-directory'],
  },
  rsync: { makes: 'last', valued: ['-e', '--exclude', '--include', '--rsh'] },
  scp: { makes: 'last', valued: ['-P', '-i', '-o', '-F', '-J', '-l', '-c'] },
}

/** Programs that make only what an option names. */
const named: Readonly<Record<string, readonly string[]>> = {
  curl: ['-o', '--output'],
  wget: ['-O', '--output-document'],
  sort: ['-o', '--output'],
  gcc: ['-o'],
  cc: ['-o'],
  go: ['-o'],
}

const wrappers = new Set([
  'sudo',
  'doas',
  'command',
  'builtin',
  'exec',
  'nohup',
  'time',
  'nice',
  'env',
  'then',
  'do',
  'else',
  '{',
  '!',
])
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])
const nowhere = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/

/** The files that a command would make, as its text names them. */
export function createdBy(command: string | readonly string[]): readonly string[] {
  const found = typeof command === 'string' ? ofLine(command, 0) : ofWords(command, 0)
  return [...new Set(found.filter((file) => file !== '' && file !== '-' && !nowhere.test(file)))]
}

const DEEPEST = 4

function ofLine(line: string, depth: number): readonly string[] {
  const made: string[] = []
  let words: string[] = []
  let before: Token['kind'] = 'end'
  for (const token of [...tokensOf(line), { kind: 'end' } as const]) {
    if (token.kind === 'word' && before === 'redirect') made.push(token.text)
    else if (token.kind === 'word' && before !== 'input') words.push(token.text)
    if (token.kind === 'end') {
      made.push(...ofWords(words, depth))
      words = []
    }
    before = token.kind
  }
  return made
}

function ofWords(words: readonly string[], depth: number): readonly string[] {
  const start = words.findIndex((word) => !/^\w+=/.test(word) && !wrappers.has(word))
  const [path = '', ...rest] = start < 0 ? [] : words.slice(start)
  const program = path.slice(path.lastIndexOf('/') + 1)
  if (shells.has(program)) {
    const script = rest[rest.findIndex((word) => /^-\w*c$/.test(word)) + 1]
    return depth < DEEPEST && script !== undefined && script !== rest[0] ? ofLine(script, depth + 1) : []
  }
  if (program === 'dd') return rest.filter((word) => word.startsWith('of=')).map((word) => word.slice(3))
  const options = Object.hasOwn(named, program) ? named[program] : undefined
  if (options !== undefined) return valuesOf(rest, options)
  const maker = Object.hasOwn(makers, program) ? makers[program] : undefined
  return maker === undefined ? [] : madeBy(maker, rest)
}

function madeBy({ makes, valued, into = [] }: Maker, words: readonly string[]): readonly string[] {
  const target = valuesOf(words, into)
  if (target.length > 0) return target
  const end = words.indexOf('--')
  const files = words.filter((word, at) => {
    if (end >= 0 && at > end) return true
    const previous = at === 0 ? '' : (words[at - 1] ?? '')
    return !(word.startsWith('-') && word !== '-') && !valued.includes(previous)
  })
  if (makes === 'all') return files
  return files.length < 2 ? [] : files.slice(-1)
}

/** What stands after one of these options, or behind its `=`. */
function valuesOf(words: readonly string[], options: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    if (at > 0 && options.includes(words[at - 1] ?? '')) return [word]
    const option = options.find((each) => each.startsWith('--') && word.startsWith(`${each}=`))
    return option === undefined ? [] : [word.slice(option.length + 1)]
  })
}
