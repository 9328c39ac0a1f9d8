import { describe, expect, test } from 'vitest'
import { HooksError } from '../../src/model/errors.ts'
import { createWorld, decide, says, verdictFor } from './world.ts'

const bash = { tool_name: 'Bash', tool_input: { command: 'git push origin main' } }
const traced = (verdict: { trace: readonly { rule: string; result: string }[] }): string[] =>
  verdict.trace.map((entry) => `${entry.rule} ${entry.result}`)

describe('decisions', () => {
  test('a deny gives its reason', async () => {
    const verdict = await verdictFor(
      [{ name: 'push', match: '@shell', inline: says('deny', 'no {{tool_input.command}}') }],
      bash,
    )
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no git push origin main', flow: 'default' })
  })

  test('priority orders, a deny ends, and what it kept from running is traced as skipped (002-06)', async () => {
    const verdict = await verdictFor(
      [
        { name: 'low', priority: -100, inline: says('context', 'low') },
        { name: 'other', priority: -100, match: 'Read', inline: says('context', 'read') },
        { name: 'mid', inline: says('deny', 'no') },
        { name: 'top', priority: 200, inline: says('context', 'top') },
      ],
      { tool_name: 'x', tool_input: {} },
    )
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no', additional_context: ['top'] })
    expect(traced(verdict)).toEqual(['top ran', 'mid ran', 'low skipped'])
  })

  test('set_input merges, and an empty input is a change (002-07)', async () => {
    const rules = [
      { name: 'a', match: 'x', inline: { says: 'set_input' as const, patch: { b: 2 } } },
      { name: 'b', match: 'y', handle: () => ({ updated_input: {} }) },
    ]
    expect((await verdictFor(rules, { tool_name: 'x', tool_input: { a: 1 } })).updated_input).toEqual({
      a: 1,
      b: 2,
    })
    expect((await verdictFor(rules, { tool_name: 'y', tool_input: { a: 1 } })).updated_input).toEqual({})
  })

  test('a later deny outweighs an ask (002-09)', async () => {
    const rules = [
      { name: 'a', priority: 10, inline: says('ask', 'sure?') },
      { name: 'd', match: { input: { path: '/etc/**' } }, inline: says('deny', 'never') },
    ]
    expect(await verdictFor(rules, { tool_name: 'w', tool_input: { path: '/tmp/a' } })).toMatchObject({
      decision: 'ask',
      reason: 'sure?',
    })
    expect(await verdictFor(rules, { tool_name: 'w', tool_input: { path: '/etc/passwd' } })).toMatchObject({
      decision: 'deny',
      reason: 'never',
    })
  })

  test('a deny keeps later handlers from running (001-02)', async () => {
    let ran = false
    const verdict = await verdictFor(
      [
        { name: 'a', handle: () => Promise.resolve({ decision: 'deny', reason: 'no' }) },
        { name: 'b', handle: () => ((ran = true), {}) },
      ],
      bash,
    )
    expect([verdict.decision, verdict.reason, ran]).toEqual(['deny', 'no', false])
  })

  test('globs over commands cross slashes, globs over paths stay in their segment (p-05)', async () => {
    const rules = [
      { name: 'c', match: { tool: '@shell', input: { command: 'git push*' } }, inline: says('deny', 'push') },
      { name: 'p', match: { input: { path: 'src/*.ts' } }, inline: says('deny', 'path') },
    ]
    const at = async (tool_name: string, tool_input: unknown): Promise<unknown> =>
      (await verdictFor(rules, { tool_name, tool_input })).reason
    expect(await at('Bash', { command: 'git push origin feature/x' })).toBe('push')
    expect(await at('w', { path: 'src/deep/a.ts' })).toBeUndefined()
    expect(await at('w', { path: 'src/a.ts' })).toBe('path')
  })

  test('ask reasons join, equal ones once', async () => {
    const rules = ['one', 'two', 'one'].map((text, at) => ({ name: `r${at}`, inline: says('ask', text) }))
    expect(await verdictFor(rules, bash)).toMatchObject({ decision: 'ask', reason: 'one\ntwo' })
  })

  test('an allow silences no guard', async () => {
    const rules = [
      { name: 'a', inline: says('allow', 'looks') },
      { name: 'b', inline: says('ask', 'sure?') },
    ]
    expect(await verdictFor(rules, bash)).toMatchObject({ decision: 'ask', reason: 'sure?' })
  })

  test('an empty list of rules proceeds (K58)', async () => {
    expect(await verdictFor([], bash)).toEqual({
      decision: 'proceed',
      flow: 'default',
      stops: [],
      follow_up_messages: [],
      additional_context: [],
      system_messages: [],
      warnings: [],
      trace: [],
    })
  })

  test('always rules run after a deny, adding only warnings and metadata', async () => {
    const audit = {
      name: 'audit',
      always: true,
      notify: 'seen',
      handle: () => ({ metadata: { seen: true }, decision: 'allow' as const, additional_context: ['x'] }),
    }
    const verdict = await verdictFor([audit, { name: 'd', inline: says('deny', 'no') }], bash)
    expect(verdict).toMatchObject({
      decision: 'deny',
      metadata: { seen: true },
      additional_context: [],
      system_messages: [],
    })
    expect(traced(verdict)).toEqual(['d ran', 'audit ran'])
  })

  test('a stop before a tool also denies it', async () => {
    const verdict = await verdictFor(
      [
        { name: 's', inline: says('stop', 'budget is spent') },
        { name: 'd', inline: says('deny', 'later') },
      ],
      bash,
    )
    expect(verdict).toMatchObject({
      decision: 'deny',
      reason: 'budget is spent',
      flow: 'stop',
      hard: true,
      flow_reason: 'budget is spent',
    })
    expect(traced(verdict)).toEqual(['s ran', 'd skipped'])
  })
})

describe('changes', () => {
  const patch = {
    name: 'rewrite',
    match: { input: { command: 'ls*' } },
    inline: { says: 'set_input' as const, patch: { command: 'rm -rf x' } },
  }
  const guard = { name: 'guard', match: { input: { command: 'rm *' } }, inline: says('deny', 'no rm') }

  test.each([
    ['before', [guard, patch]],
    ['after', [patch, guard]],
  ])('a guard %s a change denies the final subject', async (_, rules) => {
    const verdict = await verdictFor(rules, { tool_name: 'Bash', tool_input: { command: 'ls' } })
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no rm' })
    expect(verdict).not.toHaveProperty('updated_input')
    expect(verdict.trace.find((entry) => entry.decision === 'deny')).toMatchObject({ rule: 'guard' })
  })

  test('changes chain: each rule sees what the one before it made', async () => {
    const step = (name: string, from: string, to: string) => ({
      name,
      match: { input: { command: from } },
      inline: { says: 'set_input' as const, patch: { command: to } },
    })
    const verdict = await verdictFor([step('a', 'one', 'two'), step('b', 'two', 'three')], {
      tool_name: 'Bash',
      tool_input: { command: 'one', keep: 1 },
    })
    expect(verdict.updated_input).toEqual({ command: 'three', keep: 1 })
  })

  test('an allow before somebody else’s change counts only when it is given again', async () => {
    const input = { tool_name: 'Bash', tool_input: { command: 'ls' } }
    const change = { name: 'c', inline: { says: 'set_input' as const, patch: { command: 'cat a' } } }
    const narrow = { name: 'a', match: { input: { command: 'ls' } }, inline: says('allow', 'only looks') }
    const wide = { name: 'a', inline: says('allow', 'anything') }
    expect((await verdictFor([narrow, change], input)).decision).toBe('proceed')
    expect((await verdictFor([wide, change], input)).decision).toBe('allow')
  })

  test('an allow that comes with its own change counts', async () => {
    const rules = [
      { name: 'r', handle: () => ({ decision: 'allow' as const, updated_input: { command: 'ls' } }) },
    ]
    expect(await verdictFor(rules, bash)).toMatchObject({
      decision: 'allow',
      updated_input: { command: 'ls' },
    })
  })

  test('an ask that was given stays after a change', async () => {
    const ask = { name: 'a', match: { input: { command: 'ls' } }, inline: says('ask', 'look?') }
    expect(
      await verdictFor([ask, { ...patch, match: undefined }], {
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
      }),
    ).toMatchObject({ decision: 'ask', reason: 'look?' })
  })

  test('a script is not asked again', async () => {
    let asked = 0
    await verdictFor([{ name: 's', handle: () => (asked++, {}) }, patch], {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    })
    expect(asked).toBe(1)
  })

  test('lazy fields of the event stay lazy through a change', async () => {
    let reads = 0
    const event = Object.defineProperty({ tool_name: 'Bash', tool_input: { command: 'ls' } }, 'messages', {
      get: () => (reads++, []),
      enumerable: false,
    })
    let seen: unknown
    await verdictFor(
      [
        patch,
        {
          name: 's',
          handle: (subject) => ((seen = Object.getOwnPropertyDescriptor(subject.event, 'messages')?.get), {}),
        },
      ],
      event,
    )
    expect([reads, typeof seen]).toEqual([0, 'function'])
  })

  test('system texts append and prepend outwards, a replacement starts afresh (W5)', async () => {
    const system = (name: string, change: object) => ({
      name,
      event: 'PreModelCall' as const,
      inline: { says: 'set_system' as const, change },
    })
    const at = async (...rules: ReturnType<typeof system>[]): Promise<unknown> =>
      (await verdictFor(rules, { event: 'PreModelCall' })).updated_system
    expect(await at(system('a', { append: 'a' }), system('b', { append: 'b' }))).toEqual({ append: 'ab' })
    expect(await at(system('a', { prepend: 'a' }), system('b', { prepend: 'b' }))).toEqual({ prepend: 'ba' })
    expect(await at(system('a', { append: 'a' }), system('b', { replace: 'R' }))).toEqual({ replace: 'R' })
  })
})

describe('failures and time', () => {
  const failing = (code: string, on_error: 'proceed' | 'ask' | 'deny' | 'stop') => ({
    name: 'f',
    on_error,
    handle: () => Promise.reject(new HooksError(code, 'exit 3')),
  })

  test.each([
    ['proceed', { decision: 'proceed' }],
    ['ask', { decision: 'ask', reason: 'rule f failed: exit 3' }],
    ['deny', { decision: 'deny', reason: 'rule f failed: exit 3' }],
    ['stop', { decision: 'deny', flow: 'stop', hard: true }],
  ] as const)('a failed rule answers by on_error: %s, always with a warning', async (on_error, expected) => {
    const verdict = await verdictFor([failing('spawn_failed', on_error)], bash)
    expect(verdict).toMatchObject({
      ...expected,
      warnings: [{ code: 'spawn_failed', rule: 'f', message: 'exit 3' }],
    })
    expect(traced(verdict)).toEqual(['f spawn_failed'])
  })

  test('anything else thrown is an error', async () => {
    expect(traced(await verdictFor([{ name: 'f', handle: () => JSON.parse('{') }], bash))).toEqual([
      'f error',
    ])
  })

  test('a rule that does not answer in its time has timed out', async () => {
    const verdict = await verdictFor(
      [{ name: 's', timeout_ms: 20, on_error: 'deny', handle: () => new Promise(() => undefined) }],
      bash,
    )
    expect(verdict).toMatchObject({ decision: 'deny', warnings: [{ code: 'timeout' }] })
  })

  test('a dispatch ends within its deadline: what has no time left fails, inline rules still answer', async () => {
    const world = createWorld()
    const times: number[] = []
    const slow = (name: string) => ({
      name,
      timeout_ms: 50,
      handle: (_: unknown, context: { time_ms: number }) => (
        times.push(context.time_ms),
        world.steps.pass(60),
        {}
      ),
    })
    const rules = [slow('a'), slow('b'), slow('c'), { name: 'g', inline: says('deny', 'no') }]
    const verdict = await verdictFor(rules, bash, { world, deadline_ms: 100 })
    expect(times).toEqual([50, 40])
    expect(verdict).toMatchObject({ decision: 'deny', warnings: [{ code: 'timeout', rule: 'c' }] })
  })

  test('an abort ends the dispatch and is no failure', async () => {
    const abort = new AbortController()
    const slow = {
      name: 's',
      on_error: 'deny' as const,
      handle: () =>
        new Promise<never>((_, reject) =>
          abort.signal.addEventListener('abort', () => reject(new HooksError('aborted', 'aborted'))),
        ),
    }
    setTimeout(() => abort.abort(), 10)
    const result = await decide([slow, { name: 'd', inline: says('deny', 'no') }], bash, {
      signal: abort.signal,
    })
    expect(result).toMatchObject({ aborted: true, verdict: { decision: 'proceed', warnings: [] } })
  })

  test('a background rule is started and has no opinion', async () => {
    let started = false
    const verdict = await verdictFor(
      [
        {
          name: 'b',
          background: true,
          handle: () => ((started = true), Promise.resolve({ decision: 'deny' as const })),
        },
      ],
      bash,
    )
    expect([started, verdict.decision, traced(verdict)]).toEqual([true, 'proceed', ['b ran']])
  })
})
