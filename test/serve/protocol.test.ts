import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAnswer, decodeCall, encodeAnswer, encodeCall } from '../../src/serve/protocol.ts'
import { check } from '../support/check.ts'

const word = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('\0'))
const name = word.filter((text) => !text.includes('='))
const calls = fc.record({
  parent: fc.nat(),
  cwd: word,
  argv: fc.array(word),
  env: fc.dictionary(name, word, { noNullPrototype: true }),
  payload: fc.string({ unit: 'binary' }),
})

test('a call is read as it was sent, and not before it is whole', () => {
  const property = fc.property(calls, fc.nat(1000), (call, missing) => {
    const bytes = encodeCall(call)
    expect(decodeCall(bytes)).toEqual(call)
    const torn = bytes.subarray(0, Math.max(0, bytes.length - 1 - missing))
    expect(decodeCall(torn)).toSatisfy((wanted) => (wanted as number) > torn.length)
  })
  check(property)
})

test('an answer is read as it was sent, and not before it is whole', () => {
  const text = fc.string({ unit: 'binary' })
  const answers = fc.record({ exit: fc.nat(255), out: text, err: text })
  const property = fc.property(answers, fc.nat(600), fc.nat(1000), (answer, beats, missing) => {
    const bytes = Buffer.concat([Buffer.from('.'.repeat(beats)), encodeAnswer(answer)])
    expect(decodeAnswer(bytes)).toEqual(answer)
    expect(decodeAnswer(bytes.subarray(0, Math.max(0, bytes.length - 1 - missing)))).toBe('more')
    expect(decodeAnswer(Buffer.concat([bytes, Buffer.from('x')]))).toBe('wrong')
  })
  check(property)
})

test('of two variables with one name the first holds, as for a program', () => {
  const words = '/\0run\0\0A=1\0A=2\0\0B=3\0C\0=D\0'
  expect(decodeCall(Buffer.from(`call 1 ${words.length} 0\n${words}`))).toMatchObject({
    argv: ['run'],
    env: { A: '1', B: '3' },
  })
})
