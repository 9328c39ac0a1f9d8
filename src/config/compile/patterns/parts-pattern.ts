// What is written under `git`, `pushes`, `commits` and `does`: a pattern, or true or false, for each part.
import type { Pattern } from '../../../model/types.ts'
import { isObject } from '../../../model/plain-object.ts'
import type { ReportPattern } from '../../check/pattern-problem.ts'

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
      const below: ReportPattern = ({ index = [], ...problem }) =>
        report({ ...problem, index: [name, ...[index].flat()] })
      return [name, kind === 'boolean' ? parts[name] : items(kind, parts[name], below)]
    }),
  )
}
