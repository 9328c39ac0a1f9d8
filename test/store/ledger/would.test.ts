import { expect, test } from 'vitest'
import { drawWould } from '../../../src/cli/print/ledger.ts'

const time = '2026-03-01T12:00:00.000Z'
const page = { width: 80, paint: (_: unknown, text: string) => text, cwd: '/shop', root: '/shop', home: '/' }

test.each(['no-force-push', `mcp__shop__${'orders_'.repeat(20)}`, '注文'.repeat(30)])(
  'a rule with the name %s keeps to the width of the page',
  (rule) => {
    const [head = ''] = drawWould(
      [{ rule, would: 'deny', count: 1234, first: time, last: time, calls: [] }],
      page,
    )
    expect(head.length).toBeLessThanOrEqual(80)
    expect(head).toMatch(/^~ .+ {2}would deny 1,?234 times {2}last 2026-03-01 \d\d:\d\d:\d\d$/)
  },
)
