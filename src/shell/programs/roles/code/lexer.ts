// Code of scripting languages as words, texts and signs; enough to find plain calls.

export interface Token {
  /** `run`: a text in backquotes, which is run. */
  readonly kind: 'word' | 'text' | 'run' | 'sign'
  readonly text: string
  /** Its value is what stands there. */
  readonly constant: boolean
}

export type Language = 'python' | 'node' | 'ruby' | 'perl' | 'php' | 'awk'

const string = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'`
const word = String.raw`[A-Za-z_$@%][\w$]*(?:(?:\s*\??\.\s*|::|->|\\)[A-Za-z_$][\w$]*)*[?!]?`

/** Comments, texts and what is run, by language. */
const literals: Readonly<Record<Language, readonly [string, string, string]>> = {
  python: [
    String.raw`#[^\n]*`,
    String.raw`[rbfuRBFU]{0,2}(?:"""[^]*?"""|'''[^]*?'''|${string})`,
    String.raw`(?!)`,
  ],
  node: [
    String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`,
    String.raw`${string}|${'`'}(?:[^${'`'}\\]|\\[^])*${'`'}`,
    String.raw`(?!)`,
  ],
  ruby: [
    String.raw`#[^\n{]*`,
    string,
    String.raw`${'`'}[^${'`'}]*${'`'}|%x\([^)]*\)|%x\{[^}]*\}|%x\[[^\]]*\]`,
  ],
  perl: [
    String.raw`#[^\n]*`,
    String.raw`${string}|\bqq?\([^)]*\)|\bqq?\{[^}]*\}|\bqq?\/[^/]*\/`,
    String.raw`${'`'}[^${'`'}]*${'`'}|\bqx\([^)]*\)|\bqx\{[^}]*\}|\bqx\/[^/]*\/`,
  ],
  php: [String.raw`\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/`, string, String.raw`${'`'}[^${'`'}]*${'`'}`],
  awk: [String.raw`#[^\n]*`, String.raw`"(?:[^"\\\n]|\\[^])*"`, String.raw`(?!)`],
}

const lexers = new Map<Language, RegExp>()

function lexerOf(language: Language): RegExp {
  const known = lexers.get(language)
  if (known !== undefined) return known
  const [comment, text, run] = literals[language]
  const name = language === 'awk' ? String.raw`[A-Za-z_$]\w*` : String.raw`(?:\.\s*)?${word}`
  const made = new RegExp(String.raw`(${comment})|(${text})|(${run})|(${name})|(\S)`, 'g')
  lexers.set(language, made)
  return made
}

/** Regular expressions would be taken for divisions and quotes: where one begins, by language. */
const patterns: Readonly<Partial<Record<Language, string>>> = {
  node: String.raw`([=(,:[!&|?{};]\s*|^\s*|return\s+)(\/)(?![/*])`,
  awk: String.raw`([~(,!&|{};]\s*|^\s*)(\/)`,
  perl: String.raw`(^\s*|[\s;({=~&|!,])(?:(?:s|tr|y|m|qr)([^\w\s;=,)'"])|(\/))`,
  ruby: String.raw`([=~(,!&|{;]\s*|^\s*)(\/)`,
}

const finders = new Map<Language, RegExp | undefined>()

/** Where a regular expression begins that stands in no text or comment. */
function finderOf(language: Language): RegExp | undefined {
  if (finders.has(language)) return finders.get(language)
  const pattern = patterns[language]
  const [comment, text, run] = literals[language]
  const made = pattern === undefined ? undefined : new RegExp(`${comment}|${text}|${run}|${pattern}`, 'g')
  finders.set(language, made)
  return made
}

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '<': '>' }

/** Where the pattern's text ends; undefined when it does not. */
function endOf(code: string, from: number, close: string): number | undefined {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === close) return at + 1
    else if (code[at] === '\n' && close === '/') return undefined
  }
  return undefined
}

/** The code with its regular expressions taken out; what `s///e` runs stays. */
function withoutPatterns(code: string, pattern: RegExp): string {
  let plain = ''
  let done = 0
  pattern.lastIndex = 0
  for (let found = pattern.exec(code); found !== null; found = pattern.exec(code)) {
    const [whole, before, mark = found[3] ?? ''] = found
    if (before === undefined) continue
    const close = closing[mark] ?? mark
    const isTwo = /^(?:s|tr|y)\W/.test(whole.slice(before.length))
    const first = endOf(code, pattern.lastIndex, close)
    const second =
      first === undefined || !isTwo ? first : endOf(code, first + (mark === close ? 0 : 1), close)
    if (second === undefined) continue
    const flags = /^[a-z]*/.exec(code.slice(second, second + 12))?.[0] ?? ''
    if (isTwo && flags.includes('e')) continue
    plain += `${code.slice(done, found.index)}${before} 0 `
    done = second + flags.length
    pattern.lastIndex = done
  }
  return plain + code.slice(done)
}

/** What a text in backquotes takes in, by language. */
const filling: Readonly<Record<Language, RegExp>> = {
  python: /(?!)/,
  node: /(?!)/,
  ruby: /#[{$@]/,
  perl: /[$@][{\w]/,
  php: /\$[{\w]/,
  awk: /(?!)/,
}

export function tokensOf(code: string, language: Language): Token[] {
  const pattern = finderOf(language)
  const plain = pattern === undefined ? code : withoutPatterns(code, pattern)
  const tokens: Token[] = []
  for (const [, comment, text, shell, name, sign] of plain.matchAll(lexerOf(language))) {
    if (comment !== undefined) continue
    if (text !== undefined) tokens.push(textToken(text, language))
    else if (shell)
      tokens.push({
        kind: 'run',
        text: shell.replace(/^(?:%x|qx)?./, '').slice(0, -1),
        constant: !filling[language].test(shell),
      })
    else if (name !== undefined)
      tokens.push({ kind: 'word', text: name.replaceAll(/\s|\?(?=\.)/g, ''), constant: false })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, constant: false })
  }
  return tokens
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\u001b' }

function textToken(written: string, language: Language): Token {
  const quote = /^[rbfuRBFU]{0,2}("""|'''|.)|^qq?./.exec(written)
  const head = quote?.[0] ?? ''
  const mark = quote?.[1] ?? ''
  const body = written.slice(head.length, written.length - (mark.length || 1))
  const isFormat = language === 'python' && /f/i.test(head) && body.includes('{')
  const isDouble = head.endsWith('"') || head.startsWith('qq')
  const filled: Readonly<Record<Language, boolean>> = {
    python: isFormat,
    node: head === '`' && body.includes('${'),
    ruby: isDouble && body.includes('#{'),
    perl: isDouble && /[$@][\w{]/.test(body),
    php: isDouble && /\$[\w{]/.test(body),
    awk: false,
  }
  const raw =
    (language === 'python' && /r/i.test(head.slice(0, 2))) ||
    (!isDouble && !['python', 'node'].includes(language))
  return { kind: 'text', text: raw ? body : unescaped(body), constant: !filled[language] }
}

function unescaped(body: string): string {
  if (!body.includes('\\')) return body
  return body.replaceAll(
    /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|[0-7]{1,3}|[^])/g,
    (escape) => {
      const letter = escape[1] ?? ''
      const digits = escape.replaceAll(/[^\da-fA-F]/g, '')
      if (escape.length > 2 && 'xu'.includes(letter))
        return String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff))
      if (/[0-7]/.test(letter)) return String.fromCodePoint(Number.parseInt(digits, 8))
      return letter === '\n' ? '' : (escapes[letter] ?? letter)
    },
  )
}
