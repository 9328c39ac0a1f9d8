import { expect, test } from 'vitest'
import { frontMatter } from '../../src/recipes/front-matter.ts'
import { expectLinear } from '../support/expectations.ts'

test.each([
  { name: 'head and body', text: '---\nname: orders\n---\nbody\n', data: { name: 'orders' }, body: 'body\n' },
  { name: 'an empty head', text: '---\n---\nbody\n---\nmore\n', body: 'body\n---\nmore\n' },
  { name: 'no head', text: 'body\n---\n', body: 'body\n---\n' },
  { name: 'a head that never ends', text: '---\nname: orders\n', body: '---\nname: orders\n' },
  {
    name: 'dashes at the end of a line',
    text: '---\nname: a ---\nmore: b---\n---\nbody',
    data: { name: 'a ---', more: 'b---' },
    body: 'body',
  },
  { name: 'indented dashes', text: '---\nname: |\n  ---\n---\nbody', data: { name: '---\n' }, body: 'body' },
  {
    name: 'CRLF and a mark',
    text: '\uFEFF---\r\nname: a\r\n--- \r\nbody',
    data: { name: 'a' },
    body: 'body',
  },
  { name: 'a head that is no mapping', text: '---\n- a\n---\nbody', body: 'body' },
  { name: 'a broken head', text: '---\nname: [\n---\nbody', body: 'body' },
])('splits $name', ({ text, data, body }) => {
  expect(frontMatter(text)).toEqual({ ...(data && { data }), body })
})

test('a long text without a closing fence is read in linear time', async () => {
  const textOf = (lines: number): string => `---\n${'-- -\n'.repeat(lines)}`
  await expectLinear((lines) => expect(frontMatter(textOf(lines)).body).toBe(textOf(lines)), 800_000)
})
