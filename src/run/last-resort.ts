// What an agent is answered when nothing can be decided. Part of bin.cjs: it needs no other file.
import { eventNamed, isGate } from '../model/events.ts'
import type { Answer, EventName } from '../model/types.ts'

/** Stands for the reason in `refusals`. */
export const REASON = 'the reason goes here'

/** What the build knows of each agent, by its name. */
export type Refusals = Readonly<
  Record<
    string,
    {
      /** A refusal in its form, where exit code 2 is only a hook that failed. */
      readonly answer?: Answer
      /** Events whose names are its own alone. */
      readonly events?: Readonly<Record<string, EventName>>
    }
  >
>

const EVENT_KEYS = ['hook_event_name', 'hookEventName', 'event', 'agent_action_name']

/** The command line is an agent's: it waits for an answer that it understands. */
export function isFromAgent(argv: readonly string[]): boolean {
  return argv[0] === 'run' && argv.some((word) => word === '--agent' || word.startsWith('--agent='))
}

interface Failure {
  readonly argv: readonly string[]
  /** Who sent the payload, where that is known; else the one that the command line names. */
  readonly agent?: string | undefined
  /** As much of the payload as was read. */
  readonly payload: string
  readonly problem: string
}

/** Before a tool nothing passes unchecked; elsewhere nothing is held up. */
export function lastResort({ argv, agent, payload, problem }: Failure, refusals: Refusals): Answer {
  const own = refusals[agent ?? optionIn(argv, 'agent')]
  const names = namesOf(payload, optionIn(argv, 'event'), own?.events)
  if (names.length > 0 && !names.some((name) => isGate(own?.events?.[name] ?? eventNamed(name))))
    return {
      stdout: '',
      stderr: `hooks could not check this ${names[0] ?? ''} event: ${problem}\n`,
      exit: 1,
    }
  const reason = `hooks could not check this call, so it is refused: ${problem}`
  if (own?.answer === undefined) return { stdout: '', stderr: `${reason}\n`, exit: 2 }
  const { answer } = own
  return {
    ...answer,
    stdout: answer.stdout.replaceAll(REASON, () => JSON.stringify(reason).slice(1, -1)),
    stderr: answer.stderr.replaceAll(REASON, () => reason),
  }
}

/** The event's names in the payload; where it has none that is known, the one that the agent's settings name. */
function namesOf(
  payload: string,
  claimed: string,
  own: Readonly<Record<string, EventName>> = {},
): readonly string[] {
  const isKnown = (name: string): boolean => Object.hasOwn(own, name) || eventNamed(name) !== undefined
  const named = eventNames(payload)
  return !named.some(isKnown) && isKnown(claimed) ? [claimed] : named
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

/** The value of `--name VALUE` or `--name=VALUE`. */
function optionIn(argv: readonly string[], name: string): string {
  const at = argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  return (argv[at] === `--${name}` ? argv[at + 1] : argv[at]?.slice(name.length + 3)) ?? ''
}
