// Could a shell pattern and a glob over paths name the same path?
import { mustSpend } from '../work.ts'

type Segments = readonly string[]

const CHARACTERS_PER_STEP = 50

/** `written` as in a rule, `path` an absolute shell pattern. Says yes when in doubt. */
export function couldOverlap(written: string, path: string, root: string): boolean {
  mustSpend(1 + path.length / CHARACTERS_PER_STEP)
  const isLoose = /[{[\\]/.test(written) || /[{[\\]/.test(path)
  return segmentsOverlap(
    segmentsOf(isLoose ? widen(written) : written, root),
    partsOf(isLoose ? widen(path) : path),
    !path.includes('**'),
  )
}

/** The directory before the first character of a shell pattern that is none of a name. */
export function fixedPart(path: string): string {
  const fixed = /^[^*?[{\\]*\//.exec(path)?.[0] ?? '/'
  return fixed.length > 1 ? fixed.slice(0, -1) : fixed
}

/** Without the wildcards at its end: `dir/*` is all of `dir`, of which it names nothing. */
export function wholeOf(path: string): string {
  return path.replace(/(?:\/(?=[^/]*[*?])[*?.,!{}[\]]+)+$/, '')
}

/** The segments of a shell pattern, of which only `*`, `?` and `**` are special. Wider where there are classes and braces. */
export function globSegments({ path, tree }: { readonly path: string; readonly tree?: true }): Segments {
  return [...partsOf(widen(path)), ...(tree === true ? ['**'] : [])]
}

/** Classes and braces are any text. */
function widen(text: string): string {
  return text.replace(/\[[^\]]*\]|\{[^}]*\}|\\./g, '*').replace(/[{[\\]/g, '*')
}

function segmentsOf(written: string, root: string): Segments {
  const bare = written.replace(/\/+$/, '')
  const isAnywhere = !bare.includes('/') || bare.startsWith('~')
  const absolute = bare.startsWith('/')
    ? bare
    : isAnywhere
      ? `**/${bare.replace(/^~\/?/, '')}`
      : `${root}/${bare}`
  // What names a directory holds for all that stands below it.
  return [...partsOf(absolute), '**']
}

function partsOf(path: string): Segments {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}

/** Of a pattern of the shell's own, wildcards take no dot at the beginning of a name. */
function segmentsOverlap(one: Segments, two: Segments, isShells: boolean): boolean {
  return overlap(one, two, {
    any: '**',
    meets: (first, second) =>
      !(isShells && first.startsWith('.') && /^[*?]/.test(second)) && overlap(first, second, characters),
  })
}

interface Elements {
  /** The element that stands for any number of others. */
  readonly any: string
  readonly meets: (one: string, other: string) => boolean
}

const characters: Elements = {
  any: '*',
  meets: (one, other) => one === other || one === '?' || other === '?',
}

const PAIRS_PER_STEP = 15

/** Could two sequences stand for the same one? Row by row from their ends: what holds of the rest of one and of each rest of the other. */
function overlap(one: ArrayLike<string>, two: ArrayLike<string>, { any, meets }: Elements): boolean {
  mustSpend((one.length * two.length) / PAIRS_PER_STEP)
  let below: readonly boolean[] = []
  for (let at = one.length; at >= 0; at--) {
    const first = one[at]
    const row: boolean[] = Array(two.length + 2).fill(false)
    for (let to = two.length; to >= 0; to--) {
      const second = two[to]
      if (first === any || second === any)
        row[to] = below[to] === true || (second !== undefined && row[to + 1] === true)
      else if (first === undefined || second === undefined) row[to] = first === second
      else row[to] = below[to + 1] === true && meets(first, second)
    }
    below = row
  }
  return below[0] === true
}
