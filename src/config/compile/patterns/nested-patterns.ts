// What is written under `git`, `pushes`, `commits` and `does`: a pattern, or true or false, for each part.
import type { Pattern } from '../../../model/types.ts'
import { isObject } from '../../../model/plain-object.ts'
import type { ReportPattern } from '../../diagnostics/diagnostics.ts'
import type { CommandPattern } from '../../../patterns/commands/command-pattern.ts'
import type { SendsPattern, SentPattern } from '../../../matchers/sends.ts'
import { readRegex } from '../../../patterns/regex/regex.ts'
import type { SessionPattern } from '../../../matchers/session.ts'

type PartKind = 'names' | 'text' | 'paths' | 'boolean'

const partsOf: Readonly<Record<'git' | 'pushes' | 'commits' | 'does', Readonly<Record<string, PartKind>>>> = {
  git: {
    staged: 'paths',
    dirty: 'boolean',
    ahead: 'boolean',
    behind: 'boolean',
    pushed: 'boolean',
    worktree: 'boolean',
    operation: 'names',
  },
  pushes: { to: 'names', remote: 'names', force: 'boolean', deletes: 'boolean' },
  does: { service: 'text', verb: 'text', target: 'text', environment: 'text', undo: 'boolean' },
  commits: { message: 'text', files: 'paths', amend: 'boolean', no_verify: 'boolean' },
}

type CompileItems = (kind: Exclude<PartKind, 'boolean'>, written: unknown, report: ReportPattern) => Pattern

/** Reports what is wrong with what stands under a key. */
export function below(key: string, report: ReportPattern): ReportPattern {
  return ({ index = [], ...problem }) => report({ ...problem, index: [key, ...[index].flat()] })
}

export function compileParts(
  takes: keyof typeof partsOf,
  written: unknown,
  { report, items }: { readonly report: ReportPattern; readonly items: CompileItems },
): Readonly<Record<string, unknown>> {
  const parts = isObject(written) ? written : {}
  const known = Object.entries(partsOf[takes]).filter(([name]) => parts[name] !== undefined)
  if (known.length === 0)
    report({
      code: 'bad-pattern',
      message: `"${takes}" asks nothing`,
      hint: `add one of ${Object.keys(partsOf[takes]).join(', ')}`,
    })
  return Object.fromEntries(
    known.map(([name, kind]) => {
      return [name, kind === 'boolean' ? parts[name] : items(kind, parts[name], below(name, report))]
    }),
  )
}

// What is written under `sends`: each item says by its form what is sent.
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
  return {
    ...(what !== undefined && { what: compileSent(what, below('what', report), compiler) }),
    ...(to !== undefined && { to: compiler.items('hosts', to, below('to', report)) }),
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

// What is written under `session`: each key asks as the matcher over one call does that it is named after.
type SessionKeyKind = 'paths' | 'names' | 'commands'

/** Compiles what stands below one key. */
type Compile = (kind: SessionKeyKind, written: unknown, report: ReportPattern) => Pattern | CommandPattern

const kinds = { wrote: 'paths', read: 'paths', ran: 'commands', used: 'names', since: 'commands' } as const
type SessionKey = keyof typeof kinds

const keys = Object.keys(kinds) as SessionKey[] // those of the table

export function compileSession(written: unknown, report: ReportPattern, compile: Compile): SessionPattern {
  const given = isObject(written) ? written : {}
  const found = keys.filter((key) => Object.hasOwn(given, key))
  if (found.every((key) => key === 'since'))
    report({
      code: 'bad-pattern',
      message: '"session" asks nothing',
      hint: "add wrote, read, ran or used: { wrote: 'src/**', since: npm test }",
    })
  const compiled = found.map((key) => {
    const value = given[key]
    const own = below(key, report)
    if (key === 'since') return [key, sinceOf(value, own, compile)]
    if (Array.isArray(value) && value.length === 0)
      own({ code: 'bad-pattern', message: 'it lists no patterns', hint: 'add a pattern, or remove the key' })
    return [key, compile(kinds[key], value, own)]
  })
  return Object.fromEntries(compiled) as SessionPattern // each key has what its kind compiles to
}

function sinceOf(
  written: unknown,
  report: ReportPattern,
  compile: Compile,
): SessionPattern['since'] | Pattern {
  if (written === 'start') return 'start'
  if (typeof written === 'string' && !written.startsWith('!')) return compile('commands', written, report)
  report({
    code: 'bad-command',
    message: '"since" is one command',
    hint: 'write the command whose success it looks back to, such as npm test, or start',
  })
  return undefined
}
