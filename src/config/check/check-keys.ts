import { eventNamed, events, isEventName } from '../../model/events.ts'
import type { Diagnostic } from '../../model/types.ts'
import {
  fileSchema,
  keysOf,
  matchKeys,
  ruleKeys,
  type SchemaCheck,
  type SchemaNode,
  schemaAt,
} from './schema.ts'
import type { DataPath } from '../read/rules-of.ts'
import { nearest, createDiagnostic, listNames } from '../diagnostics/diagnostics.ts'

const nesting: readonly string[] = ['any', 'all', 'not']

/** What other tools call our keys. */
const foreignNames: Readonly<Record<string, string>> = {
  block: 'deny',
  cmd: 'run',
  event: 'on',
  events: 'on',
  exec: 'run',
  file_path: 'path',
  id: 'name',
  if: 'match',
  matcher: 'match',
  options: 'with',
  reject: 'deny',
  script: 'run',
  shell: 'run',
  tools: 'tool',
  tool_name: 'tool',
}

const decision = 'the decision is a key beside match: write deny: text, ask: text or allow: text'

/** What other tools say in another way. */
const foreignHints: Readonly<Record<string, string>> = {
  action: decision,
  block: decision,
  calls: 'under match, write command: for what a shell runs, or tool: for the name of a tool',
  decision,
  permissionDecision: decision,
}

/** A key that the schema does not have at this place. */
export function unknownKey(key: string, path: DataPath, part: SchemaCheck): Diagnostic {
  const { document, schema } = part
  const at = document.place([...part.at, ...path, key], 'key')
  const whole = [...part.at, ...path]
  if (part.schema === schema && part.at.length === 0 && whole.length === 1 && whole[0] === 'hooks')
    return wrongEvent(key, at)
  const node = schemaAt(schema, [...part.under, ...path])
  const moved = part.at.at(-1) === 'with' ? undefined : misplaced(key, node, whole.length === 0)
  if (moved !== undefined) return createDiagnostic('misplaced-key', at, moved)
  const meant = suggestKey(key, keysOf(node))
  const others =
    (Object.hasOwn(foreignHints, key) && foreignHints[key]) ||
    `use one of ${listNames(workingKeys(node, part))}`
  const hint = meant === undefined ? others : `rename it to "${meant}"`
  const asked = meant === undefined ? '' : ` (did you mean "${meant}"?)`
  return createDiagnostic('unknown-key', at, { message: `unknown key "${key}"${asked}`, hint })
}

/** What the schema has and this version does: of a match the keys that have a matcher, or hold other conditions. */
function workingKeys(node: SchemaNode | undefined, { matchers }: SchemaCheck): readonly string[] {
  const known = keysOf(node)
  if (node?.name === 'match' && matchers !== undefined)
    return known.filter((key) => nesting.includes(key) || matchers.has(key))
  return known
}

/** The key that was likely meant: what another tool calls it, else the nearest. */
export function suggestKey(key: string, known: readonly string[]): string | undefined {
  const same = Object.hasOwn(foreignNames, key) ? foreignNames[key] : undefined
  return same !== undefined && known.includes(same) ? same : nearest(key, known)
}

function wrongEvent(key: string, at: Diagnostic['at']): Diagnostic {
  const name = eventNamed(key)
  if (name !== undefined) {
    const message = `"${key}" is an agent's name for "${name}"`
    return createDiagnostic('event-alias', at, { message, hint: `rename it to "${name}"` })
  }
  const names = Object.entries(events).flatMap(([event, { aliases }]) => [event, ...aliases])
  const meant = nearest(key, names)
  const event = meant === undefined ? undefined : eventNamed(meant)
  const hint =
    event === undefined ? `use one of ${listNames(Object.keys(events))}` : `rename it to "${event}"`
  return createDiagnostic('unknown-event', at, { message: `there is no event "${key}"`, hint })
}

/** Of what is written under a condition, the keys: of `pushes`, `to` and `force`. */
const partKeys: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  matchKeys
    .map((key) => [key, keysOf(schemaAt(fileSchema, ['rules', 0, 'match', key]))] as const)
    .filter(([key, parts]) => parts.length > 0 && !nesting.includes(key)),
)

/** The condition that a part belongs to, where it is the only one. */
function ownerOf(key: string, node: SchemaNode | undefined): string | undefined {
  const [owner, ...others] = Object.keys(partKeys).filter((each) => partKeys[each]?.includes(key) === true)
  return others.length > 0 || keysOf(node).includes(key) ? undefined : owner
}

const isPartOfMatch = (node: SchemaNode | undefined): boolean =>
  node !== undefined && Object.values(partKeys).some((parts) => parts.join() === keysOf(node).join())

/** A key that is right, but not here. */
function misplaced(
  key: string,
  node: SchemaNode | undefined,
  isTop: boolean,
): { message: string; hint: string } | undefined {
  if (isTop && (isEventName(key) || eventNamed(key) !== undefined)) {
    return { message: `"${key}" is an event`, hint: `move it under hooks: as "${eventNamed(key) ?? key}"` }
  }
  if (node?.name === 'rule' && matchKeys.includes(key)) {
    const script = key === 'command' ? '; a script is named under run:' : ''
    return { message: `"${key}" is a condition`, hint: `move it under match: match: { ${key}: … }${script}` }
  }
  const isRuleKey = ruleKeys.includes(key) && !matchKeys.includes(key)
  if (node?.name === 'match' && isRuleKey)
    return { message: `"${key}" is not a condition`, hint: `move "${key}" beside match` }
  const owner = ownerOf(key, node)
  if (owner !== undefined && (node?.name === 'match' || isPartOfMatch(node)))
    return {
      message: `"${key}" is a part of "${owner}"`,
      hint: `write it as ${owner}: { ${key}: … } under match`,
    }
  if (isPartOfMatch(node) && matchKeys.includes(key))
    return { message: `"${key}" is a condition of its own`, hint: `move "${key}" up, under match` }
  if (node?.name === 'step' && isRuleKey)
    return { message: `"${key}" belongs to the rule, not to a step`, hint: `move "${key}" beside steps` }
  return undefined
}
