// `allowed-tools` of a skill: names of tools, with commands in parentheses for the shell.
import { groupWith } from '../../model/tool-groups.ts'
import type { CommandFact, Facts } from '../../model/types.ts'
import { matchesNameGlob } from '../../patterns/name-glob.ts'
import { mcpToolName } from '../../patterns/pattern.ts'

/** A list, or a text with commas or spaces; undefined when nothing is limited. */
export function parseAllowedTools(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').flatMap(split)
  return typeof value === 'string' ? split(value) : undefined
}

function split(text: string): readonly string[] {
  return text.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []
}

export function allowsTool(allowed: readonly string[], tool: string, facts: () => Facts): boolean {
  const meant = allowed.map(parseEntry).filter(({ name }) => isNamed(name, tool))
  if (meant.some(({ command }) => command === undefined)) return true
  return (
    meant.length > 0 &&
    runsOnly(
      meant.map(({ command = '' }) => command),
      facts(),
    )
  )
}

interface Entry {
  readonly name: string
  /** Only these commands; of other tools than the shell it is ignored. */
  readonly command?: string
}

function parseEntry(text: string): Entry {
  const [, name = text, command] = /^([^(]+)\((.*)\)$/.exec(text) ?? []
  return command === undefined || command === '' || groupWith(name) !== 'shell' ? { name } : { name, command }
}

/** By name, or as another agent calls a tool that does the same. */
function isNamed(name: string, tool: string): boolean {
  const bare = mcpToolName(tool)
  if (matchesNameGlob(name, tool) || (bare !== undefined && matchesNameGlob(name, bare))) return true
  if (name.startsWith('mcp__') && tool.startsWith(`${name}__`)) return true
  const group = groupWith(tool)
  return group !== undefined && (name === `@${group}` || groupWith(name) === group)
}

/** Commands that need no name. */
const harmless: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'true', ':'])

function runsOnly(wanted: readonly string[], { commands, unresolved }: Facts): boolean {
  const asked = commands.filter(({ program }) => !harmless.has(program))
  if (unresolved.some(({ about }) => about.includes('commands'))) return false
  return asked.length > 0 && asked.every((command) => wanted.some((each) => isCommand(each, command)))
}

/** `git diff:*` and `git diff *` begin with it, `npm test` is all of it. */
function isCommand(wanted: string, { argv }: CommandFact): boolean {
  const text = argv.join(' ')
  const [, prefix] = /^(.*?)(?::\*| \*)$/.exec(wanted) ?? []
  if (prefix !== undefined) return text === prefix || text.startsWith(`${prefix} `)
  return wanted === '*' || matchesNameGlob(wanted, text)
}
