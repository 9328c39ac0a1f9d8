// Secrets in values of any depth: in texts, in fields of telling names, in lists of arguments.
import { findInWords } from './command-secrets.ts'
import { isAttribute, isSecretName, isSecretValue } from './judge.ts'
import { hideSecrets } from './secrets.ts'

export interface HideOptions {
  readonly replace: string
  /** For what is recorded: whatever a field of a telling name holds. */
  readonly record?: boolean
  /** Further names of fields that are hidden. */
  readonly keys?: ReadonlySet<string>
  /** What to hide besides. */
  readonly also?: (text: string) => string
  /** What to hide instead. */
  readonly only?: (text: string) => string
}

/** The same value with every secret in its texts replaced; the very same when there was none. */
export function hideDeep(value: unknown, hiding: HideOptions): unknown {
  if (typeof value === 'string') return hideText(value, hiding)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return hideItems(value, hiding)
  const isPair = 'value' in value && namesSecret(value)
  return mapFields(value, (key, inner) =>
    hideField({ key, inner, isNamed: (isPair && key === 'value') || isSecretName(key) }, value, hiding),
  )
}

/** The very same object when no field changes. */
function mapFields(value: object, map: (key: string, inner: unknown) => unknown): object {
  let changed = false
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const mapped = map(key, inner)
    changed ||= mapped !== inner
    return [key, mapped] as const
  })
  return changed ? Object.fromEntries(entries) : value
}

interface InnerField {
  readonly key: string
  readonly inner: unknown
  readonly isNamed: boolean
}

function hideField({ key, inner, isNamed }: InnerField, parent: object, hiding: HideOptions): unknown {
  if (hiding.keys?.has(key) === true) return isEmpty(inner) ? inner : hiding.replace
  if (key === 'args' && Array.isArray(inner)) return hideDeep(hideArgs(parent, inner, hiding), hiding)
  return isNamed ? hideNamed(inner, hiding) : hideDeep(inner, hiding)
}

/** What a field of a telling name holds, in lists and fields below it too. */
function hideNamed(value: unknown, hiding: HideOptions): unknown {
  if (hiding.only !== undefined) return hideDeep(value, hiding)
  if (typeof value === 'string') return hideNamedText(value, hiding)
  if (typeof value === 'number') return hiding.record === true && value > 999 ? hiding.replace : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return keepSame(
      value,
      value.map((item) => hideNamed(item, hiding)),
    )
  return mapFields(value, (key, inner) =>
    isAttribute(key) ? hideDeep(inner, hiding) : hideNamed(inner, hiding),
  )
}

function hideNamedText(text: string, hiding: HideOptions): string {
  const judged = { text: text.replace(/^(?:Bearer|Basic|Token) /i, ''), literal: true }
  const isSecret = isSecretValue(judged, hiding.record === true ? 'given' : 'named')
  return isSecret ? hiding.replace : hideText(text, hiding)
}

function keepSame(items: readonly unknown[], hidden: readonly unknown[]): readonly unknown[] {
  return hidden.some((item, at) => item !== items[at]) ? hidden : items
}

function hideText(text: string, { replace, also, only }: HideOptions): string {
  if (only !== undefined) return only(text)
  const hidden = hideSecrets(text, replace)
  return also === undefined ? hidden : also(hidden)
}

/** `{command: 'docker', args: ['login', …]}` */
function hideArgs(call: object, args: readonly unknown[], hiding: HideOptions): readonly unknown[] {
  const program: unknown = 'command' in call ? call.command : undefined
  if (typeof program !== 'string' || program === '') return args
  const hidden = hideWords([program, ...args], hiding)
  return hidden.every((word, at) => at === 0 || word === args[at - 1]) ? args : hidden.slice(1)
}

/** A command as a list of words. */
function hideWords(items: readonly unknown[], { only, replace }: HideOptions): readonly unknown[] {
  if (only !== undefined || !items.every((item) => typeof item === 'string')) return items
  const hidden = [...items]
  for (const { at, from } of findInWords(items)) hidden[at] = (items[at] ?? '').slice(0, from) + replace
  return hidden
}

/** In a list of arguments the secret follows the option that it belongs to. */
function hideItems(items: readonly unknown[], hiding: HideOptions): unknown {
  const hidden = hideWords(items, hiding).map((item, at) => {
    const before = at === 0 ? undefined : items[at - 1]
    const follows = typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretName(before)
    return follows ? hideNamed(item, hiding) : hideDeep(item, hiding)
  })
  return keepSame(items, hidden)
}

function isEmpty(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || value === ''
}

/** `{name: 'API_KEY', value: …}` */
function namesSecret(pair: object): boolean {
  return ['name', 'key', 'header'].some((field) => {
    const name: unknown = Reflect.get(pair, field)
    return typeof name === 'string' && isSecretName(name)
  })
}
