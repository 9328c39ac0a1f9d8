// Calls that are plain to see: each text of their facts stands in the call, or is a path that the call names. Whether a
// rule could be about them is told without reading shell text as a shell does; a property test holds this to the facts.
import { resolve } from 'node:path'
import { EDGE } from '../literal.ts'
import type { Event, FactTexts } from '../types.ts'
import { wordsOfFile } from './plain/file.ts'
import { wordsOfShell } from './plain/shell.ts'
import type { Disk, Words } from './plain/words.ts'

/** Texts among which are all of the call's facts; undefined where the facts themselves have to be worked out. */
export function plainTexts(event: Event, disk: Disk): FactTexts | undefined {
  const { event: name, tool_input: input, cwd } = event
  if (name !== 'PreToolUse' || typeof input !== 'object' || input === null || !cwd.startsWith('/'))
    return undefined
  const words = wordsOfShell(event, input, disk) ?? wordsOfFile(event, input)
  const paths = words && pathsOf(words, cwd, disk)
  if (words === undefined || paths === undefined) return undefined
  const texts = [...words.texts, ...paths]
  return { text: `${texts.join(EDGE)}${EDGE}`.toLowerCase(), kinds: words.kinds, open: [] }
}

/** As named, and where links lead; undefined where one is a file with other names. */
function pathsOf({ paths, dirs }: Words, cwd: string, disk: Disk): string[] | undefined {
  const found = new Set<string>()
  for (const dir of [cwd, ...dirs])
    for (const path of paths) {
      const named = resolve(dir, path)
      if ((disk.inode?.(named)?.links ?? 1) > 1) return undefined
      found.add(`${named}/`).add(`${disk.real(named)}/`)
    }
  return [...found]
}
