import type { Files } from '../../model/types.ts'

const LOOK_STEPS = 20
const CHARACTERS_PER_STEP = 20
const NAMES_PER_STEP = 2

/** Files of which each look spends work: by `spend` while a call is read, by `mustSpend` while rules are matched. */
export function countedFiles(files: Files, spend: (steps: number) => unknown): Files {
  const look = (path: string): unknown => spend(LOOK_STEPS + path.length / CHARACTERS_PER_STEP)
  return {
    ...files,
    // Reading a pipe would wait for a writer.
    read(path, most) {
      look(path)
      const text = files.kind(path) === 'file' ? files.read(path, most) : undefined
      if (text !== undefined) spend(text.length / CHARACTERS_PER_STEP)
      return text
    },
    list(path) {
      look(path)
      const names = files.list(path)
      spend(names.length / NAMES_PER_STEP)
      return names
    },
    kind: (path) => (look(path), files.kind(path)),
    real: (path) => (look(path), files.real(path)),
    ...(files.inode !== undefined && { inode: (path: string) => (look(path), files.inode?.(path)) }),
  }
}
