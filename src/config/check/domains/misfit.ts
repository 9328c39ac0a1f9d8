// What is said of a pattern that its key's values cannot meet, and how other tools' spellings are read.
import type { Dialect } from '../../../model/types.ts'

export interface Misfit {
  /** `dead`: no value meets it. `unusual`: only values that nobody means. */
  readonly is: 'dead' | 'unusual'
  /** Goes on after `"pattern" `. */
  readonly why: string
  readonly mended?: Mended
  /** Where no spelling can be named. */
  readonly hint?: string
}

/** What to write in its place; with a key: under that one. */
export interface Mended {
  readonly patterns: readonly string[]
  readonly key?: string
}

export interface DomainScope {
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly dialects: readonly Dialect[]
  readonly root: string
}

export type CheckPattern = (text: string, scope: DomainScope) => Misfit | undefined

export const isRegex = (text: string): boolean => /^\/.+\/[ims]*$/s.test(text)

export function dead(why: string, ...patterns: readonly string[]): Misfit {
  return { is: 'dead', why: `matches nothing: ${why}`, mended: { patterns } }
}

export function unusual(why: string, ...patterns: readonly string[]): Misfit {
  return { is: 'unusual', why, mended: { patterns } }
}

/** The parts between commas and bars that stand outside of brackets and quotes. */
export function alternatives(text: string, sign = /[|,]/): readonly string[] {
  const parts = ['']
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if ('{[('.includes(char)) depth++
    if ('}])'.includes(char)) depth--
    if (depth === 0 && sign.test(char)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

/** `^(Edit|Write.*)$` without what only a regular expression means: `Edit`, `Write*`. */
export function withoutRegexSigns(text: string): readonly string[] {
  const bare = text
    .trim()
    .replace(/^\^|\$$/g, '')
    .replace(/^\((?:\?:)?([^()]*)\)$/, '$1')
  const parts = alternatives(bare).map((part) =>
    part
      .replace(/^\^|\$$/g, '')
      .replaceAll(/\\[bB]/g, '')
      .replaceAll(/\.[*+]\??/g, '*')
      .replaceAll(/\\(?=[^\w*?[\]{}])/g, ''),
  )
  return parts.length === 0 ? ['*'] : parts
}

/** Commands with brackets, as agents write permissions: `Bash(git push:*)`. */
export function readPermission(text: string): (Mended & { readonly tool: string }) | undefined {
  const [, tool = '', rest = ''] = /^(\w+)\((.*)\)$/s.exec(text.trim()) ?? []
  if (tool === '' || rest === '') return undefined
  const key = permissions.find(({ tools }) => tools.test(tool))?.key
  if (key === undefined) return undefined
  const pattern = key === 'host' ? rest.replace(/^domain:/, '') : rest.replace(/:\*$/, '')
  // A permission's `//` is the top, its `/` the project.
  const placed = key === 'command' ? pattern : pattern.replace(/^\/(?=[^/])/, './').replace(/^\/\//, '/')
  return { tool, key, patterns: [placed] }
}

const permissions = [
  { tools: /^(?:bash|shell|run_shell_command|PowerShell)$/i, key: 'command' },
  { tools: /^read$/i, key: 'reads' },
  { tools: /^(?:edit|write|multiedit)$/i, key: 'writes' },
  { tools: /^(?:webfetch|fetch)$/i, key: 'host' },
]
