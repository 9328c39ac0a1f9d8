// Calls that are plain to see: each text of their facts stands in the call, or is a path that the call names. Whether a
// rule could be about them is told without reading shell text as a shell does; a property test holds this to the facts.
import { sep } from 'node:path'
import { around, inside } from '../inside.ts'
import { EDGE } from '../literal.ts'
import { normalizePath, pathFrom } from '../paths.ts'
import type { Event, FactTexts } from '../types.ts'
import { wordsOfFile } from './plain/file.ts'
import type { Disk, Words } from './plain/words.ts'

interface Reading {
  readonly disk: Disk
  /** Loads what tells shell commands apart. */
  readonly shell: () => Pick<typeof import('./plain/shell.ts'), 'wordsOfShell'>
}

const shellTools = new Set(['Bash', 'run_shell_command'])
/** What runs often and is no plain call. */
const seldom = 'git clone,xargs ,sudo ,sh ,bash ,while read,node -e,python -c,python3 -c'.split(',')

/** Of these nothing has to be loaded to see that: what is put in before it runs, save for the here-document of a message. */
function isSeldomPlain(text: string): boolean {
  const quote = text.indexOf("'")
  const bare = (quote < 0 ? text : text.slice(0, quote)).replaceAll('$(cat <<', '').replaceAll('$?', '')
  if (bare.includes('`') || bare.includes('$(')) return true
  // Those of loops, and of what stands in front of all, are written out.
  if (bare.includes('$') && !/^[a-z]\w*=/.test(bare) && !beginsCommand(text, text.indexOf('for ')))
    return true
  return seldom.some((words) => beginsCommand(text, text.indexOf(words)))
}

function beginsCommand(text: string, at: number): boolean {
  return at === 0 || (at > 0 && ';&|'.includes(text.slice(0, at).trimEnd().slice(-1)))
}

/** Texts among which are all of the call's facts; undefined where the facts themselves have to be worked out. */
export function plainTexts(event: Event, { disk, shell }: Reading): FactTexts | undefined {
  const { event: name, tool_name: tool = '', tool_input: input, cwd } = event
  if (name !== 'PreToolUse' || typeof input !== 'object' || input === null) return undefined
  // Facts have paths in their shortest form, and composed letters.
  if (sep !== '/' || !cwd.startsWith('/') || cwd !== normalizePath(cwd).normalize()) return undefined
  if ('command' in input && typeof input.command === 'string' && isSeldomPlain(input.command))
    return undefined
  const words = shellTools.has(tool) ? shell().wordsOfShell(event, input, disk) : wordsOfFile(event, input)
  const paths = words && pathsOf(words, disk)
  if (words === undefined || paths === undefined) return undefined
  const texts = [...words.texts, ...paths]
  return {
    text: `${texts.join(EDGE)}${EDGE}`.toLowerCase(),
    kinds: words.kinds,
    open: words.unsure === undefined ? [] : ['words'],
    ...(words.unsure !== undefined && { unsure: words.unsure.join(EDGE).toLowerCase() }),
    ...(words.trees !== undefined && { trees: words.trees }),
    inside: areInside(paths, event.root),
  }
}

/** Each is there as named, and where it leads. */
function areInside(paths: readonly string[], root: string): boolean {
  return paths.every((path) => path.startsWith(`${root}/`) && path !== `${root}/`)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** As named, and where links lead; undefined where one is a file with other names. */
function pathsOf({ paths, dirs }: Words, disk: Disk): string[] | undefined {
  const found = new Set<string>()
  const known = new Map<string, string>()
  const real = (file: string): string => {
    const leads = known.get(file) ?? disk.real(file)
    known.set(file, leads)
    return leads
  }
  for (const dir of dirs)
    for (const path of new Set(paths)) {
      const named = pathFrom(dir, path)
      found.add(`${named}/`)
      // Most words name no file.
      const isThere = disk.isThere?.(named) !== false
      if (isThere && (disk.inode?.(named)?.links ?? 1) > 1) return undefined
      found.add(`${isThere ? real(named) : inside(real(around(named)), nameOf(named))}/`)
    }
  return [...found]
}
