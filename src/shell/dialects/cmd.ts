// cmd.exe, as the text of a POSIX shell that means the same as far as facts go. What is not understood is left as it is, for `cmd /c`.
import { bare, inDouble, programWord, quoted } from './quoting.ts'

/** What it calls otherwise, and what another program of a POSIX shell is called. */
const programs: Readonly<Record<string, string>> = {
  type: 'cat',
  chdir: 'cd',
  mkdir: 'md',
  rmdir: 'rd',
  rename: 'ren',
  find: 'findstr',
  set: 'export',
  erase: 'del',
  dir: 'ls',
}
const unreadable = /(?:^|[&|(\n])\s*@?(?:for|goto|shift)\b/i

/** The text of a shell; what is not understood in it is `cmd /c '…'`. */
export function shellOfCmd(text: string): string {
  if (unreadable.test(text)) return `cmd /c ${quoted(text)}`
  return splitLines(text.replaceAll('\r\n', '\n'))
    .map(([line, end]) => `${commandOf(line)}${end}`)
    .join('')
    .replace(/^:\n|(?<=\n):(?:\n|$)/g, '')
}

const token = /\^[^]|"[^"\n]*"?|&&|\|\||\d?>>?(?:&\d)?|[&|\n()]|[^]/g
const ends: Readonly<Record<string, string>> = { '&': '\n', '\n': '\n', '(': '\n', ')': '\n' }

/** Commands, each with the sign behind it. Brackets only group. */
function splitLines(text: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  let line = ''
  for (const [part] of text.matchAll(token)) {
    const end = ends[part] ?? (/^(?:&&|\|\|?)$/.test(part) ? ` ${part} ` : undefined)
    if (end === undefined) {
      line += part
      continue
    }
    if (line.trim() !== '' || end !== '\n') found.push([line, end])
    line = ''
  }
  return [...found, [line, '']]
}

function commandOf(line: string): string {
  const text = line
    .trim()
    .replace(/^@/, '')
    .replace(
      /^(?:if(?:\s+\/i)?(?:\s+not)?\s+(?:exist\s+(?:"[^"]*"|\S+)|errorlevel\s+\d+|defined\s+\S+|(?:"[^"]*"|\S+?)\s*==\s*(?:"[^"]*"|\S+))|else|call)(?:\s+|$)/i,
      '',
    )
  if (text === '' || /^(?:rem\b|::|exit\b|setlocal\b|endlocal\b)/i.test(text)) return ':'
  const started = /^start\s+(?:"[^"]*"\s*)?(?:\/\w+\s+)*([^]+)$/i.exec(text)?.[1]
  if (started !== undefined) return commandOf(started)
  const words = text.match(/(?:\^[^]|"[^"]*"?|[^\s"])+/g) ?? []
  const [first = '', ...rest] = words
  const name = first.toLowerCase().replace(/\.exe$/, '')
  const program = programWord(
    programs[name] ?? (first.includes('%') ? word(first) : bare(first.replaceAll('"', ''))),
  )
  const own = programs[name] !== undefined || windowsOwn.test(name)
  const given = name === 'cd' ? rest.filter((each) => !/^\/\w+$/.test(each)) : rest
  return [
    own && program === name ? name : program,
    ...given.map((each) => word(own ? each.replace(/^\/[A-Za-z]$/, (sign) => sign.toLowerCase()) : each)),
  ].join(' ')
}

const windowsOwn = /^(?:del|rd|copy|xcopy|robocopy|move|ren|md|findstr)$/

/** `%X%` is a variable, a caret takes the next sign as it is. */
function word(given: string): string {
  const redirect = /^(\d?>>?(?:&\d)?)([^]*)$/.exec(given)
  if (redirect !== null) {
    const [, sign = '', target = ''] = redirect
    return `${sign}${target === '' ? '' : ` ${/^nul$/i.test(target) ? '/dev/null' : word(target)}`}`
  }
  if (/^nul$/i.test(given)) return '/dev/null'
  if (/^\/[A-Za-z?]/.test(given)) return bare(given)
  const parts = given.match(/%\w+%|%%|%~?[\w*]|"[^"]*"?|\^[^]|[^%"^]+|[^]/g) ?? []
  return parts.map(partOf).join('')
}

function partOf(part: string): string {
  const name = /^%(\w+)%$/.exec(part)?.[1]
  if (name !== undefined) return `"\${${variables[name.toUpperCase()] ?? name}}"`
  if (part === '%%') return '%'
  if (/^%~?[\w*]$/.test(part)) return '"${cmd_}"'
  if (part.startsWith('^')) return quoted(part.slice(1))
  if (!part.startsWith('"')) return bare(part)
  const text = part.replaceAll('"', '')
  const path = /^[\w .:%()~-]*\\[\w .%()~\\*?-]*$/.test(text) ? text.replaceAll('\\', '/') : text
  return `"${path
    .split(/(%\w+%)/)
    .map((each) => (/^%\w+%$/.test(each) ? partOf(each).slice(1, -1) : inDouble(each)))
    .join('')}"`
}

const variables: Readonly<Record<string, string>> = {
  USERPROFILE: 'HOME',
  TEMP: 'TMPDIR',
  TMP: 'TMPDIR',
  CD: 'PWD',
}
