// Entries of Claude Code's own settings among the rules.
import { isObject } from '../../model/plain-object.ts'
import type { Diagnostic } from '../../model/types.ts'
import type { DataPath } from '../read/rules-of.ts'
import type { ParsedDocument } from '../read/yaml/document.ts'
import { createDiagnostic } from '../diagnostics/diagnostics.ts'

export interface ClaudeEntries {
  /** One for each entry. */
  readonly diagnostics: readonly Diagnostic[]
  /** Is this JSON pointer in one of them? */
  holds(pointer: string): boolean
}

/** `{ matcher, hooks: [{ type: command, command }] }` below an event. */
export function claudeEntries(document: ParsedDocument): ClaudeEntries {
  const { value } = document
  const hooks = isObject(value) && isObject(value.hooks) ? value.hooks : {}
  const found = Object.entries(hooks).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).flatMap((entry: unknown, at) => {
      const commands = commandsOf(entry)
      return commands === undefined ? [] : [{ path: ['hooks', event, at], entry, commands }]
    }),
  )
  const pointers = found.map(({ path }) => `/${path.join('/')}/`)
  return {
    diagnostics: found.map((each) => diagnosticFor(document, each)),
    holds: (pointer) => pointers.some((each) => `${pointer}/`.startsWith(each)),
  }
}

function commandsOf(entry: unknown): readonly unknown[] | undefined {
  if (!isObject(entry) || !Array.isArray(entry.hooks)) return undefined
  const hooks = entry.hooks.filter(isObject)
  return hooks.some(({ type }) => typeof type === 'string') ? hooks.map(({ command }) => command) : undefined
}

interface FoundEntry {
  readonly path: DataPath
  readonly entry: unknown
  readonly commands: readonly unknown[]
}

function diagnosticFor(document: ParsedDocument, { path, entry, commands }: FoundEntry): Diagnostic {
  const matcher = isObject(entry) ? entry.matcher : undefined
  const command = commands.find((each) => typeof each === 'string')
  const run = command === undefined ? 'run: ./script.sh' : `run: ${JSON.stringify(command)}`
  return createDiagnostic('claude-settings', document.place(path), {
    message: "this is an entry of Claude Code's settings.json, not a rule",
    hint: `write ${['{ name: a-name', ...toolOf(matcher), run, 'reply: claude }'].join(', ')}`,
  })
}

/** Names with `|` between them are a list; anything else is a regular expression. */
function toolOf(matcher: unknown): readonly string[] {
  if (typeof matcher !== 'string' || matcher === '' || matcher === '*') return []
  const tools = /^[\w|]+$/.test(matcher)
    ? `[${matcher.split('|').join(', ')}]`
    : `'/${matcher.replaceAll("'", "''")}/'`
  return [`match: { tool: ${tools} }`]
}
