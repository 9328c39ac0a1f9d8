// Permission rules of agents: `Bash(git push:*)`, `run_shell_command(rm)`, `Read(./.env)`.
import path from 'node:path'
import { type PlainObject, field } from '../../../model/plain-object.ts'
import { groupWith } from '../../../model/tool-groups.ts'
import type { FoundHook, ImportedRule, NotImported } from './imported.ts'

export type Permission = 'deny' | 'ask' | 'allow'

export type PermissionMatch = { readonly match: PlainObject; readonly differs?: string } | NotImported

interface PermissionList {
  /** Its key in the settings. */
  readonly key: string
  readonly rules: unknown
  readonly answer: Permission
  /** For a message. */
  readonly agent: string
  /** `inside`: what stands in the brackets; undefined without any. */
  readonly match: (tool: string, inside: string | undefined) => PermissionMatch
}

export function importPermissions(list: PermissionList, shown: string): readonly FoundHook[] {
  return (Array.isArray(list.rules) ? list.rules : []).map((each: unknown) => ({
    from: `${shown}: ${list.key} ${JSON.stringify(each)}`,
    result: typeof each === 'string' ? importPermission(each, list) : { why: 'it is no text' },
  }))
}

function importPermission(
  text: string,
  { answer, agent, match }: PermissionList,
): ImportedRule | NotImported {
  if (answer === 'allow')
    return {
      why: `a rule that allows would skip the checks of others: it stays in force in ${agent}, which reads its own list`,
    }
  const [, tool, inside] = /^([A-Za-z_][\w-]*(?:\*)?)(?:\((.*)\))?$/s.exec(text.trim()) ?? []
  if (tool === undefined) return { why: 'it is not written as a permission rule' }
  const found = match(tool, inside)
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

const SPELLINGS = 'stricter: found in every spelling, also inside other commands, with any further words'
export const ANYWHERE = 'stricter: found anywhere in the command'

/** A prefix, or a text with stars. */
export function commandMatch(inside: string): PermissionMatch {
  const words = withoutEnd(inside)
  if (/^[\w./:@=,+-]+(?: [\w./:@=,+-]+)*$/.test(words))
    return { match: { command: words }, differs: SPELLINGS }
  return { match: { tool: '@shell', input: anywhere(words) }, differs: ANYWHERE }
}

/** Without the star that stands for further words. */
export const withoutEnd = (words: string): string => words.replace(/(?::\*| \*)$/, '')

export function anywhere(words: string): { readonly command: string } {
  return { command: `*${words.replaceAll(/[?[\]{}\\!]/g, '?')}*` }
}

export interface PermissionPlace {
  /** Paths that begin with one slash are read from here. */
  readonly dir: string
  readonly root: string
}

/** `//etc` is absolute, `/src` lies in the directory of the settings, `src` in the project. */
export function pathMatch(
  key: 'reads' | 'writes',
  inside: string,
  { dir, root }: PermissionPlace,
): PermissionMatch {
  const differs = `stricter: for every tool and command that ${key}`
  if (inside.startsWith('//')) return { match: { [key]: inside.slice(1) }, differs }
  if (inside.startsWith('~/')) return { match: { [key]: inside }, differs }
  if (!inside.startsWith('/')) return { match: { [key]: inside.replace(/^\.\//, '') }, differs }
  const absolute = path.join(dir, inside)
  const below = path.relative(root, absolute)
  return { match: { [key]: below.startsWith('..') ? absolute : below }, differs }
}

/** Rules as Claude Code writes them. */
export function claudeMatch(
  tool: string,
  inside: string | undefined,
  place: PermissionPlace,
): PermissionMatch {
  if (tool.startsWith('mcp__')) return serverMatch(tool, inside)
  if (inside === undefined || inside === '' || inside === '*') return { match: { tool } }
  if (tool === 'Bash') return commandMatch(inside)
  if (tool === 'Read') return pathMatch('reads', inside, place)
  if (['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].includes(tool)) return pathMatch('writes', inside, place)
  const [, domain] = /^domain:([\w.*-]+)$/.exec(inside) ?? []
  if (tool === 'WebFetch' && domain !== undefined) return { match: { tool, host: domain } }
  return noBrackets(tool)
}

export function noBrackets(tool: string): NotImported {
  return { why: `hooks has no condition for what stands in the brackets of ${tool}: keep it there` }
}

function serverMatch(tool: string, inside: string | undefined): PermissionMatch {
  if (inside !== undefined) return noBrackets(tool)
  return { match: { tool: /^mcp__[^_]+(?:_[^_]+)*$/.test(tool) ? `${tool}__*` : tool } }
}

/** With the keys of older versions, which stand beside `tools`. */
const lists = [
  { keys: ['tools.exclude', 'excludeTools'], answer: 'deny' },
  { keys: ['tools.allowed', 'allowedTools'], answer: 'allow' },
] as const

/** Lists of tools in the settings of Gemini CLI and what came from it: `tools.exclude`, `tools.core`, `tools.allowed`. */
export function importToolLists(settings: PlainObject, agent: string, shown: string): readonly FoundHook[] {
  const listAt = (key: string): unknown =>
    key.split('.').reduce<unknown>((at, name) => field(at, name), settings)
  const only = ['tools.core', 'coreTools'].filter((key) => listAt(key) !== undefined)
  return [
    ...lists.flatMap(({ keys, answer }) =>
      keys.flatMap((key) => importPermissions({ key, rules: listAt(key), answer, agent, match }, shown)),
    ),
    ...only.map((key) => ({
      from: `${shown}: ${key} ${JSON.stringify(listAt(key))}`,
      result: {
        why: `a list of the only tools would deny those of other agents: it stays in force in ${agent}, which reads its own list`,
      },
    })),
  ]
}

/** Older names. */
const classes: Readonly<Record<string, string>> = {
  ShellTool: 'run_shell_command',
  ReadFileTool: 'read_file',
  ReadManyFilesTool: 'read_many_files',
  WriteFileTool: 'write_file',
  EditTool: 'replace',
  GlobTool: 'glob',
  GrepTool: 'grep_search',
  LSTool: 'list_directory',
  WebFetchTool: 'web_fetch',
  WebSearchTool: 'google_web_search',
}

function match(named: string, inside: string | undefined): PermissionMatch {
  const tool = classes[named] ?? named
  const isShell = groupWith(tool) === 'shell'
  if (inside !== undefined && inside !== '') return isShell ? commandMatch(inside) : noBrackets(named)
  return { match: { tool: isShell ? '@shell' : tool } }
}
