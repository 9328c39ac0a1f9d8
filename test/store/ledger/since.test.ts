import { expect, test } from 'vitest'
import { sinceTime } from '../../../src/cli/open-project.ts'

const now = Date.parse('2026-03-08T14:30:00.000Z')

/** Where the reader is. */
const local = (...at: readonly [number, number, number, number?, number?]): string =>
  new Date(...at).toISOString()

test.each([
  { written: '2h', since: '2026-03-08T12:30:00.000Z' },
  { written: '7d', since: '2026-03-01T14:30:00.000Z' },
  { written: '90m', since: '2026-03-08T13:00:00.000Z' },
  { written: '2026-03-01', since: local(2026, 2, 1) },
  { written: '2026-03-01T14:00', since: local(2026, 2, 1, 14) },
  { written: '2026-03-01 14:05', since: local(2026, 2, 1, 14, 5) },
  { written: '2026-03-01T14:00:00Z', since: '2026-03-01T14:00:00.000Z' },
  { written: '2026-03-01T14:00+02:00', since: '2026-03-01T12:00:00.000Z' },
  ...['', '7', 'noon', '0h', '-2h', '2w', '2026-13-01', '01.03.2026', '999999d'].map((written) => ({
    written,
    since: undefined,
  })),
])('"$written" is $since', ({ written, since }) => {
  expect(sinceTime(written, now)).toBe(since)
})
