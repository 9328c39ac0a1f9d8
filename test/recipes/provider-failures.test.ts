// A guard that a provider answers: whatever goes wrong there is the recipe's failure, in words, and the rule's `on_error` decides.
import { afterEach, describe, expect, test } from 'vitest'
import type { Message, OnError, ProviderName } from '../../src/model/types.ts'
import { type Answering, json, type Provider, provider, silent, text } from './provider.ts'
import { ask, recipe } from './world.ts'

const open: Provider[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

const guard = recipe('---\noutput: decision\n---\nMay this run?')
const names: readonly ProviderName[] = ['anthropic', 'openai', 'ollama']

/** A reply of each protocol, with why the model ended. */
const replies: Readonly<Record<ProviderName, (content: string | null, ended: string) => unknown>> = {
  anthropic: (content, ended) => ({ content: [{ type: 'text', text: content ?? '' }], stop_reason: ended }),
  openai: (content, ended) => ({ choices: [{ message: { content }, finish_reason: ended }] }),
  ollama: (content, ended) => ({ message: { content }, done: true, done_reason: ended }),
}
const done: Readonly<Record<ProviderName, string>> = { anthropic: 'end_turn', openai: 'stop', ollama: 'stop' }
const full: Readonly<Record<ProviderName, string>> = {
  anthropic: 'max_tokens',
  openai: 'length',
  ollama: 'length',
}
const refusals: Readonly<Record<ProviderName, unknown>> = {
  anthropic: replies.anthropic('', 'refusal'),
  openai: {
    choices: [{ message: { content: null, refusal: 'I cannot judge that.' }, finish_reason: 'stop' }],
  },
  ollama: replies.ollama('I cannot judge that.', 'stop'),
}

interface Failure {
  readonly name: string
  readonly answer: (who: ProviderName) => Answering
  readonly code: string
  readonly says: RegExp
  readonly tries?: number
}

const failures: readonly Failure[] = [
  { name: 'no answer in time', answer: () => silent, code: 'timeout', says: /: no answer within 0\.3 s$/ },
  {
    name: 'a rate limit that goes on',
    answer: () => json({ error: { message: 'Slow down' } }, 429, { 'retry-after': '0.01' }),
    code: 'error',
    says: /: HTTP 429: Slow down \(2 tries\)$/,
    tries: 2,
  },
  {
    name: 'a rate limit for longer than there is time',
    answer: () => json({}, 429, { 'retry-after': '60' }),
    code: 'error',
    says: /: HTTP 429: Too Many Requests; it asks to wait 60 s$/,
  },
  {
    name: 'a refusal',
    answer: (who) => json(refusals[who]),
    code: 'bad_reply',
    says: /: the model refused to answer|"review" is not JSON/,
  },
  {
    name: 'an answer that was cut off',
    answer: (who) => json(replies[who]('{"decision": "de', full[who])),
    code: 'bad_reply',
    says: /: the answer was cut off at max_tokens of 300$/,
  },
  {
    name: 'text in place of JSON',
    answer: (who) => json(replies[who]('Looks fine to me.', done[who])),
    code: 'bad_reply',
    says: /^the output of recipe "review" is not JSON/,
  },
  {
    name: 'JSON that is no outcome',
    answer: (who) => json(replies[who]('{"verdict": "deny"}', done[who])),
    code: 'bad_reply',
    says: /^the output of recipe "review" is no outcome: .*verdict/,
  },
  {
    name: 'a page in place of a reply',
    answer: () => text('<html>'),
    code: 'bad_reply',
    says: /: the reply is not a JSON object$/,
  },
]

async function guarded(who: ProviderName, answer: Answering, on_error: OnError) {
  const server = await provider(answer)
  open.push(server)
  const runner = { provider: who, model: 'small', url: server.url, max_tokens: 300, timeout_ms: 300 } as const
  const messages: readonly Message[] = []
  const event = { event: 'PreToolUse' as const, tool_name: 'Bash', tool_input: { command: 'ls' }, messages }
  const { verdict } = await ask({ event, recipe: guard, runner, rule: { on_error } })
  return { verdict, heard: server.heard }
}

describe.each(names)('%s', (who) => {
  describe.each(failures)('$name', ({ answer, code, says, tries = 1 }) => {
    test.each(['proceed', 'ask', 'deny'] as const)('is answered by on_error: %s', async (on_error) => {
      const { verdict, heard } = await guarded(who, answer(who), on_error)
      expect(verdict.decision).toBe(on_error)
      expect(heard).toHaveLength(tries)
      const [warning] = verdict.warnings
      expect(warning).toMatchObject({ code, rule: 'caller' })
      expect(warning?.message).toMatch(says)
      if (on_error !== 'proceed') expect(verdict.reason).toContain(warning?.message)
      else expect(verdict.callback).toMatchObject({ recipe: 'review', status: 'failed' })
    })
  })

  test('a deny in JSON, fenced or not, is one', async () => {
    for (const content of ['{"decision": "deny", "reason": "No."}', '```json\n{"decision": "deny"}\n```']) {
      const { verdict } = await guarded(who, json(replies[who](content, done[who])), 'proceed')
      expect(verdict).toMatchObject({ decision: 'deny', warnings: [], callback: { status: 'done' } })
    }
  })
})
