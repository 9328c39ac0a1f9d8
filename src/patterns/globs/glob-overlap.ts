// Could a shell pattern and a glob over paths name the same path?

type Segments = readonly string[]

/** `written` as in a rule, `path` an absolute shell pattern. Says yes when in doubt. */
export function couldOverlap(written: string, path: string, root: string): boolean {
  const isLoose = /[{[\\]/.test(written) || /[{[\\]/.test(path)
  return segmentsOverlap(
    segmentsOf(isLoose ? widen(written) : written, root),
    partsOf(isLoose ? widen(path) : path),
    createSearch(path),
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

interface OverlapSearch {
  readonly known: Map<string, boolean>
  /** The pattern is one of the shell's own, whose wildcards take no dot at the beginning of a name. */
  readonly isShells: boolean
}

const createSearch = (path: string): OverlapSearch => ({ known: new Map(), isShells: !path.includes('**') })

function segmentsOverlap(one: Segments, two: Segments, meeting: OverlapSearch): boolean {
  const key = `${one.length} ${two.length}`
  const found = meeting.known.get(key)
  if (found !== undefined) return found
  meeting.known.set(key, false)
  const is = computeOverlap(one, two, meeting)
  meeting.known.set(key, is)
  return is
}

function computeOverlap(one: Segments, two: Segments, meeting: OverlapSearch): boolean {
  const [first, ...rest] = one
  const [second, ...others] = two
  if (first === '**')
    return segmentsOverlap(rest, two, meeting) || (two.length > 0 && segmentsOverlap(one, others, meeting))
  if (second === '**')
    return segmentsOverlap(one, others, meeting) || (one.length > 0 && segmentsOverlap(rest, two, meeting))
  if (first === undefined || second === undefined) return first === second
  if (meeting.isShells && first.startsWith('.') && /^[*?]/.test(second)) return false
  return charsOverlap(first, second, new Map()) && segmentsOverlap(rest, others, meeting)
}

type Known = Map<string, boolean>

function charsOverlap(one: string, two: string, known: Known): boolean {
  const key = `${one.length} ${two.length}`
  const found = known.get(key)
  if (found !== undefined) return found
  known.set(key, false)
  const is =
    one[0] === '*'
      ? charsOverlap(one.slice(1), two, known) || (two !== '' && charsOverlap(one, two.slice(1), known))
      : two[0] === '*'
        ? charsOverlap(one, two.slice(1), known) || (one !== '' && charsOverlap(one.slice(1), two, known))
        : one === '' || two === ''
          ? one === two
          : (one[0] === two[0] || one[0] === '?' || two[0] === '?') &&
            charsOverlap(one.slice(1), two.slice(1), known)
  known.set(key, is)
  return is
}
