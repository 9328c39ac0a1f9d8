// Many dispatches at once: scripts wait for their turn, and one signal for all of them has one listener.
import { getEventListeners } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = mkdtempSync(path.join(tmpdir(), 'hooks-parallel-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const script = path.join(root, 'count.cjs')
/** Counts those that are alive with it. */
writeFileSync(
  script,
  `const fs = require('node:fs')
const own = __dirname + '/' + process.pid + '.alive'
fs.writeFileSync(own, '')
const alive = fs.readdirSync(__dirname).filter((name) => name.endsWith('.alive')).length
fs.appendFileSync(__dirname + '/most', alive + '\\n')
setTimeout(() => fs.rmSync(own), 30)
`,
)

const call = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } } as const
const rule = { name: 'count', run: [process.execPath, script], timeout: '100s', on_error: 'deny' }

test('of 200 scripts at most 16 run at once, and all answer', { timeout: 120_000 }, async () => {
  const engine = await createEngine({ root, config: { hooks: { PreToolUse: [rule] } } })
  const verdicts = await Promise.all(Array.from({ length: 200 }, () => engine.dispatch(call)))
  await engine.close()
  expect(verdicts.map(({ decision }) => decision)).toEqual(verdicts.map(() => 'proceed'))
  const alive = readFileSync(path.join(root, 'most'), 'utf8').trim().split('\n').map(Number)
  expect(alive).toHaveLength(200)
  expect(Math.max(...alive)).toBeLessThanOrEqual(16)
  expect(Math.max(...alive)).toBeGreaterThan(1)
  expect(readdirSync(root).filter((name) => name.endsWith('.alive'))).toEqual([])
})

test('a script that waits longer than its limit is not started', async () => {
  const slow = { ...rule, name: 'slow', run: ['sleep', '1'], timeout: '10s' }
  const late = { ...rule, name: 'late', run: ['touch', path.join(root, 'late')], timeout: '300ms' }
  const first = await createEngine({ root, config: { hooks: { PreToolUse: [slow] } } })
  const second = await createEngine({ root, config: { hooks: { PreToolUse: [late] } } })
  const busy = Array.from({ length: 16 }, () => first.dispatch(call))
  await new Promise((resolve) => setTimeout(resolve, 50))
  const verdict = await second.dispatch(call)
  expect(verdict).toMatchObject({ decision: 'deny', trace: [{ rule: 'late', result: 'timeout' }] })
  await Promise.all(busy)
  await Promise.all([first.close(), second.close()])
  expect(readdirSync(root)).not.toContain('late')
})

test('one signal over 100 dispatches has one listener, and none afterwards', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error): void => void warnings.push(warning)
  process.on('warning', listen)
  const engine = await createEngine({
    root,
    config: { hooks: { PreToolUse: [{ ...rule, run: ['sleep', '0.05'] }] } },
  })
  const { signal } = new AbortController()
  const all = Array.from({ length: 100 }, () => engine.dispatch(call, { signal }))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await Promise.all(all)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  await engine.close()
  process.off('warning', listen)
  expect(warnings).toEqual([])
})

test('an abort ends every dispatch of the signal, and no other', async () => {
  const engine = await createEngine({
    root,
    config: { hooks: { PreToolUse: [{ ...rule, run: ['sleep', '0.5'] }] } },
  })
  const controller = new AbortController()
  const ended = Array.from({ length: 5 }, () => engine.dispatch(call, { signal: controller.signal }))
  const other = engine.dispatch(call)
  controller.abort(new Error('enough'))
  for (const each of await Promise.allSettled(ended))
    expect(each).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
  expect((await other).decision).toBe('proceed')
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  await engine.close()
})
