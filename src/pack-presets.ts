// Run by the build: what dist/presets/ holds.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { builtins, dialects, matchers } from './catalog.ts'
import { packPresets as pack } from './config/compile/pack-presets.ts'

/** The shipped presets of a directory, parsed, checked and compiled: texts of files by name. */
export function packPresets(dir: string): Readonly<Record<string, string>> {
  const files = readdirSync(dir).filter((file) => file.endsWith('.yaml'))
  const texts = files.map((file) => [file.slice(0, -5), readFileSync(path.join(dir, file), 'utf8')])
  return pack(Object.fromEntries(texts), { matchers, builtins, dialects })
}
