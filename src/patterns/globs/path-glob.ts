// Globs over paths, as .gitignore taught: without a slash at any depth, `./x` the root only, dotfiles match.
import { pathPiecesOf } from '../literal.ts'
import { ANYWHERE } from '../pattern.ts'
import { escapeRegex, expandBraces, type GlobDialect, segmentSource } from './glob.ts'

/** Where the first segment may begin. */
interface Anchor {
  readonly source: string
  readonly rest: string
}

const homes = '(?:~|/root|/home/[^/]+|/Users/[^/]+|[A-Za-z]:/Users/[^/]+)'

function anchorOf(glob: string, home: string | undefined): Anchor {
  if (glob === '~' || glob.startsWith('~/')) {
    const place = home === undefined ? homes : `(?:~|${escapeRegex(home.replace(/\/+$/, ''))})`
    return { source: `^${place}/`, rest: glob.slice(2) }
  }
  if (glob.startsWith('/')) return { source: '^/', rest: glob.replace(/^\/+/, '') }
  const drive = /^([A-Za-z]:)\//.exec(glob)
  if (drive !== null) return { source: `^${drive[1]}/`, rest: glob.slice(3) }
  // Relative: never held against an absolute path.
  return { source: '^(?![/~])', rest: glob.replace(/^(?:\.\/+)+/, '') }
}

/** One segment after another; `**` is any number of whole segments, the fewest that lead on. */
function segmentsSource(segments: readonly string[], dialect: GlobDialect, end: string): string {
  const [segment = '', ...rest] = segments
  if (segment === '**') return acrossSource(rest, dialect, end)
  if (/^\*+$/.test(segment)) return wholeSource(rest, dialect, end)
  if (rest.length === 0) return segmentSource(segment, dialect, end)
  if (rest.length === 1 && rest[0] === '**') return segmentSource(segment, dialect, '(?:/|$)')
  return segmentSource(segment, dialect, '/') + segmentsSource(rest, dialect, end)
}

/** A bare `*` is one segment, whatever it is called. */
function wholeSource(rest: readonly string[], dialect: GlobDialect, end: string): string {
  if (rest.length === 0) return `[^/]+${end}`
  if (rest.length === 1 && rest[0] === '**') return '[^/]+(?:/|$)'
  return `[^/]+/${segmentsSource(rest, dialect, end)}`
}

function acrossSource(rest: readonly string[], dialect: GlobDialect, end: string): string {
  if (rest.length === 0) return ''
  const next = rest.indexOf('**')
  if (next < 0) return `(?:[^/]+/)*?${segmentsSource(rest, dialect, end)}`
  const group = ++dialect.groups
  const stretch = segmentsSource(rest.slice(0, next), dialect, next === rest.length - 1 ? '(?:/|$)' : '/')
  return `(?=((?:[^/]+/)*?${stretch}))\\${group}${acrossSource(rest.slice(next + 1), dialect, end)}`
}

/** What names a directory holds for all that stands below it, unless its last segment is a bare `*`. */
function endOf(last: string | undefined): string {
  return last === '*' ? '$' : '(?:/|$)'
}

/** Without a slash, or behind a leading `**`, a glob holds at any depth, inside the root and outside. */
function isAnywhere(glob: string): boolean {
  return (!glob.includes('/') && glob !== '~') || glob.startsWith('**/')
}

function segmentsOf(rest: string, anywhere: boolean): string[] {
  const parts = (anywhere ? `**/${rest}` : rest).split('/')
  return parts.filter((segment, at) => segment !== '' && !(segment === '**' && parts[at - 1] === '**'))
}

function globSource(glob: string, dialect: GlobDialect, home: string | undefined): string {
  if (/^\/+$/.test(glob)) return '^/$' // the top alone: all below it is `/**`
  const trimmed = glob.replace(/\/+$/, '')
  const { source, rest } = anchorOf(trimmed, home)
  if (rest === '' || rest === '.') return source.endsWith('/') ? `${source.slice(0, -1)}(?:/|$)` : source
  const anywhere = isAnywhere(trimmed)
  const segments = segmentsOf(rest, anywhere)
  return (anywhere ? ANYWHERE : source) + segmentsSource(segments, dialect, endOf(segments.at(-1)))
}

/** A glob over paths: a source, and where it begins unless that is at any depth. */
interface PathGlob {
  readonly source: string
  /** What a path has to have, of which one is enough. */
  readonly literals?: readonly string[]
  readonly bases?: readonly string[]
}

/** One for what holds at any depth, one for what stands at a place. */
export function pathGlobs(glob: string, home: string | undefined): readonly PathGlob[] {
  const globs = expandBraces(glob.normalize())
  const isDeep = globs.map((each) => globSource(each, createDialect(), home).startsWith(ANYWHERE))
  const deep = globs.filter((_, at) => isDeep[at])
  const placed = globs.filter((_, at) => !isDeep[at])
  return [
    ...(deep.length === 0 ? [] : [pathGlob(deep, home)]),
    ...(placed.length === 0
      ? []
      : [{ ...pathGlob(placed, home), bases: placed.map((each) => baseOf(each, home)) }]),
  ]
}

function pathGlob(globs: readonly string[], home: string | undefined): PathGlob {
  const literals = pathPiecesOf(globs)
  return { source: joined(globs, home), ...(literals.length > 0 && { literals }) }
}

/** The directories before the first segment that is a pattern. */
function baseOf(glob: string, home: string | undefined): string {
  const placed = home === undefined ? glob : glob.replace(/^~(?=\/|$)/, home.replace(/\/+$/, ''))
  const segments = placed.split('/')
  const first = segments.findIndex((segment) => /[*?[\\]/.test(segment))
  const literal = first < 0 ? placed : segments.slice(0, first).join('/')
  return literal === '' && placed.startsWith('/') ? '/' : literal
}

function createDialect(): GlobDialect {
  return { dot: '[^/]', groups: 0 }
}

function joined(globs: readonly string[], home: string | undefined): string {
  const dialect = createDialect()
  return globs.map((each) => globSource(each, dialect, home)).join('|')
}
