import { describeFields, type FieldPattern, fieldsTest } from '../patterns/field-patterns.ts'
import { literalsOf, longestLiterals } from '../patterns/literal.ts'
import { commandFields, shippedGroups } from '../model/tool-groups.ts'
import { listIn } from '../model/plain-object.ts'
import type { Event, Matcher } from '../model/types.ts'

/** The command of a shell is `command`, whatever the agent calls it. */
function withCommand({ tool_name: tool = '', tool_input: input }: Event): unknown {
  if (typeof input !== 'object' || input === null || Object.hasOwn(input, 'command')) return input
  const field = commandFields.find((name) => Object.hasOwn(input, name))
  if (field === undefined || !shippedGroups.shell.includes(tool)) return input
  const given = listIn(Reflect.get(input, field))
  return { ...input, command: Array.isArray(given) ? given.join('\n') : given }
}

export const input: Matcher<readonly FieldPattern[]> = {
  key: 'input',
  summary:
    'fields of the tool input: `{field: pattern}`, dotted for nested ones; a field that holds a path takes path globs',
  takes: 'fields',
  domain: 'fields',
  events: ['PreToolUse', 'PermissionRequest', 'PostToolUse'],
  examples: [
    {
      pattern: { command: 'git push*' },
      event: { tool_input: { command: 'git push origin feature/x' } },
      is: 'yes',
    },
    { pattern: { command: 'git push*' }, event: { tool_input: { command: 'git pull' } }, is: 'no' },
    { pattern: { path: 'src/*.ts' }, event: { tool_input: { path: 'src/cart.ts' } }, is: 'yes' },
    { pattern: { path: 'src/*.ts' }, event: { tool_input: { path: 'src/deep/cart.ts' } }, is: 'no' },
    {
      pattern: { file_path: '.env*' },
      event: { tool_input: { file_path: 'api/.env.production' } },
      is: 'yes',
    },
    { pattern: { force: true }, event: { tool_input: { force: true } }, is: 'yes' },
    { pattern: { 'options.limit': 5 }, event: { tool_input: { options: { limit: 5 } } }, is: 'yes' },
    {
      pattern: { 'edits.new_string': '*TODO*' },
      event: { tool_input: { edits: [{ new_string: '// TODO' }] } },
      is: 'yes',
    },
    { pattern: { command: '*' }, event: { tool_input: {} }, is: 'no' },
    {
      pattern: { command: 'git push*' },
      event: { tool_name: 'execute_command', tool_input: { commands: ['git push'] } },
      is: 'yes',
    },
    { pattern: { command: '' }, event: { tool_input: { command: '' } }, is: 'yes' },
  ],
  literals: (fields, ofRegex) =>
    longestLiterals(
      fields.map((field) => (field.paths || field.not ? 'any' : literalsOf(field.pattern, ofRegex))),
    ),
  compile: (pattern, { quantifier, linear }) =>
    fieldsTest(
      { of: 'input', wanted: describeFields(pattern), read: withCommand, quantifier, linear },
      pattern,
    ),
}

export const metadata: Matcher<readonly FieldPattern[]> = {
  key: 'metadata',
  summary: "fields of the event's metadata: `{field: pattern}`, dotted for nested ones",
  takes: 'fields',
  domain: 'fields',
  examples: [
    { pattern: { role: 'admin' }, event: { metadata: { role: 'admin' } }, is: 'yes' },
    { pattern: { role: { not: 'admin' } }, event: { metadata: { role: 'guest' } }, is: 'yes' },
    { pattern: { role: { not: 'admin' } }, event: { metadata: { role: 'admin' } }, is: 'no' },
    { pattern: { role: { not: 'admin' } }, event: {}, is: 'yes' },
    { pattern: { role: '*' }, event: {}, is: 'no' },
    { pattern: { 'team.size': [3, 4] }, event: { metadata: { team: { size: 4 } } }, is: 'yes' },
  ],
  literals: () => 'any',
  compile: (pattern, { quantifier, linear }) =>
    fieldsTest(
      {
        of: 'metadata',
        wanted: describeFields(pattern),
        read: (event) => event.metadata,
        quantifier,
        linear,
      },
      pattern,
    ),
}
