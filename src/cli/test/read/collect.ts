// Every example and test of some files, as cases.
import path from 'node:path'
import { createDiagnostic } from '../../../config/check/diagnostics/diagnostic.ts'
import { checkShape } from '../../../config/check/shape/check.ts'
import type { CompileResult } from '../../../config/compile/compile.ts'
import { draftsOf } from '../../../config/expand/rule-drafts.ts'
import { parseConfig } from '../../../config/read/parse.ts'
import { isObject } from '../../../model/plain-object.ts'
import type { ParsedDocument } from '../../../config/read/yaml/document.ts'
import type { DecodeContext, Diagnostic, Dialect, Plan } from '../../../model/types.ts'
import { type Case, withoutStep } from './case.ts'
import type { Source } from './events.ts'
import { exampleCases, type WrittenRule, writtenRules } from './examples.ts'
import { testCases } from './tests.ts'

export interface Wanted {
  readonly result: Pick<CompileResult, 'parsed'>
  readonly plan: Plan
  readonly testFiles: readonly TestFile[]
  /** Those of presets and of the managed layer, too. */
  readonly all: boolean
  readonly dialects: readonly Dialect[]
  readonly context: DecodeContext
}

/** A `*.hooks-test.yaml`. */
export interface TestFile {
  /** Absolute. */
  readonly path: string
  /** As people see it. */
  readonly file: string
}

export interface Collected {
  readonly cases: readonly Case[]
  /** The rules that these cases are meant for. */
  readonly rules: readonly WrittenRule[]
  readonly diagnostics: readonly Diagnostic[]
  /** Test files and payloads that were looked at, absolute. */
  readonly sources: readonly string[]
  /** The test files' texts, as `CompileResult.texts`. */
  readonly texts: ReadonlyMap<string, string>
}

export function collectCases(wanted: Wanted): Collected {
  const { result, plan, all } = wanted
  const diagnostics: Diagnostic[] = []
  const payloads = new Set<string>()
  const texts = new Map<string, string>()
  const sourceOf = (document: ParsedDocument, dir: string): Source => ({
    document,
    dir,
    dialects: wanted.dialects,
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

interface Reading {
  readonly wanted: Wanted
  readonly texts: Map<string, string>
  readonly diagnostics: Diagnostic[]
}

const allowed: readonly string[] = ['$schema', 'version', 'tests']

/** Undefined when there is an error in it. */
function readTestFile(file: TestFile, { wanted, texts, diagnostics }: Reading): ParsedDocument | undefined {
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
