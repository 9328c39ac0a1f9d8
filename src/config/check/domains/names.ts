// Names: tools, agents, and what agents call their modes and subagents.
import { groupWith, shippedGroups } from '../../../model/tool-groups.ts'
import type { KnownNames } from '../../../model/types.ts'
import { nearest } from '../../diagnostics/diagnostics.ts'
import {
  type CheckPattern,
  dead,
  type DomainScope,
  isRegex,
  type Misfit,
  readPermission,
  unusual,
  withoutRegexSigns,
} from './misfit.ts'

const withoutBraces = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '*')
const isGlob = (text: string): boolean => /[*?[\]{}]/.test(text)

/** What no name has, and what a regular expression or a list of another tool would mean by it. */
const notOfNames = /^$|[|,^$()\\]|^\s|\s$|\.[*+]/

export function checkTool(text: string, scope: DomainScope): Misfit | undefined {
  if (isRegex(text) || text.startsWith('@')) return undefined
  const permission = readPermission(text)
  if (permission !== undefined) {
    const { tool, ...mended } = permission
    return { is: 'dead', why: `matches nothing: it asks for a tool "${tool}" and for what that does`, mended }
  }
  if (/^mcp__(?:(?!__)[^*?[{])+(?:__)?$/.test(text))
    return dead('it names a server of MCP and no tool', `${text.replace(/__$/, '')}__*`)
  // Commas in braces are a glob's.
  if (notOfNames.test(withoutBraces(text)) || /\s/.test(text))
    return dead('no tool has such a name', ...new Set(withoutRegexSigns(text).map(acrossAgents)))
  return misspeltTool(text, scope)
}

/** Of one agent's tool, the group that holds for all. */
function acrossAgents(name: string): string {
  const group = groupWith(name)
  return group === undefined || group === 'mcp' ? name : `@${group}`
}

const knownTools: readonly string[] = Object.values(shippedGroups).flat()

/** A name one letter away from a known tool. Other names may be tools of an MCP server or of the project. */
function misspeltTool(name: string, { groups }: DomainScope): Misfit | undefined {
  if (!/^[a-z][\w-]*$/i.test(name) || name.startsWith('mcp__')) return undefined
  if (knownTools.includes(name) || Object.values(groups).some((tools) => tools.includes(name)))
    return undefined
  const start = knownTools.filter((tool) => tool[0]?.toLowerCase() === name[0]?.toLowerCase())
  const meant = nearest(name, start, 1)
  if (meant === undefined || isOtherWord(name, meant)) return undefined
  return unusual(`is a tool of no known agent (did you mean "${meant}"?)`, acrossAgents(meant))
}

/** Short names with another letter are other words: `exit` is not `edit`. */
const isOtherWord = (name: string, meant: string): boolean =>
  name.length < 5 && name.length === meant.length && name.toLowerCase() !== meant.toLowerCase()

/** By the names that agents are known by; the library's users may have others. */
export function checkAgent(text: string, { dialects }: DomainScope): Misfit | undefined {
  const known = dialects.map(({ name }) => name)
  const alias = dialects.find(({ aliases }) => aliases?.includes(text) === true)?.name
  if (alias !== undefined) return unusual(`is not what "${alias}" is called here`, alias)
  return checkKnown({ known, what: 'agent', open: true })(text)
}

export function checkKnown({
  known,
  what,
  open,
  closed,
}: KnownNames & { readonly what: string }): (text: string) => Misfit | undefined {
  return (text) => {
    if (isRegex(text) || known.includes(text)) return undefined
    if (notOfNames.test(withoutBraces(text)))
      return dead(`no ${what} has such a name`, ...withoutRegexSigns(text))
    if (isGlob(text)) return undefined
    const meant = nearest(text, known) ?? known.find((name) => name.startsWith(text.toLowerCase()))
    if (closed === true)
      return meant === undefined
        ? {
            is: 'dead',
            why: `matches nothing: no ${what} has such a name`,
            hint: `known are ${known.join(', ')}`,
          }
        : dead(`no ${what} has such a name`, meant)
    if (meant !== undefined) return unusual(`is no known ${what} (did you mean "${meant}"?)`, meant)
    if (open === true) return undefined
    return { is: 'unusual', why: `is no known ${what}`, hint: `known are ${known.join(', ')}` }
  }
}

/** What is a branch by Git's own rules. */
export const checkBranch: CheckPattern = (text) => {
  if (isRegex(text)) return undefined
  const name = /^refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec(text)?.[1]
  if (name !== undefined) return dead('a branch is named without "refs/"', name)
  if (/^$|[\s~^:\\|,()]|\$$|(?:^|\/)\.|\.\.|@\{/.test(withoutBraces(text)))
    return dead('no branch has such a name', ...withoutRegexSigns(text.replaceAll(/\s+/g, ',')))
  const remote = /^(?:origin|upstream)\/(.+)$/.exec(text)
  return remote?.[1] === undefined
    ? undefined
    : unusual('is a branch as a remote has it; a branch is named without the remote', remote[1])
}

/** A refspec leads to a branch; `HEAD` leads to the one that is checked out. */
export const checkPushedBranch: CheckPattern = (text, scope) => {
  if (isRegex(text)) return undefined
  if (text === 'HEAD' || text === '@')
    return {
      is: 'dead',
      why: 'matches nothing: it stands for a branch',
      hint: 'write the name of the branch',
    }
  if (/^(?:refs\/)?tags\//.test(text))
    return { is: 'dead', why: 'matches nothing: a tag is no branch', hint: 'leave "to" out' }
  const [, into] = /^\+?(?:[^:]*:)?([^:]+)$/.exec(text) ?? []
  if (into !== undefined && into !== text)
    return dead('a branch has no signs of a refspec', into.replace(/^refs\/heads\//, ''))
  return checkBranch(text, scope)
}

/** A name, an address or a directory. */
export const checkRemote: CheckPattern = (text) => {
  if (isRegex(text)) return undefined
  if (/^$|[\s|^\\]|\$$/.test(text)) return dead('no remote has such a name', ...remotesIn(text))
  const [, remote, branch] = /^(origin|upstream)\/(.+)$/.exec(text) ?? []
  return remote === undefined || branch === undefined
    ? undefined
    : unusual('is a branch of a remote, and no remote', remote)
}

/** `origin main` names the remote first. */
const remotesIn = (text: string): readonly string[] => {
  const [first = '*'] = text.trim().split(/\s+/)
  return withoutRegexSigns(first)
}

export const checkHost: CheckPattern = (text) => {
  if (isRegex(text) || text.startsWith('registry:')) return undefined
  const parts = text === '' ? ['*'] : alternativesOfHosts(text).map(hostIn)
  if (parts.length === 1 && parts[0] === text) return undefined
  return dead('a host has neither scheme, port nor path', ...new Set(parts))
}

const alternativesOfHosts = (text: string): readonly string[] =>
  text.includes('{') ? [text] : text.split(/[|,\s]+/).filter((part) => part !== '')

/** `https://user@api.shop.example:443/x` asks about `api.shop.example`. */
function hostIn(text: string): string {
  const host = text
    .replace(/^\^|\$$/g, '')
    .replace(/^[a-z][a-z+*]*:\/\//i, '')
    .replace(/^[^/]*@/, '')
    .replace(/\/.*$/s, '')
    .replace(/^\[([\da-f:]+)\]$/i, '$1')
    .replaceAll(/\\(?=[.-])/g, '')
  const named = /^\.\*(?=[\w.-])/.test(host) ? `*${host.slice(2)}` : host
  const bare = /^[^:]*(?:\.[^:]*|localhost):(?:\d+|\*)$/.test(named) ? named.replace(/:[^:]*$/, '') : named
  return bare.startsWith('.') ? `*${bare}` : bare === '' ? '*' : bare
}
