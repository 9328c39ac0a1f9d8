// Rules of a .gitignore, as far as a search needs them.

import type { Files } from '../model/types.ts'

export interface IgnoreRules {
  /** Some rule ignores files. */
  readonly ignoresFiles: boolean
  /** Could a rule be about one of these entries of the directory `parent`? */
  mayMatch(parent: string, entries: readonly string[]): boolean
  /** Is what has this name in the directory `parent` ignored? Undefined where no rule is about it. */
  ignores(parent: string, name: string, isDir: boolean): boolean | undefined
}

/** `entries`: what the directory holds, if that is known. */
export function rulesIn(
  dir: string,
  files: Pick<Files, 'read'>,
  entries: readonly string[] = ignoreFiles,
): readonly IgnoreRules[] {
  return ignoreFiles.flatMap((name) => {
    const text = entries.includes(name) ? files.read(`${dir}/${name}`) : undefined
    return text === undefined ? [] : [ignoreRules(dir, text.split('\n'))]
  })
}

const ignoreFiles = ['.gitignore', '.ignore']

/** Rules of the directories from the root down to this one's parent. */
export function rulesAbove(
  dir: string,
  { root, files }: { readonly root: string; readonly files: Pick<Files, 'read'> },
): readonly IgnoreRules[] {
  if (!dir.startsWith(`${root}/`)) return []
  const parts = dir.slice(root.length + 1).split('/')
  return parts.flatMap((_, at) => rulesIn([root, ...parts.slice(0, at)].join('/'), files))
}

interface IgnoreRule {
  readonly source: string
  readonly pattern: RegExp
  /** Holds for the path below the rule's directory; else for the name. */
  readonly isPlaced: boolean
  readonly negated: boolean
  readonly dirOnly: boolean
}

/** The last rule that matches a path decides. */
export function ignoreRules(dir: string, lines: readonly string[]): IgnoreRules {
  const rules = lines.flatMap((line) => ruleOf(line))
  const base = dir.endsWith('/') ? dir : `${dir}/`
  const anyPlaced = anyOf(rules.filter(({ isPlaced }) => isPlaced))
  const anyNamed = anyOf(rules.filter(({ isPlaced }) => !isPlaced))
  const prefixOf = (parent: string) => (parent === dir ? '' : `${parent.slice(base.length)}/`)
  const mayMatch = (parent: string, entries: readonly string[]): boolean =>
    (parent === dir || parent.startsWith(base)) &&
    (anyNamed?.test(entries.join('\0')) === true ||
      anyPlaced?.test(prefixOf(parent) + entries.join(`\0${prefixOf(parent)}`)) === true)
  return {
    ignoresFiles: rules.some(({ negated, dirOnly }) => !negated && !dirOnly),
    mayMatch,
    ignores(parent, name, isDir) {
      if (!mayMatch(parent, [name])) return undefined
      const relative = prefixOf(parent) + name
      const last = rules.findLast(
        ({ pattern, isPlaced, dirOnly }) => (isDir || !dirOnly) && pattern.test(isPlaced ? relative : name),
      )
      return last && !last.negated
    },
  }
}

/** One test for many paths, between NULs, which no rule is about. */
function anyOf(rules: readonly IgnoreRule[]): RegExp | undefined {
  return rules.length === 0
    ? undefined
    : new RegExp(`(?:^|\\0)(?:${rules.map(({ source }) => source).join('|')})/?(?:\\0|$)`)
}

function ruleOf(line: string): IgnoreRule[] {
  const written = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '')
  if (written === '' || written.startsWith('#')) return []
  const negated = written.startsWith('!')
  const body = (negated ? written.slice(1) : written).replace(/\/$/, '')
  const isPlaced = body.includes('/')
  const source = sourceOf(body.replace(/^\//, ''))
  try {
    return [
      {
        source,
        pattern: new RegExp(`^${source}$`),
        isPlaced,
        negated,
        dirOnly: written.endsWith('/'),
      },
    ]
  } catch {
    return []
  }
}

function sourceOf(glob: string): string {
  return glob.replace(/\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]/]+\]|\\?[^]/g, (token) => {
    if (token === '**/') return '(?:[^\\0]*/)?'
    if (token === '/**') return '/[^\\0]*'
    if (token.startsWith('*')) return '[^/\\0]*'
    if (token === '?') return '[^/\\0]'
    if (token.startsWith('[') && token.length > 1) return token.replace(/^\[!/, '[^')
    return token.replace(/^\\(?=.)/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  })
}
