// Drops diagnostics that only follow from an error of shape.
import type { Diagnostic } from '../../model/types.ts'
import type { ConfigFile } from '../read/config-file.ts'

/** Codes that follow from a rule of the wrong shape, such as `matchr:`. */
const consequences: ReadonlySet<string> = new Set(['bad-pattern', 'unknown-placeholder'])

/** The names of the rules with errors of shape, as in the plan. */
function misshapenRules(files: readonly ConfigFile[]): ReadonlySet<string> {
  const named = files.flatMap(({ prefix, shape }) =>
    shape.map(({ severity, rule }) =>
      severity === 'error' && rule !== undefined ? prefix + rule : undefined,
    ),
  )
  return new Set(named.filter((name) => name !== undefined))
}

/** One mistake, one diagnostic: places that the shape check reported are not reported again. */
export function dropRedundantDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: readonly ConfigFile[],
): readonly Diagnostic[] {
  const shape = new Set(files.flatMap((file) => file.shape))
  const errors = [...shape].filter(({ severity }) => severity === 'error')
  const places = new Set(errors.map(keyOf))
  const rules = misshapenRules(files)
  const isEcho = (each: Diagnostic) => {
    if (shape.has(each)) return false
    const rule = each.rule?.replace(/\/\d+$/, '')
    if (consequences.has(each.code) && rule !== undefined && rules.has(rule)) return true
    return (
      places.has(keyOf(each)) ||
      files.some(({ file, document }) => file === each.at.file && document.isHidden(each.at))
    )
  }
  return diagnostics.filter((each) => !isEcho(each))
}

function keyOf({ at }: Diagnostic): string {
  return `${at.file}:${at.line}:${at.column}`
}
