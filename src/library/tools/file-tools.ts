// The seven file tools of an agent, over any file system.
import { errorMessage } from '../../model/errors.ts'
import type { LinearRegex } from '../../model/types.ts'
import { compileLinear } from '../../patterns/regex/re2.ts'
import type { FileSystem } from './file-system.ts'
import { compileNamePattern, findFiles, findLines, shownPath } from './search-tools.ts'
import { type AgentTool, defineTool, filledTextIn, optionalTextIn, textIn, ToolMistake } from './tool.ts'

/** Enough for any pattern that a model writes. */
const MAX_INSTRUCTIONS = 10_000

export interface FileTools {
  /** ls, read_file, write_file, edit_file, glob, grep, execute. */
  readonly tools: readonly AgentTool[]
  /** What was written and edited, by path below the root, so that it can be kept. */
  files(): Readonly<Record<string, string>>
}

/** `files`: what an earlier run of the same thread wrote. */
export function fileTools(fs: FileSystem, files: Readonly<Record<string, string>> = {}): FileTools {
  const written = new Map(Object.entries(files))
  const changing = createQueue()
  const keep = async (path: string, text: string): Promise<void> => {
    await fs.write(path, text)
    written.set(shownPath(fs, path), text)
  }
  return {
    tools: [
      ...lookTools(fs),
      writeFile(fs, (path, text) => changing(() => keep(path, text))),
      editFile(fs, changing, keep),
      ...searchTools(fs),
      execute(fs),
    ].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
    files: () => Object.fromEntries(written),
  }
}

const order = ['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'execute']

/** Calls of one response run side by side: changes of files one after the other. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

const text = (description: string) => ({ type: 'string', description })
const filePath = (fs: FileSystem) => text(`The file, relative to ${fs.root} or absolute within it`)
const directory = (fs: FileSystem) => text(`The directory; absent: ${fs.root}`)

function lookTools(fs: FileSystem): readonly AgentTool[] {
  return [
    defineTool({
      name: 'ls',
      description: 'Lists a directory: name, type and size of each entry, as JSON.',
      properties: { path: directory(fs) },
      work: async (input) => {
        const entries = await fs.list(await fs.resolve(optionalTextIn(input, 'path') ?? '.'))
        return JSON.stringify(entries.map(({ name, type, size }) => ({ name, type, size })))
      },
    }),
    defineTool({
      name: 'read_file',
      description: 'Reads a text file.',
      properties: { file_path: filePath(fs) },
      required: ['file_path'],
      work: async (input) => fs.read(await fs.resolve(filledTextIn(input, 'file_path'))),
    }),
  ]
}

function writeFile(fs: FileSystem, write: (path: string, text: string) => Promise<void>): AgentTool {
  return defineTool({
    name: 'write_file',
    description: 'Writes a file, with the directories above it. What it held before is gone.',
    properties: { file_path: filePath(fs), content: text('All of the new text') },
    required: ['file_path', 'content'],
    work: async (input) => {
      const content = textIn(input, 'content')
      const path = await fs.resolve(filledTextIn(input, 'file_path'))
      await write(path, content)
      return `Wrote ${Buffer.byteLength(content)} bytes to ${shownPath(fs, path)}`
    },
  })
}

function editFile(
  fs: FileSystem,
  changing: ReturnType<typeof createQueue>,
  keep: (path: string, text: string) => Promise<void>,
): AgentTool {
  return defineTool({
    name: 'edit_file',
    description: 'Replaces the first place where old_text stands in a file, letter for letter, by new_text.',
    properties: {
      file_path: filePath(fs),
      old_text: text('The exact text to replace; long enough to be found once'),
      new_text: text('What stands there afterwards'),
    },
    required: ['file_path', 'old_text', 'new_text'],
    work: async (input) => {
      const path = await fs.resolve(filledTextIn(input, 'file_path'))
      const [before, after] = [textIn(input, 'old_text'), textIn(input, 'new_text')]
      if (before === '') throw new ToolMistake('old_text is empty')
      await changing(async () => {
        const whole = await fs.read(path)
        const at = whole.indexOf(before)
        if (at < 0) throw new ToolMistake(`old_text was not found in ${shownPath(fs, path)}`)
        await keep(path, whole.slice(0, at) + after + whole.slice(at + before.length))
      })
      return `Edited ${shownPath(fs, path)}`
    },
  })
}

function searchTools(fs: FileSystem): readonly AgentTool[] {
  return [
    defineTool({
      name: 'glob',
      description:
        'Finds files by name at any depth: * ? [a-z] over the name, not over the path. Hidden directories, node_modules, vendor and __pycache__ are left out.',
      properties: { pattern: text('Such as *.md'), path: directory(fs) },
      required: ['pattern'],
      work: async (input, { signal }) => {
        const isMeant = compileNamePattern(filledTextIn(input, 'pattern'))
        const path = await fs.resolve(optionalTextIn(input, 'path') ?? '.')
        return JSON.stringify(await findFiles(fs, { path, signal }, isMeant))
      },
    }),
    defineTool({
      name: 'grep',
      description:
        'Searches the lines of text files for a regular expression: file, line and text of each match. Leaves out what glob does, and binary files.',
      properties: {
        pattern: text('A regular expression, without look-around'),
        path: text(`A directory or file; absent: ${fs.root}`),
      },
      required: ['pattern'],
      work: async (input, { signal }) => {
        const pattern = compilePattern(filledTextIn(input, 'pattern'))
        const path = await fs.resolve(optionalTextIn(input, 'path') ?? '.')
        return JSON.stringify(await findLines(fs, { path, signal }, pattern))
      },
    }),
  ]
}

/** In linear time, whatever the model wrote; `(?i)` in front, as other tools have it, ignores case. */
function compilePattern(written: string): LinearRegex {
  const ignoresCase = written.startsWith('(?i)')
  try {
    const { source } = new RegExp(ignoresCase ? written.slice(4) : written) // throws for what is none
    return compileLinear(source, ignoresCase ? 'i' : '', MAX_INSTRUCTIONS)
  } catch (error) {
    throw new ToolMistake(`the pattern cannot be used: ${errorMessage(error)}`)
  }
}

function execute(fs: FileSystem): AgentTool {
  return defineTool({
    name: 'execute',
    description: `Runs a shell command in ${fs.root}: stdout, stderr and exit_code, as JSON.`,
    properties: { command: text('One line for sh') },
    required: ['command'],
    work: async (input, { signal }) => {
      const command = filledTextIn(input, 'command')
      if (fs.execute === undefined) throw new ToolMistake('there is no shell here')
      return JSON.stringify(await fs.execute(command, { signal }))
    },
  })
}
