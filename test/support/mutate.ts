// Changes JSON values and texts at random.

/** A number below a limit. */
export type Random = (below: number) => number

/** Values that no agent sends, and pieces of calls. */
const odd: readonly unknown[] = [
  [null, true, -1, 0.5, 1e308, '', ' ', '\0', '\uD800', '\u202Ecat .env', '~', '/', '../../..', '.env'],
  ['__proto__', 'constructor', 'rm -rf /', 'echo "$(cat <<EOF', '$((1<<99))', 'SELECT 1', 'PreToolUse'],
  ['*** Begin Patch\n*** Update File: a\n@@', 'x'.repeat(70_000), '('.repeat(3000), 'exec '.repeat(3000)],
  [[], {}, [[]], [null, 1, {}], { command: 'rm -rf /' }, { command: ['rm', '-rf', '/'] }],
  [{ file_path: '.env', path: 7, edits: {} }],
  [JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3, "length": -1}')],
  [
    JSON.parse('['.repeat(3000) + ']'.repeat(3000)),
    JSON.parse('{"a":'.repeat(3000) + '1' + '}'.repeat(3000)),
  ],
].flat()

/** A copy with one part deleted, replaced, renamed, repeated or cut. */
export function mutateJson(value: unknown, random: Random, keys: readonly string[]): unknown {
  const isInside = typeof value === 'object' && value !== null && random(6) > 0
  if (!isInside) return mutateLeaf(value, random)
  if (Array.isArray(value)) {
    const at = random(value.length + 1)
    const added = random(4) === 0 ? [] : [mutateJson(value[at], random, keys)]
    return value.toSpliced(at, random(2), ...added)
  }
  const entries = Object.entries(value)
  const at = random(entries.length + 1)
  const [key, old] = entries[at] ?? [anyOf(keys, random), anyOf(odd, random)]
  const how = random(6)
  const name = how === 1 ? anyOf(keys, random) : key
  const added: [string, unknown][] =
    how === 0 ? [] : [[name, how === 1 ? old : mutateJson(old, random, keys)]]
  return Object.fromEntries(entries.toSpliced(at, 1, ...added))
}

function mutateLeaf(value: unknown, random: Random): unknown {
  if (typeof value !== 'string' || random(2) === 0) return anyOf(odd, random)
  return mutateText(
    value,
    random,
    odd.filter((each) => typeof each === 'string'),
  )
}

/** A copy with a part deleted, repeated, moved, or one of the pieces put in. */
export function mutateText(text: string, random: Random, pieces: readonly string[]): string {
  const from = random(text.length + 1)
  const to = from + random(Math.min(40, text.length - from) + 1)
  const part = text.slice(from, to)
  const rest = text.slice(0, from) + text.slice(to)
  const at = random(rest.length + 1)
  const piece = anyOf(pieces, random)
  const results = [
    rest,
    text.slice(0, to) + part.repeat(1 + random(20)) + text.slice(to),
    rest.slice(0, at) + part + rest.slice(at),
    text.slice(0, from) + piece + text.slice(from),
    text.slice(0, from) + piece + text.slice(to),
    text.slice(0, from),
  ]
  return anyOf(results, random)
}

export function anyOf<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)] as T // below the length
}
