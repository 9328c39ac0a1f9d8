// Run by the build: makes the files that `preset-data.ts` reads.
import type { Catalog, Files } from '../../model/types.ts'
import { compilePlan } from './compile.ts'
import { convert, type ConvertedYaml } from '../read/yaml/convert.ts'
import { createLines } from '../read/yaml/lines.ts'
import { parseWithRecovery } from '../read/yaml/recovery.ts'
import { PATTERNS_FILE, type PatternData, type PresetData } from '../read/preset-data.ts'
import type { PatternCache } from '../read/config-file.ts'

/** Files of dist/presets/ by name, from the presets' texts by name. A preset with a problem fails the build. */
export function packPresets(
  texts: Readonly<Record<string, string>>,
  catalog: Catalog,
): Readonly<Record<string, string>> {
  const memo: PatternCache = { commands: new Map(), items: new Map() }
  const presets = Object.entries(texts).map(([name, text]) => {
    compile(text, catalog, memo)
    return [`${name}.json`, JSON.stringify(dataOf(text))]
  })
  const patterns: PatternData = { commands: [...memo.commands], items: [...memo.items] }
  return { ...Object.fromEntries(presets), [PATTERNS_FILE]: JSON.stringify(patterns) }
}

/** Adds the preset's patterns to the memo. */
function compile(text: string, catalog: Catalog, patterns: PatternCache): void {
  const layers = [{ layer: 'project', path: '/preset.yaml', file: 'preset.yaml' }] as const
  const { diagnostics } = compilePlan({
    root: '/',
    layers,
    env: {},
    files: oneFile(text),
    catalog,
    patterns,
    trust: 'all',
  })
  const [first] = diagnostics
  if (first !== undefined) throw new Error(`a preset has a problem: ${JSON.stringify(first)}`)
}

function oneFile(text: string): Files {
  return {
    read: (file) => (file === '/preset.yaml' ? text : undefined),
    kind: (file) => (file === '/preset.yaml' ? 'file' : undefined),
    real: (file) => file,
    list: () => [],
    write: () => undefined,
    append: () => undefined,
    remove: () => undefined,
  }
}

function dataOf(text: string): PresetData {
  const [first] = parseWithRecovery(text, createLines('preset.yaml', text)).documents
  const { value, origins } = convert(first?.contents ?? null, text, [])
  return { text, value, origins: originsOf(value, origins) }
}

/** Depth first, in the order in which `preset-data.ts` walks the value. */
function originsOf(value: unknown, origins: ConvertedYaml['origins']): number[][] {
  if (typeof value !== 'object' || value === null) return []
  const origin = origins.get(value)
  if (origin === undefined || origin.aliases?.size) throw new Error('a preset uses an alias')
  const { start, end, reach, flow, spans } = origin
  const own = [start, end, reach, flow ? 1 : 0, ...spans]
  return [own, ...Object.values(value).flatMap((each) => originsOf(each, origins))]
}
