// Facts of the plainest calls, told from their words: where no rule of a file is over facts, nobody has to look further.
import { EDGE } from '../../patterns/literal.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, Files, FactTexts } from '../../model/types.ts'

export type PlainFiles = Pick<Files, 'read' | 'real' | 'inode'>

const nothing: FactTexts = { text: '', kinds: [], open: [] }

const shells = new Set(['Bash', 'bash', 'Shell', 'shell', 'Execute', 'execute_command', 'run_shell_command'])
const readers = new Set(['Read', 'Glob', 'LS', 'TodoWrite', 'WebSearch'])
const writers = new Set(['Write', 'Edit', 'MultiEdit'])

/** Nobody reads the key; what a call names in another way than by plain words is looked at. */
const plain = /^(?!.*key)[\w./:@%+,= -]+$/i
const looks =
  /^(?:(?:ls|cat|head|tail|wc|pwd|which|whoami|date|echo|true) ?|git (?:status|log|diff|show|branch|rev-parse)(?: |$))/
const builds =
  /^(?:tsc|vue-tsc|vite|vitest|jest|mocha|ava|eslint|next|nuxt|astro|webpack|rollup|playwright|cypress)(?: |$)/
/** Options that name what is written, or what else is run. */
const aimed =
  / --?(?:o|w|c|out\w*|write|fix\w*|config|output\S*|file|require|r|import|loader|ext-diff|open\S*)(?:[ =]|$)/i
const script = /^(?:npm|pnpm|yarn) (?:run (?<name>[\w:.-]+)|test)(?<rest>(?: .*)?)$/

/** What the built-in rules ask of a call; undefined when its facts have to be worked out. */
export function plainFacts(
  { tool_name: tool = '', tool_input: input, cwd }: Event,
  files: PlainFiles,
): FactTexts | undefined {
  if (readers.has(tool)) return /key/i.test(JSON.stringify(input) ?? '') ? undefined : nothing
  if (!isObject(input)) return undefined
  if (writers.has(tool)) return factsOfWrite(input.file_path, files)
  if (!shells.has(tool) || typeof input.command !== 'string') return undefined
  return isPlainCommand(input.command, cwd, files) ? nothing : undefined
}

/** By its name and where its links lead; a file with several names may be another one. */
function factsOfWrite(file: unknown, { real, inode }: PlainFiles): FactTexts | undefined {
  if (typeof file !== 'string' || !/^\/(?!.*\/\.{0,2}\/)[^\\*?[{~]+$/.test(file) || /\/\.{1,2}$/.test(file))
    return undefined
  const found = inode?.(file)
  if (found !== undefined && found.links > 1) return undefined
  const text = `${[file, real(file)].map((path) => `${path}/`.normalize().toLowerCase()).join(EDGE)}${EDGE}`
  return { text, kinds: ['creates', 'edits'], open: [] }
}

function isPlainCommand(command: string, cwd: string, files: PlainFiles): boolean {
  if (!plain.test(command) || aimed.test(command)) return false
  if (looks.test(command) || builds.test(command.replace(/^npx /, ''))) return true
  const called = script.exec(command)?.groups
  return called !== undefined && isPlainScript(called.name ?? 'test', `${cwd}/package.json`, files)
}

function isPlainScript(name: string, file: string, files: PlainFiles): boolean {
  const scripts = scriptsOf(files.read(file))
  if (typeof scripts?.[name] !== 'string') return false
  const lines = [`pre${name}`, name, `post${name}`].map((each) => scripts[each] ?? 'tsc')
  return lines.every(
    (line) =>
      typeof line === 'string' &&
      line.split(' && ').every((each) => plain.test(each) && builds.test(each) && !aimed.test(each)),
  )
}

function scriptsOf(text = ''): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isObject(found) && isObject(found.scripts) ? found.scripts : undefined
  } catch {
    return undefined
  }
}
