import { expect, test } from 'vitest'
import { drawWould } from '../../../src/cli/live/draw-ledger.ts'

const time = '2026-03-01T12:00:00.000Z'
const page = { width: 80, paint: (_: unknown, text: string) => text, cwd: '/shop', root: '/shop', home: '/' }

test.each(['no-force-push', `mcp__shop__${'orders_'.repeat(20)}`, '注文'.repeat(30)])(
  'a rule with the name %s is whole, and the rest keeps to the width of the page',
  (rule) => {
    const [head = ''] = drawWould(
      [{ rule, would: 'deny', count: 1234, first: time, last: time, calls: [] }],
      page,
    )
    const [name = '', ...rest] = head.split('\n')
    expect(rest.length === 0 ? name.length <= 80 : name === `~ ${rule}`).toBe(true)
    expect(rest.every((line) => line.length <= 80)).toBe(true)
    expect(head).toMatch(/^~ \S+\n? {2}would deny 1,?234 times {2}last 2026-03-01 \d\d:\d\d:\d\d$/)
  },
)
