// Which files below a directory a search reads.
import { posix } from 'node:path'
import type { PathFact } from '../../../model/types.ts'
import { field, type PlainObject } from '../../../model/plain-object.ts'
import { textToRun } from '../../run-files.ts'
import { expandBraces } from '../../words/braces.ts'
import {
  addUnknownWord,
  role,
  type CommandState,
  type ArgumentWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { resolvePath } from './place.ts'

const searchRole = (optionsOf: (state: CommandState) => SearchOptions): Role =>
  role(['reads'], (word, state) => {
    const path = resolvePath(word, state, ['reads'])
    if (path === undefined) return
    const { skips = [], only = [] } = optionsOf(state)
    state.reads.push({
      ...path,
      tree: true,
      ...(isBelow(path, state) && { by: 'search' }),
      ...(skips.length > 0 && { skips }),
      ...(only.length > 0 && { only }),
    })
  })

/** A file, there or not, is named. */
export const isBelow = ({ path, glob }: PathFact, { world }: Pick<CommandState, 'world'>): boolean =>
  glob === true || world.files.kind(path) === 'dir'

interface SearchOptions {
  readonly skips?: readonly ('hidden' | 'ignored' | '.git')[]
  /** Lines of a .gitignore that say what is taken; the last that matches decides. */
  readonly only?: readonly string[]
}

/** ripgrep and its like: names on the command line are read although they are hidden or ignored. */
function optionsOfRipgrep(state: CommandState): SearchOptions {
  const given = namesOf(state, ['--glob', '--iglob', '--type', '--type-not', '--type-add'])
  if (given === undefined || (given.length > 0 && state.cwd === '')) return {}
  const skips = [
    ...(state.has('--hidden') ? [] : (['hidden', '.git'] as const)),
    ...(state.has('--no-ignore') ? [] : (['ignored'] as const)),
  ]
  const only = linesOfNames(given, state.cwd)
  return only === undefined ? {} : { skips, only }
}

/** Globs of files that a search tool looks into. */
export const includeFields: readonly string[] = ['glob', 'include', 'include_pattern', 'includePattern']

/** What a search tool's input takes, which most of them hand to ripgrep. A list of globs leaves nothing out. */
export function searchedNames(input: PlainObject, cwd: string): Pick<SearchOptions, 'only'> {
  const given = [...includeFields, 'type'].flatMap((key) => {
    const value = field(input, key)
    const name = key === 'type' ? '--type' : '--glob'
    return typeof value === 'string' && value !== '' ? [{ name, value }] : []
  })
  const isList = given.some(({ value }) => /[\s,]/.test(value.replace(/\{[^{}]*\}/g, '')))
  const only = isList ? undefined : linesOfNames(given, cwd)
  return only === undefined || only.length === 0 ? {} : { only }
}

/** The shortest name of each glob that begins with a name: a search for `.env*` is one in `.env`, there or not. */
export function namedFiles(globs: readonly string[], dir: string, cwd: string): readonly string[] {
  return globs
    .flatMap((glob) => linesOfGlob(glob, cwd))
    .flatMap((line) => {
      const parts = line.split('/').filter((part) => part !== '**')
      const name = parts.pop() ?? ''
      const isNamed = /^[^*?[\]\\!{}][^?[\]\\{}]*$/.test(name) && !/[*?[\\!]/.test(parts.join('/'))
      return isNamed ? [posix.resolve(dir, ...parts, name.replaceAll('*', ''))] : []
    })
}

/** Undefined when it cannot be said which files are meant. */
function linesOfNames(given: readonly NameOption[], cwd: string): readonly string[] | undefined {
  const globs = given.flatMap(({ name, value }) =>
    name === '--glob' ? linesOfGlob(value, cwd) : name === '--iglob' ? linesOfGlob(anyCase(value), cwd) : [],
  )
  const only = [...linesOfTypes(given), ...globs]
  return given.some(({ value }) => oddClass.test(value)) || only.some((line) => line.includes('{'))
    ? undefined
    : only
}

/** grep: only names count; the first option says what becomes of the others. */
function optionsOfGrep(state: CommandState): SearchOptions {
  const given = namesOf(state, ['--include', '--exclude', '--exclude-dir'])
  if (given === undefined || given.some(({ name, value }) => name === '--include' && value.includes('/')))
    return {}
  const named = given.map(({ name, value }) => ({ name, glob: escapeSign(value.replace(/\/+$/, '')) }))
  const usable = named.filter(({ glob }) => !glob.includes('/'))
  const files = usable.filter(({ name }) => name !== '--exclude-dir')
  const dirs = usable.filter(({ name }) => name === '--exclude-dir')
  return {
    only: [
      ...(files[0]?.name === '--exclude' ? ['*'] : []),
      ...files.flatMap(({ name, glob }) => (name === '--include' ? [glob] : [`!${glob}`, `${glob}/`])),
      ...dirs.map(({ glob }) => `!${glob}/`),
    ],
  }
}

interface NameOption {
  readonly name: string
  readonly value: string
}

/** What a .gitignore would not mean by the same class. */
const oddClass = /\[(?![!^]?[\w.*?-]+\])/

/** Undefined when one of the values is not known, or could be several words. */
function namesOf(
  { parsed, command: { open = [], globs = [] } }: CommandState,
  names: readonly string[],
): readonly NameOption[] | undefined {
  const given = parsed.options.filter(({ name }) => names.includes(name))
  const isOpen = given.some(
    ({ at, value_at }) =>
      open.includes(value_at ?? at) || (value_at !== undefined && globs.includes(value_at)),
  )
  const isOdd = given.some(({ value = '' }) => oddClass.test(value))
  return isOpen || isOdd ? undefined : given.map(({ name, value = '' }) => ({ name, value }))
}

/** A glob with a slash is placed in the current directory. */
function linesOfGlob(glob: string, cwd: string): readonly string[] {
  return (expandBraces(glob) ?? [glob]).map((each) => {
    const sign = each.startsWith('!') ? '!' : ''
    const own = each.slice(sign.length)
    if (!own.replace(/\/$/, '').includes('/') || own.startsWith('**/')) return sign + own
    return `${sign}${posix.join(cwd.replace(/[*?[\]\\]/g, '\\$&'), own)}`
  })
}

const anyCase = (glob: string): string =>
  glob.replace(/\[[^\]]*\]|\p{L}/gu, (part) =>
    part.startsWith('[') ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`,
  )

const escapeSign = (glob: string): string => (/^[!#]/.test(glob) ? `\\${glob}` : glob)

/** A type that is not listed here leaves nothing out. */
function linesOfTypes(given: readonly NameOption[]): readonly string[] {
  const valuesOf = (option: string) => given.flatMap(({ name, value }) => (name === option ? [value] : []))
  const added = valuesOf('--type-add').map((text) => text.split(/:(.*)/s))
  const globsOf = (type: string): readonly string[] => [
    ...(Object.hasOwn(types, type) ? (types[type]?.split(' ') ?? []) : []),
    ...added.flatMap(([name, glob = '']) => (name === type ? (expandBraces(glob) ?? [glob]) : [])),
  ]
  const taken = valuesOf('--type').map(globsOf)
  const isKnown = taken.every((globs) => globs.length > 0)
  return [
    ...(isKnown ? taken.flat() : []),
    ...valuesOf('--type-not').flatMap((type) => globsOf(type).flatMap((glob) => [`!${glob}`, `${glob}/`])),
  ]
}

const markdown = '*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn'

/** The types of ripgrep that are most used. */
const types: Readonly<Record<string, string>> = {
  c: '*.[chH] *.[chH].in *.cats',
  cpp: '*.[ChH] *.cc *.[ch]pp *.[ch]xx *.hh *.inl *.[ChH].in *.cc.in *.[ch]pp.in *.[ch]xx.in *.hh.in',
  cs: '*.cs',
  css: '*.css *.scss',
  csv: '*.csv',
  go: '*.go',
  html: '*.htm *.html *.ejs',
  java: '*.java *.jsp *.jspx *.properties',
  js: '*.js *.jsx *.vue *.cjs *.mjs',
  json: '*.json *.sarif composer.lock',
  kotlin: '*.kt *.kts',
  markdown,
  md: markdown,
  php: '*.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml',
  py: '*.py *.pyi',
  rust: '*.rs',
  sql: '*.sql *.psql',
  swift: '*.swift',
  toml: '*.toml Cargo.lock',
  ts: '*.ts *.tsx *.cts *.mts',
  txt: '*.txt',
  yaml: '*.yaml *.yml',
}

// ---- lists of files

const MAX_LISTED = 256

/** A file that names files: `tar -T list`. */
function fileList(word: ArgumentWord, state: CommandState): void {
  const text = listedText(word, state)
  const names = text?.split(/[\n\0]/).filter((name) => name !== '')
  if (names === undefined || names.length > MAX_LISTED) addUnknownWord(state, word, ['reads'])
  else for (const name of names) readListed(name, state)
}

/** Undefined when a part of it is not known. */
function listedText(word: ArgumentWord, state: CommandState): string | undefined {
  const { world, input } = state
  if (word.text === '-' || word.text === '/dev/stdin') return input === undefined ? '' : input.text
  if (/^\/dev\/fd\/\d+$/.test(word.text)) return whollyKnown(world.files.read(word.text))
  const path = resolvePath(word, state, ['reads'])
  if (path === undefined) return ''
  state.reads.push(path)
  const text = textToRun(path.path, world)
  return world.written?.(path.path) === 'known' ? whollyKnown(text) : text
}

const whollyKnown = (text: string | undefined): string | undefined =>
  text?.includes('…') === true ? undefined : text

function readListed(text: string, state: CommandState): void {
  const path = resolvePath({ text, at: -1, ...(text.includes('*') && { glob: true }) }, state, ['reads'])
  if (path !== undefined) state.reads.push({ ...path, tree: true })
}

export const searchRoles = (): Roles => ({
  'go-tree': searchRole(() => ({ only: ['*.go'] })),
  'file-list': role(['reads'], fileList),
  search: searchRole(optionsOfRipgrep),
  'grep-tree': searchRole(optionsOfGrep),
})
