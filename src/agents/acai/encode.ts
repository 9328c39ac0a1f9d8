// acai knows three answers: continue, block, which ends the run with an error, and modify.
import { formatPlain, userReason } from '../shared/reason.ts'
import { readersOf, replyIn, textIn } from '../shared/readers.ts'
import { mergePatch, isObject } from '../../model/plain-object.ts'
import type { Answer, AnswerReaders, Capabilities, Event, Verdict } from '../../model/types.ts'
import { outputKey } from './decode.ts'

type Plain = Readonly<Record<string, unknown>>

/** A hook has 30 s; then acai goes on without it. */
export const capabilities: Capabilities = {
  events: {
    SessionStart: { deny: true, stop: true },
    PreStep: { deny: true, stop: true },
    PreToolUse: { deny: true, stop: true, updated_input: true },
    PostToolUse: { stop: true, updated_output: true },
    PostStep: { stop: true },
    AgentStop: {},
    Error: {},
  },
  timeout_ms: 30_000,
  failure: { crash: 'unknown', timeout: 'unknown', empty: 'unknown', broken: 'unknown', exit_2: 'fails' },
}

/** Always exit 0: acai takes any other for a hook that failed, and goes on. */
export function encode(verdict: Verdict, event: Event): Answer {
  const reply = blockFor(verdict, event) ?? changeFor(verdict, event)
  return { stdout: reply === undefined ? '' : `${JSON.stringify(reply)}\n`, stderr: '', exit: 0 }
}

/** A block ends the run, so no model reads why. */
export function readers({ stdout }: Answer): AnswerReaders {
  return readersOf({ user: [textIn(replyIn(stdout), 'reason')], model: [] })
}

function blockFor(verdict: Verdict, { event }: Event): Plain | undefined {
  const { decision, flow } = verdict
  const carries = event === 'unmapped' ? undefined : capabilities.events[event]
  const refused = carries?.deny === true && (decision === 'deny' || decision === 'ask')
  if (!refused && !(carries?.stop === true && flow === 'stop')) return undefined
  return block(formatPlain(userReason(verdict) ?? '') || 'denied by a rule') // the run ends: only a person reads it
}

function block(reason: string): Plain {
  return { action: 'block', reason }
}

function changeFor(verdict: Verdict, event: Event): Plain | undefined {
  if (event.event === 'PreToolUse' && Object.hasOwn(verdict, 'updated_input'))
    return inputChange(event.tool_input, verdict.updated_input)
  if (event.event !== 'PostToolUse' || !Object.hasOwn(verdict, 'updated_output')) return undefined
  const key = (isObject(event.raw) ? outputKey(event.raw) : undefined) ?? 'tool_output'
  return { action: 'modify', modifications: { [key]: verdict.updated_output } }
}

/** An input that no patch leads to would reach the tool as another one: then the call is better not made. */
function inputChange(before: unknown, after: unknown): Plain {
  const modifications = isObject(after) ? patchFrom(isObject(before) ? before : {}, after) : undefined
  return modifications !== undefined && isEqual(mergePatch(before, modifications), after)
    ? { action: 'modify', modifications }
    : block('A rule made the input into something that acai cannot be told.')
}

function patchFrom(before: Plain, after: Plain): Plain {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const changed = Object.entries(after).filter(
    ([key, value]) => !(Object.hasOwn(before, key) && isEqual(before[key], value)),
  )
  const parts = changed.map(([key, value]) => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    return [key, isObject(old) && isObject(value) ? patchFrom(old, value) : value] as const
  })
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...parts])
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isObject(one) || !isObject(other)) return Object.is(one, other)
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}
