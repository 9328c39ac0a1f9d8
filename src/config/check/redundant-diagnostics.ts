// A mistake of shape brings others with it that would only repeat it.
import type { Diagnostic } from '../../model/types.ts'
import type { ConfigFile } from '../read/config-file.ts'

/** What follows from a rule that is not of its shape, such as `matchr:`. */
const consequences: ReadonlySet<string> = new Set(['bad-pattern', 'unknown-placeholder'])

/** The names of the rules that are not of their shape, as the plan would call them. */
function misshapenRules(files: readonly ConfigFile[]): ReadonlySet<string> {
  const named = files.flatMap(({ prefix, shape }) =>
    shape.map(({ severity, rule }) =>
      severity === 'error' && rule !== undefined ? prefix + rule : undefined,
    ),
  )
  return new Set(named.filter((name) => name !== undefined))
}

/** One mistake, one diagnostic: what the shape's check says about a place is not said again. */
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
