// A shipped preset as the build leaves it: parsed, checked, its patterns compiled.
import path from 'node:path'
import type { CommandItem } from '../../patterns/commands/command-pattern.ts'
import type { Files, PatternItem, Diagnostic } from '../../model/types.ts'
import type { ConvertedYaml, CollectionOrigin } from './yaml/convert.ts'
import { createDocument, type ParsedDocument, type SourceText } from './yaml/document.ts'
import { createLines } from './yaml/lines.ts'
import {
  type ConfigFile,
  type Path,
  diagnosticAt,
  type ConfigLocation,
  type PatternCache,
} from './config-file.ts'
import { rulesOf } from './rules-of.ts'

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

// What a package's preset may not contain: it has rules, neither global settings nor programs.

/** They apply to all rules of all files, so only the extending file may set them. */
const ownersKeys: readonly string[] = [
  'limits',
  'on_config_error',
  'contracts',
  'engine',
  'ledger',
  'recipes',
  'discover',
  'lock',
  'stack',
]

export function unfitForPreset(file: ConfigFile): readonly Diagnostic[] {
  const settings = ownersKeys
    .filter((key) => Object.hasOwn(file.keys, key))
    .map((key) => settingOf(file, key))
  const programs = [...rulesOf(file.keys)].flatMap(({ path, rule }) => {
    const found = programOf(rule)
    return found === undefined ? [] : [programAt({ file, path: [...path, ...found.path] }, found.said)]
  })
  return [...settings, ...programs]
}

function settingOf(file: ConfigFile, key: string): Diagnostic {
  const message = `a package's preset cannot set "${key}"`
  const hint = 'remove it there; set it in your own hooks.yaml if you want it'
  return diagnosticAt({ file, path: [key], on: 'key' }, 'preset-key', { message, hint })
}

function programAt(spot: ConfigLocation, said: string): Diagnostic {
  const message = `a package's preset brings no programs, and ${said} would be one of the package`
  const hint =
    "name a program that is installed, such as [npx, prettier]; a script's rule stands in your own hooks.yaml"
  return diagnosticAt({ ...spot, on: 'value' }, 'preset-key', { message, hint })
}

/** Whatever would be started out of a package's directory. */
function programOf(
  rule: Readonly<Record<string, unknown>>,
): { readonly path: Path; readonly said: string } | undefined {
  const { run } = rule
  if (typeof rule.cwd === 'string' && run !== undefined)
    return { path: ['cwd'], said: `a script in "${rule.cwd}"` }
  if (typeof run === 'string')
    return isRelative(/^\s*([^\s$'"=]*)(?=\s|$)/.exec(run)?.[1] ?? '') || namesPackages(run)
      ? { path: ['run'], said: `"${run}"` }
      : undefined
  if (!Array.isArray(run)) return undefined
  const words: readonly unknown[] = run
  const at = words.findIndex(
    (word, index) => typeof word === 'string' && ((index === 0 && isRelative(word)) || namesPackages(word)),
  )
  return at === -1 ? undefined : { path: ['run', at], said: `"${String(words[at])}"` }
}

function isRelative(program: string): boolean {
  return /[/\\]/.test(program) && !/^(?:[/~]|[A-Za-z]:)/.test(program)
}

function namesPackages(text: string): boolean {
  return /(?:^|[^\w.-])node_modules(?:[/\\]|$)/.test(text)
}
