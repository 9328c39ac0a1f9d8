import { preToolUse } from './shared/example-events.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { WorkspaceOptions } from '../model/generated/options.ts'
import { shippedGroups } from '../model/tool-groups.ts'
import { isPathField, relativeTo } from '../patterns/paths/paths.ts'
import { mcpToolName } from '../patterns/pattern.ts'
import type { Builtin, Context, Outcome, PathFact, Subject } from '../model/types.ts'

export const workspace: Builtin<Required<WorkspaceOptions>> = {
  name: 'workspace',
  summary:
    'Denies calls that would write or delete outside certain directories, by any tool or command; follows links.',
  events: ['PreToolUse'],
  effects: 'none',
  tightens: ({ rewrite_relative }) => !rewrite_relative,
  guards: true,
  examples: [
    {
      name: 'denies a write outside',
      with: {},
      event: preToolUse('Write', { file_path: '/etc/hosts', content: '' }),
      outcome: {
        decision: 'deny',
        reason: '/etc/hosts is outside of the workspace. Files may be written in /home/dana/src/shop only.',
      },
    },
    {
      name: 'sees what a shell command writes',
      with: { roots: ['.', '/tmp'] },
      event: preToolUse('Bash', { command: 'npm test > /tmp/out && cp orders.csv ../backup/' }),
      outcome: { decision: 'deny' },
    },
    {
      name: 'lets a read outside pass',
      with: {},
      event: preToolUse('Read', { file_path: '/etc/hosts' }),
      outcome: {},
    },
    {
      name: 'makes relative paths absolute',
      with: { rewrite_relative: true },
      event: preToolUse('Write', { file_path: 'src/cart.ts', content: '' }),
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
        denyOutside(allowed, 'written', { subject, context }) ??
        (reads === 'roots' ? denyOutside(allowed, 'read', { subject, context }) : undefined) ??
        (rewrite_relative ? rewritePaths(subject, context) : {})
      )
    },
}

const kinds = { written: ['creates', 'edits', 'deletes'], read: ['reads'] } as const

/** Denies a path outside of every root; answers by `on_unresolved` where a path is unknown. */
function denyOutside(
  allowed: readonly string[],
  access: keyof typeof kinds,
  { subject, context }: { readonly subject: Subject; readonly context: Context },
): Outcome | undefined {
  const facts = subject.facts()
  const touched = kinds[access].flatMap((kind) => facts[kind])
  const outside = touched.find(
    (fact) => !isDevice(fact.path) && !allowed.some((root) => contains(root, fact, context)),
  )
  if (outside !== undefined) {
    const reason = `${outside.path} is outside of the workspace. Files may be ${access} in ${allowed.join(', ')} only.`
    return { decision: 'deny', reason }
  }
  const unknown = facts.unresolved.find(({ about }) => kinds[access].some((kind) => about.includes(kind)))
  const decision = context.rule.on_unresolved ?? 'ask'
  if (unknown === undefined || decision === 'proceed') return undefined
  return { decision, reason: `It cannot be known whether this stays in the workspace: ${unknown.reason}.` }
}

function isDevice(path: string): boolean {
  return /^\/dev\/(?:null|zero|full|u?random|tty|ptmx|std(?:in|out|err)|fd\/\d+)$/.test(path)
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

function contains(root: string, { path, glob }: PathFact, { env, files }: Context): boolean {
  const wildcard = glob === true ? path.search(/[*?[{]/) : -1
  const known = wildcard < 0 ? path : path.slice(0, path.lastIndexOf('/', wildcard)) || '/'
  const absolute = configuredPath(known, { root, env })
  return relativeTo(slashed(root), slashed(files.real(absolute))) !== undefined
}

function rewritePaths({ event }: Subject, { env }: Context): Outcome {
  if (event.tool_name === undefined || !isFileTool(event.tool_name)) return {}
  const changed = mapPaths(event.tool_input, (path) =>
    isRelative(path) ? configuredPath(path, { root: event.cwd, env }) : path,
  )
  return changed === event.tool_input ? {} : { updated_input: changed }
}

/** `~` and `C:\` begin absolute paths, too. */
function isRelative(path: string): boolean {
  return path !== '' && !/^(?:[/\\~]|[A-Za-z]:[\\/]|[a-z]+:\/\/)/.test(path)
}

const fileTools = new Set<string>([
  ...shippedGroups.write,
  ...shippedGroups.edit,
  ...shippedGroups.read,
  ...shippedGroups.search,
])

function isFileTool(tool: string): boolean {
  return fileTools.has(mcpToolName(tool) ?? tool)
}

const patchLine = /^(\*\*\* (?:Add File|Update File|Delete File|Move to): )(.*)$/gm

/** Rewrites each path in the input; returns the same value when none changed. */
function mapPaths(value: unknown, rewrite: (path: string) => string, field = ''): unknown {
  if (typeof value === 'string') return mapText(value, rewrite, field)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapPaths(item, rewrite, field))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  let changed = false
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const mapped = mapPaths(inner, rewrite, key)
    changed ||= mapped !== inner
    return [key, mapped] as const
  })
  return changed ? Object.fromEntries(entries) : value
}

function mapText(text: string, rewrite: (path: string) => string, field: string): string {
  if (isPathField(field) || field === 'uri') return rewrite(text)
  if (!text.includes('*** ') || !/^\s*\*\*\* Begin Patch/m.test(text)) return text
  return text.replace(patchLine, (_line, head: string, path: string) => head + rewrite(path))
}
