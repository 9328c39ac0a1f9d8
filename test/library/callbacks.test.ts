// What a callback of the host throws changes no verdict, ends nothing, and is reported.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngine, type EngineOptions, type RunOptions } from '../../src/index.ts'
import { eventually } from '../support/expectations.ts'
import { until } from '../support/time.ts'
import { openShop, ruleFile } from './shop.ts'

const warned: string[] = []
const listen = ({ message }: Error): void => void warned.push(message)
beforeEach(() => {
  warned.length = 0
  process.on('warning', listen)
})
afterEach(() => void process.off('warning', listen))

const call = { event: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'orders.ts' } }

const ways = [
  [
    'throws',
    () => {
      throw new Error('no disk')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no disk'))],
] as const

test.each(ways)('onReload and onDiagnostics that %s', async (_, callback) => {
  const shop = openShop({ 'hooks.yaml': ruleFile('deny', 'one') })
  const options: EngineOptions = { root: shop.root, watch: true, onReload: callback, onDiagnostics: callback }
  const engine = await createEngine(options)
  const said = async () => (await engine.dispatch(call)).reason
  shop.write('hooks.yaml', ruleFile('deny', 'two'))
  await until(async () => (await said())?.includes('two'))
  await until(() => warned.includes('onReload failed: no disk'))
  shop.write('hooks.yaml', 'hooks: {')
  await until(() => warned.includes('onDiagnostics failed: no disk'))
  expect(await said()).toContain('two')
  await engine.close()
  shop.remove()
})

test.each(ways)('onEvent that %s', async (_, onEvent) => {
  const engine = await createEngine({ config: { hooks: { PreToolUse: [{ name: 'a', deny: 'No.' }] } } })
  const options: RunOptions = { onEvent }
  const run = await engine.start(options)
  expect(await run.dispatch(call as never)).toMatchObject({ decision: 'deny' })
  await until(() => warned.includes('onEvent failed: no disk'))
  await engine.close()
})

test('engines that are closed leave nothing', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const shop = openShop({ 'hooks.yaml': ruleFile('deny', 'one') })
  const open = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const engine = await createEngine({ root: shop.root, watch: true })
      await engine.dispatch(call)
      await engine.close()
    }
  }
  const used = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  await open(40)
  const before = used()
  await open(120)
  await eventually(used).toBeLessThan(before + 2_000_000) // one alone holds 140,000 bytes
  shop.remove()
})
