// Kodelet takes one JSON object or nothing, and only from a hook that exits 0: with any other code it goes on as if there were none.
import { formatGate, formatPlain, userReason } from '../shared/reason.ts'
import type { Answer, AnswerReaders, Event, Verdict } from '../../model/types.ts'
import { readersOf, replyIn, textIn } from '../shared/answers.ts'
import { isStructured, withText } from './payload.ts'
import { isObject, type PlainObject as Plain } from '../../model/plain-object.ts'

export function encode(verdict: Verdict, event: Event): Answer {
  const reply = replyFor(verdict, event)
  return { stdout: reply === undefined ? '' : `${JSON.stringify(reply)}\n`, stderr: '', exit: 0 }
}

/** One text: of a prompt the user reads it, of a call both. */
export function readers({ stdout }: Answer, { event }: Event): AnswerReaders {
  const reason = textIn(replyIn(stdout), 'reason')
  return readersOf({ user: [reason], model: [event === 'UserPromptSubmit' ? '' : reason] })
}

function replyFor(verdict: Verdict, event: Event): Plain | undefined {
  switch (event.event) {
    case 'UserPromptSubmit':
      return refusal(verdict, userReason(verdict))
    case 'PreToolUse':
      return refusal(verdict, verdict.reason ?? verdict.flow_reason) ?? changed(verdict)
    case 'PostToolUse':
      return resultOf(verdict, event)
    case 'PostModelCall':
      return event.native_event === 'turn_end' ? undefined : replacement(verdict)
    case 'AgentStop':
      return ended(verdict, event)
  }
  return undefined
}

/** Nobody can be asked, and nothing but a block keeps a call from running. The model reads why a call was blocked, only the user why a prompt was. */
function refusal({ decision, flow }: Verdict, reason = ''): Plain | undefined {
  if (decision !== 'deny' && decision !== 'ask' && flow !== 'stop') return undefined
  return { blocked: true, reason: formatPlain(reason) || 'denied by a rule' }
}

/** An input that is no object is one that no tool takes. */
function changed(verdict: Verdict): Plain | undefined {
  if (!Object.hasOwn(verdict, 'updated_input')) return undefined
  return isObject(verdict.updated_input)
    ? { blocked: false, input: verdict.updated_input }
    : { blocked: true, reason: 'A rule made the input into something that no tool takes.' }
}

function resultOf(verdict: Verdict, event: Event): Plain | undefined {
  if (!Object.hasOwn(verdict, 'updated_output')) return undefined
  const after = verdict.updated_output
  const output = isStructured(after)
    ? after
    : withText(event.tool_output, typeof after === 'string' ? after : (JSON.stringify(after) ?? ''))
  return output === undefined ? undefined : { output }
}

function replacement({ replace_messages: messages, callback }: Verdict): Plain | undefined {
  if (messages !== undefined) return { result: 'mutate', messages }
  if (callback === undefined || callback.status === 'done' || callback.status === 'failed') return undefined
  const args = Object.entries(callback.args ?? {}).map(([name, value]) => [name, textOf(value)] as const)
  return {
    result: 'callback',
    callback: callback.recipe,
    ...(args.length > 0 && { callback_args: Object.fromEntries(args) }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** What it has to go on with comes after a replacement. */
function ended(verdict: Verdict, event: Event): Plain | undefined {
  const replaced = replacement(verdict)
  const texts = goesOn(verdict) ? followUps(verdict, event) : []
  if (replaced === undefined && texts.length === 0) return undefined
  return { result: 'continue', ...replaced, ...(texts.length > 0 && { follow_up_messages: texts }) }
}

function goesOn({ flow, follow_up_messages: texts }: Verdict): boolean {
  return flow === 'continue' || flow === 'restart' || (flow === 'default' && texts.length > 0)
}

/** Without a message Kodelet would stop all the same. */
function followUps(verdict: Verdict, event: Event): readonly string[] {
  const said = [verdict.flow_reason ?? '', ...verdict.follow_up_messages, verdict.next_prompt ?? '']
  const texts = [...new Set(said)].filter((text) => text !== '')
  return texts.length > 0 ? texts : [formatGate(verdict, event)]
}
