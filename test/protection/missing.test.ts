// What is not there yet, and would come into force.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { guardShop } from './world.ts'

const { shop, bash } = guardShop((made) => rmSync(path.join(made.root, 'hooks.local.yaml')))

test('a lock file', async () => {
  rmSync(path.join(shop.root, 'hooks.lock'))
  expect(await bash('echo {} > hooks.lock')).toBe('deny self-protection')
})

test('rules for the user alone, beside those of the project', async () => {
  expect(await bash("echo 'limits: { continues: 1 }' > hooks.local.yaml")).toBe('deny self-protection')
  expect(await bash('cp test/fixtures/shop/hooks.yaml hooks.local.yaml')).toBe('deny self-protection')
  expect(await bash('echo x > src/hooks.local.yaml')).toBe('allow all')
})
