import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lastOf, readPayloadFile } from '../../src/cli/call/recorded.ts'
import { storePayload } from '../../src/store/ledger/payloads.ts'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { openShop } from './shop.ts'

test('reads a payload file from the working directory', () => {
  const { host, write } = openShop({ 'push.json': '{}' })
  expect(readPayloadFile(host([]), 'push.json')).toBe('{}')
  write('empty.json', '')
  expect(readPayloadFile(host([]), 'empty.json')).toBe('')
})

test.each([
  ['absent.json', 'there is no such file'],
  ['push.json/x', 'there is no such file'],
  ['payloads', 'it is a directory, not a payload'],
])('says why %s is no payload', (file, reason) => {
  const { host, root } = openShop({ 'push.json': '{}' })
  mkdirSync(path.join(root, 'payloads'))
  expect(readPayloadFile(host([]), file)).toEqual(new Error(reason))
})

test('finds the last event of the project, from anywhere in it', () => {
  const { host, home, root } = openShop({ 'hooks.yaml': 'hooks: {}\n', 'src/cart.ts': '' })
  const dir = path.join(home, '.local/state/hooks', projectKey(root), 'payloads')
  storePayload(dir, { payload: { hook_event_name: 'Stop' } }, { keep: 20, mask: JSON.stringify })
  const below = host([], { cwd: path.join(root, 'src') })
  expect(lastOf(below, {})).toEqual({ hook_event_name: 'Stop' })
  expect(lastOf(host([], { cwd: home }), { root: 'shop' })).toEqual({ hook_event_name: 'Stop' })
  expect(lastOf(host([], { cwd: home }), {})).toBeUndefined()
})
