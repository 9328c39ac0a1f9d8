import { eventNamed } from '../events.ts'
import type { Host } from '../host.ts'
import type { Payload } from './payload.ts'
import { refuse } from './tell.ts'

/** An agent whose settings call us wrongly gets an answer all the same: nothing passes unchecked. */
export async function misused(host: Host, problem: string): Promise<number> {
  if (!host.argv.some((word) => word === '--agent' || word.startsWith('--agent=')))
    return refuse(host, problem)
  const text = await host.stdin().catch(() => '')
  return answerUnreadable(host, { problem, text })
}

/** Answers a payload that cannot be read; returns the exit code. */
export function answerUnreadable(host: Host, payload: Extract<Payload, { problem: string }>): number {
  const { stderr, exit } = unreadable(payload)
  host.err(stderr)
  return exit
}

/** What to say to an agent whose payload cannot be read: before a tool nothing passes unseen; elsewhere nothing is held up. */
function unreadable({ problem, text }: Extract<Payload, { problem: string }>): {
  stderr: string
  exit: 1 | 2
} {
  // Anything in the call may be called "event", too: one name that guards is enough.
  const found = text.matchAll(/"(?:hook_event_name|hookEventName|event)"\s*:\s*"(\w+)"/g)
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
