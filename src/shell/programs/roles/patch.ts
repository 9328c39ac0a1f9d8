// Files that a patch changes, read from the patch itself.
import { posix } from 'node:path'
import type { FactKind } from '../../../model/types.ts'
import { factsOfPatch, isPatch } from '../../patch.ts'
import {
  addUnresolved,
  optionValue,
  role,
  type CommandState,
  type CommandWord,
  type Roles,
} from '../command-state.ts'
import { absolute, resolvePath, repositoryRoot } from './place.ts'
import { addWrite } from './paths.ts'

const about: readonly FactKind[] = ['creates', 'edits', 'deletes']

function textOf(word: CommandWord, state: CommandState): string | undefined {
  if (word.text === '-') return state.input?.text
  const path = absolute(word.text, state)
  const text = path === undefined ? undefined : state.world.files.read(path)
  return text === undefined || text.length > 500_000 ? undefined : text
}

/** Both names of each file in the patch, with so many leading parts taken off. */
function namesIn(text: string, strip: number): Set<string> {
  const names = new Set<string>()
  for (const [, name = ''] of text.matchAll(/^(?:---|\+\+\+|rename (?:from|to)) ([^\t\n]+)/gm)) {
    if (name === '/dev/null') continue
    names.add(name.split('/').slice(strip).join('/') || posix.basename(name))
  }
  return names
}

function apply(base: string, fallback: number, state: CommandState): (word: CommandWord) => void {
  return (word) => {
    const given = state.parsed.options.find(({ name }) => name === '--strip' || name === '-p')?.value
    const text = textOf(word, state)
    const names =
      text === undefined ? undefined : namesIn(text, given === undefined ? fallback : Number(given) || 0)
    if (names === undefined || names.size === 0)
      return addUnresolved(state, {
        about,
        reason: 'the files that the patch changes cannot be known: edit them directly',
      })
    for (const name of names) {
      const path = resolvePath({ text: posix.join(base, name), at: -1 }, state, about)
      if (path !== undefined) addWrite(path, state)
    }
  }
}

/** What an agent's own `apply_patch` is given, as an argument or on its standard input. */
function applyOwn(word: CommandWord, state: CommandState): void {
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
    // patch names its file as an operand, or finds the names in the patch
    if (state.parsed.operands.length > 0) return
    const input = optionValue(state, '--input')
    apply(state.cwd, 0, state)({ ...word, text: input ?? '-' })
  }),
  'git-patch': role([...about, 'reads'], (word, state) => {
    const path = word.text === '-' ? undefined : resolvePath(word, state, ['reads'])
    if (path !== undefined) state.reads.push(path)
    apply(repositoryRoot(state) ?? state.cwd, 1, state)(word)
  }),
})
