// Payloads of agents that cannot be run here, written after their documents, and the answers that they have to get.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Answer, Dialect, Event, TraceEntry, Verdict } from '../../../src/model/types.ts'
import { context, nothing } from '../world.ts'

export type Payload = Readonly<Record<string, unknown>>

const fixtures = path.join(import.meta.dirname, '../../fixtures/agents')

export function payloadsOf(agent: string): Readonly<Record<string, Payload>> {
  return JSON.parse(readFileSync(path.join(fixtures, `${agent}.json`), 'utf8')) as Record<string, Payload>
}

const entry: TraceEntry = { rule: 'guard', result: 'ran', ms: 1 }

/** Verdicts, by what a rule says. */
const outcomes = {
  proceed: {},
  deny: { decision: 'deny', reason: 'Not here.', trace: [{ ...entry, decision: 'deny' }] },
  ask: { decision: 'ask', reason: 'Sure?', trace: [{ ...entry, decision: 'ask' }] },
  allow: { decision: 'allow' },
  input: { updated_input: { command: 'git push' } },
  'no input': { updated_input: 'git push' },
  output: { updated_output: 'hidden' },
  context: { additional_context: ['Mind the cart.'] },
  notify: { system_messages: ['Mind the cart.'] },
  continue: { flow: 'continue', flow_reason: 'Run the tests.', trace: [{ ...entry, flow: 'continue' }] },
  restart: { flow: 'restart', next_prompt: 'Run the tests.' },
  stop: { flow: 'stop', flow_reason: 'quota' },
} as const satisfies Record<string, Partial<Verdict>>

export type OutcomeName = keyof typeof outcomes

const noRetry = 'Do not retry this in another form. If it is needed, ask the user.'

/** What `deny` says of a call: in this agent's payload it would run `part`. */
export function denialOf(part: string, why = 'Not here.'): string {
  return `Denied by rule guard.\nWould ${part}\nWhy: ${why}\n${noRetry}`
}

export interface Golden {
  event(name: string): Event
  answer(name: string, outcome: OutcomeName): Answer
  /** The reply on stdout of an answer that exits 0 with no stderr. */
  reply(name: string, outcome: OutcomeName): unknown
}

export function goldenOf(dialect: Dialect, env: Readonly<Record<string, string>> = {}): Golden {
  const payloads = payloadsOf(dialect.name)
  const event = (name: string): Event => {
    const payload = payloads[name]
    if (payload === undefined) throw new Error(`no payload "${name}"`)
    const root = dialect.root?.(payload, env) ?? '/shop'
    return dialect.decode(payload, { ...context, env, root })
  }
  const answer = (name: string, outcome: OutcomeName): Answer =>
    dialect.encode({ ...nothing, ...outcomes[outcome] }, event(name))
  const reply = (name: string, outcome: OutcomeName): unknown => {
    const { stdout, stderr, exit } = answer(name, outcome)
    if (stderr !== '' || exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
    return stdout === '' ? '' : JSON.parse(stdout)
  }
  return { event, answer, reply }
}
