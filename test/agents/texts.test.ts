// A text for the person and another one for the model: each reaches its reader, at every agent.
import { describe, expect, test } from 'vitest'
import { agents } from '../../src/catalog.ts'
import type { Dialect, Event, Verdict } from '../../src/model/types.ts'
import { nothing } from './world.ts'

const USER = 'The history of main is shared by three teams.'
const MODEL = 'Push a branch.'

function dialectOf(name: string): Dialect {
  const dialect = agents.find((agent) => agent.name === name)?.dialect
  if (dialect === undefined) throw new Error(`no dialect ${name}`)
  return dialect
}

const call = (tool_name: string, tool_input: unknown): Event => ({
  event: 'PreToolUse',
  native_event: 'PreToolUse',
  tool_name,
  tool_input,
  cwd: '/shop',
  root: '/shop',
  raw: {},
})
const push = call('Bash', { command: 'git push -f' })
const write = call('Write', { file_path: '/shop/.env', content: 'A=1' })
const stop: Event = { event: 'AgentStop', native_event: 'Stop', cwd: '/shop', root: '/shop', raw: {} }
const prompt: Event = {
  event: 'UserPromptSubmit',
  native_event: 'UserPromptSubmit',
  prompt: 'push it',
  cwd: '/shop',
  root: '/shop',
  raw: {},
}

function decided(
  decision: 'ask' | 'deny',
  texts: Partial<Verdict> = { reason: MODEL, user_reason: USER },
): Verdict {
  return { ...nothing, decision, ...texts, trace: [{ rule: 'pushes', result: 'ran', ms: 0, decision }] }
}
const held: Verdict = {
  ...nothing,
  flow: 'continue',
  flow_reason: MODEL,
  user_flow_reason: USER,
  trace: [{ rule: 'tests', result: 'ran', ms: 0, flow: 'continue' }],
}

interface Case {
  readonly agent: string
  readonly name: string
  readonly verdict: Verdict
  readonly event: Event
  /** Whose text which reader has. */
  readonly user: string | undefined
  readonly model: string | undefined
}

const cases: readonly Case[] = [
  { agent: 'claude-code', name: 'a deny', verdict: decided('deny'), event: push, user: USER, model: MODEL },
  { agent: 'claude-code', name: 'an ask', verdict: decided('ask'), event: push, user: USER, model: MODEL },
  {
    agent: 'claude-code',
    name: 'an ask about a file',
    verdict: decided('ask'),
    event: write,
    user: USER,
    model: MODEL,
  },
  { agent: 'claude-code', name: 'a held stop', verdict: held, event: stop, user: USER, model: MODEL },
  {
    agent: 'claude-code',
    name: 'a denied prompt',
    verdict: decided('deny'),
    event: prompt,
    user: USER,
    model: undefined,
  },
  { agent: 'universal', name: 'a deny', verdict: decided('deny'), event: push, user: USER, model: MODEL },
  { agent: 'universal', name: 'a held stop', verdict: held, event: stop, user: USER, model: MODEL },
  {
    agent: 'universal',
    name: 'a denied prompt',
    verdict: decided('deny'),
    event: prompt,
    user: USER,
    model: undefined,
  },
  { agent: 'kodelet', name: 'a deny', verdict: decided('deny'), event: push, user: MODEL, model: MODEL },
  {
    agent: 'kodelet',
    name: 'a denied prompt',
    verdict: decided('deny'),
    event: prompt,
    user: USER,
    model: undefined,
  },
  { agent: 'acai', name: 'a deny', verdict: decided('deny'), event: push, user: USER, model: undefined },
]

describe.each(cases)('$agent: $name', ({ agent, verdict, event, user, model }) => {
  const dialect = dialectOf(agent)
  const read = dialect.readers?.(dialect.encode(verdict, event), event) ?? {}

  test.each([
    ['user', user],
    ['model', model],
  ] as const)('the %s reads the text for it, and not the other', (reader, text) => {
    if (text === undefined) return expect(read[reader]).toBeUndefined()
    expect(read[reader]).toContain(text)
    return expect(read[reader]).not.toContain(text === USER ? MODEL : USER)
  })
})

test('a plain sentence reaches both: the user in the dialog, the model beside it', () => {
  const { encode } = dialectOf('claude-code')
  const { hookSpecificOutput: said } = JSON.parse(encode(decided('ask', { reason: MODEL }), push).stdout)
  expect(said).toEqual({
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: `${MODEL}\n– rule pushes`,
    additionalContext: MODEL,
  })
})

test('what an ask met in a script is named for both', () => {
  const { encode } = dialectOf('claude-code')
  const [entry] = decided('ask').trace
  const met: Verdict = {
    ...decided('ask', { reason: MODEL }),
    trace: entry === undefined ? [] : [{ ...entry, part: 'run: rm -rf /srv/shop' }],
  }
  const { hookSpecificOutput: said } = JSON.parse(encode(met, push).stdout)
  expect(said.additionalContext).toBe(`${MODEL}\nWould run: rm -rf /srv/shop`)
  expect(said.permissionDecisionReason).toBe(`${MODEL}\nWould run: rm -rf /srv/shop\n– rule pushes`)
})

test('where the dialog of a file tool hides the reason, the transcript and the desktop show it', () => {
  const { encode } = dialectOf('claude-code')
  const reply = JSON.parse(encode(decided('ask', { reason: 'It holds\u0007 keys.' }), write).stdout)
  const said =
    'hooks asked about Write /shop/.env (pushes): It holds\\u0007 keys. False alarm? hooks explain --last'
  expect(reply.systemMessage).toBe(said)
  expect(reply.terminalSequence).toBe(`\u001b]9;${said}\u0007`)
})

test.each([
  { part: 'create: src/a.ts', said: 'creating src/a.ts' },
  { part: 'read: .env, .env.test and 2 more', said: 'reading .env, .env.test and 2 more' },
  { part: 'contact: evil.dev', said: 'contacting evil.dev' },
  { part: 'run: echo create: x', said: 'echo create: x' },
])('the person reads $part as "$said", in one sentence with why and what to do', ({ part, said }) => {
  const { encode } = dialectOf('claude-code')
  const verdict = (decision: 'ask' | 'deny'): Verdict => {
    const { trace, ...rest } = decided(decision)
    return { ...rest, id: 'k7f3a00', trace: trace.map((entry) => ({ ...entry, part })) }
  }
  for (const [decision, how] of [
    ['ask', 'asked about'],
    ['deny', 'denied'],
  ] as const)
    expect(JSON.parse(encode(verdict(decision), write).stdout).systemMessage).toBe(
      `hooks ${how} ${said} (pushes): ${USER} False alarm? hooks explain k7f3a00`,
    )
})

test('an ask that no rule made says so as well', () => {
  const { encode } = dialectOf('claude-code')
  const verdict = { ...decided('ask', { reason: 'The rules cannot be read.' }), trace: [] }
  expect(JSON.parse(encode(verdict, write).stdout).systemMessage).toBe(
    'hooks asked about Write /shop/.env: The rules cannot be read. False alarm? hooks explain --last',
  )
})

test('a secret in the person’s text is masked', () => {
  const { encode } = dialectOf('claude-code')
  const texts = { reason: MODEL, user_reason: 'The key AKIAIOSFODNN7EXAMPLE is in it.' }
  for (const decision of ['ask', 'deny'] as const)
    expect(encode(decided(decision, texts), push).stdout).not.toContain('AKIA')
})
