// What happens to the file that a word names.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../model/types.ts'
import { doubt, doubtWord, isOpen, type Act, type Role, type Roles, type Word } from '../act.ts'
import { absolute, place } from './place.ts'

type Fact = 'reads' | 'creates' | 'edits' | 'deletes'
type Extent = 'one' | 'tree'

const written: readonly FactKind[] = ['creates', 'edits']

function plain(fact: Fact, extent: Extent = 'one'): Role {
  const about = [fact]
  return {
    about,
    apply(word, act) {
      const path = place(word, act, about)
      if (path !== undefined) act[fact].push(extent === 'tree' ? { ...path, tree: true } : path)
    },
  }
}

const deleteTree = plain('deletes', 'tree')

/** A file that is there is edited, another is created; a pattern could be either. */
export function write(path: PathFact, act: Act): void {
  if (path.glob === true) {
    act.edits.push(path)
    act.creates.push(path)
  } else if (act.world.files.kind(path.path) === undefined) act.creates.push(path)
  else act.edits.push(path)
}

/** Everything that a search below a directory looks at, unless options say otherwise. */
const search: Role = {
  about: ['reads'],
  apply(word, act) {
    const path = place(word, act, ['reads'])
    if (path === undefined) return
    const hidden = act.has('--hidden')
    const skips = [
      ...(hidden ? [] : (['hidden', '.git'] as const)),
      ...(act.has('--no-ignore') ? [] : (['ignored'] as const)),
    ]
    act.reads.push(skips.length === 0 ? { ...path, tree: true } : { ...path, tree: true, skips })
  },
}

/** What goes somewhere else by its own name. */
function source(fact: Exclude<Fact, 'creates'> | 'moves' | 'links', extent: Extent = 'one'): Role {
  const facts: Fact[] =
    fact === 'moves' ? ['deletes', 'reads'] : fact === 'links' ? ['reads', 'edits'] : [fact]
  return {
    about: facts,
    knows: true,
    apply(word, act) {
      const tree = extent === 'tree'
      if (isOpen(act, word.at)) {
        act.sources.push({ tree })
        return doubtWord(act, word, facts)
      }
      const path = place(word, act, facts)
      act.sources.push(
        path?.glob === true
          ? { tree }
          : { name: tree && word.text.endsWith('/') ? '' : posix.basename(word.text), tree },
      )
      if (path === undefined) return
      for (const name of facts) act[name].push(tree ? { ...path, tree: true } : path)
    },
  }
}

const linked = source('links', 'tree')

/** A symbolic link leads from where the link stands. */
const target: Role = {
  ...linked,
  apply(word, act) {
    const isPlain = word.text.startsWith('/') || isOpen(act, word.at) || act.has('--relative')
    const link = act.reading.operands.at(-1)
    if (isPlain || link === undefined || link.at === word.at) return linked.apply(word, act)
    const path = absolute(link.text, act)
    const dir =
      path === undefined ? undefined : isDirectory(link.text, path, act) ? path : posix.dirname(path)
    linked.apply({ ...word, text: dir === undefined ? word.text : posix.join(dir, word.text) }, act)
    act.sources[act.sources.length - 1] = { name: posix.basename(word.text), tree: true }
  },
}

function isDirectory(text: string, path: string, { world }: Act): boolean {
  return text.endsWith('/') || text === '.' || text === '..' || world.files.kind(path) === 'dir'
}

/** Remembered until all that goes there is known. */
const into: Role = {
  about: written,
  apply(word, act) {
    act.into = word
  },
}

/** What a copy, move or link makes at its destination. */
export function arrive(act: Act): void {
  const { into: word, sources } = act
  if (word === undefined) return
  const path = place(word, act, written)
  if (path === undefined) return
  const tree = sources.some((each) => each.tree)
  const isInside =
    sources.length > 1 || act.has('--target-directory') || isDirectory(word.text, path.path, act)
  if (!isInside || act.has('--no-target-directory')) return write(tree ? { ...path, tree } : path, act)
  for (const each of sources) {
    if (each.name === undefined) return doubtInside(path, act)
    const name = each.name === '' || each.name === '..' || each.name === '.' ? '' : each.name
    const inside = posix.join(path.path, name)
    write(each.tree || name === '' ? { path: inside, tree: true } : { path: inside }, act)
  }
}

function doubtInside({ path }: PathFact, act: Act): void {
  doubt(act, act.command.argv.join(' '), {
    about: written,
    reason: `what arrives in ${path} cannot be known: name each file`,
  })
}

/** `split x out`: files whose names begin so. */
const prefix: Role = {
  about: ['creates', 'edits'],
  apply(word, act) {
    const path = place(word, act, written)
    if (path === undefined) return
    act.creates.push({ path: `${path.path}*`, glob: true })
    act.edits.push({ path: `${path.path}*`, glob: true })
  },
}

/** An archive holds any names: below a directory of the project they are its own affair, at its top they could be any file. */
const unpack: Role = {
  about: written,
  apply(word, act) {
    const path = place(word, act, written)
    if (path === undefined) return
    const { root } = act.world
    if (`${root}/`.startsWith(path.path === '/' ? '/' : `${path.path}/`))
      doubt(act, act.command.argv.join(' '), {
        about: written,
        reason: 'the names in the archive cannot be known: unpack it into a directory of its own',
      })
    else {
      act.creates.push({ ...path, tree: true })
      act.edits.push({ ...path, tree: true })
    }
  },
}

const cwd: Role = {
  about: ['reads', 'creates', 'edits', 'deletes'],
  knows: true,
  apply(word, act) {
    const path = isOpen(act, word.at) ? undefined : absolute(word.text, act)
    act.cwd = path ?? ''
  },
}

/** `@file` of curl, and `name=@file`, `name=<file`. */
function attached(pattern: RegExp): Role {
  return {
    about: ['reads'],
    apply(word, act) {
      for (const [, file = ''] of word.text.matchAll(pattern))
        plain('reads').apply({ ...word, text: file }, act)
    },
  }
}

const writeRole = (tree: boolean): Role => ({
  about: written,
  apply(word: Word, act: Act) {
    const path = place(word, act, written)
    if (path !== undefined) write(tree ? { ...path, tree: true } : path, act)
  },
})

const isPattern = /[*?[{]/

/** Names or patterns of what is deleted, with what stands below. */
const deleteMatching: Role = {
  about: ['deletes'],
  apply: (word, act) => deleteTree.apply(isPattern.test(word.text) ? { ...word, glob: true } : word, act),
}

/** A key is written unless it is only asked about. */
const keyFile: Role = {
  about: written,
  apply(word, act) {
    if (!['-y', '-l', '-F', '-e', '-B'].some(act.has)) writeRole(false).apply(word, act)
  },
}

export const pathRoles: Roles = {
  read: plain('reads'),
  tree: plain('reads', 'tree'),
  search,
  write: writeRole(false),
  'write-tree': writeRole(true),
  create: plain('creates'),
  'create-tree': plain('creates', 'tree'),
  edit: plain('edits'),
  'edit-tree': plain('edits', 'tree'),
  delete: plain('deletes'),
  'delete-tree': deleteTree,
  'delete-matching': deleteMatching,
  'key-file': keyFile,
  copy: source('reads'),
  'copy-tree': source('reads', 'tree'),
  move: source('moves', 'tree'),
  link: source('links'),
  target,
  into,
  prefix,
  unpack,
  cwd,
  attached: attached(/^@([^-].*)/gs),
  form: attached(/=[@<]([^;,]+)/gs),
  look: { about: [], apply() {} },
  text: { about: [], apply() {} },
}
