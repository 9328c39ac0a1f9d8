// What the verbs cost grows with the rules and their examples, not with their product.
import { expect, test } from 'vitest'
import { cpuMsOf } from '../support/time.ts'
import { openShop } from './shop.ts'

const kinds = [
  (at: number) => [`{ command: 'tool${at} push --force' }`, `tool${at} push --force origin`],
  (at: number) => [`{ writes: 'src/gen${at}/**' }`, `{ write: src/gen${at}/a.ts }`],
  (at: number) => [`{ reads: '.secret${at}-*' }`, `{ read: .secret${at}-x }`],
  (at: number) => [`{ tool: '@shell', input: { command: '/deploy${at} .*prod/' } }`, `deploy${at} to prod`],
] as const

const rule = (at: number): string => {
  const [match = '', denied = ''] = kinds[at % kinds.length]?.(at) ?? []
  return `    - { name: r${at}, match: ${match}, deny: Not ${at}., examples: { deny: [${denied}], proceed: [ls] } }`
}
const rules = (count: number): string =>
  ['hooks:', '  PreToolUse:', ...Array.from({ length: count }, (_, at) => rule(at)), ''].join('\n')

async function costOf(verb: string, count: number): Promise<number> {
  const shop = openShop({ 'hooks.yaml': rules(count) })
  return cpuMsOf(async () => expect((await shop.hooks([verb])).exit).toBe(0))
}

test.each(['validate', 'list', 'test'])('hooks %s takes linear time in the rules', async (verb) => {
  let [few, many] = [Infinity, Infinity]
  for (let at = 0; at < 4 && !(many < 6 * few && few < Infinity); at++) {
    few = Math.min(few, await costOf(verb, 200))
    many = Math.min(many, await costOf(verb, 800))
  }
  expect(many).toBeLessThan(6 * few)
})
