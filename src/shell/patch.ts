// A patch's text: which files it touches and which lines it adds.
import type { AddFact, PathFact } from '../model/types.ts'
import { absolutePath } from './absolute-path.ts'
import { hunksOf } from '../patterns/text/line-diff.ts'

export interface PatchFacts {
  readonly creates: readonly PathFact[]
  readonly edits: readonly PathFact[]
  readonly deletes: readonly PathFact[]
  readonly adds: readonly AddFact[]
}

const action = /^\*\*\* (Add File|Update File|Delete File|Move to): (.*?)\s*$/

export function isPatch(text: string): boolean {
  return /^\s*\*\*\* Begin Patch/m.test(text)
}

/** The facts of a patch for `apply_patch` or `patch`, its paths relative to a directory. */
export function factsOfPatch(text: string, cwd: string): PatchFacts {
  return isPatch(text) ? parseActions(text, cwd) : parseDiff(text, cwd)
}

type Lists = { [List in 'creates' | 'edits' | 'deletes']: PathFact[] }

function parseActions(text: string, cwd: string): PatchFacts {
  const lists: Lists = { creates: [], edits: [], deletes: [] }
  const adds = new ChangedLines()
  let current: string | undefined
  for (const line of text.split('\n')) {
    const found = action.exec(line.replace(/\r$/, ''))
    if (found === null) {
      adds.read(line)
      continue
    }
    adds.end()
    const path = absolutePath(cwd, found[2] ?? '')
    if (path === undefined) continue
    if (found[1] === 'Add File') lists.creates.push({ path })
    if (found[1] === 'Update File') lists.edits.push({ path: (current = path) })
    if (found[1] === 'Delete File') lists.deletes.push({ path })
    if (found[1] === 'Move to') {
      lists.creates.push({ path })
      if (current !== undefined) lists.deletes.push({ path: current })
    }
  }
  return { ...lists, adds: adds.end() }
}

/** A unified diff: names follow `---` and `+++`, with git's prefixes removed. */
function parseDiff(text: string, cwd: string): PatchFacts {
  const lists: Lists = { creates: [], edits: [], deletes: [] }
  const adds = new ChangedLines()
  let before: string | undefined
  for (const line of text.split('\n')) {
    const [, sign, name = ''] = /^(---|\+\+\+) ([^\t\r]*)/.exec(line) ?? []
    if (sign === undefined) adds.read(line)
    else if (sign === '---') before = name
    else {
      adds.end()
      const isNew = before === '/dev/null'
      const isGone = name === '/dev/null'
      const path = absolutePath(cwd, (isGone ? (before ?? '') : name).replace(/^[ab]\//, ''))
      if (path !== undefined) lists[isNew ? 'creates' : isGone ? 'deletes' : 'edits'].push({ path })
    }
  }
  return { ...lists, adds: adds.end() }
}

/** What a patch of any form that `patch` reads adds to files; `isReverse`: what it would take away. */
export function addedByPatch(text: string, isReverse: boolean): readonly AddFact[] {
  const unified = asUnified(text)
  const swap: Readonly<Record<string, string>> = { '+': '-', '-': '+' }
  const isHeader = /^(?:---|\+\+\+) /
  const lines = isReverse
    ? unified
        .split('\n')
        .map((line) => (isHeader.test(line) ? line : (swap[line[0] ?? ''] ?? line[0] ?? '') + line.slice(1)))
    : [unified]
  return factsOfPatch(lines.join('\n'), '/').adds
}

/** Context diffs mark lines by `! `, `+ ` and `- `, plain ones by `> ` and `< `. */
function asUnified(text: string): string {
  const isContext = /^\*{15}/m.test(text)
  if (!isContext && !/^\d+(?:,\d+)?[acd]\d/m.test(text)) return text
  let changed = '-'
  return text
    .split('\n')
    .map((line) => {
      if (/^\*\*\* \d/.test(line)) changed = '-'
      if (/^--- \d.*----$/.test(line)) changed = '+'
      const [sign = '', space] = line
      const as = isContext ? { '!': changed, '+': '+', '-': '-' }[sign] : { '>': '+', '<': '-' }[sign]
      return as !== undefined && space === ' ' ? as + line.slice(2) : ` ${line}`
    })
    .join('\n')
}

/** Lines that stand together are a hunk. */
class ChangedLines {
  readonly #hunks: AddFact[] = []
  #removed: string[] = []
  #added: string[] = []

  read(line: string): void {
    if (line.startsWith('+')) this.#added.push(line.slice(1))
    else if (line.startsWith('-')) this.#removed.push(line.slice(1))
    else if (!line.startsWith('\\')) this.end()
  }

  end(): readonly AddFact[] {
    this.#hunks.push(...hunksOf(this.#removed.join('\n'), this.#added.join('\n')))
    this.#removed = []
    this.#added = []
    return this.#hunks
  }
}
