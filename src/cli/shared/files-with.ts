import type { Files } from '../../model/types.ts'
import { createFiles } from '../../store/disk/files.ts'

/** The machine's files, some of them with another text. */
export function filesWith(...changed: readonly (readonly [file: string, text: string])[]): Files {
  const files = createFiles()
  const texts = new Map(changed)
  return {
    ...files,
    read: (path) => texts.get(path) ?? files.read(path),
    kind: (path) => (texts.has(path) ? 'file' : files.kind(path)),
  }
}
