// A regular expression of JavaScript, without flags u and v, in the words of RE2. Both see UTF-16: halves of characters
// beyond the basic plane are moved to where RE2 takes them for characters, in the text as in the regex.

const SURROGATE = /[\ud800-\udfff]/g
const SURROGATE_OFFSET = 0x800

export function moveSurrogates(text: string): string {
  return text.replace(SURROGATE, (half) => String.fromCharCode(half.charCodeAt(0) + SURROGATE_OFFSET))
}

const SPACE =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const NO_SPACE =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{ffff}'

interface TranslationCursor {
  readonly source: string
  readonly flags: string
  at: number
}

/** Throws with the reason where RE2 has no word for it. */
export function translateToRe2(source: string, flags: string): string {
  const cursor: TranslationCursor = { source: moveSurrogates(source), flags, at: 0 }
  let made = ''
  while (cursor.at < cursor.source.length) made += translateNext(cursor)
  return made
}

function translateNext(cursor: TranslationCursor): string {
  const char = cursor.source.charAt(cursor.at)
  if (char === '\\') return escape(cursor, false)
  if (char === '[') return translateClass(cursor)
  if (char === '(') return translateGroup(cursor)
  cursor.at++
  return char === '.' ? (cursor.flags.includes('s') ? '(?s:.)' : '[^\\n\\r\\x{2028}\\x{2029}]') : char
}

function translateGroup(cursor: TranslationCursor): string {
  const [open = '('] = /^\((?:\?(?:<?[=!]|<[^>]*>|[^)]))?/.exec(cursor.source.slice(cursor.at)) ?? []
  cursor.at += open.length
  if (open === '(' || open === '(?:') return open
  if (/^\(\?<[^=!]/.test(open)) return '('
  throw new SyntaxError(/[=!]$/.test(open) ? 'it looks around' : 'it changes its flags')
}

function translateClass(cursor: TranslationCursor): string {
  cursor.at++
  const isNot = cursor.source[cursor.at] === '^'
  if (isNot) cursor.at++
  let inside = ''
  while (cursor.source[cursor.at] !== ']') {
    if (cursor.at >= cursor.source.length) throw new SyntaxError('a class has no end')
    inside += translateMember(cursor)
  }
  cursor.at++
  if (inside === '') return isNot ? '(?s:.)' : '[^\\x00-\\x{10ffff}]'
  return `[${isNot ? '^' : ''}${inside}]`
}

function translateMember(cursor: TranslationCursor): string {
  const char = cursor.source.charAt(cursor.at)
  if (char === '\\') return escape(cursor, true)
  cursor.at++
  return char === '[' || char === '^' || char === '&' || char === '~' ? `\\${char}` : char
}

const sharedEscapes = 'dDwWfnrt'
const spaces: Readonly<Record<string, readonly [alone: string, inside: string]>> = {
  s: [`[${SPACE}]`, SPACE],
  S: [`[^${SPACE}]`, NO_SPACE],
}

function escape(cursor: TranslationCursor, isInside: boolean): string {
  const [whole = '\\', code] =
    /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|c[A-Za-z]|0(?!\d)|[^])/.exec(cursor.source.slice(cursor.at)) ??
    []
  cursor.at += whole.length
  const sign = whole.charAt(1)
  if (code !== undefined) return codePoint(Number.parseInt(code, 16))
  if (/^\\u.{4}$/.test(whole)) return codePoint(Number.parseInt(whole.slice(2), 16))
  if (/^\\c.$/.test(whole)) return codePoint(whole.charCodeAt(2) % 32)
  if (whole === '\\0') return codePoint(0)
  if (/\d/.test(sign) || sign === 'k') throw new SyntaxError('it refers back to a group')
  if (sign === 'b' || sign === 'B') return isInside ? (sign === 'b' ? '\\x08' : 'B') : whole
  if (sign === 'v') return '\\x0b'
  const space = spaces[sign]
  if (space !== undefined) return space[isInside ? 1 : 0]
  if (sharedEscapes.includes(sign)) return whole
  return /[\w\x80-\uffff]/.test(sign) ? sign : whole
}

function codePoint(code: number): string {
  const moved = code >= 0xd800 && code <= 0xdfff ? code + SURROGATE_OFFSET : code
  return `\\x{${moved.toString(16)}}`
}
