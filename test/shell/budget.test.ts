// A call that is more work than its budget allows: what was found stands, and nothing that a rule could be against passes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import type { Verdict } from '../../src/model/types.ts'
import { says, verdictFor } from '../engine/world.ts'
import { expectCheap } from '../support/expectations.ts'

type Engine = Awaited<ReturnType<typeof createEngine>>

const tooMuch = /too much work to check/
const padding = 'a'.repeat(2_000_000)
const commands = (count: number): string => 'cd a; cat f;'.repeat(count)
const engines: Engine[] = []

async function engineOf(config: object): Promise<Engine> {
  const engine = await createEngine({ config })
  engines.push(engine)
  return engine
}

/** An engine with rules for one event, each with a name. */
const engineWith = (rules: readonly object[], event = 'PreToolUse'): Promise<Engine> =>
  engineOf({ hooks: { [event]: rules.map((rule, at) => ({ name: `rule-${at}`, ...rule })) } })

const call = (engine: Engine, command: string): Promise<Verdict> =>
  engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })

let recommended: Engine
let strict: Engine
beforeAll(async () => {
  recommended = await engineOf({ extends: ['recommended@1'] })
  strict = await engineOf({ extends: ['strict@1'] })
})
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

describe('what took minutes takes less than a second', () => {
  test('thirty process substitutions behind a push', async () => {
    const command = `git push --force; paste ${'<(cut -f1 f) '.repeat(30)}> out`
    await expectCheap(() => call(recommended, command), 1000)
    expect(await call(recommended, command)).toMatchObject({ decision: 'ask' })
  })

  test('two thousand changes of directory', () => expectCheap(() => call(recommended, commands(2000)), 1000))

  test('a path of a megabyte', async () => {
    const file_path = 'a/'.repeat(500_000)
    const read = { event: 'PreToolUse', tool_name: 'Read', tool_input: { file_path } } as const
    await expectCheap(() => strict.dispatch(read), 1000)
    await expectCheap(() => call(strict, `cat ${file_path}`), 1000)
  })
})

describe('padding carries nothing through', () => {
  test.each([135_000, 2_000_000])('%i characters before a forced push', async (length) => {
    const { decision } = await call(recommended, `echo ${'a'.repeat(length)}; git push --force`)
    expect(decision).toBe('ask')
  })

  test.each([100, 4000, 8000])('%i commands before a forced push', async (count) => {
    const { decision } = await call(recommended, `${commands(count)}git push --force`)
    expect(decision).not.toBe('proceed')
  })

  test('nor through what allows it', async () => {
    const engine = await engineWith([
      { match: { command: 'echo *' }, allow: 'Fine.' },
      { match: { command: 'git push' }, deny: 'No.', on_unresolved: 'proceed' },
    ])
    expect(await call(engine, `echo ${padding}; git push`)).toMatchObject({ decision: 'ask' })
  })

  test('a deny of what was found stands', async () => {
    const deny = [{ match: { command: 'git push' }, deny: 'Push later.' }]
    const engine = await engineWith(deny)
    const verdict = await call(engine, `git push; ${'true; '.repeat(20_000)}`)
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'Push later.' })
  })
})

const holding = {
  'a deny': { deny: 'No.', on_unresolved: 'proceed' },
  'an ask': { ask: 'Sure?', on_unresolved: 'proceed' },
  'a script': { run: ['true'] },
  'a change': { set_input: { timeout: 5 } },
  'a built-in': { use: 'redact' },
  'a stop': { stop: 'Enough.' },
}

describe('a rule that was not checked and could hold the call is asked about', () => {
  test.each(Object.entries(holding))('%s', async (_, handler) => {
    const engine = await engineWith([{ match: { command: 'git push' }, ...handler }])
    const verdict = await call(engine, `echo ${padding}; git push`)
    expect(verdict).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(tooMuch),
      user_reason: expect.stringMatching(tooMuch),
      trace: [],
    })
  })
})

describe('without the rules that are built in', () => {
  const long = { tool_name: 'Bash', tool_input: { command: `echo ${padding}; git push` } }
  const pushes = { name: 'pushes', match: { command: 'git push' } }

  test.each([
    ['only tells', { ...pushes, inline: says('context', 'Mind the shop.') }],
    ['allows', { ...pushes, inline: says('allow', 'Fine.') }],
    ['only watches', { ...pushes, inline: says('deny', 'No.'), mode: 'watch' }],
    [
      'is for other tools',
      { ...pushes, match: { tool: 'Read', command: 'git push' }, inline: says('deny', 'No.') },
    ],
  ] as const)('a rule that %s asks nobody', async (_, rule) => {
    expect(await verdictFor([rule], long)).toMatchObject({ decision: 'proceed' })
  })

  test('an agent that cannot ask denies', async () => {
    const cannotAsk = { events: { PreToolUse: { deny: true } }, timeout_ms: 60_000 }
    const rule = { ...pushes, inline: says('ask', 'Sure?'), on_unresolved: 'proceed' } as const
    expect(await verdictFor([rule], long, { capabilities: cannotAsk })).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(tooMuch),
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'spent' })]),
    })
  })
})

describe('padding in a file that runs', () => {
  const longFile = (length: number): string => `${'# pad\n'.repeat(length / 6)}git push --force\n`
  const root = mkdtempSync(path.join(tmpdir(), 'hooks-budget-'))
  const decision = async (command: string): Promise<string> => {
    const engine = await createEngine({ root, config: { extends: ['recommended@1'] } })
    engines.push(engine)
    return (await call(engine, command)).decision
  }
  afterAll(() => rmSync(root, { recursive: true }))

  test.each([
    'sh x.sh',
    './x.sh',
    'bash x.sh',
    'sudo sh x.sh',
    'source ./x.sh',
    '. ./x.sh',
    'cp x.sh y.sh; sh y.sh',
  ])('%s', async (command) => {
    for (const length of [130_000, 700_000, 1_200_000]) {
      writeFileSync(path.join(root, 'x.sh'), longFile(length), { mode: 0o755 })
      expect(await decision(command)).not.toBe('proceed')
    }
    writeFileSync(path.join(root, 'x.sh'), 'npm test\n', { mode: 0o755 })
    expect(await decision(command)).toBe('proceed')
  })

  test('a Makefile', async () => {
    writeFileSync(path.join(root, 'Makefile'), `all:\n${'\ttrue\n'.repeat(40_000)}\tgit push --force\n`)
    expect(await decision('make all')).not.toBe('proceed')
  })

  test('what the call itself writes', async () => {
    expect(await decision(`cat > z.sh <<'E'\n${longFile(130_000)}E\nsh z.sh`)).not.toBe('proceed')
  })

  test('a long program that is no script is only run', async () => {
    writeFileSync(path.join(root, 'server'), Buffer.alloc(2_000_000, 127), { mode: 0o755 })
    writeFileSync(path.join(root, 'bundle.cjs'), 'run();\n'.repeat(200_000))
    expect(await decision('./server --port 1')).toBe('proceed')
    expect(await decision('node bundle.cjs')).toBe('proceed')
  })
})

describe('where nobody can be asked, the rule has failed', () => {
  const after = (engine: Engine): Promise<Verdict> =>
    engine.dispatch({
      event: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: `echo ${padding}; env` },
      tool_output: 'KEY=AKIAQWERTYUIOP123456',
    })

  test('redact withholds the output', async () => {
    const engine = await engineWith([{ match: { command: 'env' }, use: 'redact' }], 'PostToolUse')
    const { updated_output } = await after(engine)
    expect(updated_output).toMatch(/^\[withheld: .*too much work/)
  })

  test('another answers by its on_error', async () => {
    const stops = { match: { command: 'env' }, run: ['true'], on_error: 'stop' }
    const engine = await engineWith([stops], 'PostToolUse')
    expect(await after(engine)).toMatchObject({ flow: 'stop', trace: [{ result: 'error' }] })
  })
})
