import { diagnosticCodes } from '../../model/errors.ts'
import { hash } from '../../patterns/text/hash.ts'
import type { Diagnostic, Place } from '../../model/types.ts'

interface SarifOptions {
  readonly texts?: ReadonlyMap<string, string>
  readonly version?: string
}

const levels = { error: 'error', warning: 'warning', info: 'note' } as const

const uriOf = (file: string) =>
  encodeURI(file.replaceAll('\\', '/').replace(/^\.\//, '')).replaceAll('#', '%23').replaceAll('?', '%3F')

const locationOf = ({ file, line, column, length = 1 }: Place) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: line, startColumn: column, endColumn: column + length },
  },
})

/** A SARIF 2.1.0 log with one run; without diagnostics its results are empty. */
export function toSarif(list: readonly Diagnostic[], { texts, version }: SarifOptions): object {
  const codes = [...new Set(list.map(({ code }) => code))].sort()
  const lines = new Map([...(texts ?? [])].map(([file, text]) => [file, text.split('\n')]))
  const driver = {
    name: 'hooks',
    informationUri: 'https://www.npmjs.com/package/hooks-yaml',
    ...(version !== undefined && { semanticVersion: version }),
    rules: codes.map(ruleOf),
  }
  const seen = new Map<string, number>()
  const results = list.map((each) => resultOf(each, codes, fingerprint(each, lines.get(each.at.file), seen)))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  }
}

function ruleOf(code: string): object {
  const rows: Readonly<
    Record<string, { readonly severity: Diagnostic['severity']; readonly title: string }>
  > = diagnosticCodes
  const { title, severity } = rows[code] ?? { title: code, severity: 'error' }
  return {
    id: code,
    shortDescription: { text: title },
    help: { text: `${title}: see docs/errors.md#${code}` },
    defaultConfiguration: { level: levels[severity] },
  }
}

function resultOf(
  { at, code, severity, message, notes = [], hint, related = [] }: Diagnostic,
  codes: readonly string[],
  print: string,
): object {
  const text = [message, ...notes, ...(hint === undefined ? [] : [`hint: ${hint}`])].join('\n')
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text },
    locations: [locationOf(at)],
    ...(related.length > 0 && {
      relatedLocations: related.map((each) => ({ ...locationOf(each.at), message: { text: each.message } })),
    }),
    partialFingerprints: { 'hooksDiagnostic/v1': print },
  }
}

/** The same for the same mistake when lines above it come or go. */
function fingerprint(
  { at, code, rule }: Diagnostic,
  lines: readonly string[] | undefined,
  seen: Map<string, number>,
): string {
  const key = hash(JSON.stringify([code, at.file, rule ?? '', lines?.[at.line - 1]?.trim() ?? '']))
  const count = (seen.get(key) ?? 0) + 1
  seen.set(key, count)
  return `${key}:${count}`
}
