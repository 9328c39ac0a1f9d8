import type { Answer, Dialect, Event, Outcome, Verdict } from '../model/types.ts'

function toScript(event: Event, prior: Verdict): unknown {
  const { raw: _, ignored: _ignored, ...fields } = event
  return { ...fields, prior }
}

function fromScript(reply: unknown): Outcome {
  const text = String(reply).trim()
  return text === '' ? {} : { additional_context: [text] }
}

function encode({ additional_context: texts, decision, reason }: Verdict): Answer {
  const denied = decision === 'deny'
  return {
    stdout: texts.map((text) => `${text}\n`).join(''),
    stderr: denied ? `${reason ?? ''}\n` : '',
    exit: denied ? 2 : 0,
  }
}

/** For scripts only: what they print is context. No agent speaks it. */
export const context: Dialect = {
  name: 'context',
  summary: 'a script whose output is context for the model',
  agentless: true,
  capabilities: {
    events: {},
    timeout_ms: 0,
    failure: { crash: 'unknown', timeout: 'unknown', empty: 'open', broken: 'unknown', exit_2: 'denies' },
  },
  scriptText: true,
  recognizes: () => 0,
  decode: (payload, { cwd, root }) => Object.freeze({ event: 'unmapped', cwd, root, raw: payload }),
  encode,
  toScript,
  fromScript,
}
