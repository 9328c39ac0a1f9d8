// What may be imported from "hooks-yaml/claude-agent-sdk".
import { notifyHost } from '../library/callbacks.ts'
import { dialect as claudeCode } from '../agents/claude-code/claude-code.ts'
import { capabilities } from '../agents/claude-code/capabilities.ts'
import { nativeEvents } from '../agents/claude-code/decode.ts'
import { formatAsk } from '../agents/shared/reason.ts'
import type { Engine } from '../library/engine-options.ts'
import type { RunOptions } from '../library/run/run-types.ts'
import { stopIn } from '../library/run/stop.ts'
import type { Event, Verdict } from '../model/types.ts'
import { createFiles } from '../store/disk/files.ts'
import { followSteps, type WithSteps } from './claude-agent-sdk/steps.ts'
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
  | 'PostToolBatch'
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
  engine: Pick<Engine, 'dispatch' | 'rules'>,
  options: ClaudeHooksOptions = {},
): Record<ClaudeEvent, HookMatcher[]> {
  const names = Object.keys(nativeEvents).filter(
    (name) => name === 'PostToolBatch' || nativeEvents[name] !== 'unmapped',
  )
  const source = { engine, options, withSteps: followSteps({ engine, onEvent: options.onEvent }) }
  const matchers = names.map((name): [string, HookMatcher[]] => [name, [matcherOf(name, source)]])
  return Object.fromEntries(matchers) as Record<ClaudeEvent, HookMatcher[]> // the names of the same table
}

interface CallbackSource {
  readonly engine: Pick<Engine, 'dispatch'>
  readonly options: ClaudeHooksOptions
  readonly withSteps: WithSteps
}

function matcherOf(name: string, { engine, options, withSteps }: CallbackSource): HookMatcher {
  const { timeout_ms, timeouts_ms } = capabilities
  const event = nativeEvents[name]
  const ms = event === undefined || event === 'unmapped' ? undefined : timeouts_ms?.[event]
  return {
    hooks: [
      async (input, _id, { signal }) => {
        const payload = { ...input }
        const asked = eventOf(payload)
        const decide = async (): Promise<Verdict> => {
          const said = await engine.dispatch(payload, { dialect: 'claude-code', signal })
          notifyHost('onEvent', options.onEvent, asked, said)
          return answered(said, asked, { ...options, signal })
        }
        const verdict = await withSteps({ native: name, event: asked, decide, signal })
        return name === 'PostToolBatch' ? batchAnswer(verdict) : answerOf(verdict, asked)
      },
    ],
    timeout: (ms ?? timeout_ms) / 1000,
    onFailure: 'block',
  }
}

/** The transcript is read when a rule of a step asks for what it holds. */
function eventOf(payload: Readonly<Record<string, unknown>>): Event {
  const cwd = typeof payload['cwd'] === 'string' ? payload['cwd'] : ''
  return claudeCode.decode(payload, { env: {}, cwd, root: cwd, files: createFiles() })
}

/** After tool calls Claude's loop takes a stop, and context for the next model call. */
function batchAnswer(verdict: Verdict): HookAnswer {
  const { additional_context, system_messages } = verdict
  const stop = stopIn(verdict)
  const context = additional_context.join('\n\n')
  const output = { hookEventName: 'PostToolBatch', additionalContext: context }
  return {
    ...(stop !== undefined && { continue: false, stopReason: stop.message }),
    ...(system_messages.length > 0 && { systemMessage: system_messages.join('\n\n') }),
    ...(context !== '' && { hookSpecificOutput: output as never }), // of its event, as in the type
  }
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
