import type { Diagnostic } from '../../model/types.ts'
import { type Composed, parseWithRecovery } from './yaml/recovery.ts'
import { convert, type ConvertedYaml } from './yaml/convert.ts'
import { createDocument, type ParsedDocument, type SourceText } from './yaml/document.ts'
import { limitDiagnostics } from '../diagnostics/diagnostics.ts'
import { createLines } from './yaml/lines.ts'
import { quoteHint, type YamlProblem, toDiagnostic } from './yaml/yaml-problem.ts'
import { rulesOf } from './rules-of.ts'
import { limits } from '../diagnostics/sizes.ts'

export interface ParsedConfig {
  readonly document?: ParsedDocument
  readonly diagnostics: readonly Diagnostic[]
}

/** Parses a file within limits. There is no document when nothing of it can be trusted. */
export function parseConfig(source: SourceText): ParsedConfig {
  const text = source.text.startsWith('\uFEFF') ? source.text.slice(1) : source.text
  if (text.length > limits.bytes) return { diagnostics: [tooLarge(source.file)] }
  const lines = createLines(source.file, text)
  const conflict = conflictProblem(text)
  if (conflict !== undefined) return { diagnostics: [toDiagnostic(conflict, lines)] }
  const invalid = text.indexOf('\uFFFD')
  const control = text.search(controlCharacters)
  const clean = text.replace(controlCharacters, ' ')
  const mended = parseWithRecovery(clean, lines)
  const [first, second] = mended.documents
  const converted = first && convert(first.contents, clean, escapesOf(first))
  const problems = [
    ...(control === -1 ? [] : [controlProblem(control)]),
    ...(invalid === -1 ? [] : [encodingProblem(invalid)]),
    ...mended.problems,
    ...(first ? tagProblems(first, clean) : []),
    ...(second ? [severalDocuments(second, clean)] : []),
    ...(converted?.problems ?? []),
  ]
  const ruleAt = createRuleAt(converted)
  const ordered = problems.sort((a, b) => a.start - b.start)
  const listed = ordered
    .slice(0, limits.problems + 1)
    .map((each) => toDiagnostic(each, lines, ruleAt(each.start)))
  const diagnostics = limitDiagnostics(listed, problems.length)
  if (converted === undefined) return { diagnostics }
  const holes = [...mended.holes, ...problems.map(({ start, end }) => [start, end] as const)]
  return {
    document: createDocument({ source: { ...source, text }, lines, converted, holes, diagnostics }),
    diagnostics,
  }
}

/** Finds the rule that an offset lies in, by its name. */
function createRuleAt(converted: ConvertedYaml | undefined): (offset: number) => string | undefined {
  if (converted === undefined) return () => undefined
  const rules = [...rulesOf(converted.value)].flatMap(({ rule, path }) => {
    const origin = converted.origins.get(rule)
    return origin && typeof rule.name === 'string' && !path.includes('steps')
      ? [{ name: rule.name, origin }]
      : []
  })
  return (offset) => rules.find(({ origin }) => offset >= origin.start && offset <= origin.reach)?.name
}

/** A file of configuration may have a size that a person could write. */
export function tooLarge(file: string): Diagnostic {
  const lines = createLines(file, '')
  const message = 'this file is larger than 1 MiB'
  const hint = 'move rules into files of their own, and name them under extends'
  return toDiagnostic({ code: 'too-large', start: 0, end: 1, message, hint }, lines)
}

const controlProblem = (offset: number): YamlProblem => ({
  code: 'control-character',
  start: offset,
  end: offset + 1,
  message: 'this character cannot be in a text file',
  hint: 'remove it, or write it as an escape such as "\\x1b" in double quotes',
})

/** What a merge left behind: nobody knows which half is meant. */
function conflictProblem(text: string): YamlProblem | undefined {
  const start = text.search(/^<{7}(?: |\r?$)/m)
  if (start === -1 || !/^={7}\r?$/m.test(text) || !/^>{7}(?: |\r?$)/m.test(text)) return undefined
  return {
    code: 'merge-conflict',
    start,
    end: start + 7,
    message: 'this file has an unresolved merge conflict',
    hint: 'keep one side, and remove the lines <<<<<<<, ======= and >>>>>>>',
  }
}

/** Bytes that are not UTF-8 are read as U+FFFD. */
const encodingProblem = (offset: number): YamlProblem => ({
  code: 'encoding',
  start: offset,
  end: offset + 1,
  message: 'this is not UTF-8: a pattern with it matches nothing',
  hint: 'save the file as UTF-8, and write this character again',
})

const escapesOf = (document: Composed) =>
  document.errors.filter(({ code }) => code === 'BAD_DQ_ESCAPE').map(({ pos }) => pos[0])

/** A tag takes the text behind "!" for itself. */
function tagProblems(document: Composed, text: string): YamlProblem[] {
  const tags = [...document.errors, ...document.warnings].filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
  return tags.map(({ pos: [start, end] }) => {
    const rest = /^[ \t]*[^\s,#}\]][^,#}\]\r\n]*/.exec(text.slice(end, end + 500))?.[0] ?? ''
    const whole = text.slice(start, end + rest.length).trimEnd()
    const key = /([\w.-]+):[ \t]+$/.exec(text.slice(Math.max(0, start - 100), start))?.[1]
    const hint = quoteHint(whole, key === undefined ? {} : { key })
    const message = '"!" begins a YAML tag: the text behind it is lost'
    return { code: 'unquoted-bang', start, end: start + whole.length, message, hint }
  })
}

function severalDocuments(second: Composed, text: string): YamlProblem {
  const mark = text.lastIndexOf('\n---', second.contents?.range[0] ?? second.range[0])
  const start = mark === -1 ? second.range[0] : mark + 1
  const hint = 'remove the line, or move what is below it into a file of its own'
  return {
    code: 'several-documents',
    start,
    end: start + 3,
    message: 'a second YAML document begins here',
    hint,
  }
}

/** Characters that no YAML file may hold. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
