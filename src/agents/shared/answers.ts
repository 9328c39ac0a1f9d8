// What an agent is told of a call, a prompt or a stop, before it is put in the agent's form, and who reads what of an answer.
import { isObject, type PlainObject, field } from '../../model/plain-object.ts'
import type { Answer, Carries, Event, Verdict, AnswerReaders } from '../../model/types.ts'
import { formatAsk, formatDenial, formatGate, formatPlain, userReason } from './reason.ts'

interface CallAnswer {
  /** For the model: why the call is refused. */
  readonly denied?: string
  /** For the user. */
  readonly asked?: string
  readonly input?: PlainObject
  readonly allowed?: true
}

/** An ask that the agent cannot put to its user is a refusal, as is a stop and an input that no tool takes. */
export function callAnswer(verdict: Verdict, event: Event, carries: Carries): CallAnswer {
  const { decision, flow } = verdict
  if (decision === 'deny' || flow === 'stop' || (decision === 'ask' && carries.ask !== true))
    return { denied: denial(verdict, event) }
  const changed = Object.hasOwn(verdict, 'updated_input')
  if (changed && (carries.updated_input !== true || !isObject(verdict.updated_input)))
    return { denied: denial({ ...verdict, reason: unfit }, event) }
  return {
    ...(changed && isObject(verdict.updated_input) && { input: verdict.updated_input }),
    ...(decision === 'ask' && { asked: formatAsk(verdict, event) }),
    ...(decision === 'allow' && carries.allow === true && { allowed: true }),
  }
}

export const unfit = 'A rule made the input into something that no tool takes.'

/** Why a call is refused, for the model; a stop before a tool refuses it too. */
export function denial(verdict: Verdict, event: Event): string {
  const reason = verdict.reason ?? verdict.flow_reason
  return formatDenial(reason === undefined ? verdict : { ...verdict, reason }, event)
}

/** Why a prompt is refused, for its user; undefined when it is not. */
export function promptDenial(verdict: Verdict): string | undefined {
  if (verdict.decision !== 'deny' && verdict.decision !== 'ask' && verdict.flow !== 'stop') return undefined
  return formatPlain(userReason(verdict) ?? '') || 'denied by a rule'
}

/** Why a call or a prompt is refused where nothing else can be answered. */
export function refusal(verdict: Verdict, event: Event): string | undefined {
  if (event.event === 'PreToolUse') return callAnswer(verdict, event, {}).denied
  return event.event === 'UserPromptSubmit' ? promptDenial(verdict) : undefined
}

/** What the model reads when it has to go on; undefined when it may stop. */
export function continuation(verdict: Verdict, event: Event): string | undefined {
  const { flow, next_prompt: next } = verdict
  if (flow !== 'continue' && flow !== 'restart') return undefined
  return flow === 'restart' && next ? next : formatGate(verdict, event)
}

export const silent: Answer = { stdout: '', stderr: '', exit: 0 }

/** One JSON object on stdout. */
export function jsonAnswer(reply: PlainObject): Answer {
  return { ...silent, stdout: `${JSON.stringify(reply)}\n` }
}

/** Exit code 2 with the reason on stderr. */
export function exitAnswer(reason: string, stdout = ''): Answer {
  return { stdout, stderr: `${reason}\n`, exit: 2 }
}

/** The object that an agent is answered with; empty when stdout holds none. */
export function replyIn(stdout: string): PlainObject {
  try {
    const reply: unknown = JSON.parse(stdout)
    return isObject(reply) ? reply : {}
  } catch {
    return {}
  }
}

/** A field that holds a text. */
export function textIn(value: unknown, name: string): string {
  const text = field(value, name)
  return typeof text === 'string' ? text : ''
}

/** Fields of the reply that are read as they are. */
export function fieldReaders({ user = [], model = [] }: Fields): (answer: Answer) => AnswerReaders {
  return ({ stdout }) => {
    const texts = (names: readonly string[]) => names.map((name) => textIn(replyIn(stdout), name))
    return readersOf({ user: texts(user), model: texts(model) })
  }
}

interface Fields {
  readonly user?: readonly string[]
  readonly model?: readonly string[]
}

export function readersOf(read: { user: readonly string[]; model: readonly string[] }): AnswerReaders {
  const [user, model] = [joined(read.user), joined(read.model)]
  return { ...(user !== '' && { user }), ...(model !== '' && { model }) }
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts)].filter((text) => text !== '').join('\n')
}
