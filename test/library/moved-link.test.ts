// What a path leads to is looked up for each dispatch: a link that was moved meanwhile is no way past a guard.
import { rmSync, symlinkSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
afterEach(() => shop.remove())

const hooks = { PreToolUse: [{ name: 'keys', match: { reads: 'keys/**' }, deny: 'Keep them private.' }] }

test('a link that is moved between two dispatches is followed anew', async () => {
  shop = openShop({ 'keys/live.txt': '', 'notes/live.txt': '', 'package.json': '{}' })
  const engine = await createEngine({ root: shop.root, config: { hooks } })
  const decide = async (command: string) =>
    (
      await engine.dispatch({
        event: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        cwd: shop.root,
      })
    ).decision
  const point = (to: string): void => {
    rmSync(shop.at('current'), { force: true })
    symlinkSync(shop.at(to), shop.at('current'))
  }
  point('notes')
  expect(await decide('cat current/live.txt')).toBe('proceed')
  point('keys')
  expect(await decide('cat current/live.txt')).toBe('deny')
  point('notes')
  expect(await decide('cat current/live.txt')).toBe('proceed')
  await engine.close()
})

test('a script of package.json that was changed between two dispatches is read anew', async () => {
  shop = openShop({ 'keys/live.txt': '', 'package.json': '{"scripts":{"show":"cat notes.txt"}}' })
  const engine = await createEngine({ root: shop.root, config: { hooks } })
  const call = {
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm run show' },
    cwd: shop.root,
  }
  expect((await engine.dispatch(call)).decision).toBe('proceed')
  shop.write('package.json', '{"scripts":{"show":"cat keys/live.txt"}}')
  expect((await engine.dispatch(call)).decision).toBe('deny')
  await engine.close()
})
