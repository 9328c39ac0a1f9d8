// What a change of the rules would do: new errors, examples that fail, and what would need trust.
import path from 'node:path'
import { formatDiagnostics } from '../../config/diagnostics/formats.ts'
import type { ConfigFile } from '../../config/read/config-file.ts'
import type { JudgedUnit } from '../../config/trust/trust.ts'
import type { Diagnostic, Files } from '../../model/types.ts'
import type { Host } from '../../run/call.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { wantsColour } from '../print/page.ts'
import { compileLayers, type ProjectConfig } from '../shared/project-config.ts'
import { testTarget } from '../test.ts'
import type { PlayedCase } from '../test/play/play.ts'
import type { TestReport } from '../test/print/report.ts'
import { findTestTargets } from '../test/subjects.ts'

export interface Assessment {
  /** Errors that the files do not have yet, drawn with their places. */
  readonly errors?: string
  readonly report: TestReport
  /** What would need trust. */
  readonly units: readonly JudgedUnit[]
}

export interface ChangedRules {
  readonly changes: readonly FileChange[]
  /** The machine's, with the changes. */
  readonly files: Files
}

export async function assess(host: Host, here: ProjectConfig, changed: ChangedRules): Promise<Assessment> {
  const { diagnostics: before } = compileLayers(host, here, { asks: false })
  const { report, diagnostics, texts } = await playExamples(host, here, changed)
  const errors = diagnostics.filter((each) => !before.some((known) => keyOf(known) === keyOf(each)))
  const { units } = compileLayers(host, here, { asks: false, files: changed.files })
  return {
    ...(errors.length > 0 && {
      errors: formatDiagnostics(errors, 'pretty', { texts, color: wantsColour(host) }),
    }),
    report,
    units,
  }
}

/** It breaks a file, or an example. */
export function isBroken({ errors, report }: Assessment): boolean {
  return errors !== undefined || report.played.some(({ status }) => status === 'failed')
}

/** The files of the project's rules that are there, read as they are. */
export function projectFiles(host: Host, here: ProjectConfig): readonly ConfigFile[] {
  return compileLayers(host, here, { asks: false }).parsed.filter(({ layer }) => layer === 'project')
}

/** Those of the project's own files, and of a changed file that they extend. */
async function playExamples(host: Host, here: ProjectConfig, { changes, files }: ChangedRules) {
  const found = findTestTargets(host, [])
  const testFiles = 'problem' in found ? [] : found.testFiles
  const tested = (options: { readonly all?: true }) =>
    testTarget(host, { ...here, files: [] }, { testFiles, options, files })
  const own = await tested({})
  const extended = changes.filter((change) => here.layers.every((layer) => layer.path !== change.path))
  if (extended.length === 0) return own
  const isOfIt = ({ of: { at } }: PlayedCase): boolean =>
    extended.some((change) => change.path === path.resolve(host.cwd, at.file))
  const { report } = await tested({ all: true })
  return {
    ...own,
    report: { ...own.report, played: [...own.report.played, ...report.played.filter(isOfIt)] },
  }
}

function keyOf({ code, message, at }: Diagnostic): string {
  return [at.file, code, message].join('\0')
}
