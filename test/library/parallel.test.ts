// Many dispatches at once: scripts wait for their turn, and one signal for all of them has one listener.
import childProcess from 'node:child_process'
import { getEventListeners } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closedGate, type Gate } from '../support/gate.ts'

vi.resetModules() // the queue is one for all in a process, and this file counts its places
const { createEngine } = await import('../../src/index.ts')
const { inQueue } = await import('../../src/library/dispatches.ts')

const call = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } } as const
const patient = { timeout: 60_000 }

let root: string
let gate: Gate

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hooks-parallel-'))
  gate = closedGate(path.join(root, 'gate'))
})

afterEach(() => {
  gate.open()
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

/** A script that says that it runs, and waits at the gate. */
const waits = {
  name: 'waits',
  run: ['sh', '-c', 'echo $$ >>running; read -r _ <gate; exit 0'],
  timeout: '1000s',
}

function engineWith(rule: object) {
  return createEngine({ root, config: { hooks: { PreToolUse: [{ on_error: 'deny', ...rule }] } } })
}

/** How many scripts have said that they run. */
function said(): number {
  const file = path.join(root, 'running')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
}

/** Waits until so many scripts run or ran. By then each that may run was started, long before it could say so. */
const untilSaid = (count: number) =>
  vi
    .waitUntil(() => said() >= count, patient)
    .catch(() => expect.fail(`${said()} of ${count} scripts ran; ${statfsSync(root).bavail} blocks are free`))

test('of 200 scripts at most 16 run at once, and all answer', async () => {
  const started = vi.spyOn(childProcess, 'spawn')
  const engine = await engineWith(waits)
  const all = Array.from({ length: 200 }, () => engine.dispatch(call))
  await untilSaid(16)
  expect(started).toHaveBeenCalledTimes(16)
  gate.pass(3)
  await untilSaid(19)
  expect(started).toHaveBeenCalledTimes(19)
  gate.open()
  expect((await Promise.all(all)).map(({ decision }) => decision)).toEqual(all.map(() => 'proceed'))
  expect(started).toHaveBeenCalledTimes(200)
  expect(said()).toBe(200)
  await engine.close()
})

test('a script that waits longer than its limit is not started', async () => {
  const started = vi.spyOn(childProcess, 'spawn')
  const first = await engineWith(waits)
  const second = await engineWith({ ...waits, name: 'late', timeout: '300ms' })
  const busy = Array.from({ length: 16 }, () => first.dispatch(call))
  await untilSaid(16)
  const late = second.dispatch(call)
  await setImmediate() // it stands in the queue
  const since = performance.now()
  const next = first.dispatch(call)
  await vi.waitUntil(() => performance.now() - since > 300, patient)
  gate.pass(1)
  expect(await late).toMatchObject({ decision: 'deny', trace: [{ rule: 'late', result: 'timeout' }] })
  await untilSaid(17) // the one behind it
  expect(started).toHaveBeenCalledTimes(17)
  gate.open()
  await Promise.all([...busy, next])
  await Promise.all([first.close(), second.close()])
})

test('the time that a script waits is taken off its limit', async () => {
  const given: number[] = []
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const spawn = inQueue(async ({ timeout_ms }) => {
    given.push(timeout_ms)
    await ended
    return { end: 'exit', code: 0, stdout: '', stderr: '', ms: 0 }
  })
  const request = { argv: 'true', cwd: root, env: {}, stdin: '', timeout_ms: 60_000, max_stdout: 0 }
  const all = Array.from({ length: 17 }, () => spawn(request))
  const since = performance.now()
  await vi.waitUntil(() => performance.now() - since > 100)
  end()
  await Promise.all(all)
  expect(given).toHaveLength(17)
  expect(given[16]).toBeLessThan(60_000 - 100)
})

test('one signal over 100 dispatches has one listener, and none afterwards', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error): void => void warnings.push(warning)
  process.on('warning', listen)
  const engine = await engineWith(waits)
  const { signal } = new AbortController()
  const all = Array.from({ length: 100 }, () => engine.dispatch(call, { signal }))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await untilSaid(16)
  gate.pass(1)
  await Promise.race(all)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  gate.open()
  await Promise.all(all)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  await engine.close()
  process.off('warning', listen)
  expect(warnings).toEqual([])
})

test('an abort ends every dispatch of the signal, and no other', async () => {
  const engine = await engineWith(waits)
  const controller = new AbortController()
  const ended = Array.from({ length: 5 }, () => engine.dispatch(call, { signal: controller.signal }))
  const other = engine.dispatch(call)
  await untilSaid(6)
  controller.abort(new Error('enough'))
  for (const each of await Promise.allSettled(ended))
    expect(each).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  gate.open()
  expect((await other).decision).toBe('proceed')
  await engine.close()
})
