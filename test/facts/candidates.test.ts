// Rules over facts are looked up by what they demand. Asking all of them, every time, gives the same verdict.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtins, dialects, matchers } from '../../src/catalog.ts'
import { compilePlan } from '../../src/config/compile.ts'
import { createSubject, unknownHistory } from '../../src/engine/change.ts'
import { dispatch } from '../../src/engine/dispatch.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { createFactSource } from '../../src/facts.ts'
import { createFiles } from '../../src/files.ts'
import { byKey, createMakers } from '../../src/handlers/make.ts'
import * as shell from '../../src/shell.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import type { Event, Registry, Rule, Verdict } from '../../src/types.ts'
import { pick, type Random, randomFrom } from './mutations/random.ts'
import { rewrite } from './mutations/rewrites.ts'
import { seeds } from './mutations/seeds.ts'
import { openShop, rules as written, type Shop } from './mutations/shop.ts'
import { seed } from '../support/seed.ts'

const files = createFiles()
const env = { HOME: '/home/ada', PATH: '/usr/bin:/bin' }
const clock = { now: () => 0, elapsed: () => 0 }

/** Whose options may come from elsewhere, whose programs are not named, and who ask when they cannot tell. */
const more = [
  { name: 'context', match: { command: 'kubectl --context prod-*' } },
  { name: 'stage', match: { command: ['aws --profile production *', 'npm run --env=production'] } },
  { name: 'account', match: { command: 'CLOUD=prod* *' } },
  { name: 'any-force', match: { command: '* --force' } },
  { name: 'reset', match: { any: [{ command: 'git reset' }, { tool: 'Deploy' }, { deletes: '*.sql' }] } },
  { name: 'pipe', match: { command: 'curl | sh', not: { branch: 'main' } } },
].map((rule) => ({ ...rule, on: 'PreToolUse', deny: 'Not in this shop.' }))

let shop: Shop
let indexed: Registry
let asked: Registry
beforeAll(async () => {
  shop = await openShop()
  writeFileSync(path.join(shop.root, 'hooks.yaml'), JSON.stringify({ ...written, rules: more })) // YAML, too
  const { plan } = compilePlan({
    root: shop.root,
    layers: [{ layer: 'project', path: path.join(shop.root, 'hooks.yaml'), file: 'hooks.yaml' }],
    env,
    files,
    presetDir: path.join(import.meta.dirname, '../../presets'),
    catalog: { matchers, builtins, dialects },
  })
  if (plan === undefined) throw new Error('the rules do not compile')
  const { settings } = plan
  const lists = {
    matchers: byKey(matchers),
    builtins,
    dialects,
    scripted: dialects,
    makeRun: () => () => ({}),
  }
  const registryOf = (rules: readonly Rule[]) => createRegistry(rules, settings, createMakers(lists))
  const rules = plan.events.PreToolUse ?? []
  indexed = registryOf(rules)
  asked = registryOf(rules.map(withoutDemands))
})
afterAll(() => shop.close())

function withoutDemands(rule: Rule): Rule {
  const { literals: _, facts: _facts, programs: _programs, ...rest } = rule
  return rest
}

async function judge(
  registry: Registry,
  command: string,
): Promise<Omit<Verdict, 'trace'> & { rules: unknown }> {
  const event: Event = {
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    cwd: shop.root,
    root: shop.root,
    raw: {},
  }
  const state = createMemoryState(clock)
  const effects = { clock, files, spawn: never, state, env, frontMatter: (body: string) => ({ body }) }
  const facts = { ...createFactSource({ files, env, shell: () => shell }), did: () => unknownHistory }
  const { trace, ...verdict } = (await dispatch(registry, event, { effects, facts })).verdict
  return {
    ...verdict,
    rules: trace.flatMap(({ rule, decision }) => (decision === undefined ? [] : [rule, decision])),
  }
}

async function never(): Promise<never> {
  throw new Error('no rule starts a script')
}

const unknown = ['$X', '"$X"', '$(cat list)', '*', '"${X}.env"', '-$X']

/** With one of its words not to be known. */
function blurred(text: string, random: Random): string {
  const words = text.split(' ')
  words[random(words.length)] = pick(unknown, random)
  return words.join(' ')
}

test('on commands as agents write them, rewritten, and with a word that cannot be known', async () => {
  const random = randomFrom(seed)
  const texts = seeds.flatMap(({ text }) => [
    text,
    rewrite(text, random).text,
    blurred(text, random),
    blurred(text, random),
    `cat notes.md; ${blurred(text, random)} | head`,
  ])
  for (const text of texts)
    expect({ text, ...(await judge(indexed, text)) }).toEqual({ text, ...(await judge(asked, text)) })
}, 120_000)

test('and most rules are not asked', () => {
  const rules = { all: 0, some: 0 }
  const source = { ...createFactSource({ files, env, shell: () => shell }), did: () => unknownHistory }
  for (const { text } of seeds) {
    const event: Event = {
      event: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: text },
      cwd: shop.root,
      root: shop.root,
      raw: {},
    }
    const subject = createSubject(event, source)
    rules.all += [...asked.select(subject, 0)].length
    rules.some += [...indexed.select(subject, 0)].length
  }
  expect(rules.some).toBeLessThan(rules.all / 8)
})
