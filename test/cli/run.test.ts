import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { callMeant } from '../../src/cli/call/recorded.ts'
import { storePayload } from '../../src/store/ledger/payloads.ts'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { openShop } from './shop.ts'

const sender = { from: undefined, option: '--from' }
const stop = { hook_event_name: 'Stop', session_id: 's', cwd: '/' }

test('reads a payload file from the working directory', async () => {
  const { host } = openShop({ 'stop.json': JSON.stringify(stop) })
  expect(await callMeant(host([]), { file: 'stop.json' }, sender)).toMatchObject({ payload: stop })
})

test.each([
  ['absent.json', 'there is no such file'],
  ['push.json/x', 'there is no such file'],
  ['payloads', 'it is a directory, not a payload'],
  ['empty.json', 'the payload is empty'],
])('says why %s is no payload', async (file, reason) => {
  const { host, root } = openShop({ 'push.json': '{}', 'empty.json': '' })
  mkdirSync(path.join(root, 'payloads'))
  expect(await callMeant(host([]), { file }, sender)).toBe(`${file}: ${reason}`)
})

test('finds the last event of the project, from anywhere in it', async () => {
  const { host, home, root } = openShop({ 'hooks.yaml': 'hooks: {}\n', 'src/cart.ts': '' })
  const dir = path.join(home, '.local/state/hooks', projectKey(root), 'payloads')
  storePayload(dir, { payload: stop }, { keep: 20, mask: JSON.stringify })
  const last = (cwd: string, named: string | undefined) =>
    callMeant(host([], { cwd }), { last: undefined, root: named }, sender)
  expect(await last(path.join(root, 'src'), undefined)).toMatchObject({ payload: stop })
  expect(await last(home, 'shop')).toMatchObject({ payload: stop })
  expect(await last(home, undefined)).toMatch(/^no event was recorded here yet/)
})
