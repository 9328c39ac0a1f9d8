// What is written under `session`: each key asks as the matcher over one call does that it is named after.
import type { CommandPattern } from '../../../patterns/commands/command-pattern.ts'
import type { SessionPattern } from '../../../matchers/session.ts'
import type { Pattern } from '../../../model/types.ts'
import { isObject } from '../../../model/plain-object.ts'
import type { ReportPattern } from '../../check/pattern-problem.ts'

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
    const own: ReportPattern = ({ index = [], ...problem }) =>
      report({ ...problem, index: [key, ...[index].flat()] })
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
