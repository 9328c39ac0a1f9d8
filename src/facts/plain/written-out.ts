// Variables and loops over words that are plain, written out: what is run, one command after the other.
const MOST_LOOPS = 4
const MOST_WORDS = 24
/** Of more numbers any number is said. */
const MOST_NUMBERS = 4
const MOST_CHARACTERS = 12_000

const head = /(^|[;\n&|] *)for +([A-Za-z_]\w*) +in((?: +[\w./:@%+=,*?-]+)+) *[;\n]\s*do(?=\s)/
/** Nothing follows but what ends it. */
const end = /[;\n][ \t]*done(?=[ \t]*(?:$|[;&\n>|]))/
const isPattern = /[*?]/
/** A variable that no program knows, in front of all that is run. */
const set = /^\s*(?!npm_|\w*_proxy=)([a-z][a-z0-9_]*)=([\w./:@%+,-]*) *(?:;|&&|\n)(?=\s*\S)/
/** What is bound in other ways, or a loop of its own. */
const unclear = /<<|[`\\#(){]/
const other = /\b(?:for|while|until|case|select|function|done)\b|<<|[`\\#(){]/

/** Undefined where a variable or a loop is not plain; a text without them is as it was. */
export function writtenOut(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined
  const known = withValues(text.includes(status) ? withStatus(text) : text)
  return known === undefined ? undefined : unrolled(known)
}

/** How the last command ended: a number that nobody can know. */
export const status = '$?'
const told = /((?:^|;|&&|\|\||\n)\s*)(echo [^;&|<>\n]*)(?=$|[;\n]|&&|\|\|)/g

/** Where `echo` tells it, as a text that stands for itself; elsewhere it stays, and is not plain. */
function withStatus(text: string): string {
  if (/['`\\]/.test(text)) return text
  return text.replace(told, (_, before: string, echo: string) => {
    const parts = echo.split('"')
    return (
      before +
      parts.map((part, at) => part.replaceAll(status, at % 2 === 0 ? quoted : `"${quoted}"`)).join('"')
    )
  })
}

const quoted = `'${status}'`

function withValues(text: string): string | undefined {
  let left = text
  for (let found = set.exec(left); found !== null; found = set.exec(left)) {
    const [all, name = '', value = ''] = found
    const rest = left.slice(all.length)
    const isSetAgain = new RegExp(`\\b(?:${name}\\+?=|for +${name}\\b)`).test(rest)
    const whole = isSetAgain || isInside(rest) ? undefined : bodyOf(rest, name, unclear)?.(value)
    if (whole === undefined) return undefined
    left = whole
  }
  return left
}

function unrolled(text: string): string | undefined {
  let left = text
  for (let loops = 0; left.includes('for '); loops++) {
    const found = head.exec(left)
    if (found === null) return left
    const whole = loops < MOST_LOOPS ? written(left, found) : undefined
    if (whole === undefined || whole.length > MOST_CHARACTERS) return undefined
    left = whole
  }
  return left
}

function written(text: string, found: RegExpExecArray): string | undefined {
  const [all, sign = '', name = '', list = ''] = found
  const before = text.slice(0, found.index)
  if (sign.startsWith('|') || isInside(before)) return undefined
  const values = list.trim().split(/ +/)
  if (values.length > MOST_WORDS) return undefined
  if (values.length > MOST_NUMBERS && values.every((value) => /^\d+$/.test(value))) return undefined
  const rest = text.slice(found.index + all.length)
  const last = end.exec(rest)
  const body = last === null ? '' : rest.slice(0, last.index).trim().replace(/;$/, '')
  if (last === null || body === '' || isInside(body)) return undefined
  const each = bodyOf(body, name, other)
  const bodies = values.map((value) => each?.(value))
  if (bodies.includes(undefined)) return undefined
  return before + sign + bodies.join('\n') + rest.slice(last.index + last[0].length)
}

/** Does it end in the middle of a text? */
function isInside(text: string): boolean {
  const count = (quote: string): number => text.split(quote).length - 1
  const [single, double] = [count("'"), count('"')]
  return text.includes('\\') || text.includes('<<') || single % 2 > 0 || double % 2 > 0
}

/** The body for a value; undefined where the variable could become anything but a word, or a part of one. */
function bodyOf(
  body: string,
  name: string,
  refused: RegExp,
): ((value: string) => string | undefined) | undefined {
  const parts = body.split(/('[^']*')/)
  const bare = parts.filter((_, at) => at % 2 === 0).join('')
  const isMixed = /"[^"]*'[^"]*"/.test(body)
  const variable = `\\$(?:${name}(?!\\w)|\\{${name}\\})`
  const isCommand = new RegExp(`(?:^|[;&|\\n!]|\\b(?:do|then|else|if|time)\\s)\\s*"?${variable}`).test(bare)
  if (isMixed || isCommand || refused.test(bare.replace(new RegExp(variable, 'g'), ''))) return undefined
  const whole = new RegExp(`(?<=\\s)(?:"${variable}"|${variable})(?=$|[\\s;&|])`, 'g')
  const any = new RegExp(variable, 'g')
  const isJoined = new RegExp(variable).test(bare.replace(whole, ''))
  const isQuoted = (bare.match(/"[^"]*"/g) ?? []).some((text) => /\s/.test(text) && text.includes('$'))
  return (value) => {
    // A pattern names files as a word of its own.
    const isWhole = isPattern.test(value)
    if (isWhole && (isJoined || isQuoted)) return undefined
    return parts
      .map((part, at) => (at % 2 > 0 ? part : part.replace(isWhole ? whole : any, () => value)))
      .join('')
  }
}
