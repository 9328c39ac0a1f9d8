import type { Files } from '../../model/types.ts'
import { createFiles } from '../../store/files.ts'

/** The machine's files, one of them with another text. */
export function filesWith(file: string, text: string): Files {
  const files = createFiles()
  return {
    ...files,
    read: (path) => (path === file ? text : files.read(path)),
    kind: (path) => (path === file ? 'file' : files.kind(path)),
  }
}
