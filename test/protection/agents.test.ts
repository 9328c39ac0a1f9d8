// No tool of an agent changes what holds the rules, in the words of its own payload.
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import { run } from '../../src/run/run.ts'
import { createFakeHost } from '../cli/fake-host.ts'
import { trustProject } from '../support/trust.ts'
import { type ToldAgent, toolOf } from './tools/call.ts'
import { editors } from './tools/editors.ts'
import { terminals } from './tools/terminals.ts'
import { decode, dialectOf, guardShop } from './world.ts'

const { shop, judge } = guardShop()
beforeAll(() => {
  trustProject(root, { HOME: shop.home })
})
const { root } = shop
const other = `${shop.outside}/x`
const pauses = path.join(shop.home, '.local/state/hooks/shop-1/pauses.json')
const toldAgents: Readonly<Record<string, ToldAgent>> = { ...terminals, ...editors }
const agents = Object.entries(toldAgents)

/** Every call on every place, where the verdict is not right. */
async function missed(
  agent: string,
  calls: ToldAgent['writes'],
  { files, isRight }: { readonly files: readonly string[]; readonly isRight: (verdict: string) => boolean },
): Promise<readonly string[]> {
  const found: string[] = []
  for (const [call, input] of Object.entries(calls))
    for (const file of files) {
      const payload = toldAgents[agent]?.payload(toolOf(call), input({ file, other }), root) ?? {}
      const seen = await judge(decode(agent, payload, root))
      if (!isRight(seen)) found.push(`${call}: ${seen}: ${file}`)
    }
  return found
}

/** What the agent reads of it. */
async function answer(agent: string, call: string, input: unknown): Promise<string> {
  const payload = toldAgents[agent]?.payload(toolOf(call), input, root)
  const host = createFakeHost({
    argv: ['run', '--agent', dialectOf(agent)],
    cwd: root,
    env: { HOME: shop.home },
    stdin: async () => JSON.stringify(payload),
  })
  await run(host)
  return host.printed.out + host.printed.err
}

test('every agent has its table', () => {
  const told = new Set(agents.map(([agent]) => dialectOf(agent)))
  expect(dialects.map(({ name }) => name).filter((name) => !told.has(name))).toEqual(['context', 'native'])
})

test.each(agents)('no tool of %s changes one of the places', async (agent, { writes }) => {
  expect(
    await missed(agent, writes, { files: shop.places, isRight: (seen) => seen === 'deny self-protection' }),
  ).toEqual([])
})

test.each(agents)('every tool of %s reads the records', async (agent, { reads }) => {
  const isRight = (seen: string): boolean => !seen.includes('self-protection')
  expect(await missed(agent, reads, { files: [pauses], isRight })).toEqual([])
})

test.each(agents)('%s is refused each of them in its own words', async (agent, { writes, refusal }) => {
  const fileAt = (at: number): string => shop.places[at % shop.places.length] ?? pauses
  const calls = Object.entries(writes).map(
    ([call, input], at) => [call, input({ file: fileAt(at), other })] as const,
  )
  for (const [call, input] of calls)
    expect([call, await answer(agent, call, input)]).toEqual([call, expect.stringMatching(refusal)])
})
