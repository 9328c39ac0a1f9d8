// What is not there yet, and would come into force.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openGuard, openShop } from './world.ts'

const shop = openShop()
let guard: Awaited<ReturnType<typeof openGuard>>
beforeAll(async () => {
  rmSync(path.join(shop.root, 'hooks.local.yaml'))
  for (const name of ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME'])
    vi.stubEnv(name, undefined)
  vi.stubEnv('HOME', shop.home)
  guard = await openGuard(shop)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await guard.engine.close()
  shop.remove()
})

const bash = (command: string) =>
  guard.judge({
    event: 'PreToolUse',
    cwd: shop.root,
    root: shop.root,
    tool_name: 'Bash',
    tool_input: { command },
  } as never)

test('a lock file', async () => {
  rmSync(path.join(shop.root, 'hooks.lock'))
  expect(await bash('echo {} > hooks.lock')).toBe('deny self-protection')
})

test('rules for the user alone, beside those of the project', async () => {
  expect(await bash("echo 'limits: { continues: 1 }' > hooks.local.yaml")).toBe('deny self-protection')
  expect(await bash('cp test/fixtures/shop/hooks.yaml hooks.local.yaml')).toBe('deny self-protection')
  expect(await bash('echo x > src/hooks.local.yaml')).toBe('allow all')
})
