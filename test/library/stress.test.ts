// Random sequences of edits: what is decided is always what some whole version of the files says.
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/index.ts'
import { runs, seed } from '../support/seed.ts'
import { pause, until } from '../support/time.ts'
import { openShop, type Shop } from './shop.ts'

const WORLDS = 40
const RELOADS = runs(6, 30)
const SEQUENCES = runs(5, 100)
const RULES = 4

/** Rules that all say which version of which file they are of. */
function version(file: string, number: number): string {
  const rules = Array.from(
    { length: RULES },
    (_, index) => `    - name: ${file}-${index}\n      context: "${file} ${number} ${index}"\n`,
  )
  return `${file === 'main' ? 'extends: [./shared.yaml]\n' : ''}hooks:\n  PreToolUse:\n${rules.join('')}`
}

/** `main 3` and `shared 7` when the verdict holds every rule of one version of each. */
function versionsIn(texts: readonly string[]): readonly string[] {
  const found = [...new Set(texts.map((text) => text.split(' ').slice(0, 2).join(' ')))]
  for (const name of found)
    expect(texts.filter((text) => text.startsWith(`${name} `))).toEqual(
      Array.from({ length: RULES }, (_, index) => `${name} ${index}`),
    )
  return found.toSorted()
}

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface World {
  readonly shop: Shop
  readonly engine: Engine
  readonly random: (below: number) => number
  /** Every pair of whole versions that stood in the files at one time. */
  readonly stood: Set<string>
  readonly now: { main: number; shared: number }
}

const names = ['main', 'shared'] as const
const fileOf = (name: (typeof names)[number]) => (name === 'main' ? 'hooks.yaml' : 'shared.yaml')

function stand({ now, stood }: World): void {
  stood.add(`main ${now.main},shared ${now.shared}`)
}

/** Any way in which a file comes to hold its next version. */
function write(world: World, name: (typeof names)[number]): void {
  const { shop, random, now } = world
  const file = shop.at(fileOf(name))
  now[name]++
  const text = version(name, now[name])
  rmDirectory(file)
  const ways: readonly (() => void)[] = [
    () => writeFileSync(file, text),
    () => {
      writeFileSync(`${file}.tmp`, text)
      renameSync(`${file}.tmp`, file)
    },
    () => {
      rmSync(file, { force: true })
      writeFileSync(file, text)
    },
    () => {
      const fd = openSync(file, 'w')
      const cut = random(text.length)
      writeSync(fd, text.slice(0, cut))
      writeSync(fd, text.slice(cut))
      closeSync(fd)
    },
  ]
  ways[random(ways.length)]?.()
  stand(world)
}

function rmDirectory(file: string): void {
  rmSync(file, { recursive: true, force: true })
}

/** What is no version, and stays a while. */
function spoil(world: World, name: (typeof names)[number]): void {
  const { shop, random, now } = world
  const file = shop.at(fileOf(name))
  rmDirectory(file)
  const text = version(name, now[name] + 1)
  const ways: readonly (() => void)[] = [
    () => undefined,
    () => writeFileSync(file, ''),
    () => mkdirSync(file),
    () => writeFileSync(file, text.slice(0, text.lastIndexOf('"'))),
    () => writeFileSync(file, text.replace('context', 'contxet')),
    () => writeFileSync(file, `${text}nonsense: true\n`),
  ]
  ways[random(name === 'main' ? ways.length : ways.length - 2)]?.()
}

async function look({ engine, stood }: World): Promise<string> {
  const { additional_context: texts } = await engine.dispatch({ event: 'PreToolUse', tool_name: 'Write' })
  const found = versionsIn(texts).join(',')
  expect(stood).toContain(found)
  return found
}

async function sequence(world: World): Promise<void> {
  const { random, now } = world
  for (let edits = 1 + random(5); edits > 0; edits--) {
    const name = names[random(2)] ?? 'main'
    if (random(3) === 0) spoil(world, name)
    else write(world, name)
    if (random(3) === 0) await pause(random(80))
    await look(world)
  }
  write(world, 'shared')
  write(world, 'main')
  const last = `main ${now.main},shared ${now.shared}`
  await until(async () => (await look(world)) === last)
}

/** Every edit sequence of one project; how often its rules were read anew. */
async function live(start: number): Promise<number> {
  const shop = openShop({ 'hooks.yaml': version('main', 0), 'shared.yaml': version('shared', 0) })
  let reloads = 0
  const engine = await createEngine({
    root: shop.root,
    layers: false,
    watch: true,
    onReload: () => reloads++,
  })
  const world: World = {
    shop,
    engine,
    random: createRandom(start),
    stood: new Set(),
    now: { main: 0, shared: 0 },
  }
  stand(world)
  try {
    for (let count = 0; count < SEQUENCES; count++) await sequence(world)
    return reloads
  } finally {
    await engine.close()
    shop.remove()
  }
}

test(
  `${WORLDS * SEQUENCES} random edit sequences never show a mixed or missing plan`,
  { tags: 'long' },
  async () => {
    const reloads = await Promise.all(Array.from({ length: WORLDS }, (_, index) => live(seed + index)))
    expect(reloads.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(WORLDS * SEQUENCES)
  },
)

/** Writes both files by turns, without end, from a thread of its own. */
const writer = `
const { parentPort, workerData } = require('node:worker_threads')
const { writeFileSync, renameSync } = require('node:fs')
let stop = false
parentPort.once('message', () => (stop = true))
let number = 0
const turn = () => {
  number++
  for (const [file, text] of workerData) {
    writeFileSync(file + '.tmp', text.replaceAll('NUMBER', number))
    renameSync(file + '.tmp', file)
  }
  if (!stop) setTimeout(turn, number % 7)
}
turn()
`

test('files that are written while they are read never mix', async () => {
  const texts = { main: version('main', 0), shared: version('shared', 0) }
  const shop = openShop({ 'hooks.yaml': texts.main, 'shared.yaml': texts.shared })
  const count = { reloads: 0 }
  const engine = await createEngine({
    root: shop.root,
    layers: false,
    watch: true,
    onReload: () => count.reloads++,
  })
  const data = [
    [shop.at('hooks.yaml'), texts.main.replaceAll(' 0 ', ' NUMBER ')],
    [shop.at('shared.yaml'), texts.shared.replaceAll(' 0 ', ' NUMBER ')],
  ]
  const worker = new Worker(writer, { eval: true, workerData: data })
  try {
    for (; count.reloads < RELOADS; await pause(2)) {
      const { additional_context: said } = await engine.dispatch({ event: 'PreToolUse' })
      const [main = '', shared = ''] = versionsIn(said).map((name) => name.split(' ')[1])
      // main is always written first.
      expect([Number(main), Number(main) - 1]).toContain(Number(shared))
    }
  } finally {
    worker.postMessage('stop', [])
    await new Promise((resolve) => worker.once('exit', resolve))
    await engine.close()
    shop.remove()
  }
})
