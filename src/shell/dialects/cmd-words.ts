// Words of cmd.exe, as words of a POSIX shell: quotes, carets and variables.
import { bare, inDouble, quoted } from './quoting.ts'

/** A variable that nobody sets. */
export const UNKNOWN = '"${cmd_}"'

export const loopVariable = (letter: string): string => `for_${letter}`

/** `%X%`, `%X:a=b%`, `%~fi` of a loop, `%1`, `%%`. */
const variablesWith = (letters: string): RegExp =>
  new RegExp(
    String.raw`%(?![${letters}]%)(?<name>\w+)(?<part>:[^%\n]*)?%|%%?(?:~(?<kind>[A-Za-z]*?))?(?<letter>[${letters}])|%~?[A-Za-z]*[\d*]|(?<sign>%%)`,
    'g',
  )

const names: Readonly<Record<string, string>> = {
  USERPROFILE: 'HOME',
  TEMP: 'TMPDIR',
  TMP: 'TMPDIR',
  CD: 'PWD',
}

function valueOf({ groups = {} }: RegExpExecArray): string {
  const { name, part, kind = '', letter, sign } = groups
  if (sign !== undefined) return '%'
  if (letter !== undefined && /^[fs]*$/i.test(kind)) return `\${${loopVariable(letter)}}`
  if (name === undefined || part !== undefined) return UNKNOWN.slice(1, -1)
  return `\${${names[name.toUpperCase()] ?? name}}`
}

/** With the values of variables, and what stands between them. */
function expand(text: string, variables: RegExp, { plain, value }: Record<'plain' | 'value', Write>): string {
  let out = ''
  let at = 0
  for (const found of text.matchAll(variables)) {
    out += plain(text.slice(at, found.index)) + value(valueOf(found))
    at = found.index + found[0].length
  }
  return out + plain(text.slice(at))
}

type Write = (text: string) => string

const inText = { plain: bare, value: (text: string) => (text === '%' ? text : `"${text}"`) }
const inQuotes = { plain: inDouble, value: (text: string) => text }
const windowsPath = /^[\w .:%()~-]*\\[\w .%()~\\*?-]*$/

/** One word, between loops with these variables. */
export function wordOf(given: string, letters: string): string {
  if (/^nul:?$/i.test(given)) return '/dev/null'
  const variables = variablesWith(letters)
  const parts = given.match(/"[^"]*"?|\^[^]|[^"^]+/g) ?? []
  return parts
    .map((part) => {
      if (part.startsWith('^')) return quoted(part.slice(1))
      if (!part.startsWith('"')) return expand(part, variables, inText)
      const text = part.replaceAll('"', '')
      const path = windowsPath.test(text) ? text.replaceAll('\\', '/') : text
      return `"${expand(path, variables, inQuotes)}"`
    })
    .join('')
}

/** Without quotes and carets. */
export const plainOf = (given: string): string => given.replace(/\^([^])|"/g, '$1')
