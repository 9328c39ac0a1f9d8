// Scripts that stay between calls.
import { chmodSync, existsSync, readFileSync, utimesSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { createEngine, type Engine } from '../../src/index.ts'
import { openShop, type Shop } from './shop.ts'

const open: { shop?: Shop; engine?: Engine } = {}

afterEach(async () => {
  await open.engine?.close()
  open.shop?.remove()
})

/** An engine whose one rule asks a program; it says at each start its process id in `starts`. */
async function engineAsking(program: string, rule: object = {}) {
  const shop = openShop({ 'policy.sh': `#!/bin/sh\necho $$ >>starts\n${program}\n` })
  chmodSync(shop.at('policy.sh'), 0o755)
  const hooks = { PreToolUse: [{ name: 'policy', run: ['./policy.sh'], keep_alive: true, ...rule }] }
  const engine = await createEngine({ root: shop.root, config: { hooks } })
  Object.assign(open, { shop, engine })
  const ask = (command: string) =>
    engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })
  const starts = () => readFileSync(shop.at('starts'), 'utf8').trim().split('\n')
  return { shop, engine, ask, starts }
}

const ECHO = `while read -r line; do
  case $line in
    *curl*) echo '{"decision":"deny","reason":"no network"}' ;;
    *) echo '{}' ;;
  esac
done`

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one program answers all calls, each with its own answer, and ends with the engine', async () => {
  const { engine, ask, starts } = await engineAsking(ECHO)
  const commands = Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? `curl ${at}` : `ls ${at}`))
  const verdicts = await Promise.all(commands.map(ask))
  expect(verdicts.map(({ decision }) => decision)).toEqual(
    commands.map((command) => (command.startsWith('curl') ? 'deny' : 'proceed')),
  )
  const [pid] = starts()
  expect(starts()).toHaveLength(1)
  await engine.close()
  await vi.waitUntil(() => !isAlive(Number(pid)), 10_000)
})

test('lines that are no JSON are output, and not the answer', async () => {
  const { ask } = await engineAsking(
    `while read -r line; do echo looking; echo '{debug: 1}'; echo '{"decision":"ask","reason":"sure?"}'; done`,
  )
  expect(await ask('ls')).toMatchObject({ decision: 'ask', reason: 'sure?', warnings: [] })
  expect(await ask('ls')).toMatchObject({ decision: 'ask', reason: 'sure?' })
})

test('what crashes three times in a row is not started again until its file changes', async () => {
  const { shop, ask, starts } = await engineAsking('read -r line; exit 7', { on_error: 'deny' })
  const reasons: string[] = []
  for (let call = 0; call < 5; call++) {
    const { decision, warnings } = await ask('ls')
    expect(decision).toBe('deny')
    reasons.push(warnings[0]?.message ?? '')
  }
  expect(starts()).toHaveLength(3)
  expect(reasons.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('exit 7')))
  expect(reasons[3]).toContain('crashed three times in a row')
  shop.write('policy.sh', `#!/bin/sh\n${ECHO}\n`)
  chmodSync(shop.at('policy.sh'), 0o755)
  expect(await ask('ls')).toMatchObject({ decision: 'proceed', warnings: [] })
})

test('a crash between answers is no crash in a row', async () => {
  const { ask, starts } = await engineAsking(
    `while read -r line; do case $line in *crash*) exit 1 ;; *) echo '{}' ;; esac; done`,
    { on_error: 'ask' },
  )
  for (let call = 0; call < 4; call++) {
    expect((await ask('crash')).decision).toBe('ask')
    expect((await ask('ls')).decision).toBe('proceed')
  }
  expect(starts()).toHaveLength(5)
})

test('the answer to an aborted call is not the answer to the next one', async () => {
  const { shop, engine, ask, starts } = await engineAsking(
    `while read -r line; do case $line in *slow*) touch asked; while [ ! -e go ]; do sleep 0.02; done; echo '{"decision":"deny","reason":"late"}' ;; *) echo '{}' ;; esac; done`,
  )
  const controller = new AbortController()
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'slow' } } as const
  const slow = engine.dispatch(event, { signal: controller.signal })
  await vi.waitUntil(() => existsSync(shop.at('asked')), 60_000)
  controller.abort()
  await expect(slow).rejects.toThrow('aborted')
  shop.write('go', '')
  expect(await ask('ls')).toMatchObject({ decision: 'proceed' })
  expect(starts()).toHaveLength(2)
})

test('a program that does not answer in time is ended', async () => {
  const { ask, starts } = await engineAsking('while read -r line; do :; done', {
    timeout: '1s',
    on_error: 'ask',
  })
  const { decision, warnings } = await ask('ls')
  expect([decision, warnings[0]?.message]).toEqual(['ask', expect.stringContaining('no answer within 1 s')])
  await vi.waitUntil(() => !isAlive(Number(starts()[0])), 10_000)
})

test('a program that answers twice is another program for the next call', async () => {
  const { ask, starts } = await engineAsking(
    `read -r line; printf '%s\\n' '{}' '{"decision":"deny","reason":"stale"}'; while read -r line; do echo '{"decision":"ask","reason":"stale too"}'; done`,
  )
  expect((await ask('ls')).decision).toBe('proceed')
  expect((await ask('ls')).decision).toBe('proceed')
  expect(starts()).toHaveLength(2)
})

test('a script that ends with its answer is started for each call', async () => {
  const { ask, starts } = await engineAsking(`read -r line; printf '{"decision":"deny","reason":"no"}'`)
  for (let call = 0; call < 5; call++)
    expect(await ask('ls')).toMatchObject({ decision: 'deny', warnings: [] })
  expect(starts()).toHaveLength(5)
})

test('a changed file is another program', async () => {
  const { shop, ask, starts } = await engineAsking(ECHO)
  await ask('ls')
  utimesSync(shop.at('policy.sh'), 1_000, 1_000)
  await ask('ls')
  expect(starts()).toHaveLength(2)
})

test('many engines hold their programs without a warning', async () => {
  const warn = vi.fn<(warning: Error) => void>()
  process.on('warning', warn)
  const engines = await Promise.all(Array.from({ length: 12 }, () => createEngine({ config: { hooks: {} } })))
  await Promise.all(engines.map((engine) => engine.close()))
  await new Promise((resolve) => void setImmediate(resolve))
  process.removeListener('warning', warn)
  expect(warn).not.toHaveBeenCalled()
})
