// Files that a patch changes, read from the patch itself.
import { posix } from 'node:path'
import type { FactKind } from '../../../model/types.ts'
import { factsOfPatch, isPatch } from '../../patch.ts'
import { doubt, type Act, type Roles, type Word } from '../act.ts'
import { absolute, place, topOf } from './place.ts'
import { write } from './paths.ts'

const about: readonly FactKind[] = ['creates', 'edits', 'deletes']

function textOf(word: Word, act: Act): string | undefined {
  if (word.text === '-') return act.input?.text
  const path = absolute(word.text, act)
  const text = path === undefined ? undefined : act.world.files.read(path)
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

function apply(base: string, fallback: number, act: Act): (word: Word) => void {
  return (word) => {
    const given = act.reading.options.find(({ name }) => name === '--strip' || name === '-p')?.value
    const text = textOf(word, act)
    const names =
      text === undefined ? undefined : namesIn(text, given === undefined ? fallback : Number(given) || 0)
    if (names === undefined || names.size === 0)
      return doubt(act, act.command.argv.join(' '), {
        about,
        reason: 'the files that the patch changes cannot be known: edit them directly',
      })
    for (const name of names) {
      const path = place({ text: posix.join(base, name), at: -1 }, act, about)
      if (path !== undefined) write(path, act)
    }
  }
}

/** What an agent's own `apply_patch` is given, as an argument or on its standard input. */
function applyOwn(word: Word, act: Act): void {
  const text = word.text === '-' ? act.input?.text : word.text
  if (text === undefined || !isPatch(text))
    return doubt(act, act.command.argv.join(' '), {
      about,
      reason: 'the patch cannot be known: write it as a here-document',
    })
  const found = factsOfPatch(text, act.cwd)
  act.creates.push(...found.creates)
  act.edits.push(...found.edits)
  act.deletes.push(...found.deletes)
  act.adds.push(...found.adds)
}

export const patchRoles = (): Roles => ({
  'own-patch': { about, apply: applyOwn },
  patch: {
    about,
    apply(word, act) {
      // patch names its file as an operand, or finds the names in the patch
      if (act.reading.operands.length > 0) return
      const input = act.reading.options.find(({ name }) => name === '--input')?.value
      apply(act.cwd, 0, act)({ ...word, text: input ?? '-' })
    },
  },
  'git-patch': {
    about: [...about, 'reads'],
    apply(word, act) {
      const path = word.text === '-' ? undefined : place(word, act, ['reads'])
      if (path !== undefined) act.reads.push(path)
      apply(topOf(act) ?? act.cwd, 1, act)(word)
    },
  },
})
