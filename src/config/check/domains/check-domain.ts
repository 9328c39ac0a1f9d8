// Finds what no value of a key's domain meets.
import { isPathField } from '../../../patterns/paths/paths.ts'
import type { Domain, KnownNames, Matcher } from '../../../model/types.ts'
import { isKeys, listOf, type Path } from '../../read/config-file.ts'
import { checkCommand } from './commands.ts'
import { type CheckPattern, type DomainScope, isRegex, type Misfit, unusual } from './misfit.ts'
import {
  checkAgent,
  checkBranch,
  checkHost,
  checkKnown,
  checkPushedBranch,
  checkRemote,
  checkTool,
} from './names.ts'
import { checkPath } from './paths.ts'

export interface FoundMisfit extends Misfit {
  /** Below the match. */
  readonly path: Path
  /** As written. */
  readonly item: string
}

interface CheckedPatterns {
  readonly misfits: readonly FoundMisfit[]
  /** None of the patterns can be met. */
  readonly dead: boolean
}

const checks: Readonly<Record<Exclude<Domain, object | 'fields'>, CheckPattern>> = {
  agents: checkAgent,
  branches: checkBranch,
  commands: checkCommand,
  hosts: checkHost,
  paths: checkPath,
  pushed_branches: checkPushedBranch,
  remotes: checkRemote,
  texts: checkText,
  tools: checkTool,
}

export function checkDomain(
  { key, domain }: Pick<Matcher<never>, 'key' | 'domain'>,
  written: unknown,
  { scope, path }: { readonly scope: DomainScope; readonly path: Path },
): CheckedPatterns {
  const below = (part: Domain, value: unknown, at: Path): CheckedPatterns => {
    if (part === 'fields')
      return joined(fieldsOf(written).map(([name, inner]) => below(...inner, [...at, ...name])))
    if (typeof part === 'object' && 'keys' in part) {
      if (!isKeys(value) && part.plain !== undefined) return below(part.plain, value, at)
      return joined(
        Object.entries(part.keys).flatMap(([name, of]) =>
          isKeys(value) && Object.hasOwn(value, name) ? [below(of, value[name], [...at, name])] : [],
        ),
      )
    }
    const asked = at.length > path.length ? String(at.at(-1)) : key
    const checked = checkList(
      value,
      at,
      (text) => placeholder(text, at) ?? checkFor(part, asked)(text, scope),
    )
    return { ...checked, misfits: [...checked.misfits, ...onlyExceptions(part, value, at)] }
  }
  return domain === undefined ? { misfits: [], dead: false } : below(domain, written, path)
}

const checkFor = (domain: Exclude<Domain, 'fields'> | KnownNames, key: string): CheckPattern =>
  typeof domain === 'string'
    ? checks[domain]
    : checkKnown({ known: [], ...domain, what: key.replace('_', ' ') })

/** The values of `input` and the like, and where each stands. */
function fieldsOf(written: unknown): readonly (readonly [Path, readonly [Domain, unknown]])[] {
  if (!isKeys(written)) return []
  return Object.entries(written).map(([field, value]) => {
    const isNot = isKeys(value) && Object.hasOwn(value, 'not')
    const domain = isPathField(field) ? 'paths' : 'texts'
    return isNot
      ? [
          [field, 'not'],
          [domain, value['not']],
        ]
      : [[field], [domain, value]]
  })
}

/** All that stands below a key has to hold. */
function joined(parts: readonly CheckedPatterns[]): CheckedPatterns {
  return {
    misfits: parts.flatMap(({ misfits }) => misfits),
    dead: parts.some(({ dead }) => dead),
  }
}

const isAsked = (item: unknown): boolean => typeof item !== 'string' || !item.startsWith('!')

function checkList(
  written: unknown,
  path: Path,
  check: (text: string) => Misfit | undefined,
): CheckedPatterns {
  const items = listOf(written)
  const found = items.map((item, index): FoundMisfit | undefined => {
    if (typeof item !== 'string') return undefined
    const misfit = check(item.replace(/^!/, ''))
    return misfit && { ...misfit, item, path: Array.isArray(written) ? [...path, index] : path }
  })
  const asked = found.filter((_, at) => isAsked(items[at]))
  return {
    misfits: found.filter((each) => each !== undefined),
    dead: asked.length > 0 && asked.every((each) => each?.is === 'dead'),
  }
}

const anything: Readonly<Partial<Record<string, string>>> = {
  branches: '*',
  commands: '*',
  hosts: '*',
  paths: '**',
  pushed_branches: '*',
  remotes: '*',
}

/** Exceptions from what was never named meet all else, which is written down where it is meant. */
function onlyExceptions(domain: Domain, written: unknown, path: Path): readonly FoundMisfit[] {
  const all = typeof domain === 'string' ? anything[domain] : undefined
  const items = listOf(written)
  const [item] = items
  const isBeside = path.includes('all') || path.includes('session')
  if (all === undefined || isBeside || typeof item !== 'string' || items.some(isAsked)) return []
  const list = [all, ...items].map((each) => `'${String(each)}'`).join(', ')
  return [{ is: 'unusual', item, path, why: 'only excludes, so all else meets it', hint: `write [${list}]` }]
}

/** What the call touches is filled in nowhere in a match. */
function placeholder(text: string, path: Path): Misfit | undefined {
  const name = /\{\{\s*[\w.]+(?: \w+)?\s*\}\}/.exec(text)?.[0]
  if (name === undefined || isRegex(text) || path.slice(-2).join() === 'session,read') return undefined
  return {
    is: 'dead',
    why: `matches nothing: ${name} is not filled in inside of a match`,
    hint: 'write the pattern out; only the texts of a rule have placeholders',
  }
}

// Free text: a glob over the whole of it, or a regular expression between slashes.
function checkText(text: string): Misfit | undefined {
  if (isRegex(text)) return undefined
  if (!/^\^|^\.[*+]|\\[sbdwSBDW]/.test(text)) return undefined
  const bare = text.replace(/^\.[*+]/, '').replace(/\.[*+]$/, '')
  return unusual(
    'is a glob, though written as a regular expression',
    `/${bare.replaceAll(/(?<!\\)\//g, '\\/')}/`,
  )
}
