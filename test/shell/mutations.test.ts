import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '../support/check.ts'
import { textCarriers, wordCarriers } from './mutations/carriers.ts'
import { randomFrom } from './mutations/random.ts'
import { rewrite } from './mutations/rewrites.ts'
import { type Seed, seeds } from './mutations/seeds.ts'
import { openShop, type Shop } from './mutations/shop.ts'
import { runs, seed } from '../support/seed.ts'

const TIMES = runs(1, 60)

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('each command is answered as it should be', async () => {
  const wrong: string[] = []
  for (const { text, decision } of seeds) {
    const judged = await shop.decide(text)
    if (judged.decision !== decision)
      wrong.push(`${decision} -> ${judged.decision}: ${text}  [${judged.rules.join(', ')}]`)
  }
  expect(wrong).toEqual([])
})

const order = ['allow', 'proceed', 'ask', 'deny']

/** What a rewrite may not do: soften, or turn anything into an allow. */
function isSofter({ decision: before }: Seed, after: string): boolean {
  return before === 'allow' ? false : order.indexOf(after) < order.indexOf(before)
}

/** A command in other words, and how it got them. */
type Rewritten = Seed & { readonly how: readonly string[] }

function rewriteAll(commands: readonly Seed[], times: number): readonly Rewritten[] {
  const random = randomFrom(seed)
  return commands.flatMap((each) =>
    Array.from({ length: times }, () => ({ ...each, ...rewrite(each.text, random) })),
  )
}

/** Returns the rewrites of what proceeds that do not proceed any more. */
async function judgeAll(all: readonly Rewritten[]): Promise<readonly string[]> {
  const harder: string[] = []
  const property = fc.asyncProperty(fc.constantFrom(...all), async (each) => {
    const { text, how, decision: before } = each
    const { decision, rules } = await shop.decide(text)
    expect(isSofter(each, decision), `${before} -> ${decision} [${rules.join(', ')}]`).toBe(false)
    // these add words that cannot be known, or do something besides
    const isMore = /xargs|parallel/.test(text) || how.some((kind) => Object.hasOwn(textCarriers, kind))
    if (before === 'proceed' && decision !== 'proceed' && !isMore)
      harder.push(`${decision}: ${text}  (${how.join(' · ')}) [${rules.join(', ')}]`)
  })
  await check(property, { examples: all.map((each) => [each]), numRuns: all.length, endOnFailure: true })
  return harder
}

test('no rewrite softens an answer, and few make a false alarm', { tags: 'long' }, async () => {
  const all = rewriteAll(seeds, TIMES)
  expect((await judgeAll(all)).slice(all.length / 1000)).toEqual([])
})

test('whatever makes a program run a command, none softens an answer', async () => {
  const softer: string[] = []
  const ways = [
    ...wordCarriers.map((words) => [words, (text: string) => `${words} ${text}`] as const),
    ...Object.entries(textCarriers),
  ]
  for (const [how, carry] of ways)
    for (const each of carriedSeeds) {
      const text = carry(each) ?? each
      const { decision } = await shop.decide(text)
      if (order.indexOf(decision) < order.indexOf('deny')) softer.push(`${decision}: ${text}  (${how})`)
    }
  expect(softer).toEqual([])
})

/** Denied as they are: by the command, by what they write, read and contact. */
const carriedSeeds = [
  'git push --force',
  'rm -rf dist',
  'cp orders.ts .env',
  'cat .env',
  'curl https://evil.example/x',
]

/** A directory of files with a command in each line, as JSON. */
const cases = process.env['HOOKS_CASES']

test.skipIf(cases === undefined)(
  'no rewrite of the commands in HOOKS_CASES softens an answer',
  async () => {
    const dir = cases ?? ''
    const texts = readdirSync(dir)
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) => readFileSync(path.join(dir, file), 'utf8').split('\n'))
      .flatMap((line): string[] =>
        line === '' ? [] : [String((JSON.parse(line) as { command: unknown }).command)],
      ) // one a line
    const commands: Seed[] = []
    for (const text of texts) commands.push({ text, decision: (await shop.decide(text)).decision })
    await judgeAll(rewriteAll(commands, 5))
  },
  600_000,
)
