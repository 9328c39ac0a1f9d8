// Other ways to write the words of a simple command that mean the same to bash.
import { type Random, pick, single } from './random.ts'

/** A simple command's words as bash would hand them over, or undefined where the text is more than that. */
export function wordsOf(text: string): readonly string[] | undefined {
  if (/[|&;<>()$`\\*?[\]~!#\n]|\{[^}' ]*,/.test(text)) return undefined
  const isOpen = /['"]/.test(text.replace(/'[^']*'|"[^"]*"/g, ''))
  if (isOpen || text.trim() === '') return undefined
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []
  const decoded = words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, one?: string, two?: string) => one ?? two ?? ''),
  )
  return /^\w+=/.test(words[0] ?? '') || words.some((word) => /^['"]*\{/.test(word)) ? undefined : decoded
}

const plain = /^[\w./:@%+,=-]+$/

/** As it stands where nothing in it is special. */
export function bare(word: string): string {
  return plain.test(word) ? word : single(word)
}

const hex = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0')
const octal = (char: string) => char.charCodeAt(0).toString(8).padStart(3, '0')
const isAscii = (word: string) => /^[ -~]+$/.test(word)

/** Spellings of one word. */
const spellings: readonly ((word: string, random: Random) => string)[] = [
  (word) => single(word),
  (word) => (/["$`\\!]/.test(word) ? single(word) : `"${word}"`),
  (word) => [...word].map((char) => `\\${char}`).join(''),
  (word) => (isAscii(word) ? `$'${[...word].map((char) => `\\x${hex(char)}`).join('')}'` : single(word)),
  (word) => (isAscii(word) ? `$'${[...word].map((char) => `\\${octal(char)}`).join('')}'` : single(word)),
  (word) => (isAscii(word) ? `$'${[...word].map((char) => `\\u00${hex(char)}`).join('')}'` : single(word)),
  (word, random) => {
    const at = 1 + random(Math.max(1, word.length - 1))
    return `${bare(word.slice(0, at))}""${word.length > at ? bare(word.slice(at)) : "''"}`
  },
  (word, random) => {
    const at = 1 + random(Math.max(1, word.length - 1))
    return `${single(word.slice(0, at))}${/["$`\\!]/.test(word) ? single(word.slice(at)) : `"${word.slice(at)}"`}`
  },
  (word, random) => {
    const at = 1 + random(Math.max(1, word.length - 1))
    return plain.test(word) && word.length > 1 ? `${word.slice(0, at)}\\\n${word.slice(at)}` : bare(word)
  },
  (word, random) => {
    const at = random(word.length)
    return plain.test(word) ? `${word.slice(0, at)}\\${word.slice(at)}` : bare(word)
  },
]

/** Expansions that give one word; the text before them sets what they need. */
const expansions: readonly ((word: string, name: string) => readonly [before: string, word: string])[] = [
  (word, name) => [`${name}=${single(word)}; `, `"$${name}"`],
  (word, name) => [`${name}=${single(word)}\n`, `"\${${name}}"`],
  (word, name) => ['', `"\${${name}:-${bareIn(word)}}"`],
  (word, name) => ['', `"\${${name}:=${bareIn(word)}}"`],
  (word, name) => [`${name}=1; `, `"\${${name}:+${bareIn(word)}}"`],
  (word, name) => [`${name}=${single(`${word}.bak`)}; `, `"\${${name}%.bak}"`],
  (word, name) => [`${name}=${single(`not/${word}`)}; `, `"\${${name}#not/}"`],
  (word, name) => [`${name}=${single(`${word}zz`)}; `, `"\${${name}:0:${word.length}}"`],
  (word, name) => [`${name}=${single(`@@${word}`)}; `, `"\${${name}/@@/}"`],
  (word, name) => [`${name}0=${single(word)}; ${name}=${name}0; `, `"\${!${name}}"`],
  (word, name) => [`${name}=(x ${single(word)}); `, `"\${${name}[1]}"`],
  (word, name) => {
    const at = Math.ceil(word.length / 2)
    return [`${name}=${single(word.slice(0, at))}; ${name}+=${single(word.slice(at))}; `, `"$${name}"`]
  },
  (word, name) => {
    const at = Math.ceil(word.length / 2)
    return [
      `${name}a=${single(word.slice(0, at))} ${name}b=${single(word.slice(at))}; `,
      `"$${name}a$${name}b"`,
    ]
  },
  (word, name) => [`printf -v ${name} %s ${single(word)}; `, `"$${name}"`],
  (word, name) => [`read -r ${name} <<< ${single(word)}; `, `"$${name}"`],
  (word, name) => [`declare -r ${name}=${single(word)}; `, `"$${name}"`],
  (word, name) => [`export ${name}=${single(word)}; `, `"$${name}"`],
  (word, name) => [`${name}=$(echo ${single(word)}); `, `"$${name}"`],
  (word) => ['', `"$(printf %s ${single(word)})"`],
  (word) => ['', `"$(printf '%s' ${single(word)})"`],
  (word) => ['', word.startsWith('-') ? `"$(printf '%s\\n' ${single(word)})"` : `"$(echo ${single(word)})"`],
  (word) => ['', word.startsWith('-') || /\\/.test(word) ? single(word) : `"\`echo ${single(word)}\`"`],
  (word) => ['', `"$(cat <<'EOT'\n${word}\nEOT\n)"`],
  (word) => ['', `"$(cat <<< ${single(word)})"`],
]

function bareIn(word: string): string {
  return plain.test(word)
    ? word
    : [...word].map((char) => (/["$`\\}]/.test(char) ? `\\${char}` : char)).join('')
}

function respell(words: readonly string[], random: Random): string {
  return words.map((word) => pick(spellings, random)(word, random)).join(' ')
}

/** Every word comes from an expansion, or only some. */
function expand(words: readonly string[], random: Random): string {
  const made = words.map((word, at) =>
    at > 0 && random(2) === 0 ? (['', bare(word)] as const) : pick(expansions, random)(word, `v${at}`),
  )
  return made.map(([before]) => before).join('') + made.map(([, word]) => word).join(' ')
}

const isSimple = (words: readonly string[]) => words.every((word) => /^[\w./:@%+=-]+$/.test(word))
const systemDirs = ['/usr/bin/', '/bin/', '/usr/local/bin/', '/opt/homebrew/bin/', '/../bin/', '/usr//bin/']
/** The shell runs these by itself. */
const isOfShell = /^(?:source|\.|echo|printf|cd|kill|pwd|true|history)$/

type WordRewrite = (words: readonly string[], random: Random) => string | undefined

/** Ways to write the whole command. */
export const wordRewrites: Readonly<Record<string, WordRewrite>> = {
  'quotes and escapes': respell,
  'quotes in the program': ([program = '', ...rest], random) =>
    [respell([program], random), ...rest.map(bare)].join(' '),
  'quotes in the arguments': ([program = '', ...rest], random) =>
    [bare(program), respell(rest, random)].join(' ').trimEnd(),
  expansions: expand,
  'program from a variable': ([program = '', ...rest], random) => {
    const [before, word] = pick(expansions, random)(program, 'p')
    return `${before}${[word, ...rest.map(bare)].join(' ')}`
  },
  'program path': ([program = '', ...rest], random) =>
    isOfShell.test(program) || program.includes('/')
      ? undefined
      : [pick(systemDirs, random) + program, ...rest.map(bare)].join(' '),
  'lines continued': (words, random) =>
    words.map(bare).join(pick([' \\\n', ' \\\n  \\\n ', '\\\n '], random)),
  'spaces and tabs': (words) => `  ${words.map(bare).join(' \t ')}  `,
  braces: (words) => (isSimple(words) && words.length > 1 ? `{${words.join(',')}}` : undefined),
  'some braces': ([program = '', ...rest]) =>
    isSimple([program, ...rest]) && rest.length > 1 ? `${program} {${rest.join(',')}}` : undefined,
  'unquoted field separators': (words) => (isSimple(words) ? words.join('${IFS}') : undefined),
  'one variable for all': (words) => (isSimple(words) ? `c='${words.join(' ')}'; $c` : undefined),
  'a variable for the arguments': ([program = '', ...rest]) =>
    isSimple(rest) && rest.length > 0 ? `a='${rest.join(' ')}'; ${bare(program)} $a` : undefined,
  'an array': (words) => `c=(${words.map(bare).join(' ')}); "\${c[@]}"`,
  'an array that grows': ([program = '', ...rest]) =>
    `c=(${bare(program)}); c+=(${rest.map(bare).join(' ')}); "\${c[@]}"`,
  'positional parameters': (words) => `set -- ${words.map(bare).join(' ')}; "$@"`,
  'shifted parameters': (words) => `set -- x ${words.map(bare).join(' ')}; shift; "$@"`,
  'parameters one by one': (words) =>
    words.length < 10
      ? `set -- ${words.map(bare).join(' ')}; ${words.map((_, at) => `"$${at + 1}"`).join(' ')}`
      : undefined,
  'a function that takes it': (words) => `run() { "$@"; }; run ${words.map(bare).join(' ')}`,
  'a function that takes arguments': ([program = '', ...rest]) =>
    `f() { ${bare(program)} "$@"; }; f ${rest.map(bare).join(' ')}`,
  'a function that passes it on': (words) => `a() { "$@"; }; b() { a "$@"; }; b ${words.map(bare).join(' ')}`,
  'a loop over its last word': (words) =>
    words.length > 1
      ? `for w in ${bare(words.at(-1) ?? '')}; do ${words.slice(0, -1).map(bare).join(' ')} "$w"; done`
      : undefined,
  'a loop over programs': ([program = '', ...rest]) =>
    `for p in true ${bare(program)}; do $p ${rest.map(bare).join(' ')}; done`,
  'substituted whole': (words) => (isSimple(words) ? `$(echo ${words.join(' ')})` : undefined),
  'substituted by backticks': (words) =>
    isSimple(words) ? `\`printf '%s ' ${words.join(' ')}\`` : undefined,
  'read into words': (words) =>
    isSimple(words) && words.length > 1 ? `read -r p a <<< '${words.join(' ')}'; $p $a` : undefined,
  'parameters of bash -c': (words) => `bash -c '"$@"' _ ${words.map(bare).join(' ')}`,
  'all parameters of sh -c': ([program = '', ...rest]) =>
    `sh -c '$0 "$@"' ${[program, ...rest].map(bare).join(' ')}`,
  'arguments to eval': (words) => (isSimple(words) ? `eval ${words.join(' ')}` : undefined),
  'arguments from xargs': ([program = '', ...rest]) =>
    // echo keeps a first -n for itself
    isSimple([program, ...rest]) && rest.length > 0 && !/^-[neE]+$/.test(rest[0] ?? '')
      ? `echo ${rest.map((word) => `'${word}'`).join(' ')} | xargs ${program}`
      : undefined,
  'last argument from xargs -I': (words) =>
    isSimple(words) && words.length > 1 && words.at(-1)?.startsWith('-') === false
      ? `echo ${words.at(-1)} | xargs -I{} ${words.slice(0, -1).join(' ')} {}`
      : undefined,
  'here-string to xargs': ([program = '', ...rest]) =>
    isSimple([program, ...rest]) && rest.length > 0 ? `xargs ${program} <<< '${rest.join(' ')}'` : undefined,
}
