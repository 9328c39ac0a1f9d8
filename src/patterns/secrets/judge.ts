// Is a value a secret, or does it only stand where one could: a reference, a call, a placeholder, a type, a number, a path, words?

/**
 * `given`: nothing but a secret stands in this place. `named`: a name says so, and code may stand there as well.
 * `loose`: other things are more usual, so the value has to look generated.
 */
export const strictnesses = ['given', 'named', 'loose'] as const
export type Strictness = (typeof strictnesses)[number]

/** A piece of a text. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

export interface Value extends TextSpan {
  readonly text: string
  /** Quoted, or written where only text can stand: no code. */
  readonly literal?: boolean
}

const reference =
  /^\\?\$(?:[A-Za-z_{([]|\d?$)|\$\{|\$\(|\{\{|\{[a-z_]\w*\}|<%|^\{[%\w]+\}|^<[^>]*>?$|^%\w+%?$|^@@|^:\w+$|^[?&@!]\S*$|^\[[\w -]+\]?$|^(?:id|src|type|env|name)=|^--?[a-z][\w-]*$/
const placeholder =
  /^(?:x{3,}|[*.…_-]+)$|\.\.\.$|…$|your[-_ ]|change[-_]?(?:me|it|this)|replace[-_]?(?:me|with|this)|placeholder|(?<![a-z\d])example|dummy|redacted|masked|xxxx|[-_]here$|\*{3}/i
/** Types, names of values and words of prose that follow `--password` in a help text. */
const noValues =
  /^(?:(?:password|passwd|pass|pw|pwd|secret|token|key)\d?|api[_-]?key|credentials?|[A-Z_]*(?:PASS|PASSWORD|TOKEN|SECRET|KEY)|[Ss]tring|str|text|int|integer|number|bool|boolean|bytes|any|object|unknown|null|none|nil|undefined|true|false|value|file|path|stdin|prompt|env|option|options|flag|argument|instead|is|and|or|to|for|in|with|without|from|as|the|an?|on|must|should|can|was|were|are|which|when|if|not|only|also|by|at|of|then|will|has|have|via|into|required|optional)[.,;:)=]?$/
const call = /^[A-Za-z_$][\w$.:>?!-]*[([{<]/
const closedCall = /^[A-Za-z_$][\w$.:>?!-]*\(.*\)$/
const quantity = /^[#v^~<>=]*[\d.,:+_-]+(?:[a-zA-Z%]{0,4}|-[\w.]+)$/
/** A regular expression, and a comparison. */
const code = /^(?:\/[^]*[[\\(][^]*\/[a-z]*|[=!~>][^]*)$|\[\^|\\[sdw]|\(\?[:=!<]/
/** Words that are numbered in code, and names of algorithms. */
const numbered =
  /^(?:primary|secondary|tokens?|keys?|secrets?|pass\w*|pwd?|users?|auth\w*|api|db|test|val(?:ue)?|var|arg|input|expected|actual|prod|dev|stag\w*|name|type|field|header|version|group|id|role|env|error|client|server|app|account|database|service|cred\w*|config|sha|md|oauth|base|utf|aes|rsa|[hrep]s|ed|u?int|float|bcrypt|argon|pbkdf|http|tls|str\w*|[a-z])\d+$/i

/** `i18n`, `oauth2server`, `base64Secret`, `v2beta`. */
const digitsInside =
  /^(?:[a-z]\d{1,2}[a-z]|[a-z]{1,8}\d{1,4}(?:[a-z]{2,12}|(?:[A-Z][a-z]{2,})+)|\d+[a-z]{1,4})$/

/** The same for every place that a secret is looked for in. */
export function isSecretValue(
  { text, literal = false }: Pick<Value, 'text' | 'literal'>,
  strictness: Strictness,
): boolean {
  if (text === '' || reference.test(text) || placeholder.test(text) || noValues.test(text)) return false
  if (strictness === 'given') return true
  const { length } = text
  if (quantity.test(text) || code.test(text) || (literal ? closedCall : call).test(text)) return false
  const hasDigit = /\d/.test(text)
  if (strictness === 'loose' && (length < 8 || (!hasDigit && length < 20))) return false
  if (/\s/.test(text)) return text.split(/\s+/).some((part) => isGenerated(part))
  if (length < (hasDigit ? 5 : 8)) return false
  return !isWords(text, { literal, strictness })
}

function isGenerated(text: string): boolean {
  return (
    text.length >= 12 &&
    /\d/.test(text) &&
    !/[([{$]/.test(text) &&
    !isWords(text, { literal: false, strictness: 'loose' })
  )
}

/** Words, an identifier, a path or an address: `db-credentials-2`, `csrfToken1`, `./keys/shop.pem`. */
function isWords(
  text: string,
  { literal, strictness }: { literal: boolean; strictness: Strictness },
): boolean {
  const bare = text.replace(/[?!](?=\.)|[!?.:;,]+$/g, '')
  if (bare.length > 200 || /[^\w\s./:,~@()'"*[\]|-]/.test(bare)) return false
  const parts = bare.split(/[^A-Za-z0-9]+/).filter((part) => part !== '')
  if (!parts.every(isWordPart)) return false
  if (strictness === 'loose' || parts.length > 1 || !/\d/.test(bare) || numbered.test(bare)) return true
  // One word: `hunter2` and, where text stands, `SuperSecret123` are passwords, `csrfToken1` is a name.
  return /[a-z][A-Z]/.test(bare) && !(literal && /\d{3}$/.test(bare))
}

/** A word in any case, words joined by their capitals, or a number; a few digits may follow. */
function isWordPart(part: string): boolean {
  const letters = part.replace(/\d{1,4}$/, '')
  if (/\d/.test(letters)) return part.length < 16 && digitsInside.test(part)
  const words = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  const isPlain = words.length < 4 || letters.length / words.length >= 3.5
  return isPlain && words.every(isWord)
}

function isWord(word: string): boolean {
  if (word.length <= 4) return true
  return word.length <= 20 && /[aeiouy]/i.test(word) && !/[^aeiouy]{6}/i.test(word)
}

const lastParts = new Set(
  (
    'name id ids type url uri path file filename dir ref endpoint method field label placeholder length len limit count size ttl age ' +
    'expiry expires expiration in at policy regex pattern hint prompt input column version index format hash hashed digest provider ' +
    'manager store kind scheme encryption algorithm alg validator schema error message attempts retries header param class budget usage bits ' +
    'option options mode enabled required rotation color cache title text description prefix suffix arn service env keys subkeys host port'
  ).split(' '),
)
const secretName =
  /(?:pass(?:word|wd|phrase|code)?|(?<![a-z])pwd?|_pwd|token|auth|apikey|jwt)$|secret|pass(?:word|wd|phrase|code)|token(?!s|iz)|api[-_. ]?key|(?:access|private|signing|encryption|account|shared|shared[-_]?access|master|service|subscription|license|auth|storage|deploy|webhook|session|admin)[-_. ]?key|authorization|credential|cookie/i

/** Does a field or a variable of this name hold a secret? `db_password1` does, `secret_name` and `max_tokens` do not. */
export function isSecretName(name: string): boolean {
  if (!secretName.test(name.replace(/\d+$/, ''))) return false
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  const last = parts.at(-1)?.toLowerCase() ?? ''
  return !lastParts.has(last)
}

/** Of the fields below a secret's name: `type`, `minLength`. */
export function isAttribute(name: string): boolean {
  return lastParts.has((name.match(/[A-Z]?[a-z]+/g) ?? []).at(-1)?.toLowerCase() ?? '')
}
