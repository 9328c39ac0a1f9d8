// What is written under `sends`: each item says by its form what is sent.
import type { CommandPattern } from '../../../patterns/commands/command-pattern.ts'
import type { SendsPattern, SentPattern } from '../../../matchers/sends.ts'
import type { Pattern } from '../../../model/types.ts'
import { isObject } from '../../../model/plain-object.ts'
import { readRegex } from '../../../patterns/regex/regex.ts'
import type { ReportPattern } from '../../check/pattern-problem.ts'

export interface SendsCompiler {
  items(kind: 'paths' | 'text' | 'hosts', written: unknown, report: ReportPattern): Pattern
  commands(written: unknown, report: ReportPattern): CommandPattern
}

export function compileSends(written: unknown, report: ReportPattern, compiler: SendsCompiler): SendsPattern {
  const { what, to } = isObject(written) ? written : {}
  if (what === undefined && to === undefined)
    report({
      code: 'bad-pattern',
      message: '"sends" asks nothing',
      hint: "add what or to: { what: '.env*', to: ['*', '!*.shop.example'] }",
    })
  const below =
    (key: string): ReportPattern =>
    ({ index = [], ...problem }) =>
      report({ ...problem, index: [key, ...[index].flat()] })
  return {
    ...(what !== undefined && { what: compileSent(what, below('what'), compiler) }),
    ...(to !== undefined && { to: compiler.items('hosts', to, below('to')) }),
  }
}

type Form = keyof SentPattern

/** `$(printenv)` is an output, `$TOKEN` a variable, `/AKIA/` a text, and anything else a file. */
function formOf(item: unknown): Form {
  if (typeof item !== 'string') return 'files'
  const text = item.replace(/^!/, '')
  if (/^\$\(.*\)$/s.test(text)) return 'outputs'
  if (text.startsWith('$')) return 'variables'
  const isRegex = readRegex(text)?.source.replace(/\\./g, '').includes('/') === false
  return isRegex ? 'texts' : 'files'
}

function compileSent(written: unknown, report: ReportPattern, compiler: SendsCompiler): SentPattern {
  const list: readonly unknown[] = Array.isArray(written) ? written : [written]
  if (list.length === 0)
    report({ code: 'bad-pattern', message: 'it lists no patterns', hint: 'add a pattern, or remove the key' })
  const items = (form: Form): readonly unknown[] => list.filter((item) => formOf(item) === form)
  /** Where the item stood in the whole list. */
  const placed =
    (form: Form): ReportPattern =>
    ({ index, ...problem }) => {
      const item = items(form)[typeof index === 'number' ? index : 0]
      report(Array.isArray(written) ? { ...problem, index: list.indexOf(item) } : problem)
    }
  const outputs = items('outputs').map((item) => String(item).replace(/^(!?)\$\((.*)\)$/s, '$1$2'))
  return {
    files: compiler.items('paths', items('files'), placed('files')),
    variables: compiler.items('text', items('variables'), placed('variables')),
    texts: compiler.items('text', items('texts'), placed('texts')),
    outputs: compiler.commands(outputs, placed('outputs')),
  }
}
