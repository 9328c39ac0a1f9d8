// Files that a patch changes, read from the patch itself.
import { posix } from 'node:path'
import type { FactKind } from '../../../model/types.ts'
import { addedByPatch, factsOfPatch, isPatch } from '../../patch.ts'
import {
  addUnresolved,
  optionValue,
  role,
  type CommandState,
  type ArgumentWord,
  type Roles,
} from '../command-state.ts'
import { absolute, resolvePath, repositoryRoot } from './place.ts'
import { addWrite } from './paths.ts'
import { addDoubt } from './unpack.ts'

const about: readonly FactKind[] = ['creates', 'edits', 'deletes']

const MAX_CHARACTERS = 500_000

/** The patch; `none` when there is nothing to read, undefined when it cannot be known. */
function patchOf(word: ArgumentWord, state: CommandState): { readonly text: string } | 'none' | undefined {
  const { input, world } = state
  if (word.text === '-' && input?.text !== undefined) return { text: input.text }
  if (word.text === '-' && input === undefined) return 'none'
  const path = word.text === '-' ? input?.file : absolute(word.text, state)
  if (path === undefined) return undefined
  const written = world.written?.(path) ?? 'no'
  if (world.files.kind(path) === undefined) return written === 'no' ? 'none' : undefined
  const text = written === 'yes' ? undefined : world.files.read(path)
  return text === undefined || text.length > MAX_CHARACTERS ? undefined : { text }
}

/** A name as Git quotes it. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name
  const bytes = name
    .slice(1, name.lastIndexOf('"'))
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, letter: string) =>
      octal === undefined ? letter : String.fromCharCode(Number.parseInt(octal, 8)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Without a tab before the date, `patch` takes the first word. */
const spellings = (name: string): readonly string[] =>
  name.startsWith('"') ? [unquoted(name)] : [name, name.replace(/\s.*/, '')]

/** `a/x b/x`, of which one half is as long as the other. */
function halves(line: string): readonly string[] {
  const words = line.match(/^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/)
  if (words !== null) return words.slice(1).map(unquoted)
  const middle = Math.floor(line.length / 2)
  return [line.slice(0, middle), line.slice(middle + 1)]
}

/** All names of files in the patch, with so many leading parts taken off; Git's own lines have no prefix of theirs. */
function namesIn(text: string, strip: number): Set<string> {
  const names = new Set<string>()
  const add = (name: string, parts: number): void => {
    const kept = name.split('/').slice(Math.max(parts, 0)).join('/')
    if (name !== '/dev/null') names.add(kept || posix.basename(name))
  }
  const header =
    /^(?:(---|\+\+\+|\*\*\*|Index:) (?!\d[\d,]* (?:\*\*\*\*|----))|(?:(?:rename (?:from|to)|copy to)|(diff --git)) )([^\t\r\n]+)/gm
  for (const [, named, git, rest = ''] of text.matchAll(header))
    for (const name of git !== undefined ? halves(rest) : spellings(rest))
      add(name, named === undefined && git === undefined ? strip - 1 : strip)
  return names
}

/** Of a name in a patch, `patch` without -p takes the last part; some take all of it, where that is there. */
function plainNames(names: Iterable<string>, { cwd, world }: CommandState): Set<string> {
  const isThere = (name: string): boolean => world.files.kind(posix.join(cwd, name)) !== undefined
  return new Set([...names].flatMap((name) => [posix.basename(name), ...(isThere(name) ? [name] : [])]))
}

function apply(base: string, fallback: number, state: CommandState): (word: ArgumentWord) => void {
  return (word) => {
    const given = optionValue(state, '--strip', '-p')
    const patch = patchOf(word, state)
    const text = patch === 'none' ? undefined : patch?.text
    const found = namesIn(text ?? '', given === undefined ? fallback : Number(given) || 0)
    if (text !== undefined) state.adds.push(...addedByPatch(text, state.has('--reverse')))
    else if (patch !== 'none') addOpenText(state)
    const names = given === undefined && fallback === 0 ? plainNames(found, state) : found
    if (names.size === 0) {
      if (patch === undefined) addDoubt(base, state)
      return addUnresolved(state, {
        about,
        reason: 'the files that the patch changes cannot be known: edit them directly',
      })
    }
    for (const name of names) {
      const path = resolvePath({ text: posix.join(base, name), at: -1 }, state, about)
      if (path !== undefined) addWrite(path, state)
    }
  }
}

function addOpenText(state: CommandState): void {
  addUnresolved(state, {
    about: ['adds'],
    reason: 'what the patch adds cannot be known: edit the files directly',
  })
}

/** What an agent's own `apply_patch` is given, as an argument or on its standard input. */
function applyOwn(word: ArgumentWord, state: CommandState): void {
  const text = word.text === '-' ? state.input?.text : word.text
  if (text === undefined || !isPatch(text))
    return addUnresolved(state, {
      about,
      reason: 'the patch cannot be known: write it as a here-document',
    })
  const found = factsOfPatch(text, state.cwd)
  state.creates.push(...found.creates)
  state.edits.push(...found.edits)
  state.deletes.push(...found.deletes)
  state.adds.push(...found.adds)
}

export const patchRoles = (): Roles => ({
  'own-patch': role(about, applyOwn),
  patch: role(about, (word, state) => {
    const [file, named] = state.parsed.operands
    const source = { ...word, text: named?.text ?? optionValue(state, '--input') ?? '-' }
    if (file === undefined) return apply(state.cwd, 0, state)(source)
    const patch = patchOf(source, state)
    if (patch === undefined) addOpenText(state)
    else if (patch !== 'none') state.adds.push(...addedByPatch(patch.text, state.has('--reverse')))
  }),
  'git-patch': role([...about, 'reads'], (word, state) => {
    const path = word.text === '-' ? undefined : resolvePath(word, state, ['reads'])
    if (path !== undefined) state.reads.push(path)
    apply(
      posix.join(repositoryRoot(state) ?? state.cwd, optionValue(state, '--directory') ?? ''),
      1,
      state,
    )(word)
  }),
})
