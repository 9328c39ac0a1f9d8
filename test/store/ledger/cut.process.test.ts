// Long strings of kept payloads lose their middle, never half of a secret, and replay says so.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from '../../support/cli.ts'

const rules = 'version: 1\nhooks:\n  PreToolUse:\n    - { name: r, match: { tool: Never }, deny: No. }\n'
const shop = makeProject({ 'hooks.yaml': rules })
const random = 'q8Zt3Lk0Wv7Rn2Yb5Hd9Xc4Mf1Jg6PsTaEuVi'
const secret = `ghp_${random}`
const size = 1_000_000

const payload = (content: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: shop.root,
  tool_name: 'Write',
  tool_input: { file_path: path.join(shop.root, 'big.txt'), content },
})

async function kept(content: string): Promise<string> {
  await shop.hooks(['run', '--agent', 'claude-code'], { input: JSON.stringify(payload(content)) })
  const [project = ''] = readdirSync(path.join(shop.dir, '.local/state/hooks')).filter((name) =>
    name.startsWith('shop'),
  )
  const dir = path.join(shop.dir, '.local/state/hooks', project, 'payloads')
  const texts = readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(path.join(dir, name), 'utf8'))
  return texts.find((text) => text.includes(content.slice(0, 12))) ?? ''
}

const filler = (start: string): string =>
  `${start} ${'price of the cart\n'.repeat(size / 18 + 1)}`.slice(0, size)

test('keeps 8 KB of the beginning and of the end', async () => {
  const content = filler('first')
  const text = await kept(content)
  expect(text.length).toBeLessThan(20_000)
  const { payload: stored } = JSON.parse(text)
  const [head, tail] = stored.tool_input.content.split('\n[hooks: 983616 characters were not kept]\n')
  expect({ head, tail }).toEqual({ head: content.slice(0, 8192), tail: content.slice(-8192) })
})

test.each([8192, 12_288, size - 12_288, size - 8192])(
  'halves no secret that stands across %i',
  async (at) => {
    const plain = filler(`number ${at}`)
    const from = at - 20
    const text = await kept(`${plain.slice(0, from - 1)} ${secret} ${plain.slice(from + secret.length + 1)}`)
    expect(text).toContain('characters were not kept')
    for (let part = 0; part + 6 <= random.length; part++)
      expect(text).not.toContain(random.slice(part, part + 6))
  },
)

test('a replay and an explanation of it say so', async () => {
  await kept(filler('said'))
  for (const args of [
    ['run', '--last'],
    ['explain', '--last'],
  ]) {
    const { stderr } = await shop.hooks(args)
    expect(stderr).toContain('hooks: the payload was cut when it was kept')
  }
  await kept('short and whole')
  expect((await shop.hooks(['explain', '--last'])).stderr).toBe('')
})
