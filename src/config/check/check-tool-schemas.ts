import { patternOf } from '../../builtins/tool-schemas/json-schema.ts'
import { unsupportedKeywords } from '../../builtins/tool-schemas/unsupported-keywords.ts'
import {
  type ConfigFile,
  isKeys,
  type Keys,
  type Path,
  diagnosticAt,
  type ReportDiagnostic,
} from '../read/config-file.ts'
import { unsafeBecause } from '../../patterns/regex/regex-cost.ts'
import type { Code, Detail } from './diagnostics/wording.ts'

/** What is wrong below `schemas`, `path` counting from there. */
export interface SchemaProblem extends Detail {
  readonly code: Code
  readonly path: Path
}

/** What the JSON Schemas of tools ask for that would not be checked, or not in time. */
export function schemaProblems(schemas: unknown): readonly SchemaProblem[] {
  if (!isKeys(schemas)) return []
  return Object.entries(schemas).flatMap(([tool, entry]) => {
    const schema = isKeys(entry) ? entry.schema : undefined
    return isKeys(schema) ? problemsOfSchema(schema, [tool, 'schema']) : []
  })
}

/** The same of a file's own `schemas`. */
export function checkFileSchemas(file: ConfigFile, report: ReportDiagnostic): void {
  for (const { code, path, ...detail } of schemaProblems(file.keys.schemas))
    report(diagnosticAt({ file, path: ['schemas', ...path], on: 'key' }, code, detail))
}

function problemsOfSchema(schema: Keys, path: Path): readonly SchemaProblem[] {
  const unsupported = unsupportedKeywords(schema).map(({ path: below, message }): SchemaProblem => ({
    code: 'unsupported-keyword',
    path: [...path, ...below],
    message,
    hint: 'remove it, or say the same with keywords that are checked',
  }))
  return [...unsupported, ...slowPatterns(schema, path)]
}

/** Only those that compile: the others were named already. */
function slowPatterns(value: unknown, path: Path): readonly SchemaProblem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => slowPatterns(item, [...path, index]))
  if (!isKeys(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key]
    if (key !== 'pattern' || typeof inner !== 'string') return slowPatterns(inner, at)
    const regex = patternOf(inner)
    const why = regex === undefined ? undefined : unsafeBecause(regex.source, regex.flags)
    if (why === undefined) return []
    return [
      {
        code: 'unsafe-regex',
        path: at,
        message: `regex "${inner}" is refused: ${why}`,
        hint: 'repeat only once',
      },
    ]
  })
}
