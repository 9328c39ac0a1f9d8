// Every example and test of some files, as cases.
import path from 'node:path'
import { createDiagnostic } from '../../config/diagnostics/diagnostics.ts'
import { checkShape } from '../../config/check/check.ts'
import type { CompileResult } from '../../config/compile/compile.ts'
import { draftsOf } from '../../config/expand/expand.ts'
import { parseConfig } from '../../config/read/parse.ts'
import { isObject } from '../../model/plain-object.ts'
import type { ParsedDocument } from '../../config/read/yaml/document.ts'
import type { DecodeContext, Diagnostic, Plan } from '../../model/types.ts'
import { type TrialCase, withoutStep } from './case.ts'
import type { CaseSource } from './test-events.ts'
import { exampleCases, type TriedRule, writtenRules } from './rule-examples.ts'
import { testCases } from './tests.ts'

export interface CollectRequest {
  readonly result: Pick<CompileResult, 'parsed'>
  readonly plan: Plan
  readonly testFiles: readonly TestFile[]
  /** Includes presets and the managed layer. */
  readonly all: boolean
  readonly context: DecodeContext
}

/** A `*.hooks-test.yaml`. */
export interface TestFile {
  /** Absolute. */
  readonly path: string
  /** For display. */
  readonly file: string
}

export interface CollectedCases {
  readonly cases: readonly TrialCase[]
  readonly rules: readonly TriedRule[]
  readonly diagnostics: readonly Diagnostic[]
  /** Test files and payloads that were looked at, absolute. */
  readonly sources: readonly string[]
  /** The test files' texts, as `CompileResult.texts`. */
  readonly texts: ReadonlyMap<string, string>
}

export function collectCases(wanted: CollectRequest): CollectedCases {
  const { result, plan, all } = wanted
  const diagnostics: Diagnostic[] = []
  const payloads = new Set<string>()
  const texts = new Map<string, string>()
  const sourceOf = (document: ParsedDocument, dir: string): CaseSource => ({
    document,
    dir,
    context: wanted.context,
    payloads,
    report: (diagnostic) => void diagnostics.push(diagnostic),
  })
  const files = result.parsed.filter(({ layer, prefix }) => all || (layer !== 'managed' && prefix === ''))
  const rules = files.map((file) => ({ file, rules: writtenRules(file, plan) }))
  const drafts = result.parsed.flatMap(draftsOf)
  const names = new Set(drafts.flatMap(({ name }) => (name === undefined ? [] : [name, withoutStep(name)])))
  const own = rules.flatMap(({ file, rules: written }) => {
    const source = sourceOf(file.document, file.dir)
    return [
      ...written.flatMap((rule) => exampleCases(rule, source)),
      ...testCases({ source, prefix: file.prefix, plan, written: names }),
    ]
  })
  const apart = wanted.testFiles.flatMap((file) => {
    const document = readTestFile(file, { wanted, texts, diagnostics })
    return document === undefined
      ? []
      : testCases({ source: sourceOf(document, path.dirname(file.path)), prefix: '', plan, written: names })
  })
  return {
    cases: [...own, ...apart],
    rules: rules.flatMap(({ rules: written }) => written),
    diagnostics,
    sources: [...wanted.testFiles.map((file) => file.path), ...payloads],
    texts,
  }
}

const allowed: readonly string[] = ['$schema', 'version', 'tests']

/** Undefined when it has errors. */
function readTestFile(
  file: TestFile,
  {
    wanted,
    texts,
    diagnostics,
  }: { wanted: CollectRequest; texts: Map<string, string>; diagnostics: Diagnostic[] },
): ParsedDocument | undefined {
  const text = wanted.context.files.read(file.path) ?? ''
  texts.set(file.file, text)
  const { document, diagnostics: problems } = parseConfig({ ...file, text })
  const found = [
    ...problems,
    ...(document === undefined ? [] : [...checkShape(document), ...misplaced(document)]),
  ]
  diagnostics.push(...found)
  return found.some(({ severity }) => severity === 'error') ? undefined : document
}

function misplaced(document: ParsedDocument): readonly Diagnostic[] {
  const keys = isObject(document.value) ? Object.keys(document.value) : []
  return keys
    .filter((key) => !allowed.includes(key))
    .map((key) => {
      const message = `"${key}" in a file of tests has no effect`
      return createDiagnostic('misplaced-key', document.place([key], 'key'), {
        message,
        hint: 'move it to hooks.yaml',
      })
    })
}
