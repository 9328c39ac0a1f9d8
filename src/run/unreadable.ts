import { silence } from '../engine/select/quiet.ts'
import { eventNamed } from '../model/events.ts'
import { type Host, writeFailure, writeAnswer } from './host.ts'
import type { Answer, Dialect } from '../model/types.ts'
import { agentNamed } from './agent-named.ts'
import type { ParsedPayload } from './payload.ts'

/** An agent whose settings call us wrongly gets an answer all the same: nothing passes unchecked. */
export async function answerMisuse(host: Host, problem: string): Promise<number> {
  if (!host.argv.some((word) => word === '--agent' || word.startsWith('--agent=')))
    return writeFailure(host, problem)
  const text = await host.stdin().catch(() => '')
  return answerUnreadable(host, { problem, text })
}

/** Answers a payload that cannot be read; returns the exit code. */
export function answerUnreadable(host: Host, payload: Extract<ParsedPayload, { problem: string }>): number {
  const { stderr, exit } = unreadable(payload)
  const agent = exit === 2 ? agentToAnswer(host) : undefined
  if (agent !== undefined) return writeAnswer(host, refusalFor(agent, { host, reason: stderr.trim() }))
  host.err(stderr)
  return exit
}

/** The agent that asked, when it takes exit code 2 for a hook that failed. */
function agentToAnswer({ argv }: Host): Dialect | undefined {
  const at = argv.findIndex((word) => word === '--agent' || word.startsWith('--agent='))
  const name = argv[at] === '--agent' ? argv[at + 1] : argv[at]?.slice('--agent='.length)
  const found = name === undefined ? '' : agentNamed(name)
  return typeof found === 'string' || found.capabilities.failure.exit_2 === 'denies' ? undefined : found
}

function refusalFor(agent: Dialect, { host, reason }: { host: Host; reason: string }): Answer {
  const event = { event: 'PreToolUse', agent: agent.name, cwd: host.cwd, root: host.cwd, raw: {} } as const
  return agent.encode({ ...silence, decision: 'deny', reason }, event)
}

/** What to say to an agent whose payload cannot be read: before a tool nothing passes unseen; elsewhere nothing is held up. */
function unreadable({ problem, text }: Extract<ParsedPayload, { problem: string }>): {
  stderr: string
  exit: 1 | 2
} {
  // Anything in the call may be called "event", too: one name that guards is enough.
  const found = text.matchAll(/"(?:hook_event_name|hookEventName|event)"\s*:\s*"([\w-]+)"/g)
  const names = [...found].map(([, name = '']) => name)
  const guards = names.length === 0 || names.some(isGuarded)
  if (guards)
    return {
      stderr: `hooks could not read this event, so the call was not checked and is refused: ${problem}\n`,
      exit: 2,
    }
  return { stderr: `hooks could not read this ${names[0] ?? ''} event: ${problem}\n`, exit: 1 }
}

function isGuarded(name: string): boolean {
  const event = eventNamed(name)
  return event === 'PreToolUse' || event === 'PermissionRequest'
}
