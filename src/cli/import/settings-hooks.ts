// Hooks in Claude Code's settings: scripts that keep their form.
import { isShimCommand } from '../../agents/shared/shim.ts'
import { agentName, eventOf } from '../../agents/claude-code/events.ts'
import { defined, isObject, type PlainObject } from '../../model/plain-object.ts'
import type { EventName } from '../../model/types.ts'
import type { Found, ImportedRule, NotImported } from './imported.ts'
import { importIf } from './permissions.ts'

/** Claude Code's own default, in seconds. */
const TIMEOUT_S = 600
const PROMPT_TIMEOUT_S = 30

/** Every command of `hooks`, but for those of `hooks install`. */
export function importHooks(hooks: unknown, file: string): readonly Found[] {
  if (!isObject(hooks)) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).filter(isObject).flatMap((group) => {
      const { matcher, hooks: list } = group
      return (Array.isArray(list) ? list : [])
        .filter(isObject)
        .filter(({ command }) => !isShimCommand(command, agentName))
        .map((hook) => ({
          from: `${file}: hooks.${event} ${JSON.stringify(hook['command'] ?? hook['type'])}`,
          result: importHook(hook, event, matcher),
        }))
    }),
  )
}

const model = 'hooks asks no model by a hook of settings: write a recipe, or keep it there'
const reasons: Readonly<Record<string, string>> = {
  prompt: model,
  agent: model,
  http: 'hooks sends no request by itself: start a program that does, or keep it there',
}

function importHook(hook: PlainObject, native: string, matcher: unknown): ImportedRule | NotImported {
  const event = eventOf(native)
  const { type, command, args, timeout, shell, onFailure, once, async, asyncRewake } = hook
  if (event === 'unmapped') return { why: `hooks has no event for ${native}` }
  if (type !== 'command' || typeof command !== 'string' || command === '')
    return {
      why: reasons[String(type)] ?? `hooks starts commands; this is of type ${JSON.stringify(type ?? null)}`,
    }
  if (shell === 'powershell') return { why: 'hooks starts commands by sh, not by PowerShell' }
  if (asyncRewake === true) return { why: 'hooks cannot wake the model later' }
  const words = Array.isArray(args) ? [command, ...args.map(String)] : command
  if (JSON.stringify(words).includes('{{')) return { why: '"{{" in it would be read as a placeholder' }
  const match = matchFor(native, event, matcher)
  if (match === undefined) return { why: `its matcher ${JSON.stringify(matcher)} is no regular expression` }
  const only = isAboutCall.has(event) ? importIf(hook['if']) : undefined
  const both = only === undefined ? match : { tool: 'Bash', ...match, ...only.match }
  const seconds =
    typeof timeout === 'number' && timeout > 0
      ? timeout
      : native === 'UserPromptSubmit'
        ? PROMPT_TIMEOUT_S
        : TIMEOUT_S
  return {
    event,
    title: `${native}-${typeof command === 'string' ? command : ''}`,
    rule: defined({
      match: Object.keys(both).length === 0 ? undefined : both,
      run: words,
      reply: 'claude',
      timeout: `${Math.ceil(seconds)}s`,
      on_error: onFailure === 'block' ? 'deny' : undefined,
      once: once === true ? 'session' : undefined,
      background: async === true ? true : undefined,
    }),
    ...(hook['if'] === undefined
      ? {}
      : {
          differs:
            only?.differs ?? `stricter: it runs without its condition "if": ${JSON.stringify(hook['if'])}`,
        }),
  }
}

const isAboutCall: ReadonlySet<EventName> = new Set(['PreToolUse', 'PostToolUse', 'PermissionRequest'])

/** What a matcher is tested on, by event; on others it is ignored. */
const subjects: Readonly<Partial<Record<EventName, string>>> = {
  PreToolUse: 'tool',
  PostToolUse: 'tool',
  PermissionRequest: 'tool',
  SessionStart: 'source',
  SessionEnd: 'source',
  PreCompact: 'source',
  PostCompact: 'source',
  Notification: 'source',
  SubagentStart: 'subagent',
  SubagentStop: 'subagent',
}

/** Undefined for a matcher that is broken. */
function matchFor(native: string, event: EventName, matcher: unknown): PlainObject | undefined {
  const failed = native === 'PostToolUseFailure' ? true : native === 'PostToolUse' ? false : undefined
  const key = subjects[event]
  const own = key === undefined ? {} : { [key]: namesIn(matcher) }
  if (key !== undefined && own[key] === null) return undefined
  return defined({ ...own, is_error: failed })
}

/** Names between bars or commas, else an unanchored regular expression; null for one that is broken. */
function namesIn(matcher: unknown): string | readonly string[] | null | undefined {
  if (typeof matcher !== 'string' || matcher === '' || matcher === '*') return undefined
  if (/^[\w|, -]+$/.test(matcher)) {
    const names = matcher
      .split(/[|,]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    return names.length === 1 ? names[0] : names
  }
  try {
    return `/${new RegExp(matcher).source}/`
  } catch {
    return null
  }
}
