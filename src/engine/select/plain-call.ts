// Facts of the plainest calls, told from their words: where no rule of a file is over facts, nobody has to look further.
import { EDGE } from '../../patterns/literal.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, Files, FactTexts } from '../../model/types.ts'

export type PlainFiles = Pick<Files, 'read' | 'real' | 'inode'>

const nothing: FactTexts = { text: '', kinds: [], open: [] }

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const shells = setOf('Bash bash Shell shell Execute execute_command run_shell_command')
const readers = setOf('Read Glob LS TodoWrite WebSearch')
const writers = setOf('Write Edit MultiEdit')

/** Programs that read what their words name, and change nothing. */
const looks = setOf('ls cat head tail wc pwd which whoami date echo true')
const gitLooks = setOf('status log diff show branch rev-parse')
const builds = setOf(
  'tsc vue-tsc vite vitest jest mocha ava eslint next nuxt astro webpack playwright cypress',
)
/** Options of these that name no file that they write. */
const buildOptions = setOf(
  '-- -p -b --project --build --noEmit --filter --run --watch --mode --silent --quiet --bail --verbose --version --help',
)
const managers = setOf('npm pnpm yarn')
const operators = setOf('&& || | ;')

/** No expansion, no redirection, no second line. Quotes hide no operator that stands by itself. */
const plain = /^[\w./:@%+,=|&;"' -]+$/
/** Options of the others that name what is written, or what else is run or read. */
const aimed = /^-(?:[ow]|-(?:out|file|ext|text|no-index))/i

/** What the built-in rules ask of a call; undefined when its facts have to be worked out. */
export function plainFacts(
  { tool_name: tool = '', tool_input: input, cwd }: Event,
  files: PlainFiles,
): FactTexts | undefined {
  if (readers.has(tool)) return namesKey(JSON.stringify(input) ?? '') ? undefined : nothing
  if (!isObject(input)) return undefined
  if (writers.has(tool)) return factsOfWrite(input.file_path, files)
  if (!shells.has(tool) || typeof input.command !== 'string') return undefined
  return isPlain(input.command, (words) => isHarmless(words) || isPlainScript(words, cwd, files))
    ? nothing
    : undefined
}

/** Nobody reads the key. */
const namesKey = (text: string): boolean => text.toLowerCase().includes('key')

/** By its name and where its links lead; a file with several names may be another one. */
function factsOfWrite(file: unknown, { real, inode }: PlainFiles): FactTexts | undefined {
  if (typeof file !== 'string' || !/^\/(?!.*\/\.{0,2}\/)[^\\*?[{~]+$/.test(file) || /\/\.{1,2}$/.test(file))
    return undefined
  const found = inode?.(file)
  if (found !== undefined && found.links > 1) return undefined
  const text = `${[file, real(file)].map((path) => `${path}/`.normalize().toLowerCase()).join(EDGE)}${EDGE}`
  return { text, kinds: ['creates', 'edits'], open: [] }
}

/** Whether each command of a line is one of these, and names nothing in another way than by plain words. */
function isPlain(line: string, isOne: (words: readonly string[]) => boolean): boolean {
  if (!plain.test(line) || namesKey(line)) return false
  const commands: string[][] = [[]]
  for (const word of line.split(' ')) {
    if (operators.has(word)) commands.push([])
    else if (/[|&;]/.test(word)) return false
    else if (word !== '') commands.at(-1)?.push(word)
  }
  return commands.every((words) => words.length > 0 && isOne(words))
}

function isHarmless(words: readonly string[]): boolean {
  const [program = '', verb = ''] = words
  if (program === 'git' ? gitLooks.has(verb) : looks.has(program))
    return !words.some((word) => aimed.test(word))
  return builds.has(program === 'npx' ? verb : program) && areBuildWords(words)
}

const areBuildWords = (words: readonly string[]): boolean =>
  words.every((word) => !word.startsWith('-') || buildOptions.has(word))

function isPlainScript(words: readonly string[], cwd: string, files: PlainFiles): boolean {
  const [program = '', verb = '', named = ''] = words
  const name = verb === 'run' ? named : verb
  if (!managers.has(program) || (verb !== 'run' && verb !== 'test') || !areBuildWords(words)) return false
  const scripts = scriptsOf(files.read(`${cwd}/package.json`))
  if (typeof scripts?.[name] !== 'string') return false
  return [`pre${name}`, name, `post${name}`].every((each) => {
    const line = scripts[each] ?? 'true'
    return typeof line === 'string' && isPlain(line, isHarmless)
  })
}

function scriptsOf(text = ''): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isObject(found) && isObject(found.scripts) ? found.scripts : undefined
  } catch {
    return undefined
  }
}
