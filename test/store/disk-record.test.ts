import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { recordOf } from '../../src/store/disk/record.ts'

const top = mkdtempSync(path.join(tmpdir(), 'hooks-record-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const dir = path.join(top, 'shop')
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { mode: 0o700 })
})

interface Order {
  readonly order: number
}

const isOrder = (found: unknown): found is Order => typeof (found as Order).order === 'number'
const check = (found: unknown): Order | undefined => (isOrder(found) ? found : undefined)
const orders = recordOf<Order>({ name: 'order.json', check })

test('a record is what was written, readable by nobody else', () => {
  const record = orders.at(dir)
  record.write({ order: 17 })
  expect(record.read()).toEqual({ order: 17 })
  expect(readFileSync(record.file, 'utf8')).toBe('{"order":17}')
  expect(statSync(record.file).mode & 0o777).toBe(0o600)
  record.change((old) => ({ order: (old?.order ?? 0) + 1 }))
  expect(record.value()).toEqual({ order: 18 })
  record.remove()
  expect([record.read(), record.value()]).toEqual(['none', undefined])
})

test.each<[string, (file: string) => void]>([
  ['is cut off', (file) => writeFileSync(file, '{"ord')],
  ['says something else', (file) => writeFileSync(file, '{"order":"17"}')],
  [
    'others can write',
    (file) => {
      writeFileSync(file, '{"order":17}')
      chmodSync(file, 0o666)
    },
  ],
  [
    'is a link',
    (file) => {
      writeFileSync(path.join(top, 'other.json'), '{"order":17}')
      symlinkSync(path.join(top, 'other.json'), file)
    },
  ],
  ['is a directory', (file) => mkdirSync(file)],
])('a record that %s is damaged, and the next look may rely on it', (_, spoil) => {
  const record = orders.at(dir)
  spoil(record.file)
  expect(record.read()).toBe('damaged')
  const { value, source } = record.look()
  expect(value).toBe(undefined)
  expect(source).not.toHaveProperty('content')
  expect(source.stamp).toMatch(/^[\d.]+$/)
})

test('a record of another version is damaged', () => {
  recordOf<Order>({ name: 'order.json', version: 'orders 1' }).at(dir).write({ order: 17 })
  expect(recordOf<Order>({ name: 'order.json', version: 'orders 1' }).at(dir).value()).toEqual({ order: 17 })
  expect(recordOf<Order>({ name: 'order.json', version: 'orders 2' }).at(dir).read()).toBe('damaged')
})

test('nothing is written where others can', () => {
  chmodSync(dir, 0o777)
  expect(() => orders.at(dir).write({ order: 17 })).toThrow('is not a directory that only you can write')
  expect(orders.at(dir).read()).toBe('none')
})
