// Keys that no call meets together.
import { groupWith, type ToolGroup } from '../../model/tool-groups.ts'
import type { DiagnosticCode } from '../../model/errors.ts'
import { isKeys, type Keys, listOf, type Path } from '../read/config-file.ts'
import type { Detail } from '../diagnostics/diagnostics.ts'

interface WrittenPattern {
  readonly scope: {
    readonly groups: Readonly<Record<string, readonly string[]>>
    readonly problem: (code: DiagnosticCode, path: Path, detail: Detail & { readonly on?: 'key' }) => void
  }
  readonly path: Path
}

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
