// Patterns that are valid and match nothing.
import { groupWith, shippedGroups, type ToolGroup } from '../../model/tool-groups.ts'
import type { DiagnosticCode } from '../../model/errors.ts'
import { isKeys, type Keys, listOf, type Path } from '../read/config-file.ts'
import type { Detail } from './diagnostics/diagnostic.ts'
import { nearest } from './diagnostics/similar.ts'

interface WrittenPattern {
  readonly scope: {
    readonly groups: Readonly<Record<string, readonly string[]>>
    readonly problem: (code: DiagnosticCode, path: Path, detail: Detail & { readonly on?: 'key' }) => void
  }
  readonly path: Path
}

/** Paths are matched as text: only `~` stands for the home directory. */
export function warnOfHomeVariable(written: unknown, { scope, path }: WrittenPattern): void {
  for (const [index, item] of listOf(written).entries()) {
    if (typeof item !== 'string' || !/^!?\$(?:HOME\b|\{HOME\})/.test(item)) continue
    scope.problem('home-variable', Array.isArray(written) ? [...path, index] : path, {
      message: `"${item}" matches nothing: variables are not expanded in a pattern`,
      hint: `write '${item.replace(/\$(?:HOME\b|\{HOME\})/, '~')}'`,
    })
  }
}

/** Paths are matched by globs: between slashes stands the name of a directory. */
export function warnOfRegexPath(written: unknown, { scope, path }: WrittenPattern): void {
  for (const [index, item] of listOf(written).entries()) {
    if (typeof item !== 'string' || !/^!?\/.*(?:[\\^$|]|\.\*).*\/[a-z]{0,3}$/s.test(item)) continue
    scope.problem('regex-path', Array.isArray(written) ? [...path, index] : path, {
      message: `"${item}" matches nothing: paths are matched by globs, not by regular expressions`,
      hint: "write a glob, such as '**/.env*' or 'src/**/*.ts'",
    })
  }
}

const knownTools: readonly string[] = Object.values(shippedGroups).flat()

/** A name one letter away from a known tool. Other names may be tools of an MCP server or of the project. */
export function warnOfUnknownTools(written: unknown, { scope, path }: WrittenPattern): void {
  for (const [index, item] of listOf(written).entries()) {
    const bare = typeof item === 'string' ? item.replace(/^!/, '') : ''
    if (!/^[a-z][\w-]*$/i.test(bare) || bare.startsWith('mcp__')) continue
    if (knownTools.includes(bare) || Object.values(scope.groups).some((tools) => tools.includes(bare)))
      continue
    const meant = nearest(bare, sameStart(bare), 1)
    if (meant === undefined || isOtherWord(bare, meant)) continue
    const group = groupWith(meant)
    const better = group === undefined || group === 'mcp' ? meant : `@${group}`
    scope.problem('unknown-tool', Array.isArray(written) ? [...path, index] : path, {
      message: `no known agent has a tool "${bare}" (did you mean "${meant}"?)`,
      hint: `write '${String(item).startsWith('!') ? '!' : ''}${better}'`,
    })
  }
}

/** Short names with another letter are other words: `exit` is not `edit`. */
const isOtherWord = (name: string, meant: string): boolean =>
  name.length < 5 && name.length === meant.length && name.toLowerCase() !== meant.toLowerCase()

const sameStart = (name: string): readonly string[] =>
  knownTools.filter((tool) => tool[0]?.toLowerCase() === name[0]?.toLowerCase())

const changes = ['writes', 'edits', 'creates', 'deletes', 'adds'] as const

/** What no tool of a group does. */
const never: Readonly<Partial<Record<ToolGroup, readonly string[]>>> = {
  read: ['command', 'host', ...changes],
  search: ['command', 'host', ...changes],
  todo: ['command', 'host', ...changes],
  fetch: ['command', ...changes],
  write: ['command', 'host'],
  edit: ['command', 'host'],
}

/** `tool: Read` beside `command`, or in an `all`: no call has both. */
export function warnOfExclusiveKeys(written: Keys, { scope, path }: WrittenPattern): void {
  // Parts of an `all` are looked at with what they stand in.
  if (path.includes('all') || path.includes('not')) return
  const conditions = conjuncts(written, path)
  for (const { key: of, value: tools } of conditions) {
    if (of !== 'tool') continue
    const items = listOf(tools).filter((item) => typeof item !== 'string' || !item.startsWith('!'))
    const names = items.flatMap((item): readonly unknown[] =>
      typeof item === 'string' && item.startsWith('@') ? (scope.groups[item.slice(1)] ?? [item]) : [item],
    )
    const groups = names.map((name) => (typeof name === 'string' ? groupWith(name) : undefined))
    const dead = conditions.find(
      ({ key }) =>
        groups.length > 0 && groups.every((group) => group !== undefined && never[group]?.includes(key)),
    )
    if (dead === undefined) continue
    const lacks = dead.key === 'command' ? 'no command' : dead.key === 'host' ? 'no host' : 'no file'
    const verb = dead.key === 'command' ? 'run' : dead.key === 'host' ? 'contact' : 'change'
    scope.problem('unreachable', dead.path, {
      on: 'key',
      message: `no call meets both "tool" and "${dead.key}": "${items.map(String).join('", "')}" ${verb}${items.length === 1 ? 's' : ''} ${lacks}`,
      hint:
        dead.key === 'command'
          ? 'remove "tool", or write tool: \'@shell\''
          : `remove "tool": "${dead.key}" finds every tool that does`,
    })
  }
}

interface WrittenCondition {
  readonly key: string
  readonly value: unknown
  readonly path: Path
}

/** The conditions that have to hold together. */
function conjuncts(written: unknown, path: Path): readonly WrittenCondition[] {
  if (!isKeys(written)) return []
  return Object.entries(written).flatMap(([key, value]) => {
    const at = [...path, key]
    if (key !== 'all') return [{ key, value, path: at }]
    return Array.isArray(value)
      ? value.flatMap((part: unknown, index) => conjuncts(part, [...at, index]))
      : conjuncts(value, at)
  })
}
