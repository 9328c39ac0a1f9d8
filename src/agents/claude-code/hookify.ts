// Rules of the hookify plugin: .claude/hookify.NAME.local.md, front matter and a message.
import { isObject, toText, type PlainObject } from '../../model/plain-object.ts'
import type { EventName } from '../../model/types.ts'
import type { ImportedRule, NotImported } from '../shared/import/imported.ts'

interface HookifyRule {
  readonly data: PlainObject
  readonly body: string
}

interface HookifyEvent {
  readonly event: EventName
  readonly tool?: string | readonly string[]
  /** What `pattern` is tested on. */
  readonly field: string
}

const events: Readonly<Record<string, HookifyEvent>> = {
  bash: { event: 'PreToolUse', tool: '@shell', field: 'command' },
  file: { event: 'PreToolUse', tool: ['@write', '@edit'], field: 'new_text' },
  prompt: { event: 'UserPromptSubmit', field: 'user_prompt' },
  stop: { event: 'AgentStop', field: 'transcript' },
}

export function importHookify({ data, body }: HookifyRule): ImportedRule | NotImported {
  if (data['enabled'] === false) return { why: 'it is switched off' }
  const kind = Object.hasOwn(events, String(data['event'])) ? events[String(data['event'])] : undefined
  if (kind === undefined) return { why: `hooks has no event for ${JSON.stringify(data['event'] ?? null)}` }
  const conditions = conditionsOf(data, kind)
  const matches: PlainObject[] = []
  for (const condition of conditions) {
    const found = matchFor(condition)
    if ('why' in found) return { why: String(found['why']) }
    matches.push(found)
  }
  if (matches.length === 0 && kind.event !== 'AgentStop') return { why: 'it has no pattern' }
  const text = body.trim().replaceAll('{{', '{ {') || 'A rule of hookify.'
  const blocks = data['action'] === 'block'
  const says = !blocks ? 'notify' : kind.event === 'AgentStop' ? 'continue' : 'deny'
  const match = matchOf(kind, matches)
  return {
    event: kind.event,
    title: toText(data['name'] ?? 'hookify'),
    rule: { ...(match !== undefined && { match }), [says]: text },
  }
}

function matchOf({ tool }: HookifyEvent, matches: readonly PlainObject[]): PlainObject | undefined {
  const all = [...(tool === undefined ? [] : [{ tool }]), ...matches]
  if (all.length === 0) return undefined
  return all.length === 1 ? all[0] : { all }
}

interface HookifyCondition {
  readonly field: string
  readonly operator: string
  readonly pattern: string
}

/** A stop with the pattern for anything has no condition. */
function conditionsOf(data: PlainObject, { field, event }: HookifyEvent): readonly HookifyCondition[] {
  const { pattern, conditions } = data
  if (Array.isArray(conditions) && conditions.length > 0)
    return conditions.filter(isObject).map((each) => ({
      field: toText(each['field'] ?? field),
      operator: toText(each['operator'] ?? 'regex_match'),
      pattern: toText(each['pattern'] ?? ''),
    }))
  if (pattern === undefined || (event === 'AgentStop' && pattern === '.*')) return []
  return [{ field, operator: 'regex_match', pattern: toText(pattern) }]
}

function matchFor({ field, operator, pattern }: HookifyCondition): PlainObject {
  const regex = regexFor(operator, pattern)
  if (regex === undefined) return { why: `hooks has nothing like ${operator} ${JSON.stringify(pattern)}` }
  const match = fieldMatch(field, regex)
  if (match === undefined) return { why: `hooks has no condition for the field "${field}"` }
  return operator.startsWith('not_') ? { not: match } : match
}

function fieldMatch(field: string, regex: string): PlainObject | undefined {
  if (field === 'command') return { input: { command: regex } }
  if (field === 'file_path') return { when: pathExpression(regex) }
  if (field === 'old_text' || field === 'old_string') return { input: { old_string: regex } }
  if (field === 'new_text' || field === 'content' || field === 'new_string') return { adds: regex }
  return field === 'user_prompt' || field === 'prompt' ? { prompt: regex } : undefined
}

/** A path takes globs, not regular expressions. */
function pathExpression(regex: string): string {
  const end = regex.lastIndexOf('/')
  const flags = regex.endsWith('i') ? '(?i)' : ''
  const source = JSON.stringify(flags + regex.slice(1, end).replaceAll('\\/', '/'))
  return `has(tool_input.file_path) && tool_input.file_path.matches(${source})`
}

function regexFor(operator: string, pattern: string): string | undefined {
  const literal = pattern.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const forms: Readonly<Record<string, string>> = {
    regex_match: `/${pattern.replaceAll(/(?<!\\)\//g, '\\/')}/i`,
    contains: `/${literal}/`,
    not_contains: `/${literal}/`,
    equals: `/^${literal}$/`,
    starts_with: `/^${literal}/`,
    ends_with: `/${literal}$/`,
  }
  return pattern === '' || !Object.hasOwn(forms, operator) ? undefined : forms[operator]
}
