import { configuredPath } from './shared/configured-path.ts'
import type { WorkspaceOptions as Written } from '../model/generated/options.ts'
import { relativeTo } from '../patterns/paths/paths.ts'
import type { Builtin, Context, Outcome, PathFact, Subject, Unresolved } from '../model/types.ts'
import { isFileTool, mapPaths } from './workspace/paths.ts'

export type WorkspaceOptions = Readonly<Required<Written>>

export const workspace: Builtin<WorkspaceOptions> = {
  name: 'workspace',
  summary:
    'Denies calls that would write or delete outside of certain directories, by whatever tool or shell command, links followed.',
  events: ['PreToolUse'],
  effects: 'none',
  guards: true,
  examples: [
    {
      name: 'denies a write outside',
      with: {},
      event: {
        event: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path: '/etc/hosts', content: '' },
      },
      outcome: {
        decision: 'deny',
        reason: '/etc/hosts is outside of the workspace. Files may be written in /home/dana/src/shop only.',
      },
    },
    {
      name: 'sees what a shell command writes',
      with: { roots: ['.', '/tmp'] },
      event: {
        event: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'npm test > /tmp/out && cp orders.csv ../backup/' },
      },
      outcome: { decision: 'deny' },
    },
    {
      name: 'lets a read outside pass',
      with: {},
      event: { event: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/etc/hosts' } },
      outcome: {},
    },
    {
      name: 'makes relative paths absolute',
      with: { rewrite_relative: true },
      event: {
        event: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path: 'src/cart.ts', content: '' },
      },
      outcome: { updated_input: { file_path: '/home/dana/src/shop/src/cart.ts', content: '' } },
    },
  ],
  compile:
    ({ roots, reads, rewrite_relative }) =>
    (subject, context) => {
      const allowed = roots.map((root) =>
        context.files.real(configuredPath(root, { root: subject.event.root, env: context.env })),
      )
      return (
        outsideOf(allowed, 'written', { subject, context }) ??
        (reads === 'roots' ? outsideOf(allowed, 'read', { subject, context }) : undefined) ??
        (rewrite_relative ? rewritten(subject, context) : {})
      )
    },
}

interface Asked {
  readonly subject: Subject
  readonly context: Pick<Context, 'env' | 'files' | 'rule'>
}

const kinds = { written: ['creates', 'edits', 'deletes'], read: ['reads'] } as const

/** What the call touches that no root holds, or could. */
function outsideOf(
  allowed: readonly string[],
  may: keyof typeof kinds,
  { subject, context }: Asked,
): Outcome | undefined {
  const facts = subject.facts()
  const touched = kinds[may].flatMap((kind) => facts[kind])
  const outside = touched.find(
    (fact) => !isDevice(fact.path) && !allowed.some((root) => holds(root, fact, context)),
  )
  if (outside !== undefined) {
    const reason = `${outside.path} is outside of the workspace. Files may be ${may} in ${allowed.join(', ')} only.`
    return { decision: 'deny', reason }
  }
  const open = facts.unresolved.find(({ about }) => kinds[may].some((kind) => about.includes(kind)))
  return open && doubted(open, context)
}

function doubted({ reason }: Unresolved, { rule }: Asked['context']): Outcome | undefined {
  const decision = rule.on_unresolved ?? 'ask'
  if (decision === 'proceed') return undefined
  return { decision, reason: `It cannot be known whether this stays in the workspace: ${reason}.` }
}

/** `/dev/null` and the like keep nothing. */
function isDevice(path: string): boolean {
  return /^\/dev\/(?:null|zero|full|u?random|tty|ptmx|std(?:in|out|err)|fd\/\d+)$/.test(path)
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

function holds(root: string, { path, glob }: PathFact, { env, files }: Asked['context']): boolean {
  const sign = glob === true ? path.search(/[*?[{]/) : -1
  const known = sign < 0 ? path : path.slice(0, path.lastIndexOf('/', sign)) || '/'
  const absolute = configuredPath(known, { root, env })
  return relativeTo(slashed(root), slashed(files.real(absolute))) !== undefined
}

function rewritten({ event }: Subject, { env }: Asked['context']): Outcome {
  if (event.tool_name === undefined || !isFileTool(event.tool_name)) return {}
  const changed = mapPaths(event.tool_input, (path) =>
    isRelative(path) ? configuredPath(path, { root: event.cwd, env }) : path,
  )
  return changed === event.tool_input ? {} : { updated_input: changed }
}

/** `~` and `C:\` are as absolute as `/`. */
function isRelative(path: string): boolean {
  return path !== '' && !/^(?:[/\\~]|[A-Za-z]:[\\/]|[a-z]+:\/\/)/.test(path)
}
