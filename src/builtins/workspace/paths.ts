import { isPathField } from '../../patterns/paths/paths.ts'
import { lastPart } from '../../patterns/pattern.ts'
import { shippedGroups } from '../../model/tool-groups.ts'

const fileTools = new Set<string>([
  ...shippedGroups.write,
  ...shippedGroups.edit,
  ...shippedGroups.read,
  ...shippedGroups.search,
])

/** Tools whose inputs name files in fields. */
export function isFileTool(tool: string): boolean {
  return fileTools.has(lastPart(tool) ?? tool)
}

const patchLine = /^(\*\*\* (?:Add File|Update File|Delete File|Move to): )(.*)$/gm

/** The input with each of its paths as `rewrite` makes it; the very same when none is changed. */
export function mapPaths(input: unknown, rewrite: (path: string) => string): unknown {
  return mapValue(input, '', rewrite)
}

function mapValue(value: unknown, field: string, rewrite: (path: string) => string): unknown {
  if (typeof value === 'string') return mapText(value, field, rewrite)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapValue(item, field, rewrite))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  let changed = false
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const mapped = mapValue(inner, key, rewrite)
    changed ||= mapped !== inner
    return [key, mapped] as const
  })
  return changed ? Object.fromEntries(entries) : value
}

/** A patch names its files in lines of its own. */
function mapText(text: string, field: string, rewrite: (path: string) => string): string {
  if (isPathField(field) || field === 'uri') return rewrite(text)
  if (!text.includes('*** ') || !/^\s*\*\*\* Begin Patch/m.test(text)) return text
  return text.replace(patchLine, (_line, head: string, path: string) => head + rewrite(path))
}
