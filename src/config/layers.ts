import path from 'node:path'
import type { Diagnostic } from '../types.ts'
import { checkShape } from './check.ts'
import { createDiagnostic } from './diagnostic.ts'
import { readParents } from './extends.ts'
import { type ConfigFile, isKeys, problemAt } from './file.ts'
import { type Parsed, parseConfig } from './parse.ts'
import type { LayerSource, Reader, Wanted } from './reader.ts'
import { satisfies } from './version-range.ts'

/** The layer's file with all that it extends; undefined when there is none or it cannot be parsed. */
export function readLayer(source: LayerSource, reader: Reader): ConfigFile | undefined {
  return readConfigFile({ ...source, prefix: '', home: homeOf(source, reader.root), chain: [] }, reader)
}

/** A file and what it extends. */
function readConfigFile(wanted: Wanted, reader: Reader): ConfigFile | undefined {
  const { layer, file, prefix } = wanted
  const { document, diagnostics } = readDocument(wanted, reader)
  diagnostics.forEach(reader.report)
  if (document === undefined) return undefined
  const misshapen = checkShape(document, reader.matchers)
  misshapen.forEach(reader.report)
  const shape = [...diagnostics, ...misshapen]
  const keys = isKeys(document.value) ? document.value : {}
  const alone = {
    layer,
    path: wanted.path,
    dir: path.dirname(wanted.path),
    file,
    prefix,
    document,
    keys,
    shape,
    parents: [],
  }
  checkRequires(alone, reader)
  return { ...alone, parents: readParents({ ...wanted, from: alone }, reader, readConfigFile) }
}

/** A project's files extend only what lies in the project. */
function homeOf({ layer, path: file }: LayerSource, root: string): string | undefined {
  if (layer === 'managed' || layer === 'user') return undefined
  return file.startsWith(root + path.sep) ? root : path.dirname(file)
}

function readDocument({ path: file, file: shown }: Wanted, reader: Reader): Parsed {
  reader.sources.add(file)
  const text = reader.files.read(file)
  if (text === undefined) {
    return { diagnostics: reader.files.kind(file) === undefined ? [] : [unreadable(shown)] }
  }
  reader.texts.set(shown, text)
  return parseConfig({ file: shown, path: file, text })
}

function unreadable(file: string): Diagnostic {
  return createDiagnostic(
    'unreadable',
    { file, line: 1, column: 1 },
    { message: `"${file}" cannot be read`, hint: 'make it a file that you may read' },
  )
}

function checkRequires(file: ConfigFile, { version, report }: Reader): void {
  const range = file.keys.requires
  if (version === undefined || typeof range !== 'string') return
  const fits = satisfies(version, range)
  if (fits === true) return
  const message =
    fits === undefined
      ? `"${range}" is not a range of versions`
      : `this file requires hooks ${range}, this is ${version}`
  const hint = fits === undefined ? `write requires: '>=${version}'` : 'npm install -g hooks-yaml@latest'
  report(problemAt({ file, path: ['requires'] }, 'requires', { message, hint }))
}
