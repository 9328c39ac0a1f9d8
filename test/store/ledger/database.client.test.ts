// The database says what the spool says, however it came to know.
import {
  appendFileSync,
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
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Database, Sqlite } from '../../../src/store/ledger/database.ts'
import {
  type LedgerFilter,
  databaseSource,
  spoolSource,
  type LedgerSource,
} from '../../../src/store/ledger/source.ts'
import { openFilled } from '../../../src/store/ledger/ingest.ts'
import { readLedger } from '../../../src/store/ledger/spool.ts'
import type { LedgerRow } from '../../../src/store/ledger/rows.ts'
import { sqlite as found } from '../../support/sqlite.ts'
import { cpuMs } from '../../support/time.ts'

const sqlite = found as Sqlite // the tests below are skipped where there is none
const home = mkdtempSync(path.join(tmpdir(), 'hooks-database-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let dirs = 0

function newState(): string {
  const dir = path.join(home, String(++dirs))
  for (const spool of ['ledger', 'contents'])
    mkdirSync(path.join(dir, spool), { recursive: true, mode: 0o700 })
  return dir
}

interface Write {
  readonly spool: 'ledger' | 'contents'
  readonly day: string
  readonly text: string
}

function append(dir: string, { spool, day, text }: Write): void {
  appendFileSync(path.join(dir, spool, `${day}.jsonl`), Buffer.from(text, 'latin1')) // as bytes: a cut may fall within a character
}

const EVENING = Date.parse('2026-03-01T23:57:00.000Z') // midnight comes soon
const now = EVENING + 7_200_000

/** What is the same by the database and by the spool. */
function bothOf(dir: string, at = now): { readonly database: Seen; readonly spool: Seen } {
  return { database: withDatabase(dir, seen, at), spool: seen(spoolSource(readLedger(dir), at)) }
}

function withDatabase<Result>(
  dir: string,
  work: (source: LedgerSource, database: Database) => Result,
  at = now,
): Result {
  const { database, torn } = openFilled(sqlite, dir, at)
  try {
    return work(databaseSource(database, torn), database)
  } finally {
    database.close()
  }
}

interface Seen {
  readonly rows: readonly LedgerRow[]
  readonly torn: number
}

const seen = (source: LedgerSource): Seen => ({ rows: [...source.rows({})], torn: source.torn })

const databaseOf = (dir: string): string => path.join(dir, 'ledger.db')

/** Something that may happen in a shop's sessions. */
const happening = fc.record({
  event: fc.constantFrom(
    'PreToolUse',
    'PreToolUse',
    'PostToolUse',
    'PostToolUse',
    'PermissionRequest',
    'UserPromptSubmit',
    'SessionStart',
    'AgentStop',
    'PreStep',
  ),
  session: fc.constantFrom('s1', 's2', undefined),
  run: fc.constantFrom('r1', 'r2', undefined),
  tool: fc.constantFrom('Bash', 'send'),
  tool_use_id: fc.constantFrom('a', 'b', undefined),
  decision: fc.constantFrom('proceed', 'proceed', 'ask', 'deny'),
  rule: fc.constantFrom('no-force-push', 'größe', undefined),
  is_error: fc.constantFrom(true, undefined),
  would: fc.constantFrom({ 'no-deploys': 'deny' }, undefined),
  failed: fc.constantFrom(['format'], undefined),
  after_ms: fc.integer({ min: 0, max: 60_000 }),
  contents: fc.constantFrom({ input: { n: 1 } }, { output: 'süß' }, { input: null, prompt: 'x' }, undefined),
  intent: fc.constantFrom({ creates: ['a.ts'] }, undefined),
  half: fc.constantFrom(undefined, undefined, undefined, 'ledger' as const, 'contents' as const),
  late: fc.constantFrom(false, false, false, true),
})

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

/** As runs write it: the contents before the event, now and then half a line of a run that was killed. */
function writesOf(happenings: readonly Happening[]): readonly Write[] {
  let at = EVENING
  return happenings.flatMap(({ after_ms, contents, intent, half, late, ...line }): Write[] => {
    at += after_ms
    const time = new Date(at).toISOString()
    const day = new Date(late ? at - 300_000 : at).toISOString().slice(0, 10) // midnight passed while it ran
    const call = { session: line.session, tool: line.tool, tool_use_id: line.tool_use_id }
    const told = { time, event: line.event, ...call, rule: 'record', contents, intent }
    const latin1 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('latin1')
    const texts = {
      contents: `${latin1(told)}\n`,
      ledger: `${latin1({ time, ...line, event: line.event, ms: 2 })}\n`,
    }
    const whole = (['contents', 'ledger'] as const).filter(
      (spool) => spool === 'ledger' || (contents ?? intent) !== undefined,
    )
    if (half === undefined) return whole.map((spool) => ({ spool, day, text: texts[spool] }))
    const kept = whole.slice(0, whole.indexOf(half) + 1)
    return kept.map((spool) => ({
      spool,
      day,
      text: spool === half ? texts[spool].slice(0, 90) : texts[spool],
    }))
  })
}

describe.skipIf(found === undefined)('the database of the ledger', () => {
  test('is the same whenever it was filled in between (U21)', () => {
    const cuts = fc.array(fc.nat({ max: 4000 }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 20, size: 'max' }), cuts, (happenings, at) => {
        const dir = newState()
        let written = 0
        for (const write of writesOf(happenings)) {
          const within = at.map((cut) => cut - written).filter((cut) => cut > 0 && cut <= write.text.length)
          let from = 0
          for (const cut of within.sort((a, b) => a - b)) {
            append(dir, { ...write, text: write.text.slice(from, cut) })
            from = cut
            const { database, spool } = bothOf(dir)
            expect(database).toEqual(spool)
          }
          append(dir, { ...write, text: write.text.slice(from) })
          written += write.text.length
        }
        const { database, spool } = bothOf(dir)
        expect(database).toEqual(spool)
        const dump = (): unknown =>
          withDatabase(dir, (_source, each) => each.prepare('SELECT * FROM ledger ORDER BY id').all())
        const before = JSON.stringify(dump())
        rmSync(databaseOf(dir))
        expect(JSON.stringify(dump())).toBe(before)
      }),
      { numRuns: 150, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    )
  })

  const at = (seconds: number): string => new Date(EVENING + seconds * 1000).toISOString()
  const line = (seconds: number, more: object): Write => {
    const time = at(seconds)
    const text = `${JSON.stringify({ time, event: 'PreToolUse', session: 's1', tool: 'Bash', decision: 'proceed', ms: 2, ...more })}\n`
    return { spool: 'ledger', day: time.slice(0, 10), text }
  }
  const history = [
    line(0, { event: 'UserPromptSubmit', tool: undefined }),
    line(1, { tool_use_id: 'a1', decision: 'deny', rule: 'no-force-push' }),
    line(2, { tool_use_id: 'b1', would: { 'no-deploys': 'deny' } }),
    line(3, { tool_use_id: 'b1', event: 'PostToolUse', failed: ['format'] }),
    line(4, { tool_use_id: 'c1', session: 's2', tool: 'Write', decision: 'ask', rule: 'x"no-deploys' }),
    line(300, { tool_use_id: 'd1' }),
  ]

  function shopState(): string {
    const dir = newState()
    for (const write of history) append(dir, write)
    return dir
  }

  const filters: readonly LedgerFilter[] = [
    {},
    { rule: 'no-deploys' },
    { rule: 'format' },
    { rule: 'x"no-deploys' },
    { rule: '%' },
    { session: 's' },
    { session: 's2' },
    { session: '' },
    { event: 'PostToolUse' },
    { tool: 'Write' },
    { status: 'denied' },
    { status: 'running', session: 's1' },
    { since: at(3) },
    { call: 'b' },
    { call: '_' },
    {
      rule: 'no-deploys',
      session: 's1',
      event: 'PreToolUse',
      tool: 'Bash',
      status: 'succeeded',
      since: at(1),
      call: 'b1',
    },
  ]

  test.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(
    'finds the rows that the spool has of %s',
    (_name, filter) => {
      const dir = shopState()
      const found = (source: LedgerSource): unknown => [
        [...source.rows(filter)],
        source.last(filter, 2),
        source.count(filter),
      ]
      expect(withDatabase(dir, found)).toEqual(found(spoolSource(readLedger(dir), now)))
    },
  )

  const day = '2026-03-01'
  const days = (dir: string): string => path.join(dir, 'ledger', `${day}.jsonl`)

  test.each([
    { name: 'a day is deleted', change: (dir: string) => rmSync(days(dir)) },
    {
      name: 'everything is deleted',
      change: (dir: string) => rmSync(path.join(dir, 'ledger'), { recursive: true }),
    },
    {
      name: 'lines are taken out',
      change: (dir: string) =>
        writeFileSync(days(dir), readFileSync(days(dir), 'utf8').split('\n').slice(2).join('\n')),
    },
    {
      name: 'a text is taken out and others come',
      change: (dir: string) =>
        writeFileSync(
          days(dir),
          readFileSync(days(dir), 'utf8').replaceAll('Bash', '****') + line(9, {}).text,
        ),
    },
    {
      name: 'a line comes late for the day before',
      change: (dir: string) =>
        append(dir, { ...line(301, { tool_use_id: 'd1', event: 'PostToolUse' }), day }),
    },
    { name: 'the database is deleted', change: (dir: string) => rmSync(databaseOf(dir)) },
    {
      name: 'the database is something else',
      change: (dir: string) => writeFileSync(databaseOf(dir), 'no database'.repeat(500)),
    },
    {
      name: 'a page of it is damaged',
      change: (dir: string) => {
        const bytes = readFileSync(databaseOf(dir))
        writeFileSync(databaseOf(dir), bytes.fill(0x55, 100, 4096))
      },
    },
    {
      name: 'another version has made it',
      change: (dir: string) =>
        withDatabase(dir, (_source, each) => each.exec('DROP TABLE source; PRAGMA user_version = 77')),
    },
  ])('still says what the spool says when $name', ({ change }) => {
    const dir = shopState()
    expect(bothOf(dir).database.rows).toHaveLength(5)
    change(dir)
    const { database, spool } = bothOf(dir)
    expect(database).toEqual(spool)
    expect(statSync(databaseOf(dir)).mode & 0o777).toBe(0o600)
  })

  test('calls are abandoned as time goes by, and none is when its session goes on (U23)', () => {
    const dir = newState()
    append(dir, line(0, { tool_use_id: 'a' }))
    const status = (hours: number): unknown => {
      const { database, spool } = bothOf(dir, EVENING + hours * 3_600_000)
      expect(database).toEqual(spool)
      return database.rows[0]?.status
    }
    const before = [status(0.5), status(1.5)]
    append(dir, line(5400, { tool_use_id: 'b' }))
    const after = status(1.6)
    append(dir, line(5500, { event: 'SessionStart', session: 't', tool: undefined }))
    expect([...before, after, status(1.6)]).toEqual(['running', 'abandoned', 'running', 'abandoned'])
  })

  test('nobody else may read it, whoever made it', () => {
    const dir = shopState()
    writeFileSync(databaseOf(dir), '', { mode: 0o644 })
    chmodSync(databaseOf(dir), 0o644)
    withDatabase(dir, seen)
    expect(statSync(databaseOf(dir)).mode & 0o777).toBe(0o600)
  })

  test('a text that is taken out of the files is nowhere in it any more', () => {
    const dir = shopState()
    const told = { ...line(299.9, { tool_use_id: 'd1', contents: { input: { to: 'dana@shop.example' } } }) }
    append(dir, { ...told, spool: 'contents', day })
    append(dir, {
      ...line(301, { tool_use_id: 'later', contents: { input: 'lee@shop.example' } }),
      spool: 'contents',
    })
    const bytes = (): string => {
      withDatabase(dir, seen)
      return readFileSync(databaseOf(dir), 'latin1')
    }
    expect(bytes()).toMatch(/lee@shop/)
    rmSync(path.join(dir, 'contents'), { recursive: true })
    expect(bytes()).not.toMatch(/@shop/)
  })

  test('a directory that others may write to is not used', () => {
    const dir = shopState()
    chmodSync(dir, 0o777)
    expect(() => withDatabase(dir, seen)).toThrow('is not a directory that only we can write')
  })

  test('a link in its place is not followed', () => {
    const dir = shopState()
    const elsewhere = path.join(home, 'elsewhere')
    writeFileSync(elsewhere, 'orders')
    symlinkSync(elsewhere, databaseOf(dir))
    expect(() => withDatabase(dir, seen)).toThrow(/ELOOP|EMLINK/)
    expect(readFileSync(elsewhere, 'utf8')).toBe('orders')
  })

  test('100,000 lines are read in seconds, and what is new at once', { timeout: 120_000 }, () => {
    const dir = newState()
    const calls = Array.from({ length: 50_000 }, (_, n) => {
      const call = { tool_use_id: `toolu_${n}`, session: `s${n >> 9}` }
      return line(n / 1000, call).text + line(n / 1000, { ...call, event: 'PostToolUse' }).text
    })
    append(dir, { spool: 'ledger', day, text: calls.join('') })
    const timed = (): number =>
      cpuMs(() => expect(withDatabase(dir, (source) => source.count({ status: 'succeeded' }))).toBe(50_000))
    const [all, none] = [timed(), timed()]
    console.log(`100,000 lines by ${sqlite.name}: ${Math.round(all)} ms; once more: ${Math.round(none)} ms`)
    expect(none).toBeLessThan(all / 5)
  })
})
