// Hooks and permissions in Claude Code's settings, and the rules of its plugin hookify: .claude/hookify.NAME.local.md, front matter and a message.
import path from 'node:path'
import { isObject, toText, type PlainObject } from '../../model/plain-object.ts'
import type { EventName } from '../../model/types.ts'
import { envIn, type HookCommand, type HookForm, importHooks, secondsIn } from '../shared/import/commands.ts'
import type {
  ImportedRule,
  NotImported,
  AgentImport,
  FoundHook,
  ImportPlace,
} from '../shared/import/imported.ts'
import { isAboutTool, patternIn } from '../shared/import/matchers.ts'
import {
  type Permission,
  ANYWHERE,
  anywhere,
  claudeMatch,
  importPermissions,
  withoutEnd,
} from '../shared/import/permissions.ts'
import { agentName, nativeEvents } from './decode.ts'
import { managedSettings, settings } from './settings.ts'

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

function importHookify({ data, body }: HookifyRule): ImportedRule | NotImported {
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

export const imports: AgentImport = (place) => [
  ...settingsFiles(place).map((file) => ({
    file,
    format: 'json' as const,
    read: (content: PlainObject, shown: string) => settingsIn(content, { shown, file, root: place.root }),
  })),
  ...hookifyFiles(place).map((file) => ({
    file,
    format: 'markdown' as const,
    read: ({ data, body }: PlainObject, shown: string): readonly FoundHook[] => [
      { from: shown, result: importHookify({ data: isObject(data) ? data : {}, body: String(body) }) },
    ],
  })),
]

function settingsFiles(place: ImportPlace): readonly string[] {
  const own = (['user', 'project', 'local'] as const).flatMap((scope) => settings.file(scope, place) ?? [])
  return [managedSettings(), ...own]
}

function hookifyFiles({ root, list }: ImportPlace): readonly string[] {
  const dir = path.join(root, '.claude')
  return list(dir)
    .filter((name) => /^hookify\..+\.local\.md$/.test(name))
    .map((name) => path.join(dir, name))
}

const answers: readonly Permission[] = ['deny', 'ask', 'allow']

function settingsIn(
  { permissions, hooks }: PlainObject,
  { shown, file, root }: { readonly shown: string; readonly file: string; readonly root: string },
): readonly FoundHook[] {
  const lists = isObject(permissions) ? permissions : {}
  const dir = file.startsWith(`${root}/`) ? root : path.dirname(file)
  const match = (tool: string, inside: string | undefined) => claudeMatch(tool, inside, { dir, root })
  return [
    ...answers.flatMap((answer) =>
      importPermissions(
        { key: `permissions.${answer}`, rules: lists[answer], answer, agent: 'Claude Code', match },
        shown,
      ),
    ),
    ...importHooks(hooks, shown, form),
  ]
}

/** Claude Code's own defaults. */
const TIMEOUT_S = 600
const PROMPT_TIMEOUT_S = 30

const form: HookForm = { agent: agentName, events: nativeEvents, tellsFailures: true, commandOf }

function commandOf({
  native,
  event,
  matcher,
  hook,
}: Parameters<HookForm['commandOf']>[0]): HookCommand | NotImported {
  const { command, args, timeout, shell, onFailure, once, async, asyncRewake } = hook
  if (shell === 'powershell')
    return {
      why: 'hooks starts commands by sh, not by PowerShell: name the program with its arguments (args)',
    }
  if (asyncRewake === true) return { why: 'hooks cannot wake the model later: keep it there' }
  const condition = hook['if']
  const only = isAboutTool(event) ? importIf(condition) : undefined
  const pattern = patternIn(matcher, { names: /^[\w|, -]+$/ })
  return {
    event,
    run: Array.isArray(args) ? [command, ...args.map(String)] : command,
    pattern: only !== undefined && pattern === undefined ? '@shell' : pattern,
    match: only?.match,
    reply: 'claude',
    seconds: secondsIn(timeout, native === 'UserPromptSubmit' ? PROMPT_TIMEOUT_S : TIMEOUT_S),
    keys: {
      env: envIn(hook['env']),
      on_error: onFailure === 'block' ? 'deny' : undefined,
      once: once === true ? 'session' : undefined,
      background: async === true ? true : undefined,
    },
    differs: condition === undefined ? undefined : (only?.differs ?? withoutCondition(condition)),
  }
}

const withoutCondition = (condition: unknown): string =>
  `stricter: it runs without its condition "if": ${JSON.stringify(condition)}`

/** A hook's `if`. Tested on the text alone: a script does not run where it is unknown what a command does. */
function importIf(text: unknown): { readonly match: PlainObject; readonly differs: string } | undefined {
  const [, inside] = /^Bash\((.+)\)$/s.exec(typeof text === 'string' ? text.trim() : '') ?? []
  return inside === undefined
    ? undefined
    : { match: { input: anywhere(withoutEnd(inside)) }, differs: ANYWHERE }
}
