import type { ConfigFile } from './config-file.ts'

/** A file's parents, each before the file itself, each once. */
export function lineage(file: ConfigFile): readonly ConfigFile[] {
  return [...new Set([...file.parents.flatMap(lineage), file])]
}
