// A shipped preset as the build leaves it: parsed, checked, its patterns compiled.
import path from 'node:path'
import type { CommandItem } from '../../patterns/commands/command-pattern.ts'
import type { Files, PatternItem } from '../../model/types.ts'
import type { ConvertedYaml, CollectionOrigin } from './yaml/convert.ts'
import { createDocument, type ParsedDocument, type SourceText } from './yaml/document.ts'
import { createLines } from './yaml/lines.ts'
import type { PatternCache } from '../compile/patterns/compile-pattern.ts'

/** `<name>.json` of a preset. */
export interface PresetData {
  /** The preset's file. The data is ignored when the file says anything else. */
  readonly text: string
  readonly value: unknown
  /** For each collection in `value`, depth first: start, end, reach, 1 for flow style, then its spans. */
  readonly origins: readonly (readonly number[])[]
}

/** `patterns.json` beside them: the patterns of all presets, most of which stand in several. */
export interface PatternData {
  readonly commands: readonly (readonly [string, CommandItem[]])[]
  readonly items: readonly (readonly [string, PatternItem[]])[]
}

export const PATTERNS_FILE = 'patterns.json'

export interface ReadPreset {
  readonly document: ParsedDocument
  readonly diagnostics: readonly []
  readonly patterns: PatternCache
}

/** The compiled form of a preset; undefined where there is none for this text. */
export function readPreset(file: string, source: SourceText, files: Files): ReadPreset | undefined {
  const json = files.read(file)
  const patterns = files.read(path.join(path.dirname(file), PATTERNS_FILE))
  if (json === undefined || patterns === undefined) return undefined
  const data = JSON.parse(json) as PresetData // written by the build
  if (data.text !== source.text) return undefined
  const { commands, items } = JSON.parse(patterns) as PatternData // written by the build
  return {
    document: createDocument({
      source,
      lines: createLines(source.file, source.text),
      converted: withOrigins(data),
      holes: [],
      diagnostics: [],
    }),
    diagnostics: [],
    patterns: { commands: new Map(commands), items: new Map(items) },
  }
}

/** The same data as the parser makes it: mappings have no prototype, and collections know their place. */
function withOrigins({ value, origins }: PresetData): ConvertedYaml {
  const found = new Map<unknown, CollectionOrigin>()
  let next = 0
  const revive = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const [start = 0, end = 0, reach = 0, flow, ...spans] = origins[next++] ?? []
    const origin = { start, end, reach, flow: flow === 1, spans }
    if (Array.isArray(part)) {
      const list = part.map(revive)
      found.set(list, origin)
      return list
    }
    const entries = Object.entries(part)
    const map: Record<string, unknown> = Object.create(null)
    for (const [key, each] of entries) map[key] = revive(each)
    found.set(map, { ...origin, keys: entries.map(([key]) => key) })
    return map
  }
  return { value: revive(value), origins: found, problems: [] }
}
