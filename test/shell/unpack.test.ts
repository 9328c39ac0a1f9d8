// What an archive holds is what unpacking it writes, for rules over paths.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hooks-unpack-')))
const run = (program: string, ...words: readonly string[]) =>
  execFileSync(program, words, { cwd: path.join(root, 'packed'), stdio: 'ignore' })

beforeAll(() => {
  mkdirSync(path.join(root, 'packed/lib'), { recursive: true })
  for (const file of ['.env', 'lib/a.ts']) writeFileSync(path.join(root, 'packed', file), '')
  run('tar', 'czf', '../env.tgz', '.')
  run('tar', 'cf', '../lib.tar', 'lib')
  run('zip', '-q', '../env.zip', '.env')
  writeFileSync(path.join(root, 'broken.tar'), '')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function decide(command: string, match: object): Promise<string> {
  const config = { hooks: { PreToolUse: [{ name: 'env', match, deny: 'Keys come from the vault.' }] } }
  const engine = await createEngine({ root, config })
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, root, cwd: root } as const
  return (await engine.dispatch(event)).decision
}

test.each([
  ['tar xzf env.tgz', 'deny'],
  ['tar xzf env.tgz -C app', 'deny'],
  ['unzip env.zip -d app', 'deny'],
  ['tar xzf env.tgz -C node_modules', 'proceed'],
  ['tar xzf env.tgz ./lib', 'ask'],
  ['tar xf lib.tar -C app', 'proceed'],
  ['tar xzf missing.tgz -C app', 'proceed'],
  ['curl -s https://example.com/x.tgz | tar xz -C app', 'proceed'],
  ['curl -s https://example.com/x.tgz | tar xz', 'ask'],
])('%s: writes of .env at any depth %s', async (command, decision) => {
  expect(await decide(command, { writes: ['**/.env'] })).toBe(decision)
})

test('an archive that cannot be listed is a tree, as any other', async () => {
  expect(await decide('tar xf env.tgz -C app', { writes: ['app/.env'] })).toBe('deny')
  expect(await decide('tar xf lib.tar -C app', { writes: ['app/.env'] })).toBe('proceed')
  expect(await decide('curl -s https://example.com/x.tgz | tar xz -C app', { writes: ['app/.env'] })).toBe(
    'deny',
  )
})

test('nothing of it is written by hand', async () => {
  expect(await decide('tar xzf env.tgz -C app', { by_hand: ['**/.env'] })).toBe('proceed')
  expect(await decide('docker run -v ~/app:/app x', { by_hand: ['~/app'] })).toBe('ask')
})
