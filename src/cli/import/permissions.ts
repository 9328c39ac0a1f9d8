// Permission rules of Claude Code: `Bash(git push:*)`, `Read(./.env)`, `mcp__shop__refund`.
import path from 'node:path'
import type { PlainObject } from '../../model/plain-object.ts'
import type { ImportedRule, NotImported } from './imported.ts'

export type Answer = 'deny' | 'ask' | 'allow'

export interface PermissionPlace {
  /** Paths that begin with one slash are read from here. */
  readonly dir: string
  readonly root: string
}

const notAllowed =
  'a rule that allows would skip the checks of others: it stays in force in Claude Code, which reads its own list'

export function importPermission(
  text: string,
  answer: Answer,
  place: PermissionPlace,
): ImportedRule | NotImported {
  if (answer === 'allow') return { why: notAllowed }
  const [, tool, inside] = /^([A-Za-z_][\w-]*(?:\*)?)(?:\((.*)\))?$/s.exec(text.trim()) ?? []
  if (tool === undefined) return { why: 'it is not written as a permission rule' }
  const found = matchFor(tool, inside, place)
  if ('why' in found) return found
  const said =
    answer === 'deny'
      ? 'The permissions of this project deny it.'
      : 'The permissions of this project ask first.'
  return {
    event: 'PreToolUse',
    title: `${answer}-${text}`,
    rule: { match: found.match, [answer]: said },
    ...(found.differs !== undefined && { differs: found.differs }),
  }
}

type Matching = { readonly match: unknown; readonly differs?: string } | NotImported

function matchFor(tool: string, inside: string | undefined, place: PermissionPlace): Matching {
  if (tool.startsWith('mcp__')) return serverMatch(tool, inside)
  if (inside === undefined || inside === '' || inside === '*') return { match: { tool } }
  if (tool === 'Bash') return commandMatch(inside)
  if (tool === 'Read') return pathMatch('reads', inside, place)
  if (['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].includes(tool)) return pathMatch('writes', inside, place)
  const [, domain] = /^domain:([\w.*-]+)$/.exec(inside) ?? []
  if (tool === 'WebFetch' && domain !== undefined) return { match: { tool, host: domain } }
  return { why: `hooks has no condition for what stands in the brackets of ${tool}` }
}

function serverMatch(tool: string, inside: string | undefined): Matching {
  if (inside !== undefined) return { why: 'hooks has no condition for what stands in the brackets' }
  return { match: { tool: /^mcp__[^_]+(?:_[^_]+)*$/.test(tool) ? `${tool}__*` : tool } }
}

/** A prefix, or a text with stars. */
function commandMatch(inside: string): Matching {
  const words = inside.replace(/(?::\*| \*)$/, '')
  const differs = 'stricter: found in every spelling, also inside other commands, with any further words'
  if (/^[\w./:@=,+-]+(?: [\w./:@=,+-]+)*$/.test(words)) return { match: { command: words }, differs }
  return { match: { tool: '@shell', input: anywhere(words) }, differs: ANYWHERE }
}

const ANYWHERE = 'stricter: found anywhere in the command'

function anywhere(words: string): { readonly command: string } {
  return { command: `*${words.replaceAll(/[?[\]{}\\!]/g, '?')}*` }
}

/** A hook's `if`. Tested on the text alone: a script does not run where it is unknown what a command does. */
export function importIf(
  text: unknown,
): { readonly match: PlainObject; readonly differs: string } | undefined {
  const [, inside] = /^Bash\((.+)\)$/s.exec(typeof text === 'string' ? text.trim() : '') ?? []
  const words = inside?.replace(/(?::\*| \*)$/, '')
  return words === undefined ? undefined : { match: { input: anywhere(words) }, differs: ANYWHERE }
}

function pathMatch(key: 'reads' | 'writes', inside: string, { dir, root }: PermissionPlace): Matching {
  const differs = `stricter: for every tool and command that ${key}`
  if (inside.startsWith('//')) return { match: { [key]: inside.slice(1) }, differs }
  if (inside.startsWith('~/')) return { match: { [key]: inside }, differs }
  if (!inside.startsWith('/')) return { match: { [key]: inside.replace(/^\.\//, '') }, differs }
  const absolute = path.join(dir, inside)
  const below = path.relative(root, absolute)
  return { match: { [key]: below.startsWith('..') ? absolute : below }, differs }
}
