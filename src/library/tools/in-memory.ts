// An in-memory file system, for tests and for agents that must not touch a disk.
import { posix } from 'node:path'
import type { FileEntry, FileSystem } from './file-system.ts'
import { ToolMistake } from './tool.ts'

export interface InMemory extends FileSystem {
  /** Every file by its path below the root. */
  readonly tree: () => Readonly<Record<string, string>>
}

/** Begins with the files given, by paths below its root `/`. `execute` stands in for a shell. */
export function inMemoryFiles(
  given: Readonly<Record<string, string>> = {},
  execute?: FileSystem['execute'],
): InMemory {
  const texts = new Map(Object.entries(given).map(([file, text]) => [posix.resolve('/', file), text]))
  const kind = (where: string): 'file' | 'dir' | undefined => {
    if (texts.has(where)) return 'file'
    return where === '/' || entriesIn(texts, where).length > 0 ? 'dir' : undefined
  }
  return {
    root: '/',
    resolve: confined,
    list: (dir) => {
      if (kind(dir) === 'file') throw new ToolMistake('it is a file, not a directory')
      if (kind(dir) === undefined) throw new ToolMistake('there is no such directory')
      return entriesIn(texts, dir)
    },
    kind,
    read: (file) => {
      const text = texts.get(file)
      if (text !== undefined) return text
      throw new ToolMistake(kind(file) === 'dir' ? 'it is a directory' : 'there is no such file')
    },
    write: (file, text) => {
      if (kind(file) === 'dir') throw new ToolMistake('it is a directory')
      for (let above = posix.dirname(file); above !== '/'; above = posix.dirname(above))
        if (texts.has(above)) throw new ToolMistake(`${above} is a file, not a directory`)
      texts.set(file, text)
    },
    ...(execute !== undefined && { execute }),
    tree: () => Object.fromEntries([...texts].map(([file, text]) => [file.slice(1), text])),
  }
}

function confined(given: string): string {
  if (given.includes('\0')) throw new ToolMistake('the path holds a NUL')
  const steps = posix.normalize(given.replace(/^\/+/, ''))
  if (steps === '..' || steps.startsWith('../')) throw new ToolMistake(`${given} is outside of /`)
  return posix.resolve('/', steps)
}

function entriesIn(texts: ReadonlyMap<string, string>, dir: string): readonly FileEntry[] {
  const prefix = dir === '/' ? '/' : `${dir}/`
  const found = new Map<string, FileEntry>()
  for (const [file, text] of texts) {
    if (!file.startsWith(prefix)) continue
    const [name = '', ...below] = file.slice(prefix.length).split('/')
    found.set(
      name,
      below.length > 0
        ? { name, type: 'dir', size: 0 }
        : { name, type: 'file', size: Buffer.byteLength(text) },
    )
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
