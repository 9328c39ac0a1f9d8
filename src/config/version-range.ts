// Semver ranges, as far as `requires` needs them: comparators, ^ and ~, partial versions, `||`; pre-release tags are ignored.

type Version = readonly [number, number, number]
type Bounds = readonly [from: Version, below: Version]

const endless: Version = [Infinity, 0, 0]

/** Whether a version lies in a range; undefined when the range cannot be read. */
export function satisfies(version: string, range: string): boolean | undefined {
  const own = partsOf(version)?.map((part) => part ?? 0)
  if (own === undefined) return undefined
  const [major = 0, minor = 0, patch = 0] = own
  const choices = range.split('||').map((choice) => boundsOf(choice.trim()))
  if (choices.some((choice) => choice === undefined)) return undefined
  return choices.some((choice) => choice?.every((bounds) => isWithin([major, minor, patch], bounds)))
}

function boundsOf(choice: string): readonly Bounds[] | undefined {
  const words = choice.replaceAll(/([<>=~^])\s+/g, '$1').split(/\s+/)
  const bounds = words.map(boundsOfWord)
  return bounds.every((each) => each !== undefined) ? bounds : undefined
}

function boundsOfWord(word: string): Bounds | undefined {
  const [, sign = '', rest = ''] = /^(>=|<=|>|<|=|\^|~)?(.*)$/.exec(word) ?? []
  const parts = partsOf(rest)
  if (parts === undefined) return undefined
  const [major, minor, patch] = parts
  const from: Version = [major ?? 0, minor ?? 0, patch ?? 0]
  const span = bump(from, major === undefined ? -1 : minor === undefined ? 0 : patch === undefined ? 1 : 2)
  switch (sign) {
    case '>=':
      return [from, endless]
    case '>':
      return [span, endless]
    case '<':
      return [[0, 0, 0], from]
    case '<=':
      return [[0, 0, 0], span]
    case '^':
      return [from, bump(from, major === undefined ? -1 : caretDepth(parts))]
    case '~':
      return [from, bump(from, major === undefined ? -1 : minor === undefined ? 0 : 1)]
    default:
      return [from, span]
  }
}

/** `^` keeps the first part that is not zero. */
function caretDepth([major, minor, patch]: Parts): number {
  if (major !== 0 || minor === undefined) return 0
  return minor !== 0 || patch === undefined ? 1 : 2
}

/** The first version above all that agree with this one up to a depth. */
function bump([major, minor, patch]: Version, depth: number): Version {
  if (depth < 0) return endless
  if (depth === 0) return [major + 1, 0, 0]
  return depth === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

type Parts = readonly [number | undefined, number | undefined, number | undefined]

function partsOf(text: string): Parts | undefined {
  const found = /^v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:[-+][\w.+-]*)?$/i.exec(text)
  if (found === null) return undefined
  return [partOf(found[1]), partOf(found[2]), partOf(found[3])]
}

function partOf(text: string | undefined): number | undefined {
  return text === undefined || /^[x*]$/i.test(text) ? undefined : Number(text)
}

function isWithin(version: Version, [from, below]: Bounds): boolean {
  return compare(version, from) >= 0 && compare(version, below) < 0
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}
