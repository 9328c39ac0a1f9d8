// What happens to the file that a word names.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../model/types.ts'
import {
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  role,
  roleOfAnyWord,
  type CommandState,
  type CopySource,
  type ArgumentWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { absolute, resolvePath } from './place.ts'
import { unpack } from './unpack.ts'

type PathFactKind = 'reads' | 'creates' | 'edits' | 'deletes'
type Extent = 'one' | 'tree'

const writeKinds: readonly FactKind[] = ['creates', 'edits']

function pathRole(fact: PathFactKind, extent: Extent = 'one'): Role {
  const about = [fact]
  return role(about, (word, state) => {
    const path = resolvePath(word, state, about)
    if (path !== undefined) state[fact].push(extent === 'tree' ? { ...path, tree: true } : path)
  })
}

const deleteTree = pathRole('deletes', 'tree')

/** A file that is there is edited, another is created; a pattern could be either. */
export function addWrite(path: PathFact, state: CommandState): void {
  if (path.glob === true) {
    state.edits.push(path)
    state.creates.push(path)
  } else if (state.world.files.kind(path.path) === undefined) state.creates.push(path)
  else state.edits.push(path)
}

/** What goes somewhere else by its own name. */
function sourceRole(
  fact: Exclude<PathFactKind, 'creates'> | 'moves' | 'links',
  extent: Extent = 'one',
): Role {
  const facts: PathFactKind[] =
    fact === 'moves' ? ['deletes', 'reads'] : fact === 'links' ? ['reads', 'edits'] : [fact]
  return roleOfAnyWord(facts, (word, state) => {
    const tree = extent === 'tree'
    if (isUnknownWord(state, word.at)) {
      state.sources.push({ tree, sent: { kind: 'file' } })
      return addUnknownWord(state, word, facts)
    }
    const named = resolvePath(word, state, facts)
    const path = named !== undefined && tree ? { ...named, tree } : named
    const sent = path === undefined ? {} : { sent: { kind: 'file' as const, path } }
    state.sources.push(
      path?.glob === true
        ? { tree, ...sent }
        : { name: tree && word.text.endsWith('/') ? '' : posix.basename(word.text), tree, ...sent },
    )
    if (path === undefined) return
    for (const name of facts) state[name].push(path)
  })
}

const linkTarget = sourceRole('links', 'tree')

/** A symbolic link leads from where the link stands. */
const target: Role = {
  ...linkTarget,
  apply(word, state) {
    const isPlain = word.text.startsWith('/') || isUnknownWord(state, word.at) || state.has('--relative')
    const link = state.parsed.operands.at(-1)
    if (isPlain || link === undefined || link.at === word.at) return linkTarget.apply(word, state)
    const path = absolute(link.text, state)
    const dir =
      path === undefined ? undefined : isDirectory(link.text, path, state) ? path : posix.dirname(path)
    linkTarget.apply({ ...word, text: dir === undefined ? word.text : posix.join(dir, word.text) }, state)
    const last = state.sources.pop()
    state.sources.push({ ...last, name: posix.basename(word.text), tree: true })
  },
}

function isDirectory(text: string, path: string, { world }: CommandState): boolean {
  return text.endsWith('/') || text === '.' || text === '..' || world.files.kind(path) === 'dir'
}

/** Remembered until all that goes there is known. */
const into = role(writeKinds, (word, state) => {
  state.into = word
})

/** What a copy, move or link makes at its destination. */
export function applyDestination(state: CommandState): void {
  const { into: word, sources } = state
  if (word === undefined) return
  const path = resolvePath(word, state, writeKinds)
  if (path === undefined) return
  const tree = sources.some((each) => each.tree)
  const isInside =
    sources.length > 1 || state.has('--target-directory') || isDirectory(word.text, path.path, state)
  if (!isInside || state.has('--no-target-directory')) {
    addCopy(sources[0], path.path, state)
    return addWrite(tree ? { ...path, tree } : path, state)
  }
  for (const each of sources) {
    if (each.name === undefined) return doubtInside(path, state)
    const name = each.name === '' || each.name === '..' || each.name === '.' ? '' : each.name
    const inside = posix.join(path.path, name)
    addCopy(each, inside, state)
    addWrite(each.tree || name === '' ? { path: inside, tree: true } : { path: inside }, state)
  }
}

function addCopy(source: CopySource | undefined, to: string, { copies }: CommandState): void {
  const { name, sent } = source ?? {}
  if (name !== undefined && sent?.kind === 'file' && sent.path !== undefined)
    copies.push({ from: sent.path.path, to })
}

function doubtInside({ path }: PathFact, state: CommandState): void {
  addUnresolved(state, {
    about: writeKinds,
    reason: `what arrives in ${path} cannot be known: name each file`,
  })
}

/** `split x out`: files whose names begin so. */
const prefix = role(['creates', 'edits'], (word, state) => {
  const path = resolvePath(word, state, writeKinds)
  if (path === undefined) return
  state.creates.push({ path: `${path.path}*`, glob: true })
  state.edits.push({ path: `${path.path}*`, glob: true })
})

const cwd = roleOfAnyWord(['reads', 'creates', 'edits', 'deletes'], (word, state) => {
  const path = isUnknownWord(state, word.at) ? undefined : absolute(word.text, state)
  state.cwd = path ?? ''
})

/** `@file` of curl, and `name=@file`, `name=<file`. */
function attached(pattern: RegExp): Role {
  return role(['reads'], (word, state) => {
    for (const [, file = ''] of word.text.matchAll(pattern))
      pathRole('reads').apply({ ...word, text: file }, state)
  })
}

const writeRole = (of: Pick<PathFact, 'tree' | 'skips'> = {}): Role =>
  role(writeKinds, (word: ArgumentWord, state: CommandState) => {
    const path = resolvePath(word, state, writeKinds)
    if (path !== undefined) addWrite({ ...path, ...of }, state)
  })

const isPattern = /[*?[{]/

/** Names or patterns of what is deleted, with what stands below. */
const deleteMatching: Role = {
  about: ['deletes'],
  apply: (word, state) => deleteTree.apply(isPattern.test(word.text) ? { ...word, glob: true } : word, state),
}

/** A key is written unless it is only asked about. */
const keyFile = role(writeKinds, (word, state) => {
  if (!['-y', '-l', '-F', '-e', '-B'].some(state.has)) writeRole().apply(word, state)
})

export const pathRoles: Roles = {
  read: pathRole('reads'),
  tree: pathRole('reads', 'tree'),
  write: writeRole(),
  'write-tree': writeRole({ tree: true }),
  // What a compiler makes has names of its own.
  'output-tree': writeRole({ tree: true, skips: ['hidden', '.git'] }),
  create: pathRole('creates'),
  'create-tree': pathRole('creates', 'tree'),
  edit: pathRole('edits'),
  'edit-tree': pathRole('edits', 'tree'),
  delete: pathRole('deletes'),
  'delete-tree': deleteTree,
  'delete-matching': deleteMatching,
  'key-file': keyFile,
  copy: sourceRole('reads'),
  'copy-tree': sourceRole('reads', 'tree'),
  move: sourceRole('moves', 'tree'),
  link: sourceRole('links'),
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
