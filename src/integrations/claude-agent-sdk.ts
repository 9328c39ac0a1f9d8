// What may be imported from "hooks-yaml/claude-agent-sdk".
import { dialect as claudeCode } from '../agents/claude-code/claude-code.ts'
import { capabilities } from '../agents/claude-code/capabilities.ts'
import { nativeEvents } from '../agents/claude-code/events.ts'
import { formatAsk } from '../agents/shared/reason.ts'
import type { Engine } from '../library/options.ts'
import type { RunOptions } from '../library/run/run-types.ts'
import type { Event, Files, Verdict } from '../model/types.ts'
import { inputOf } from './shared/call.ts'
import { isObject } from '../model/plain-object.ts'

/** What a callback of the SDK answers. */
export interface HookAnswer {
  readonly continue?: boolean
  readonly stopReason?: string
  readonly systemMessage?: string
  readonly decision?: 'block'
  readonly reason?: string
  /** In the shape of its event, which Claude Code's dialect knows; `never` fits every one of the SDK's. */
  readonly hookSpecificOutput?: never
}

export interface HookMatcher {
  hooks: ((
    input: object,
    toolUseId: string | undefined,
    options: { readonly signal: AbortSignal },
  ) => Promise<HookAnswer>)[]
  /** Seconds. */
  timeout: number
  onFailure: 'block'
}

/** The events of Claude Code that rules can speak at. */
export type ClaudeEvent =
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PermissionRequest'
  | 'UserPromptSubmit'
  | 'SessionStart'
  | 'SessionEnd'
  | 'Stop'
  | 'StopFailure'
  | 'SubagentStart'
  | 'SubagentStop'
  | 'PreCompact'
  | 'PostCompact'
  | 'Notification'

export interface ClaudeHooksOptions extends Pick<RunOptions, 'onEvent' | 'onAsk'> {}

/**
 * The rules of an engine as the `hooks` option of `query`. A rule's `ask` goes to `onAsk`; without it to Claude Code,
 * which asks `canUseTool` and denies where there is none. A callback that fails blocks what it guards.
 */
export function claudeHooks(
  engine: Pick<Engine, 'dispatch'>,
  options: ClaudeHooksOptions = {},
): Record<ClaudeEvent, HookMatcher[]> {
  const names = Object.keys(nativeEvents).filter((name) => nativeEvents[name] !== 'unmapped')
  const matchers = names.map((name): [string, HookMatcher[]] => [name, [matcherOf(name, engine, options)]])
  return Object.fromEntries(matchers) as Record<ClaudeEvent, HookMatcher[]> // the names of the same table
}

function matcherOf(name: string, engine: Pick<Engine, 'dispatch'>, options: ClaudeHooksOptions): HookMatcher {
  const { timeout_ms, timeouts_ms } = capabilities
  const event = nativeEvents[name]
  const ms = event === undefined || event === 'unmapped' ? undefined : timeouts_ms?.[event]
  return {
    hooks: [
      async (input, _id, { signal }) => {
        const payload = { ...input }
        const said = await engine.dispatch(payload, { dialect: 'claude-code', signal })
        const asked = eventOf(payload)
        options.onEvent?.(asked, said)
        return answerOf(await answered(said, asked, { ...options, signal }), asked)
      },
    ],
    timeout: (ms ?? timeout_ms) / 1000,
    onFailure: 'block',
  }
}

const noFiles: Files = {
  read: () => undefined,
  write: () => undefined,
  append: () => undefined,
  remove: () => undefined,
  list: () => [],
  kind: () => undefined,
  real: (path) => path,
}

/** Of the payload alone: the engine has read what else its rules ask for. */
function eventOf(payload: Readonly<Record<string, unknown>>): Event {
  const cwd = typeof payload['cwd'] === 'string' ? payload['cwd'] : ''
  return claudeCode.decode(payload, { env: {}, cwd, root: cwd, files: noFiles })
}

async function answered(
  verdict: Verdict,
  event: Event,
  { onAsk, signal }: ClaudeHooksOptions & { readonly signal: AbortSignal },
): Promise<Verdict> {
  if (verdict.decision !== 'ask' || onAsk === undefined) return verdict
  const call = {
    id: event.tool_use_id ?? '',
    name: event.tool_name ?? '',
    input: inputOf(event.tool_input),
  }
  const text = formatAsk(verdict, event)
  const may: unknown = await onAsk({ call, text, event, verdict, signal })
  if (may === true) return { ...verdict, decision: 'allow' }
  const why = 'The user was asked and said no'
  return {
    ...verdict,
    decision: 'deny',
    reason: verdict.reason === undefined ? `${why}.` : `${why}: ${verdict.reason}`,
  }
}

/** Converts a hook command's output to a callback's answer; exit code 2 becomes a block. */
function answerOf(verdict: Verdict, event: Event): HookAnswer {
  const { stdout, stderr, exit } = claudeCode.encode(verdict, event)
  const answer = answerIn(stdout)
  if (exit === 2 && answer['hookSpecificOutput'] === undefined)
    return { ...answer, decision: 'block', reason: stderr }
  return answer
}

/** Plain text is for a compaction, which reads it from `systemMessage`. */
function answerIn(stdout: string): HookAnswer {
  if (stdout === '') return {}
  try {
    const said: unknown = JSON.parse(stdout)
    if (isObject(said)) return said
  } catch {
    // plain text
  }
  return { systemMessage: stdout }
}
