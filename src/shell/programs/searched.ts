// How a command reads files: whether it prints what they hold, and what it looks for in them.
import type { PathFact } from '../../model/types.ts'
import { isUnknownWord, optionValue, type CommandState } from './command-state.ts'

const hides =
  '--count --count-matches --files-with-matches --files-without-match --files-without-matches --quiet --name-only'.split(
    ' ',
  )

const isNames = (state: CommandState): boolean => hides.some(state.has)

/** Do they print names, counts or sums alone? */
const listing: Readonly<Record<string, (state: CommandState) => boolean>> = {
  ...Object.fromEntries('grep zgrep bzgrep xzgrep ugrep rg ag ack'.split(' ').map((name) => [name, isNames])),
  ...Object.fromEntries(
    'wc md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum'
      .split(' ')
      .map((name) => [name, () => true]),
  ),
  cut: (state) =>
    optionValue(state, '--delimiter') === '=' &&
    optionValue(state, '--fields') === '1' &&
    !state.has('--complement'),
  awk: (state) =>
    optionValue(state, '--field-separator') === '=' &&
    /^\s*\{\s*print \$1;?\s*\}\s*$/.test(state.parsed.operands[0]?.text ?? ''),
  sed: (state) => /^s\/=\.\*\/+g?$/.test(state.parsed.operands[0]?.text ?? ''),
  gofmt: (state) => state.has('-l') && !state.has('-d'),
  diff: (state) => state.has('--brief'),
}

/** Programs whose first operand, or these options, say what is looked for. */
const seeking = new Set('grep zgrep bzgrep xzgrep ugrep rg ag ack'.split(' '))

function soughtBy(state: CommandState): readonly string[] | undefined {
  const { operands, options } = state.parsed
  const isGiven = ['--regexp', '-e', '--file', '-f', '--match'].some(state.has)
  const given = options.filter(({ name }) => name === '--regexp' || name === '-e' || name === '--match')
  const words = isGiven
    ? given.map(({ value = '', value_at: valueAt, at }) => ({ text: value, at: valueAt ?? at }))
    : operands.slice(0, 1)
  if (words.length === 0 || words.some(({ at }) => isUnknownWord(state, at))) return undefined
  return state.has('--invert-match') ? [''] : words.map(({ text }) => text)
}

/** Says of what a command reads how it does. */
export function markSearched(name: string, state: CommandState): void {
  const { reads } = state
  if (reads.length === 0) return
  const isListing = listing[name]?.(state) === true
  const seeks = seeking.has(name) ? soughtBy(state) : undefined
  if (!isListing && seeks === undefined) return
  reads.forEach((fact: PathFact, at) => {
    reads[at] = { ...fact, ...(isListing && { by: 'listing' as const }), ...(seeks && { seeks }) }
  })
}
