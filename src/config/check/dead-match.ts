// Patterns that are valid and match nothing.
import { groupWith, shippedGroups, type ToolGroup } from '../../model/tool-groups.ts'
import type { DiagnosticCode } from '../../model/errors.ts'
import { type Keys, listOf, type Path } from '../read/config-file.ts'
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

/** Tools of these groups never run a command. */
const withoutCommands: ReadonlySet<ToolGroup | undefined> = new Set([
  'read',
  'write',
  'edit',
  'fetch',
  'todo',
])

/** `tool: Read` beside `command`: no call has both. */
export function warnOfExclusiveKeys(written: Keys, { scope, path }: WrittenPattern): void {
  if (!Object.hasOwn(written, 'command')) return
  const items = listOf(written.tool)
  const names = items.flatMap((item): readonly unknown[] =>
    typeof item === 'string' && item.startsWith('@') ? (scope.groups[item.slice(1)] ?? [item]) : [item],
  )
  const isDead = names.every((name) => typeof name === 'string' && withoutCommands.has(groupWith(name)))
  if (names.length === 0 || !isDead) return
  const said = items.map(String).join('", "')
  scope.problem('unreachable', [...path, 'command'], {
    on: 'key',
    message: `the rule is never reached: "${said}" ${items.length === 1 ? 'runs' : 'run'} no command`,
    hint: 'remove "tool", or write tool: \'@shell\'',
  })
}
