import { rulesIn, sayCounts, saySplit, type RuleCounts } from '../../model/rule-counts.ts'
import type { Diagnostic } from '../../model/types.ts'
import { formatDiagnostic, placeText, visible } from './frame.ts'
import { toSarif } from './sarif.ts'

/** Numbers about the compiled files, for people. */
export interface CompileInfo {
  readonly counts: RuleCounts
  readonly written: number
  /** Written rules with an error. */
  readonly faulty: number
  /** Written rules that nothing can meet. */
  readonly dead: number
  /** Files that were extended. */
  readonly presets: number
  /** Written rules with examples. */
  readonly with_examples: number
  /** Files that were read, as people see them. */
  readonly files: readonly string[]
}

export const diagnosticFormats = ['pretty', 'json', 'sarif', 'github'] as const
export type DiagnosticFormat = (typeof diagnosticFormats)[number]

export interface FormatOptions {
  /** The text of each file, by the name in the diagnostics. */
  readonly texts?: ReadonlyMap<string, string>
  readonly color?: boolean
  /** Absent: no last line. */
  readonly counts?: CompileInfo
  /** Of hooks itself. */
  readonly version?: string
}

/** All diagnostics as one text, without a newline at its end. */
export function formatDiagnostics(
  list: readonly Diagnostic[],
  format: DiagnosticFormat,
  options: FormatOptions = {},
): string {
  switch (format) {
    case 'pretty':
      return pretty(list, options)
    case 'json':
      return JSON.stringify(list, null, 2)
    case 'sarif':
      return JSON.stringify(toSarif(list, options), null, 2)
    case 'github':
      return list.map(githubCommand).join('\n')
  }
}

function pretty(list: readonly Diagnostic[], { texts, color = false, counts }: FormatOptions): string {
  const parts = list.map((each) => formatDiagnostic(each, texts?.get(each.at.file), { color }))
  return [...parts, ...(counts === undefined ? [] : [formatCounts(list, counts)])].join('\n\n')
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** The last line: how many problems, or what is fine. */
export function formatCounts(
  list: readonly Diagnostic[],
  { counts, written, faulty, dead, presets, with_examples, files }: CompileInfo,
): string {
  const count = (severity: Diagnostic['severity']) => list.filter((each) => each.severity === severity).length
  const problems = [
    [count('error'), 'error'] as const,
    [count('warning'), 'warning'] as const,
    [count('info'), 'note'] as const,
  ].filter(([number]) => number > 0)
  const where = files.map(visible).join(', ')
  if (problems.length === 0) {
    const parts = [
      sayCounts(counts),
      ...(presets > 0 ? [plural(presets, 'preset')] : []),
      ...(with_examples > 0 ? [`${with_examples} with examples`] : []),
    ]
    return `✓ ${parts.join(', ')}${where === '' ? '' : ` · ${where}`}`
  }
  const said = problems.map(([number, word]) => plural(number, word)).join(', ')
  const inFiles = [...new Set(list.map(({ at }) => visible(at.file)))].join(', ')
  // A warning or a note leaves its rule fine.
  const [all, fine, split] =
    count('error') > 0
      ? [written, written - faulty, '']
      : [rulesIn(counts), rulesIn(counts), saySplit(counts)]
  return `${said} in ${inFiles}${all > 0 ? ` · ${fine} of ${all} rules are fine${split}` : ''}${dead > 0 ? `, ${dead} dead` : ''}`
}

const githubLevels = { error: 'error', warning: 'warning', info: 'notice' } as const
const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** A workflow command, which GitHub shows beside the line. */
function githubCommand({ at, code, severity, message, notes = [], hint, related = [] }: Diagnostic): string {
  const more = [
    ...related.map((each) => `${each.message} at ${placeText(each.at)}`),
    ...notes,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ]
  const properties = [
    `file=${escapeProperty(at.file)}`,
    `line=${at.line}`,
    `col=${at.column}`,
    `endColumn=${at.column + (at.length ?? 1)}`,
    `title=${code}`,
  ]
  return `::${githubLevels[severity]} ${properties.join(',')}::${escapeData([message, ...more].map(visible).join('\n'))}`
}
