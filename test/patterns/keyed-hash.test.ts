import { expect, test } from 'vitest'
import { keyedHash } from '../../src/patterns/text/keyed-hash.ts'

const key = Uint8Array.from({ length: 16 }, (_, at) => at)

/** By `openssl mac -macopt size:8 SIPHASH`, whose bytes begin with the lowest. */
const known: readonly (readonly [text: string, mac: string])[] = [
  ['', '310e0edd47db6f72'],
  ['a', 'ca4811a7e9e8a32b'],
  ['hooks', '3b2d8d4e5df4feae'],
  ['1234567', '4b4d1a1dde42f96e'],
  ['12345678', 'eb37eaca09061302'],
  ['größer', 'b985f7bac26dc1de'],
]

test.each(known)('%j has the code that OpenSSL gives', (text, mac) => {
  const bytes = [...Buffer.from(mac, 'hex')].toReversed()
  expect(keyedHash(key, text)).toBe(Buffer.from(bytes).toString('hex'))
})

test("the paper's own example", () => {
  const text = String.fromCharCode(...Array.from({ length: 15 }, (_, at) => at))
  expect(keyedHash(key, text)).toBe('a129ca6149be45e5')
})

test('a long text, one of its characters, one bit of the key', () => {
  const text = 'a'.repeat(1000)
  const codes = [text, `${text}a`, `b${text.slice(1)}`].map((each) => keyedHash(key, each))
  expect(new Set([...codes, keyedHash(Uint8Array.of(...key.slice(0, 15), 14), text)]).size).toBe(4)
})
