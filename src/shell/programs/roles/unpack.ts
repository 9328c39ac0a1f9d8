// What is unpacked where: the names in an archive are a question for the program that unpacks it, asked when a rule looks.
import type { FactKind, ListQuestion, PathFact } from '../../../model/types.ts'
import { addUnresolved, isUnknownWord, optionValue, role, type CommandState } from '../command-state.ts'
import { absolute, resolvePath } from './place.ts'

const about: readonly FactKind[] = ['creates', 'edits']

type Asks = ListQuestion['asks']

/** How a program lists a file, by its name in the table; of several, the first that is answered. */
const listers: Readonly<Record<string, (program: string, file: string) => Asks>> = {
  // the second is for those that do not quote
  tar: (program, file) => [
    [program, '--quoting-style=literal', '-tf', file],
    [program, '-tf', file],
  ],
  bsdtar: (program, file) => [[program, '-tf', file]],
  tarfile: (_, file) => [['tar', '-tf', file]],
  unzip: (program, file) => [[program, '-Z1', file]],
  zipfile: (_, file) => [['unzip', '-Z1', file]],
  '7z': (program, file) => [[program, 'l', '-slt', '-ba', '-p', '--', file]],
  unrar: (program, file) => [[program, 'lb', '-p-', '--', file]],
  rar: (program, file) => [[program, 'lb', '-p-', '--', file]],
  unar: (_, file) => [['lsar', file]],
  cpio: (program, file) => [[program, '-it', '--quiet', '-F', file]],
  ar: (program, file) => [[program, 't', file]],
}

/** Where each program is told its archive, if not by its first operand. */
const fileOptions: Readonly<Record<string, readonly string[]>> = {
  tar: ['--file'],
  bsdtar: ['--file'],
  cpio: ['--file', '-I'],
  ar: ['-x'],
  tarfile: ['--extract'],
  zipfile: ['--extract'],
}

const nameOf = ({ parsed }: CommandState): string => parsed.path[0] ?? ''

/** The archive as a path, `unknown`, or `none` when there is nothing to unpack. */
function archiveOf(state: CommandState): { readonly path: string } | 'unknown' | 'none' {
  if (listers[nameOf(state)] === undefined) return 'unknown' // of code
  const { parsed, command, input, world } = state
  const options = fileOptions[nameOf(state)]
  const option = options && parsed.options.find(({ name }) => options.includes(name))
  const word = options === undefined ? parsed.operands[0] : option
  const text = options === undefined ? parsed.operands[0]?.text : option?.value
  if (text === undefined || text === '-') {
    if (input?.file !== undefined) return { path: input.file }
    return input === undefined ? 'none' : 'unknown'
  }
  const at = option?.value_at ?? word?.at ?? -1
  const path = absolute(text, { world, cwd: command.cwd })
  if (path === undefined || isUnknownWord(state, at) || command.globs?.includes(at) === true) return 'unknown'
  const isThere = (file: string): boolean => world.files.kind(file) !== undefined
  if (!isThere(path) && /[:*?[]/.test(text)) return 'unknown'
  const isShort = nameOf(state) === 'unzip' && !isThere(path) && isThere(`${path}.zip`)
  return { path: isShort ? `${path}.zip` : path }
}

/** The question; without any, nothing is unpacked. */
function questionOf(state: CommandState): Omit<ListQuestion, 'otherwise'> | undefined {
  const archive = archiveOf(state)
  if (archive === 'none') return undefined
  const unknown = { asks: [] }
  if (archive === 'unknown') return unknown
  const written = state.world.written?.(archive.path) ?? 'no'
  if (state.world.files.kind(archive.path) === undefined) return written === 'no' ? undefined : unknown
  const isRenamed = state.has('--transform') || state.has('-s')
  const asks = listers[nameOf(state)]?.(state.command.program, archive.path) ?? []
  if (written === 'yes' || written === 'known' || isRenamed || state.command.remote === true) return unknown
  const strip = stripOf(state)
  return { asks, ...(strip > 0 && { strip }) }
}

/** How much of each name is left out. */
function stripOf(state: CommandState): number {
  const verb = state.parsed.path.at(-1)
  if (state.has('-j') || (verb === 'e' && nameOf(state) !== 'e')) return Infinity
  return Number(optionValue(state, '--strip-components') ?? 0) || 0
}

/** Are names unpacked as they are, though they lead out of the directory? */
function isOpen(state: CommandState): boolean {
  const name = nameOf(state)
  return state.has('--absolute-names') || (name === 'cpio' && !state.has('--no-absolute-filenames'))
}

/** Members that words name are told by the words, unless they are patterns or change their names. */
function namesMembers(state: CommandState, question: Pick<ListQuestion, 'strip'>): boolean {
  const { operands } = state.parsed
  const name = nameOf(state)
  const members = name === 'unzip' ? operands.slice(1) : /^(?:bsd)?tar$/.test(name) ? operands : []
  return members.length > 0 && question.strip === undefined && !members.some(({ text }) => /[*?[]/.test(text))
}

function add(fact: PathFact, state: CommandState): void {
  state.creates.push(fact)
  state.edits.push(fact)
}

/** Any file there could be written: a doubt about what is protected. */
export function addDoubt(path: string, state: CommandState): void {
  state.edits.push({ path, tree: true, listed_by: { asks: [], otherwise: 'doubt' } })
}

/** Below a directory of the project the names are their own affair, at its top they could be any file. */
export const unpack = role(about, (word, state) => {
  const path = resolvePath(word, state, about)
  if (path === undefined) return
  const { root, files } = state.world
  const asked = questionOf(state)
  const question = asked === undefined || namesMembers(state, asked) ? undefined : asked
  const tops = path.glob === true ? [path.path] : [...new Set([path.path, files.real(path.path)])]
  const isTop = (dir: string): boolean => `${root}/`.startsWith(dir === '/' ? '/' : `${dir}/`)
  if (tops.some(isTop))
    addUnresolved(state, {
      about,
      reason: 'the names in the archive cannot be known: unpack it into a directory of its own',
    })
  for (const top of tops) {
    const fact = { ...path, path: top, tree: true as const }
    const otherwise = isTop(top) ? ('doubt' as const) : ('tree' as const)
    if (question !== undefined) add({ ...fact, listed_by: { ...question, otherwise } }, state)
    else if (!isTop(top)) add(fact, state)
  }
  if (question !== undefined && question.asks.length > 0 && isOpen(state))
    add({ path: '/', tree: true, listed_by: { ...question, from: path.path } }, state)
})
