// What an agent is answered when nothing can be decided. Part of bin.cjs: it needs no other file.
import { eventNamed } from '../model/events.ts'
import type { Answer } from '../model/types.ts'

/** Stands for the reason in `refusals`. */
export const REASON = 'the reason goes here'

/** Refusals in the form of each agent that takes exit code 2 for a hook that failed, by the agent's name. */
export type Refusals = Readonly<Record<string, Answer>>

const EVENT_KEYS = ['hook_event_name', 'hookEventName', 'event']

/** The command line is an agent's: it waits for an answer that it understands. */
export function isFromAgent(argv: readonly string[]): boolean {
  return argv[0] === 'run' && argv.some((word) => word === '--agent' || word.startsWith('--agent='))
}

interface Failure {
  readonly argv: readonly string[]
  /** As much of the payload as was read. */
  readonly payload: string
  readonly problem: string
}

/** Before a tool nothing passes unchecked; elsewhere nothing is held up. */
export function lastResort({ argv, payload, problem }: Failure, refusals: Refusals): Answer {
  const names = eventNames(payload)
  if (names.length > 0 && !names.some(isGuarded))
    return {
      stdout: '',
      stderr: `hooks could not check this ${names[0] ?? ''} event: ${problem}\n`,
      exit: 1,
    }
  const reason = `hooks could not check this call, so it is refused: ${problem}`
  const refusal = refusals[agentOf(argv)]
  if (refusal === undefined) return { stdout: '', stderr: `${reason}\n`, exit: 2 }
  return {
    ...refusal,
    stdout: refusal.stdout.replaceAll(REASON, () => JSON.stringify(reason).slice(1, -1)),
    stderr: refusal.stderr.replaceAll(REASON, () => reason),
  }
}

/** Of a payload that is not whole, every text that could name its event: one that guards is enough. */
function eventNames(payload: string): readonly string[] {
  try {
    const whole: unknown = JSON.parse(payload)
    if (typeof whole !== 'object' || whole === null) return []
    const named = EVENT_KEYS.map((key) => Object.entries(whole).find(([each]) => each === key)?.[1])
    return named.filter((name) => typeof name === 'string')
  } catch {
    const found = payload.matchAll(new RegExp(`"(?:${EVENT_KEYS.join('|')})"\\s*:\\s*"([\\w-]+)"`, 'g'))
    return [...found].map(([, name = '']) => name)
  }
}

function agentOf(argv: readonly string[]): string {
  const at = argv.findIndex((word) => word === '--agent' || word.startsWith('--agent='))
  return (argv[at] === '--agent' ? argv[at + 1] : argv[at]?.slice('--agent='.length)) ?? ''
}

function isGuarded(name: string): boolean {
  const event = eventNamed(name)
  return event === 'PreToolUse' || event === 'PermissionRequest'
}
