// Loops over words that are plain, written out: what they run, one command after the other.
const MOST_LOOPS = 4
const MOST_WORDS = 24
/** Of more numbers any number is said. */
const MOST_NUMBERS = 4
const MOST_CHARACTERS = 12_000

const head = /(^|[;\n&|] *)for +([A-Za-z_]\w*) +in((?: +[\w./:@%+=,*?-]+)+) *[;\n]\s*do(?=\s)/
/** Nothing follows but what ends it. */
const end = /(?:;|\n)\s*done(?=\s*(?:$|[;&\n>|]))/
const isPattern = /[*?]/
/** What is bound in other ways, or a loop of its own. */
const other = /\b(?:for|while|until|case|select|function|done)\b|<<|[`\\#(){]/

/** Undefined where a loop is not plain; a text without one is as it was. */
export function unrolled(text: string): string | undefined {
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
  const body = last === null ? '' : rest.slice(0, last.index).trim()
  if (last === null || body === '' || isInside(body)) return undefined
  const each = bodyOf(body, name)
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
function bodyOf(body: string, name: string): ((value: string) => string | undefined) | undefined {
  const parts = body.split(/('[^']*')/)
  const bare = parts.filter((_, at) => at % 2 === 0).join('')
  const isMixed = /"[^"]*'[^"]*"/.test(body)
  const variable = `\\$(?:${name}(?!\\w)|\\{${name}\\})`
  const isCommand = new RegExp(`(?:^|[;&|\\n!]|\\b(?:do|then|else|if|time)\\s)\\s*"?${variable}`).test(bare)
  if (isMixed || isCommand || other.test(bare.replace(new RegExp(variable, 'g'), ''))) return undefined
  const whole = new RegExp(`(?<=\\s)(?:"${variable}"|${variable})(?=$|[\\s;&|])`, 'g')
  const any = new RegExp(variable, 'g')
  return (value) => {
    // A pattern names files as a word of its own.
    const isWhole = isPattern.test(value)
    if (isWhole && any.test(bare.replace(whole, ''))) return undefined
    any.lastIndex = 0
    return parts
      .map((part, at) => (at % 2 > 0 ? part : part.replace(isWhole ? whole : any, () => value)))
      .join('')
  }
}
