// Machine-readable output of `hooks test`.
import type { Diagnostic } from '../../model/types.ts'
import type { PlayedCase } from './play-case.ts'
import { countOf, type TestReport } from './report.ts'

export const testFormats = ['pretty', 'json', 'junit'] as const
export type TestFormat = (typeof testFormats)[number]

export function toJson(report: TestReport, diagnostics: readonly Diagnostic[]): string {
  const data = {
    passed: countOf(report, 'passed'),
    failed: countOf(report, 'failed'),
    skipped: countOf(report, 'skipped'),
    rules: report.rules,
    without_examples: report.untested.map(({ name }) => name),
    never_fired: report.silent.map(({ name }) => name),
    ms: rounded(report.ms),
    cases: report.played.map(caseOf),
    diagnostics,
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

function caseOf({ of: one, status, wrong, why, ms }: PlayedCase): unknown {
  return {
    name: one.name,
    kind: one.wants.kind,
    ...(one.wants.kind === 'example' && { rule: one.wants.rule.name, decision: one.wants.decision }),
    status,
    at: one.at,
    ...(status === 'failed' && { wrong, why }),
    ms: rounded(ms),
  }
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

/** One suite for each file; what is wrong with a file and rules that nothing tests are cases that fail. */
export function toJunit(report: TestReport, extra: readonly ExtraFailure[]): string {
  const files = [
    ...new Set([...report.played.map(({ of: one }) => one.at.file), ...extra.map(({ file }) => file)]),
  ]
  const suites = files.map((file) => {
    const played = report.played.filter(({ of: one }) => one.at.file === file)
    const others = extra.filter((each) => each.file === file)
    return suiteOf(file, played, others)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hooks test" time="${seconds(report.ms)}">\n${suites.join('')}</testsuites>\n`
}

/** Something beside the cases that has to fail. */
export interface ExtraFailure {
  readonly file: string
  readonly name: string
  readonly message: string
}

export function extrasOf(
  diagnostics: readonly Diagnostic[],
  silent: TestReport['silent'],
): readonly ExtraFailure[] {
  return [
    ...diagnostics.map(({ at, code, message }) => ({
      file: at.file,
      name: `${code} at line ${at.line}`,
      message: `${at.file}:${at.line}:${at.column}: ${message}`,
    })),
    ...silent.map(({ name, at }) => ({ file: at.file, name, message: `no case makes rule ${name} speak` })),
  ]
}

function suiteOf(file: string, played: readonly PlayedCase[], extra: readonly ExtraFailure[]): string {
  const failures = played.filter(({ status }) => status === 'failed').length + extra.length
  const skipped = played.filter(({ status }) => status === 'skipped').length
  const time = seconds(played.reduce((sum, { ms }) => sum + ms, 0))
  const cases = [
    ...played.map((each) => testcase(file, each)),
    ...extra.map(({ name, message }) => failing(file, { name, message, text: message, time: '0' })),
  ].join('')
  return `  <testsuite name="${xml(file)}" tests="${played.length + extra.length}" failures="${failures}" skipped="${skipped}" time="${time}">\n${cases}  </testsuite>\n`
}

function testcase(file: string, played: PlayedCase): string {
  const { of: one, status, wrong, why, ms } = played
  const name =
    one.wants.kind === 'example' ? `${one.wants.rule.name}: ${one.wants.decision} ${one.name}` : one.name
  const time = seconds(ms)
  if (status === 'failed') {
    const lines = [
      `${one.at.file}:${one.at.line}`,
      ...wrong.flatMap(({ expected, got }) => [`expected ${expected}`, `got ${got}`]),
      ...why.map(({ text, at }) => (at === undefined ? text : `${text} (${at.file}:${at.line})`)),
    ]
    const [first] = wrong
    const message = first === undefined ? '' : `expected ${first.expected}, got ${first.got}`
    return failing(file, { name, message, text: lines.join('\n'), time })
  }
  const head = `    <testcase classname="${xml(file)}" name="${xml(name)}" time="${time}"`
  return status === 'skipped' ? `${head}><skipped/></testcase>\n` : `${head}/>\n`
}

interface FailedCase {
  readonly name: string
  readonly message: string
  readonly text: string
  readonly time: string
}

function failing(file: string, { name, message, text, time }: FailedCase): string {
  return `    <testcase classname="${xml(file)}" name="${xml(name)}" time="${time}"><failure message="${xml(message)}">${xml(text)}</failure></testcase>\n`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Replaces characters that XML forbids. */
function xml(text: string): string {
  return (
    Buffer.from(text)
      .toString() // without halves of surrogate pairs
      // oxlint-disable-next-line eslint/no-control-regex -- they are what is looked for
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
  )
}
