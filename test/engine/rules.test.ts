import { describe, expect, test } from 'vitest'
import type { Capabilities, Carries, EventName, Outcome } from '../../src/model/types.ts'
import { createWorld, decide, says, verdictFor } from './world.ts'
import type { WrittenRule } from './world.ts'

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
const warned = (verdict: { warnings: readonly { code: string; message: string }[] }): string[] =>
  verdict.warnings.map((each) => `${each.code}: ${each.message}`)

test('texts take what every key of a match bound, the first key before the others', async () => {
  const rule = {
    name: 'both',
    match: { tool: 'Bash', input: JSON.parse('{"command":"npm *","tool":"x","__proto__":"y"}') as unknown },
    inline: says('deny', '{{tool}} {{command}} {{__proto__}}'),
  }
  const tool_input = JSON.parse('{"command":"npm test","tool":"x","__proto__":"y"}') as unknown
  const { reason } = await verdictFor([rule], { tool_name: 'Bash', tool_input })
  expect(reason).toBe('Bash npm test y')
})

describe('modes', () => {
  test('advise says what would have happened and leaves the rest alone', async () => {
    const verdict = await verdictFor([{ name: 'd', mode: 'advise', inline: says('deny', 'no') }], bash)
    expect(verdict).toMatchObject({
      decision: 'proceed',
      system_messages: ['rule d (advise) would have answered "deny": no'],
    })
    expect(verdict.trace).toMatchObject([{ rule: 'd', result: 'ran', would: 'deny', mode: 'advise' }])
  })

  test('advise makes no change', async () => {
    const verdict = await verdictFor(
      [{ name: 's', mode: 'advise', inline: { says: 'set_input', patch: { a: 1 } } }],
      bash,
    )
    expect(verdict).not.toHaveProperty('updated_input')
    expect(verdict.system_messages).toEqual(['rule s (advise) would have made a change'])
  })

  test('watch only records', async () => {
    const verdict = await verdictFor(
      [{ name: 'd', mode: 'watch', notify: 'seen', inline: says('ask', 'sure?') }],
      bash,
    )
    expect(verdict).toMatchObject({
      decision: 'proceed',
      system_messages: [],
      trace: [{ rule: 'd', would: 'ask', mode: 'watch' }],
    })
  })

  test('notify speaks beside any handler', async () => {
    const verdict = await verdictFor(
      [{ name: 'd', notify: 'blocked {{tool_name}}', inline: says('deny', 'no') }],
      bash,
    )
    expect(verdict.system_messages).toEqual(['blocked Bash'])
  })
})

describe('once', () => {
  const rules: WrittenRule[] = [{ name: 'o', once: 'session', inline: says('context', 'hello') }]

  test('speaks once per session', async () => {
    const world = createWorld()
    expect((await verdictFor(rules, bash, { world })).additional_context).toEqual(['hello'])
    expect(await verdictFor(rules, bash, { world })).toMatchObject({ additional_context: [], trace: [] })
  })

  test('starts again after a compaction', async () => {
    const world = createWorld()
    await verdictFor(rules, bash, { world })
    await verdictFor([], { event: 'SessionStart', source: 'compact' }, { world })
    expect((await verdictFor(rules, bash, { world })).additional_context).toEqual(['hello'])
    await verdictFor([], { event: 'PostCompact' }, { world })
    expect((await verdictFor(rules, bash, { world })).additional_context).toEqual(['hello'])
  })

  test('once: run starts again with the next prompt of the user', async () => {
    const world = createWorld()
    const each: WrittenRule[] = [{ name: 'o', once: 'run', inline: says('context', 'hello') }]
    const heard = async (): Promise<number> =>
      (await verdictFor(each, bash, { world })).additional_context.length
    const prompt = (fields: object) => verdictFor([], { event: 'UserPromptSubmit', ...fields }, { world })
    expect([await heard(), await heard()]).toEqual([1, 0])
    await prompt({ prompt: '' })
    await prompt({ prompt: 'task done', metadata: { host_notification: true } })
    expect(await heard()).toBe(0)
    await prompt({ prompt: 'go on' })
    expect([await heard(), await heard()]).toEqual([1, 0])
  })
})

describe('what cannot be known', () => {
  const unknowable = { unknowable: true }
  test.each([
    ['ask', /\$TARGET cannot be known/],
    ['deny', /\$TARGET cannot be known/],
    ['proceed', /^$/],
  ] as const)('a guard answers by on_unresolved: %s', async (on_unresolved, reason) => {
    const verdict = await verdictFor(
      [{ name: 'g', match: unknowable, on_unresolved, inline: says('deny', 'no') }],
      bash,
    )
    expect(verdict.decision).toBe(on_unresolved)
    expect(verdict.reason ?? '').toMatch(reason)
  })

  test('everything else acts only on a yes', async () => {
    const rules: WrittenRule[] = [
      { name: 'a', match: unknowable, inline: says('allow', 'fine') },
      { name: 'c', match: unknowable, inline: says('context', 'x') },
    ]
    expect(await verdictFor(rules, bash)).toMatchObject({
      decision: 'proceed',
      additional_context: [],
      trace: [],
    })
  })

  test.each([
    [{ all: ['Bash', unknowable] }, 'ask'],
    [{ all: ['Read', unknowable] }, 'proceed'],
    [{ any: ['Bash', unknowable] }, 'deny'],
    [{ any: ['Read', unknowable] }, 'ask'],
    [{ not: unknowable }, 'ask'],
    [{ not: 'Read' }, 'deny'],
    [{ not: 'Bash' }, 'proceed'],
    [{ any: [] }, 'proceed'],
    [{ all: [] }, 'deny'],
  ])('%j gives %s', async (match, decision) => {
    expect((await verdictFor([{ name: 'g', match, inline: says('deny', 'no') }], bash)).decision).toBe(
      decision,
    )
  })

  test('a quarantined guard asks for what its match names, another rule is left out', async () => {
    const rules: WrittenRule[] = [
      { name: 'g', match: 'Bash', quarantined: 'unlss', inline: says('deny', 'no') },
      { name: 'c', quarantined: 'unlss', inline: says('context', 'x') },
    ]
    const verdict = await verdictFor(rules, bash)
    expect(verdict).toMatchObject({
      decision: 'ask',
      additional_context: [],
      warnings: [{ code: 'quarantined', rule: 'g' }, { rule: 'c' }],
    })
    expect((await verdictFor(rules, { tool_name: 'Read' })).decision).toBe('proceed')
  })

  test('a rule whose match cannot be made is a maybe', async () => {
    const rule = { name: 'g', match: { fraud: 'x' }, inline: says('deny', 'no') }
    expect(await verdictFor([rule], bash)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('no matcher is called "fraud"'),
    })
  })
})

describe('flow', () => {
  const at = (name: string, outcome: Outcome): WrittenRule => ({
    name,
    event: 'AgentStop',
    handle: () => outcome,
  })
  const flowOf = (...rules: WrittenRule[]) => verdictFor(rules, { event: 'AgentStop' })
  const go = at('go', { flow: 'continue', flow_reason: 'more' })
  const again = at('again', { flow: 'restart', next_prompt: 'again' })
  const soft = at('soft', { flow: 'stop', flow_reason: 'done' })
  const hard = at('hard', { flow: 'stop', hard: true, flow_reason: 'enough' })

  test('hard stop > restart > continue > soft stop > default', async () => {
    expect(await flowOf(go, soft, again, hard)).toMatchObject({
      flow: 'stop',
      hard: true,
      flow_reason: 'enough',
    })
    expect(await flowOf(go, soft, again)).toMatchObject({ flow: 'restart', next_prompt: 'again' })
    expect(await flowOf(soft, go)).toMatchObject({ flow: 'continue', flow_reason: 'more' })
    expect(await flowOf(soft)).toMatchObject({ flow: 'stop', hard: false, flow_reason: 'done' })
    expect(await flowOf()).toMatchObject({ flow: 'default' })
  })

  test('stops add up, the gravest is the reason (S34)', async () => {
    const limit = (code: string): Outcome => ({
      flow: 'stop',
      forced: true,
      stops: [{ code, message: code, hard: true }],
    })
    const verdict = await flowOf(at('t', limit('time_limit')), at('s', limit('steps_limit')))
    expect(verdict).toMatchObject({
      flow: 'stop',
      hard: true,
      forced: true,
      flow_reason: 'steps_limit',
      stops: [{ code: 'time_limit' }, { code: 'steps_limit' }],
    })
  })

  test('continue reasons and follow-ups add up, equal ones once', async () => {
    const rules = ['lint', 'tests', 'lint'].map((text, index) =>
      at(`r${index}`, { flow: 'continue', flow_reason: text, follow_up_messages: [text] }),
    )
    expect(await flowOf(...rules)).toMatchObject({
      flow: 'continue',
      flow_reason: 'lint\ntests',
      follow_up_messages: ['lint', 'tests'],
    })
  })

  test('continues of one run are capped, and the next prompt starts anew', async () => {
    const world = createWorld()
    const stop = () =>
      verdictFor(
        [go, { ...soft, name: 'soft' }],
        { event: 'AgentStop' },
        { world, settings: { continues: 2 } },
      )
    expect([(await stop()).flow, (await stop()).flow]).toEqual(['continue', 'continue'])
    expect(await stop()).toMatchObject({
      flow: 'stop',
      hard: false,
      flow_reason: 'done',
      warnings: [{ code: 'continues' }],
    })
    await verdictFor([], { event: 'UserPromptSubmit', prompt: 'go on' }, { world })
    expect((await stop()).flow).toBe('continue')
  })

  test('hosts that send a continue back as a prompt start no new run by it', async () => {
    const world = createWorld()
    const flows: string[] = []
    const gate: WrittenRule = {
      name: 'gate',
      event: 'AgentStop',
      handle: () => ({ flow: 'continue', flow_reason: 'Run the tests.' }),
    }
    for (let at = 0; at < 3; at++) {
      flows.push(
        (await verdictFor([gate], { event: 'AgentStop' }, { world, settings: { continues: 2 } })).flow,
      )
      const prompt = 'Not done yet (rule gate): Run the tests.'
      await verdictFor([], { event: 'UserPromptSubmit', prompt }, { world })
    }
    expect(flows).toEqual(['continue', 'continue', 'default'])
    await verdictFor([], { event: 'UserPromptSubmit', prompt: 'Now the next thing.' }, { world })
    expect((await verdictFor([gate], { event: 'AgentStop' }, { world })).flow).toBe('continue')
  })

  test('the cap is one less than the agent’s own', async () => {
    const world = createWorld()
    const capabilities: Omit<Capabilities, 'failure'> = {
      events: { AgentStop: { continue: true } },
      timeout_ms: 1000,
      continues: 3,
    }
    const flows: string[] = []
    for (let at = 0; at < 4; at++)
      flows.push((await verdictFor([go], { event: 'AgentStop' }, { world, capabilities })).flow)
    expect(flows).toEqual(['continue', 'continue', 'default', 'default'])
  })

  test('stop_active is how often the run was continued', async () => {
    const world = createWorld()
    const seen: unknown[] = []
    const see: WrittenRule = {
      name: 'see',
      event: 'AgentStop',
      handle: (subject) => (seen.push(subject.event.stop_active), { flow: 'continue' }),
    }
    for (let at = 0; at < 3; at++) await verdictFor([see], { event: 'AgentStop' }, { world })
    expect(seen).toEqual([0, 1, 2])
  })
})

describe('the message slot', () => {
  const at = (name: string, outcome: Outcome): WrittenRule => ({
    name,
    event: 'PostModelCall',
    handle: () => outcome,
  })
  const A = [{ role: 'user' as const, content: 'A' }]

  test('the first claim wins, a later one is a conflict (003-08)', async () => {
    const verdict = await verdictFor(
      [at('a', { replace_messages: A }), at('b', { callback: { recipe: 'compact' } })],
      { event: 'PostModelCall' },
    )
    expect(verdict).toMatchObject({ replace_messages: A, warnings: [{ code: 'conflict', rule: 'b' }] })
    expect(verdict).not.toHaveProperty('callback')
    expect(verdict.warnings[0]?.message).toMatch(/conflict.*b/)
  })

  test('a callback that ran stays beside its messages', async () => {
    const callback = { recipe: 'compact', status: 'done' as const }
    expect(
      await verdictFor([at('a', { callback, replace_messages: A })], { event: 'PostModelCall' }),
    ).toMatchObject({ callback, replace_messages: A })
  })

  test.each([
    ['empty', []],
    ['of no known role', [{ role: 'robot', content: 'x' }]],
  ])('%s messages replace nothing (K11, K15)', async (_, messages) => {
    const verdict = await verdictFor([at('a', { replace_messages: messages as never })], {
      event: 'PostModelCall',
    })
    expect(verdict).not.toHaveProperty('replace_messages')
    expect(verdict.warnings).toMatchObject([{ code: 'bad-messages' }])
  })
})

describe('contracts', () => {
  test('what an event may not carry is dropped with a warning', async () => {
    const rules: WrittenRule[] = [
      { name: 'r', handle: () => ({ updated_output: null, additional_context: ['x'] }) },
    ]
    const verdict = await verdictFor(rules, bash)
    expect(verdict).not.toHaveProperty('updated_output')
    expect(verdict.additional_context).toEqual(['x'])
    expect(warned(verdict)).toEqual(['contract: updated_output not allowed at PreToolUse'])
  })

  test('strict contracts make it a failure', async () => {
    const rules: WrittenRule[] = [
      { name: 'r', on_error: 'deny', handle: () => ({ updated_output: '', additional_context: ['x'] }) },
    ]
    const verdict = await verdictFor(rules, bash, { settings: { contracts: 'strict' } })
    expect(verdict).toMatchObject({ decision: 'deny', additional_context: [], trace: [{ result: 'error' }] })
    expect(warned(verdict)).toEqual(['contract: updated_output not allowed at PreToolUse'])
  })

  test('notes, metadata and warnings go everywhere', async () => {
    const said = { system_messages: ['m'], metadata: { a: 1 }, warnings: [{ code: 'x', message: 'y' }] }
    expect(
      await verdictFor([{ name: 'r', event: 'SessionEnd', handle: () => said }], { event: 'SessionEnd' }),
    ).toMatchObject(said)
  })

  test('presence counts: null and the empty text are changes', async () => {
    const at = async (updated_output: unknown) =>
      verdictFor([{ name: 'r', event: 'PostToolUse', handle: () => ({ updated_output }) }], {
        event: 'PostToolUse',
        tool_output: 'x',
      })
    expect(await at(null)).toHaveProperty('updated_output', null)
    expect(await at('')).toHaveProperty('updated_output', '')
  })

  test('a failed rule that must not let an output through withholds it', async () => {
    const rule: WrittenRule = {
      name: 'redact',
      event: 'PostToolUse',
      on_error: 'deny',
      handle: () => {
        throw new Error('no')
      },
    }
    expect(await verdictFor([rule], { event: 'PostToolUse', tool_output: 'secret' })).toMatchObject({
      updated_output: '[withheld: rule redact failed: no]',
    })
  })
})

describe('what an agent cannot be told', () => {
  const of = (event: EventName, carries: Carries) => ({
    capabilities: { events: { [event]: carries }, timeout_ms: 1000 },
  })

  test('no ask: a deny that says so', async () => {
    const rules: WrittenRule[] = [
      { name: 'c', inline: { says: 'set_input', patch: { a: 1 } } },
      { name: 'a', inline: says('ask', 'Deploy?') },
    ]
    const verdict = await verdictFor(
      rules,
      { ...bash, agent: 'codex' },
      of('PreToolUse', { deny: true, updated_input: true }),
    )
    expect(verdict).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(/^Deploy\?.*codex cannot ask/),
      warnings: [{ code: 'downgrade' }],
    })
    expect(verdict).not.toHaveProperty('updated_input')
  })

  test('restart is a continue with the next prompt', async () => {
    const rule: WrittenRule = {
      name: 'r',
      event: 'AgentStop',
      handle: () => ({ flow: 'restart', next_prompt: 'again' }),
    }
    expect(
      await verdictFor([rule], { event: 'AgentStop' }, of('AgentStop', { continue: true })),
    ).toMatchObject({ flow: 'continue', next_prompt: 'again', warnings: [{ code: 'downgrade' }] })
  })

  test('a system text that is appended stands in the context', async () => {
    const rule: WrittenRule = {
      name: 'r',
      event: 'SessionStart',
      inline: { says: 'set_system', change: { append: 'be kind' } },
    }
    const verdict = await verdictFor([rule], { event: 'SessionStart' }, of('SessionStart', { context: true }))
    expect(verdict).toMatchObject({
      additional_context: ['be kind'],
      warnings: [{ code: 'downgrade', rule: 'r' }],
    })
    expect(verdict).not.toHaveProperty('updated_system')
  })

  test('a change that cannot be carried: the rule’s on_error applies', async () => {
    const rule: WrittenRule = {
      name: 'redact',
      on_error: 'deny',
      inline: { says: 'set_input', patch: { a: 1 } },
    }
    expect(await verdictFor([rule], bash, of('PreToolUse', { deny: true }))).toMatchObject({
      decision: 'deny',
      warnings: [{ code: 'downgrade', rule: 'redact' }],
    })
    expect(
      await verdictFor([{ ...rule, on_error: 'proceed' }], bash, of('PreToolUse', { deny: true })),
    ).toMatchObject({ decision: 'proceed', warnings: [{ code: 'downgrade' }] })
  })

  test('a stop before a tool stays a deny', async () => {
    expect(
      await verdictFor(
        [{ name: 's', inline: says('stop', 'enough') }],
        bash,
        of('PreToolUse', { deny: true }),
      ),
    ).toMatchObject({ decision: 'deny', flow: 'default' })
  })

  test('a deny at the session’s start answers the next prompt, once', async () => {
    const world = createWorld()
    const limits = {
      world,
      capabilities: {
        events: { SessionStart: { context: true }, UserPromptSubmit: { deny: true } },
        timeout_ms: 1000,
      },
    }
    const rules: WrittenRule[] = [
      { name: 'closed', event: 'SessionStart', inline: says('deny', 'The shop is closed.') },
    ]
    expect(await verdictFor(rules, { event: 'SessionStart' }, limits)).toMatchObject({
      decision: 'proceed',
      warnings: [{ code: 'downgrade' }],
    })
    const prompt = { event: 'UserPromptSubmit' as const, prompt: 'hi' }
    expect(await verdictFor([], prompt, limits)).toMatchObject({
      decision: 'deny',
      reason: 'The shop is closed.',
      trace: [{ rule: 'closed' }],
    })
    expect(await verdictFor([], prompt, limits)).toMatchObject({ decision: 'proceed' })
  })

  test('a stop at the session’s start answers the next prompt of the user', async () => {
    const world = createWorld()
    const capabilities = { events: { SessionStart: {}, UserPromptSubmit: { deny: true } }, timeout_ms: 1000 }
    const rules: WrittenRule[] = [
      { name: 'spent', event: 'SessionStart', inline: says('stop', 'No budget.') },
    ]
    expect(await verdictFor(rules, { event: 'SessionStart' }, { world, capabilities })).toMatchObject({
      decision: 'proceed',
      flow: 'default',
    })
    const prompted = (more: object) =>
      verdictFor([], { event: 'UserPromptSubmit', prompt: 'hi', ...more }, { world, capabilities })
    expect(await prompted({ metadata: { host_notification: true } })).toMatchObject({ decision: 'proceed' })
    expect(await prompted({})).toMatchObject({
      decision: 'deny',
      reason: 'No budget.',
      trace: [{ rule: 'spent', decision: 'deny' }],
    })
    expect(await prompted({})).toMatchObject({ decision: 'proceed' })
  })

  test.each([
    {
      carries: { updated_output: true, stop: true },
      expected: { updated_output: expect.stringMatching(/^\[withheld: /) },
    },
    { carries: { stop: true }, expected: { flow: 'stop', hard: true } },
    {
      carries: { notify: true },
      expected: {
        warnings: expect.arrayContaining([
          {
            code: 'contract',
            rule: 'redact',
            message: expect.stringContaining('cannot be stopped at this event'),
          },
        ]),
      },
    },
  ])('a failed guard over an output, told what $carries allows', async ({ carries, expected }) => {
    for (const on_error of ['deny', 'stop'] as const) {
      const handle = () => {
        throw new Error('no')
      }
      const rule: WrittenRule = { name: 'redact', event: 'PostToolUse', on_error, handle }
      const verdict = await verdictFor(
        [rule],
        { event: 'PostToolUse', tool_output: 'x' },
        of('PostToolUse', carries),
      )
      if (on_error === 'deny' || !('updated_output' in carries)) expect(verdict).toMatchObject(expected)
      else expect(verdict).toMatchObject({ flow: 'stop', hard: true })
    }
  })

  test('without a table everything that the event may carry is carried', async () => {
    expect(await verdictFor([{ name: 'a', inline: says('ask', 'sure?') }], bash)).toMatchObject({
      decision: 'ask',
    })
  })
})

describe('explain', () => {
  test('tells of every rule of the event, also of those that the index leaves out', async () => {
    const rules: WrittenRule[] = [
      { name: 'shell', match: '@shell', inline: says('deny', 'no') },
      { name: 'read', match: 'Read', inline: says('deny', 'no') },
      { name: 'all', inline: says('context', 'x') },
    ]
    const { explained, considered } = await decide(rules, bash, { explain: true })
    expect(considered).toBe(3)
    expect(explained).toMatchObject([
      { rule: 'shell', is: 'yes', why: 'tool Bash' },
      { rule: 'read', is: 'no', why: 'tool "Bash" is not "Read"' },
      { rule: 'all', is: 'yes', skipped: true },
    ])
  })
})
