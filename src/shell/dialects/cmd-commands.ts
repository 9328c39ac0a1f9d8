// One command of cmd.exe: its name, switches that are glued to it, and its words.
import { windowsProgram } from '../../patterns/commands/command-words.ts'
import { readWords, take, type CmdReader } from './cmd-reader.ts'
import { plainOf, UNKNOWN, wordOf } from './cmd-words.ts'
import { bare, programWord } from './quoting.ts'

/** What it calls otherwise, and what another program of a POSIX shell is called. */
const programs: Readonly<Record<string, string>> = {
  type: 'cat',
  chdir: 'cd',
  mkdir: 'md',
  rmdir: 'rd',
  rename: 'ren',
  find: 'findstr',
  erase: 'del',
  dir: 'ls',
}
const own = /^(?:del|rd|copy|xcopy|robocopy|move|ren|md|findstr|echo|cd|cmd)$/
/** Its own commands end before these signs: `cd..`, `echo.`, `del/q`. */
const inner =
  /^(type|chdir|cd|mkdir|md|rmdir|rd|rename|ren|erase|del|dir|echo|copy|move|set)((?:[/\\,;=:+[]|\.(?!(?:exe|cmd|bat|com)$))[^]*)$/i
/** `xcopy/s/e`, `cmd/c"del x"`. */
const glued = /^(\w[\w-]*)((?:\/[a-z?](?::[^/"]*)?)+(?:"[^]*)?)$/i
const isSwitch = (given: string): boolean => /^(?:\/[a-z?-][\w:-]*)+$/i.test(given)

const startsPath = new RegExp(windowsProgram.source, 'y')

export function readSimple(reader: CmdReader): string {
  const path = take(reader, startsPath)?.[0]
  const { words, redirects } = readWords(reader)
  if (path !== undefined) words.unshift(path)
  const [first] = words
  const command = first === undefined ? '' : commandOf(words, path, reader.letters)
  return (command + redirects).trimStart()
}

function commandOf(
  [first = '', ...given]: readonly string[],
  path: string | undefined,
  letters: string,
): string {
  const [, start = first, behind] = inner.exec(first) ?? glued.exec(first) ?? []
  const words = behind === undefined ? given : [behind, ...given]
  const name = plainOf(start)
  const lower = name.toLowerCase().replace(/\.exe$/, '')
  if (/^(?:rem|exit|setlocal|endlocal)$/.test(lower)) return ''
  if (lower === 'set') return setOf(words, letters)
  const called = programs[lower] ?? lower
  const program =
    called !== lower || own.test(called)
      ? called
      : path === undefined && start.includes('%')
        ? wordOf(start, letters)
        : programWord(bare(name))
  return [program, ...argumentsOf(called, words).map((each) => wordOf(each, letters))].join(' ')
}

/** Its own commands part names by more than blanks, and not all have switches there. */
function argumentsOf(program: string, words: readonly string[]): readonly string[] {
  if (program === 'cd') {
    const names = words.filter((word) => !isSwitch(word))
    return names.length < 2 ? names : [`"${names.join(' ').replaceAll('"', '')}"`]
  }
  const names = /^(?:cat|del|rd|copy|move|ren|md)$/.test(program)
    ? words.flatMap((word) => word.match(/(?:"[^"]*"?|\^[^]|%[^%]+%|[^,;="^])+/g) ?? [])
    : words
  return /^(?:cat|ls)$/.test(program) ? names.filter((name) => !isSwitch(name)) : names
}

/** `set X=a b`, `set "X=a b"`; what is worked out or asked for is not known. */
function setOf(words: readonly string[], letters: string): string {
  const text = words.filter((word) => !isSwitch(word)).join(' ')
  const [, name, value = ''] = /^"?(\w+)=([^]*)$/.exec(text) ?? []
  if (name === undefined) return ''
  const isKnown = words.every((word) => !/^\/[ap]/i.test(word))
  const plain = text.startsWith('"') ? value.replace(/"$/, '') : value
  return `export ${name}=${isKnown ? wordOf(plain, letters) : UNKNOWN}`
}
