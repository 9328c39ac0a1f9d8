import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createEngine,
  type Diagnostic,
  type Engine,
  type EngineOptions,
  type Reload,
} from '../../src/index.ts'
import { startClock } from '../support/fake-clock.ts'
import * as real from '../support/time.ts'
import { openShop, ruleFile, type Shop } from './shop.ts'

const call = { event: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'orders.ts' } }
/** Longer than any wait of the watcher. */
const SETTLED_MS = 700

/** The time that the watcher sees passes only here. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Lets time pass until it holds; how much that was. */
async function until(holds: () => boolean | Promise<boolean>): Promise<number> {
  for (let ms = 0; ms <= 10_000; ms += 10) {
    if (await holds()) return ms
    await pass(10)
  }
  throw new Error('it never came to hold')
}

interface Watched {
  readonly shop: Shop
  readonly engine: Engine
  readonly reloads: Reload[]
  readonly told: (readonly Diagnostic[])[]
  /** What the one rule says now. */
  said(): Promise<string | undefined>
}

const open: Watched[] = []

afterEach(async () => {
  await startClock()
  for (const { engine, shop } of open.splice(0)) {
    await engine.close()
    shop.remove()
  }
})

async function watched(
  files: Readonly<Record<string, string>>,
  options: EngineOptions = {},
): Promise<Watched> {
  const shop = openShop(files)
  const reloads: Reload[] = []
  const told: (readonly Diagnostic[])[] = []
  const engine = await createEngine({
    root: shop.root,
    layers: false,
    trust: 'all',
    watch: true,
    onReload: (reload) => reloads.push(reload),
    onDiagnostics: (list) => told.push(list),
    ...options,
  })
  const said = async () => (await engine.dispatch(call)).reason
  const all = { shop, engine, reloads, told, said }
  open.push(all)
  return all
}

describe('a changed file is in force within a second (P20)', () => {
  test('deny becomes allow', async () => {
    const { shop, engine, reloads } = await watched({ 'hooks.yaml': ruleFile('deny', 'No.') })
    expect(await engine.dispatch(call)).toMatchObject({ decision: 'deny' })
    shop.write('hooks.yaml', ruleFile('allow', 'Yes.'))
    const ms = await until(async () => (await engine.dispatch(call)).decision === 'allow')
    expect(ms).toBeLessThan(1_000)
    expect(reloads).toEqual([{ rules: 1, sources: expect.arrayContaining([shop.at('hooks.yaml')]) }])
  })

  test('a file that was not there comes', async () => {
    const { shop, said } = await watched({ 'orders.ts': '' })
    expect(await said()).toBeUndefined()
    shop.write('hooks.yaml', ruleFile('deny', 'first'))
    await until(async () => (await said()) === 'first')
    shop.write('hooks.local.yaml', ruleFile('ask', 'local'))
    await until(() => open[0]?.engine.rules().length === 2)
  })

  test('and so does one whose directory was not there', async () => {
    const { shop, said } = await watched({ 'hooks.yaml': ruleFile('deny', 'first') })
    mkdirSync(shop.at('rules'))
    shop.write('rules/shared.yaml', ruleFile('deny', 'shared'))
    shop.write('hooks.yaml', 'extends: [./rules/shared.yaml]\n')
    await until(async () => (await said()) === 'shared')
    rmSync(shop.at('rules'), { recursive: true })
    await until(() => open[0]?.engine.diagnostics()[0]?.code === 'missing-file')
    expect(await said()).toBe('shared')
    shop.write('rules/shared.yaml', ruleFile('deny', 'again'))
    expect(await until(async () => (await said()) === 'again')).toBeLessThan(1_000)
  })

  test('also behind a link that is swapped', async () => {
    const { shop, said } = await watched({
      'v1/hooks.yaml': ruleFile('deny', 'one'),
      'v2/hooks.yaml': ruleFile('deny', 'two'),
      'orders.ts': '',
    })
    symlinkSync('v1', shop.at('current'))
    symlinkSync('current/hooks.yaml', shop.at('hooks.yaml'))
    await until(async () => (await said()) === 'one')
    symlinkSync('v2', shop.at('next'))
    renameSync(shop.at('next'), shop.at('current'))
    expect(await until(async () => (await said()) === 'two')).toBeLessThan(1_000)
  })

  test('touching a file is no change', async () => {
    const { shop, reloads, told } = await watched({ 'hooks.yaml': ruleFile('deny', 'No.') })
    utimesSync(shop.at('hooks.yaml'), new Date(), new Date())
    shop.write('orders.ts', 'export {}')
    await pass(SETTLED_MS)
    expect([reloads, told]).toEqual([[], []])
  })
})

describe('a broken edit (P21)', () => {
  test('keeps the last good rules and says what is wrong; mending it is told, too', async () => {
    const { shop, engine, reloads, told, said } = await watched({ 'hooks.yaml': ruleFile('deny', 'good') })
    shop.write('hooks.yaml', 'hooks:\n  PreToolUse: [\n')
    await until(() => told.length === 1)
    expect(told[0]?.[0]).toMatchObject({ severity: 'error', at: { file: 'hooks.yaml' } })
    expect(engine.diagnostics()).toEqual(told[0])
    expect(await said()).toBe('good')
    expect(reloads).toEqual([])
    shop.write('hooks.yaml', ruleFile('deny', 'good'))
    await until(() => told.length === 2)
    expect(engine.diagnostics()).toEqual([])
    expect(reloads).toEqual([])
  })

  test('in what it extends keeps them, too', async () => {
    const { shop, told, said } = await watched({
      'hooks.yaml': 'extends: [./shared.yaml]\n',
      'shared.yaml': ruleFile('deny', 'shared'),
    })
    shop.write('shared.yaml', 'hooks: {PreToolUse: [{name: x, dney: y}]}\nlimits: 3\n')
    await until(() => told.length === 1)
    expect(told[0]?.[0]?.at.file).toBe('shared.yaml')
    expect(await said()).toBe('shared')
  })
})

test('a dispatch in flight ends with the rules it began with (P22)', async () => {
  const slow = (text: string) =>
    `hooks:\n  PreToolUse:\n    - {name: slow, run: 'touch started; while [ ! -e go ]; do sleep 0.02; done'}\n    - {name: last, deny: ${text}}\n`
  const { shop, said, reloads } = await watched({ 'hooks.yaml': slow('old') })
  const before = said()
  shop.write('hooks.yaml', slow('new'))
  await until(() => reloads.length === 1)
  shop.write('go', '')
  expect(await before).toBe('old')
  expect(await said()).toBe('new')
})

describe('one reload a burst (P23)', () => {
  test('rename-and-replace, as editors save', async () => {
    const { shop, said, reloads } = await watched({ 'hooks.yaml': ruleFile('deny', '0') })
    for (const count of ['1', '2', '3']) {
      renameSync(shop.at('hooks.yaml'), shop.at('hooks.yaml~'))
      shop.write('hooks.yaml.tmp', ruleFile('deny', count))
      renameSync(shop.at('hooks.yaml.tmp'), shop.at('hooks.yaml'))
      rmSync(shop.at('hooks.yaml~'))
      await until(async () => (await said()) === count)
      await pass(250)
    }
    expect(reloads).toHaveLength(3)
  })

  test('many quick writes', async () => {
    const { shop, said, reloads, told } = await watched({ 'hooks.yaml': ruleFile('deny', '0') })
    for (let count = 1; count <= 20; count++) {
      shop.write('hooks.yaml', ruleFile('deny', String(count)))
      if (count % 5 === 0) await pass(5)
    }
    await until(async () => (await said()) === '20')
    await pass(SETTLED_MS)
    expect(reloads).toHaveLength(1)
    expect(told).toEqual([])
  })

  test('quick writes that a busy process hears of late', async () => {
    const { shop, said, reloads } = await watched({ 'hooks.yaml': ruleFile('deny', '0') })
    await pass(200)
    for (const count of ['1', '2', '3', '4']) {
      shop.write('hooks.yaml', ruleFile('deny', count))
      vi.advanceTimersByTime(59) // no event is heard between
    }
    expect(await said()).toBe('0')
    await until(async () => (await said()) === '4')
    await pass(SETTLED_MS)
    expect(reloads).toHaveLength(1)
  })

  test('somebody who never stops writing is heard all the same', async () => {
    const { shop, said, reloads } = await watched({ 'hooks.yaml': ruleFile('deny', 'start') })
    for (let ms = 0; ms < 1_000; ms += 15) {
      shop.write('hooks.yaml', ruleFile('deny', String(ms)))
      await pass(15)
    }
    expect(reloads.length).toBeGreaterThan(0)
    expect(await said()).not.toBe('start')
  })

  test('a file written in two halves is read whole', async () => {
    const { shop, reloads, told } = await watched({ 'hooks.yaml': ruleFile('deny', 'start') })
    const [first, second] = [ruleFile('context', 'first half'), '    - name: last\n      deny: second half\n']
    writeFileSync(shop.at('hooks.yaml'), first)
    await pass(10)
    writeFileSync(shop.at('hooks.yaml'), second, { flag: 'a' })
    await until(() => reloads.length > 0)
    expect(reloads.map((reload) => reload.rules)).toEqual([2])
    expect(told).toEqual([])
  })
})

describe('what is gone keeps the last good rules (P24)', () => {
  test.each<[string, (file: string) => void, string]>([
    ['deleted', (file) => rmSync(file), '"hooks.yaml" is gone; the rules that it held stay in force'],
    ['emptied', (file) => truncateSync(file), '"hooks.yaml" is empty; the rules that it held stay in force'],
    [
      'replaced by a directory',
      (file) => {
        rmSync(file)
        mkdirSync(file)
      },
      '"hooks.yaml" cannot be read: it is a directory',
    ],
  ])('a file that is %s', async (_name, act, message) => {
    const { shop, told, said, reloads } = await watched({ 'hooks.yaml': ruleFile('deny', 'good') })
    act(shop.at('hooks.yaml'))
    await until(() => told.length === 1)
    expect(told[0]).toContainEqual(expect.objectContaining({ severity: 'error', message }))
    expect(await said()).toBe('good')
    rmSync(shop.at('hooks.yaml'), { recursive: true, force: true })
    shop.write('hooks.yaml', ruleFile('deny', 'better'))
    await until(async () => (await said()) === 'better')
    expect(reloads).toHaveLength(1)
    expect(told.at(-1)).toEqual([])
  })

  test('a whole project that is moved away and back', async () => {
    const { shop, told, said } = await watched({ 'hooks.yaml': ruleFile('deny', 'good') })
    renameSync(shop.root, `${shop.root}-away`)
    await until(() => told.length === 1)
    expect(await said()).toBe('good')
    writeFileSync(`${shop.root}-away/hooks.yaml`, ruleFile('deny', 'moved'))
    renameSync(`${shop.root}-away`, shop.root)
    await until(async () => (await said()) === 'moved')
    shop.write('hooks.yaml', ruleFile('deny', 'later'))
    await until(async () => (await said()) === 'later')
  })
})

test('recipes and extended files are watched (P24)', async () => {
  const recipe = (description: string) => `---\nname: review\ndescription: ${description}\n---\nReview it.\n`
  const { shop, reloads, engine } = await watched({
    'hooks.yaml': 'extends: [./shared.yaml]\nhooks:\n  AgentStop:\n    - {name: review, recipe: review}\n',
    'shared.yaml': ruleFile('deny', 'one'),
    'recipes/review.md': recipe('reviews'),
  })
  shop.write('shared.yaml', ruleFile('deny', 'two'))
  await until(() => reloads.length === 1)
  rmSync(shop.at('recipes/review.md'))
  await until(() => engine.diagnostics().some(({ severity }) => severity === 'error'))
  expect(engine.rules()).toHaveLength(2)
  shop.write('recipes/review.md', recipe('reviews again'))
  await until(() => engine.diagnostics().length === 0)
})

describe('what stands beside hooks.yaml (P24)', () => {
  test('an extended file that is deleted keeps its rules, and holds up every other edit until it is back', async () => {
    const { shop, engine, said, told, reloads } = await watched({
      'hooks.yaml': 'extends: [./shared.yaml]\n',
      'shared.yaml': ruleFile('deny', 'shared'),
    })
    rmSync(shop.at('shared.yaml'))
    await until(() => told.length === 1)
    expect(told[0]).toMatchObject([{ code: 'missing-file', severity: 'error' }])
    shop.write('hooks.yaml', 'extends: [./shared.yaml]\nlimits: { continues: 3 }\n')
    await pass(SETTLED_MS)
    expect([await said(), reloads]).toEqual(['shared', []])
    shop.write('shared.yaml', ruleFile('deny', 'again'))
    await until(async () => (await said()) === 'again')
    expect(engine.diagnostics()).toEqual([])
    expect(reloads).toHaveLength(1)
  })

  test('a file that an extended file extends', async () => {
    const { shop, said, reloads } = await watched({
      'hooks.yaml': 'extends: [./team/all.yaml]\n',
      'team/all.yaml': 'extends: [./deep/shared.yaml]\n',
      'team/deep/shared.yaml': ruleFile('deny', 'one'),
    })
    expect(await said()).toBe('one')
    shop.write('team/deep/new.yaml', ruleFile('deny', 'two'))
    renameSync(shop.at('team/deep/new.yaml'), shop.at('team/deep/shared.yaml'))
    await until(async () => (await said()) === 'two')
    shop.write('team/other.yaml', ruleFile('deny', 'three'))
    shop.write('team/all.yaml', 'extends: [./other.yaml]\n')
    await until(async () => (await said()) === 'three')
    shop.write('team/other.yaml', ruleFile('deny', 'four'))
    await until(async () => (await said()) === 'four')
    const heard = reloads.length
    shop.write('team/deep/shared.yaml', ruleFile('deny', 'nobody asks'))
    await pass(SETTLED_MS)
    expect([await said(), reloads.length]).toEqual(['four', heard])
  })

  test('a directory of rules that is moved away and replaced as a whole', async () => {
    const { shop, told, said } = await watched({
      'hooks.yaml': 'extends: [./team/rules.yaml]\n',
      'team/rules.yaml': ruleFile('deny', 'old'),
      'next/rules.yaml': ruleFile('deny', 'new'),
    })
    renameSync(shop.at('team'), shop.at('gone'))
    await until(() => told.length === 1)
    expect(await said()).toBe('old')
    renameSync(shop.at('next'), shop.at('team'))
    await until(async () => (await said()) === 'new')
    shop.write('team/rules.yaml', ruleFile('deny', 'newer'))
    await until(async () => (await said()) === 'newer')
  })

  const recipe = (text: string) => `---\nname: compact\ndescription: keeps it short\n---\n${text}\n`
  const full = { event: 'PostModelCall', usage: { context: 9, max_context: 10 }, messages: [] }

  test('a recipe that is replaced by a rename, deleted, and written anew', async () => {
    const { shop, engine, told, reloads } = await watched({
      'hooks.yaml': 'hooks:\n  PostModelCall:\n    - {name: short, recipe: compact}\n',
      'recipes/compact.md': recipe('One.'),
    })
    const asks = async () => (await engine.dispatch(full)).callback?.prompt ?? ''
    expect(await asks()).toContain('One.')
    shop.write('recipes/.compact.md.swp', recipe('Two.'))
    renameSync(shop.at('recipes/.compact.md.swp'), shop.at('recipes/compact.md'))
    await until(async () => (await asks()).includes('Two.'))
    rmSync(shop.at('recipes/compact.md'))
    await until(async () => (await asks()).includes('Primary Objective')) // the packaged one
    shop.write('recipes/compact.md', recipe('Three.'))
    await until(async () => (await asks()).includes('Three.'))
    expect(reloads).toHaveLength(3)
    expect(told).toEqual([])
  })

  test('a directory of recipes that was not there', async () => {
    const { shop, engine } = await watched({
      'hooks.yaml':
        'recipes: {paths: [prompts]}\nhooks:\n  PostModelCall:\n    - {name: short, use: compact}\n',
    })
    const asks = async () => (await engine.dispatch(full)).callback?.prompt ?? ''
    expect(await asks()).toContain('Primary Objective')
    mkdirSync(shop.at('prompts'))
    await pass(100)
    shop.write('prompts/compact.md', recipe('Ours.'))
    await until(async () => (await asks()).includes('Ours.'))
    rmSync(shop.at('prompts'), { recursive: true })
    await until(async () => (await asks()).includes('Primary Objective'))
  })

  test('a packaged preset is extended, and left, while it runs', async () => {
    const { shop, engine } = await watched({ 'hooks.yaml': ruleFile('context', 'one') })
    expect(engine.rules()).toHaveLength(1)
    shop.write('hooks.yaml', `extends: [recommended]\n${ruleFile('context', 'one')}`)
    await until(() => engine.rules().some(({ name }) => name.startsWith('recommended/')))
    shop.write('hooks.yaml', ruleFile('context', 'one'))
    await until(() => engine.rules().length === 1)
  })
})

function watchers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'FSEventWrap').length
}

test('close leaves nothing that keeps the process alive, and nothing is heard after it', async () => {
  const { shop, engine, reloads } = await watched({ 'hooks.yaml': ruleFile('deny', 'No.') })
  await real.until(() => watchers() > 0)
  shop.write('hooks.yaml', ruleFile('deny', 'Never heard.'))
  await engine.close()
  await pass(SETTLED_MS)
  expect(watchers()).toBe(0)
  expect(reloads).toEqual([])
})
