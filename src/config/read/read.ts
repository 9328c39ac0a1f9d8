import path from 'node:path'
import coerce from 'semver/functions/coerce.js'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import type { Diagnostic } from '../../model/types.ts'
import { createDiagnostic } from '../diagnostics/diagnostics.ts'
import { readParents } from './extends.ts'
import {
  type ConfigFile,
  isKeys,
  diagnosticAt,
  type ReportDiagnostic,
  type ConfigLocation,
  lineage,
  type LayerSource,
  type LayerReader,
  type FileRequest,
} from './config-file.ts'
import { isInside } from './package-rules.ts'
import { type ParsedConfig, parseConfig, tooLarge } from './parse.ts'
import { type ReadPreset, readPreset, unfitForPreset } from './preset-data.ts'
import { rulesOf } from './rules-of.ts'
import { stackFile } from './default-stack.ts'
import { sizeOf, whyUnreadable } from './stamp.ts'
import { limits } from '../diagnostics/sizes.ts'

/** The layer's file with all that it extends; undefined when there is none or it cannot be parsed. */
export function readLayer(source: LayerSource, reader: LayerReader): ConfigFile | undefined {
  const home = homeOf(source, reader.root)
  const file = readConfigFile({ ...source, prefix: '', home, chain: [] }, reader)
  if (file !== undefined) checkFanOut(file, reader.report)
  warnOfSpelling(source, reader)
  return file
}

/** Rules in `hooks.yml` would hold for nobody. */
function warnOfSpelling({ path: file, file: shown }: LayerSource, { files, report }: LayerReader): void {
  const [other, shownOther] = [file, shown].map((each) => each.replace(/\.yaml$/, '.yml'))
  if (other === undefined || shownOther === undefined || other === file || files.kind(other) !== 'file')
    return
  const isAlone = files.kind(file) === undefined
  const message = `"${path.basename(other)}" is not read: the file is named ${path.basename(file)}`
  const hint = isAlone ? `mv ${shownOther} ${shown}` : `move its rules into ${shown} and delete it`
  report(createDiagnostic('ignored-file', { file: shownOther, line: 1, column: 1 }, { message, hint }))
}

/** How many rules one entry of `extends` may load from packages. */
const MAX_RULES = 1000

function checkFanOut(own: ConfigFile, report: ReportDiagnostic): void {
  const counts = new Map<ConfigLocation, number>()
  for (const { origin, keys } of lineage(own)) {
    if (origin === undefined) continue
    counts.set(origin, (counts.get(origin) ?? 0) + [...rulesOf(keys)].length)
  }
  for (const [origin, count] of counts) {
    if (count <= MAX_RULES) continue
    const message = `this brings ${count} rules, and a package may bring ${MAX_RULES} at most`
    const hint = 'extend one of its smaller presets, or a file of your own'
    report(diagnosticAt(origin, 'extends-depth', { message, hint }))
  }
}

/** A file and what it extends. */
function readConfigFile(request: FileRequest, reader: LayerReader): ConfigFile | undefined {
  const { document, diagnostics, patterns } = readDocument(request, reader)
  diagnostics.forEach(reader.report)
  if (document === undefined) return undefined
  const shape = patterns === undefined ? reader.shapeOf(document) : []
  const keys = isKeys(document.value) ? document.value : {}
  const dir = path.dirname(request.path)
  const file = { ...request, dir, document, keys, patterns, shape: [...diagnostics, ...shape], parents: [] }
  shape.forEach(reader.report)
  checkRequires(file, reader)
  const unfit = request.package === undefined ? [] : unfitForPreset(file)
  unfit.forEach(reader.report)
  const checked = { ...file, shape: [...file.shape, ...unfit] }
  return {
    ...checked,
    parents: [...stackFile(checked, reader), ...readParents(checked, reader, readConfigFile)],
  }
}

/** A project's files extend only what lies in the project. */
function homeOf({ layer, path: file }: LayerSource, root: string): string | undefined {
  if (layer === 'managed' || layer === 'user') return undefined
  return isInside(file, root) ? root : path.dirname(file)
}

/** Packages of a project may lie above it, in its repository; those of other layers lie beside their file. */
export function packageSearchRoot(
  { layer, path: file }: LayerSource,
  { root, repository = root }: { readonly root: string; readonly repository?: string },
): string {
  const isProject = (layer === 'project' || layer === 'local') && isInside(file, repository)
  return isProject ? repository : path.dirname(file)
}

function readDocument(
  { path: file, file: shown, data }: FileRequest,
  reader: LayerReader,
): ParsedConfig & Partial<Pick<ReadPreset, 'patterns'>> {
  reader.sources.add(file)
  const isThere = reader.files.kind(file) !== undefined
  if ((sizeOf(file) ?? 0) > limits.bytes) return { diagnostics: [tooLarge(shown)] }
  const text = reader.files.read(file)
  if (text === undefined) {
    const why = whyUnreadable(file)
    return { diagnostics: isThere || why !== undefined ? [unreadable(shown, why)] : [] }
  }
  reader.texts.set(shown, text)
  const source = { file: shown, path: file, text }
  const ready = data === undefined ? undefined : readPreset(data, source, reader.files)
  return ready ?? parseConfig(source)
}

function unreadable(file: string, why: string | undefined): Diagnostic {
  const message = `"${file}" cannot be read${why === undefined ? '' : `: ${why}`}`
  const hint = 'make it a file that you may read'
  return createDiagnostic('unreadable', { file, line: 1, column: 1 }, { message, hint })
}

function checkRequires(file: ConfigFile, { version, report }: LayerReader): void {
  const range = file.keys.requires
  if (version === undefined || typeof range !== 'string') return
  const isRange = validRange(range) !== null
  if (isRange && satisfies(coerce(version) ?? version, range)) return // a pre-release counts as its release
  const message = isRange
    ? `this file requires hooks ${range}, this is ${version}`
    : `"${range}" is not a range of versions`
  const hint = isRange ? 'npm install -g hooks-yaml@latest' : `write requires: '>=${version}'`
  report(diagnosticAt({ file, path: ['requires'] }, 'requires', { message, hint }))
}
