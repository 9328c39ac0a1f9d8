// The one engine that finds secrets in texts: for what is recorded and shown, and for what `redact` changes.
import { findArguments, mayHoldArgument } from './command-secrets.ts'
import { isSecretName, isSecretValue, type TextSpan, type Value } from './judge.ts'
import { type SecretKind, kinds, LONG_RUN } from './secret-kinds.ts'
import { readValue } from './read-value.ts'

/** `-u a:b`; a program's name is shorter than most. */
const MIN_LENGTH = 6

/** Could there be anything to hide? Stands in front of every payload that is kept, so it compiles next to nothing. */
export function mayHoldSecret(text: string): boolean {
  if (text.length < MIN_LENGTH) return false
  const hasHint = hintsIn(text)
  const isLikely = (kind: SecretKind): boolean =>
    hasHint(kind) &&
    (!(kind.common === true || kind.hints[0] === LONG_RUN) || findKind(kind, text).length > 0)
  return kinds.some(isLikely) || mayHoldArgument(text)
}

function hintsIn(text: string): (kind: SecretKind) => boolean {
  const lower = text.toLowerCase()
  let isLong: boolean | undefined
  return ({ hints }) =>
    hints.some((hint) => (hint === LONG_RUN ? (isLong ??= longRun.test(text)) : lower.includes(hint)))
}

/** A part of a token, or half a card number. A loop over a long text would be compiled, which takes megabytes. */
const longRun = /[A-Za-z\d]{23}|\d(?:[ -]?\d){13}/

/** The text with every secret in it replaced. */
export function hideSecrets(text: string, replace: string): string {
  let at = 0
  let hidden = ''
  for (const { from, to } of findSecrets(text)) {
    hidden += text.slice(at, from) + replace
    at = to
  }
  return at === 0 ? text : hidden + text.slice(at)
}

/** Where secrets stand in a text, in order, none over another. */
export function findSecrets(text: string): readonly TextSpan[] {
  if (text.length < MIN_LENGTH) return []
  const hasHint = hintsIn(text)
  const found = kinds.flatMap((kind) => (hasHint(kind) ? findKind(kind, text) : []))
  const all = mayHoldArgument(text) ? found.concat(findArguments(text)) : found
  return merged(all.sort((a, b) => a.from - b.from))
}

function merged(spans: readonly TextSpan[]): readonly TextSpan[] {
  const apart: TextSpan[] = []
  for (const span of spans) {
    const last = apart.at(-1)
    if (last === undefined || span.from > last.to) apart.push(span)
    else apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return apart
}

const compiled = new Map<SecretKind, RegExp>()

function patternOf(kind: SecretKind): RegExp {
  const found = compiled.get(kind) ?? new RegExp(kind.pattern, kind.flags ?? 'g')
  compiled.set(kind, found)
  return found
}

function findKind(kind: SecretKind, text: string): readonly TextSpan[] {
  const pattern = patternOf(kind)
  const spans: TextSpan[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const found = spansOf(kind, match, text)
    spans.push(...found)
    pattern.lastIndex = Math.max(pattern.lastIndex, found.at(-1)?.to ?? 0)
  }
  return spans
}

function spansOf(kind: SecretKind, match: RegExpExecArray, text: string): readonly TextSpan[] {
  const { judge, name, named, pairs } = kind
  const [all] = match
  const end = match.index + all.length
  if (judge === undefined)
    return name === 'payment card' && !passesLuhn(all) ? [] : [{ from: match.index, to: end }]
  if (named === true && !isSecretName(nameAt(text, match.index, all))) return []
  const from = match.index + (match.groups?.['lead']?.length ?? all.length)
  if (pairs === true) return findPairs(text.slice(from, end), from)
  const value = from < end ? { from, to: end, text: text.slice(from, end) } : readValue(text, from)
  if (value === undefined) return []
  const given = named === true ? { ...value, literal: isLiteral(value, all, text) } : value
  return isSecretValue(given, all.endsWith('(') ? 'loose' : judge) ? [value] : []
}

const MAX_NAME = 40

/** The whole name around the part that was found. */
function nameAt(text: string, at: number, found: string): string {
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, at - MAX_NAME), at))?.[0] ?? ''
  const [name = ''] = /^(?:<[\w.:-]+|[\w.-]*(?: (?:access )?key)?)/i.exec(found) ?? []
  return before + name
}

/** Not code: quoted, an option's value, an element's text, `NAME=value`, or alone behind a colon or "is" to the end of the line. */
function isLiteral({ literal, to }: Value, lead: string, text: string): boolean {
  if (literal === true || /^[<-]|[\w"']=$|value:\s*$|is\s+$/.test(lead)) return true
  return /:\s+$/.test(lead) && /^\s*?(?:$|\n|\\n)/.test(text.slice(to, to + 3))
}

/** Of cookies: `theme=dark` is none. */
function findPairs(text: string, offset: number): readonly TextSpan[] {
  return Array.from(text.matchAll(/(?<![\w.%-])[\w.%-]{1,80}=([^;\s'"]+)/g)).flatMap(
    ({ 0: all, 1: value = '', index }) => {
      const to = offset + index + all.length
      const span = { from: to - value.length, to, text: value, literal: true }
      return isSecretValue(span, 'named') ? [span] : []
    },
  )
}

/** The checksum of card numbers. */
function passesLuhn(found: string): boolean {
  const digits = Array.from(found.replace(/\D/g, ''), Number).toReversed()
  const doubled = digits.map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
  return doubled.reduce((total, digit) => total + digit) % 10 === 0 && new Set(digits).size > 1
}
