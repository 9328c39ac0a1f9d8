// The newest rows without reading what is older, and figures of which only new lines are counted: the same as reading everything.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { countsSince } from '../../../src/store/ledger/day-figures.ts'
import { joinRows, MAX_APART } from '../../../src/store/ledger/join.ts'
import { type LedgerRow, ruleNames } from '../../../src/store/ledger/rows.ts'
import { type LedgerFilter, openSource } from '../../../src/store/ledger/source.ts'
import { readLedger } from '../../support/ledger.ts'
import { runs } from '../../support/seed.ts'
import { check } from '../../support/check.ts'
import { expectLinear } from '../../support/expectations.ts'

const home = mkdtempSync(path.join(tmpdir(), 'hooks-history-'))
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

const BEGIN = Date.parse('2026-03-01T12:00:00.000Z')
const now = BEGIN + 30 * 86_400_000

/** Something that may happen in a shop's sessions. */
const happening = fc.record({
  event: fc.constantFrom(
    'PreToolUse',
    'PreToolUse',
    'PreToolUse',
    'PostToolUse',
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
  /** The call that an end is of: so many calls ago. */
  back: fc.constantFrom(0, 0, 1, 2, 5, undefined),
  decision: fc.constantFrom('proceed', 'proceed', 'ask', 'deny'),
  rule: fc.constantFrom('no-force-push', 'größe', undefined),
  is_error: fc.constantFrom(true, undefined),
  would: fc.constantFrom({ 'no-deploys': 'deny' }, undefined),
  failed: fc.constantFrom(['format'], undefined),
  warnings: fc.constantFrom(['state', 'ledger'], undefined),
  pause: fc.constantFrom(undefined, undefined, undefined, { reason: 'regenerating protos' }),
  after_ms: fc.constantFrom(0, 300, 60_000, 4_000_000, 30_000_000),
  contents: fc.constantFrom({ input: { n: 1 } }, { output: 'süß' }, { input: null, prompt: 'x' }, undefined),
  traced: fc.constantFrom('audit', undefined),
  half: fc.constantFrom(undefined, undefined, undefined, 'ledger' as const, 'contents' as const),
})

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

/** As runs write it: the contents before the event, now and then half a line of a run that was killed. */
function writesOf(happenings: readonly Happening[]): readonly Write[] {
  const calls: { session: string | undefined; tool: string; tool_use_id: string | undefined }[] = []
  let at = BEGIN
  return happenings.flatMap(({ after_ms, contents, traced, half, back, ...given }, number): Write[] => {
    at += after_ms
    const time = new Date(at).toISOString()
    const isEnd = given.event === 'PostToolUse' || given.event === 'PermissionRequest'
    const { session, tool } = given
    const own = { session, tool, tool_use_id: back === undefined ? undefined : `t${number}` }
    if (given.event === 'PreToolUse') calls.push(own)
    const call = (isEnd ? calls.at(-1 - (back ?? 0)) : undefined) ?? own
    const trace = traced === undefined ? undefined : [{ rule: traced, result: 'ran' }]
    const latin1 = (value: object): string => `${Buffer.from(JSON.stringify(value)).toString('latin1')}\n`
    const line = { ...given, ...call }
    const texts = {
      contents: latin1({ time, event: given.event, ...call, rule: 'record', contents, trace }),
      ledger: latin1({ time, ...line, event: given.event, ms: 2 }),
    }
    const all = (['contents', 'ledger'] as const).filter(
      (spool) => spool === 'ledger' || (contents ?? traced) !== undefined,
    )
    const whole = half === undefined ? all : all.slice(0, all.indexOf(half) + 1)
    return whole.map((spool) => ({
      spool,
      day: time.slice(0, 10),
      text: spool === half ? texts[spool].slice(0, 90) : texts[spool],
    }))
  })
}

const conditions = {
  rule: fc.constantFrom('no-deploys', 'format', 'audit', 'größe', 'none'),
  session: fc.constantFrom('s', 's2', ''),
  event: fc.constantFrom('PostToolUse', 'UserPromptSubmit'),
  tool: fc.constantFrom('send', 'none'),
  status: fc.constantFrom('denied', 'succeeded', 'running', 'abandoned'),
  id: fc.constantFrom('t1', 't3'),
  since: fc.integer({ min: 0, max: 20 }).map((hours) => new Date(BEGIN + hours * 3_600_000).toISOString()),
}

/** None, one or some. */
const filters: fc.Arbitrary<LedgerFilter> = fc.oneof(
  fc.constant({}),
  ...Object.entries(conditions).map(([name, value]) => value.map((each) => ({ [name]: each }))),
  fc.record(conditions, { requiredKeys: [] }),
)

/** Every row is made, and then tried. */
function naiveRows(dir: string, filter: LedgerFilter): readonly LedgerRow[] {
  const { rule, session = '', event, tool, status, since = '', id } = filter
  return joinRows(readLedger(dir), now).filter(
    (row) =>
      (session === '' && filter.session === undefined ? true : (row.session?.startsWith(session) ?? false)) &&
      (event === undefined || row.events.includes(event)) &&
      (tool === undefined || row.tool_name === tool) &&
      (status === undefined || row.status === status) &&
      (id === undefined || row.tool_use_id?.startsWith(id) === true) &&
      (rule === undefined || ruleNames(row).includes(rule)) &&
      row.time >= since,
  )
}

function naiveCounts(dir: string, since: string): object {
  const counts = new Map<string, number>()
  for (const line of readLedger(dir).lines) {
    if (line.pause !== undefined || line.time.slice(0, 13) < since.slice(0, 13)) continue
    for (const name of [
      'events',
      `event ${line.event}`,
      `decision ${line.decision}`,
      ...(line.failed === undefined ? [] : ['failures']),
      ...(line.rule === undefined ? [] : [`rule ${line.rule}`]),
      ...Object.keys(line.would ?? {}).map((rule) => `would ${rule}`),
      ...(line.warnings ?? []).map((code) => `warning ${code}`),
    ])
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

const plain = (counts: ReadonlyMap<string, number>): object => Object.fromEntries(counts)

const many = { numRuns: runs(60, 1500) }

test('the newest rows are those that reading everything finds (U20, U21)', () => {
  check(
    fc.property(
      fc.array(happening, { maxLength: 40, size: 'max' }),
      fc.array(fc.tuple(filters, fc.integer({ min: 1, max: 6 })), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(1, 300, 700, 1500, 3000),
      (happenings, questions, bytes) => {
        const dir = newState()
        for (const write of writesOf(happenings)) append(dir, write)
        const source = openSource(dir, now, { tails: [bytes, bytes * 3] })
        for (const [filter, most] of questions) {
          const all = naiveRows(dir, filter)
          expect(source.last(filter, most)).toEqual(all.slice(-most))
          expect([...source.rows(filter)]).toEqual(all)
        }
      },
    ),
    many,
  )
})

test('figures are those of all lines, whenever they were counted in between', () => {
  const cuts = fc.array(fc.nat({ max: 6000 }), { maxLength: 6 })
  check(
    fc.property(fc.array(happening, { maxLength: 30, size: 'max' }), cuts, (happenings, at) => {
      const dir = newState()
      const since = new Date(BEGIN + 7_200_000).toISOString()
      const isSame = (): void => expect(plain(countsSince(dir, since))).toEqual(naiveCounts(dir, since))
      let written = 0
      for (const write of writesOf(happenings)) {
        const within = at.map((cut) => cut - written).filter((cut) => cut > 0 && cut <= write.text.length)
        let from = 0
        for (const cut of within.sort((a, b) => a - b)) {
          append(dir, { ...write, text: write.text.slice(from, cut) })
          from = cut
          isSame()
        }
        append(dir, { ...write, text: write.text.slice(from) })
        written += write.text.length
      }
      isSame()
    }),
    many,
  )
})

const DAY = '2026-03-01'

const line = (seconds: number, more: object = {}): string =>
  `${JSON.stringify({ time: new Date(BEGIN + seconds * 1000).toISOString(), event: 'PreToolUse', session: 's1', tool: 'Bash', decision: 'proceed', ms: 2, ...more })}\n`

function stateWith(texts: readonly string[], contents: readonly string[] = []): string {
  const dir = newState()
  append(dir, { spool: 'ledger', day: DAY, text: texts.join('') })
  if (contents.length > 0) append(dir, { spool: 'contents', day: DAY, text: contents.join('') })
  return dir
}

describe('a call and its end', () => {
  test.each([
    { between: MAX_APART - 1, is: 'one row', statuses: ['succeeded'] },
    { between: MAX_APART, is: 'two rows', statuses: ['abandoned', 'succeeded'] },
  ])('with $between lines between them are $is', ({ between, statuses }) => {
    const others = Array.from({ length: between }, (_, n) =>
      line(1 + n / 1000, { event: 'Notification', tool: undefined }),
    )
    const dir = stateWith([
      line(0, { tool_use_id: 'a' }),
      ...others,
      line(100, { tool_use_id: 'a', event: 'PostToolUse' }),
      ...others.slice(0, 40),
    ])
    const source = openSource(dir, BEGIN + 101_000)
    const of = (rows: Iterable<LedgerRow>): unknown => [...rows].flatMap(({ status }) => status ?? [])
    expect(of(source.rows({}))).toEqual(statuses)
    expect(of(source.last({ tool: 'Bash' }, 3))).toEqual(statuses)
    expect(of(source.last({}, 41))).toEqual(statuses.slice(1))
  })
})

test('of calls without ids, the end is that of the one that began first, however little is read', () => {
  const call = (seconds: number): string => line(seconds, { session: 's1', tool: 'send' })
  const dir = stateWith([call(0), call(1), line(2, { tool: 'send', event: 'PostToolUse' })])
  const source = openSource(dir, BEGIN + 3000, { tails: [call(0).length * 2 + 40] })
  expect(source.last({}, 1)).toMatchObject([{ events: ['PreToolUse'], status: 'running' }])
})

test('calls of one run that never end are joined in time that grows with their number', async () => {
  const { lines } = readLedger(stateWith(Array.from({ length: 20_000 }, (_, n) => line(n, { run: 'r1' }))))
  const join = (count: number): void =>
    expect(joinRows({ lines: lines.slice(0, count), contents: [] }, now)).toHaveLength(count)
  await expectLinear(join, 20_000)
})

/** What this process has read so far. */
function readBytes(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}

function bytesOf(work: () => unknown): number {
  const before = readBytes()
  work()
  return readBytes() - before
}

const calls = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const call = { tool_use_id: `toolu_${from + n}`, subject: 'npm run build -- --filter orders' }
    return line(from + n, call) + line(from + n + 0.5, { ...call, event: 'PostToolUse' })
  })

describe.runIf(process.platform === 'linux')('of a long ledger', () => {
  const big = (): string => {
    const input = { command: 'x'.repeat(2000) }
    const contents = Array.from({ length: 5000 }, (_, n) =>
      line(35_000 + n, { tool_use_id: `toolu_${35_000 + n}`, contents: { input }, decision: undefined }),
    )
    return stateWith(calls(0, 40_000), contents)
  }

  test('less than 2 MB of 14 are read for twenty rows', () => {
    const dir = big()
    expect(statSync(path.join(dir, 'ledger', `${DAY}.jsonl`)).size).toBeGreaterThan(13_000_000)
    const source = openSource(dir, now)
    expect(bytesOf(() => expect(source.last({}, 20)).toHaveLength(20))).toBeLessThan(1_500_000)
    expect(source.last({}, 1)).toMatchObject([{ tool_use_id: 'toolu_39999', input: { command: /x{2000}/ } }])
    const since = new Date(BEGIN + 39_990_000).toISOString()
    expect(bytesOf(() => expect([...source.rows({ since })]).toHaveLength(10))).toBeLessThan(6_000_000)
  })

  test('only what is new is read for its figures', () => {
    const dir = big()
    const count = (): number => countsSince(dir, '').get('event PreToolUse') ?? 0
    expect(count()).toBe(40_000)
    append(dir, { spool: 'ledger', day: DAY, text: calls(50_000, 100).join('') })
    expect(bytesOf(() => expect(count()).toBe(40_100))).toBeLessThan(300_000)
    expect(bytesOf(() => expect(count()).toBe(40_100))).toBeLessThan(30_000)
  })
})

describe('figures', () => {
  const history = [
    line(0, { event: 'UserPromptSubmit' }),
    line(1, { decision: 'deny', rule: 'no-force-push' }),
    line(2, { decision: 'ask', rule: 'hosts' }),
  ]
  const counted = { 'event PreToolUse': 2, 'rule hosts': 1, 'rule no-force-push': 1 }
  const day = (dir: string): string => path.join(dir, 'ledger', `${DAY}.jsonl`)
  const kept = (dir: string): string => path.join(dir, 'ledger', `${DAY}.figures`)
  const cut = (bytes: number) => (dir: string) =>
    writeFileSync(kept(dir), readFileSync(kept(dir)).subarray(0, bytes))

  test.each([
    { name: 'they are deleted', change: (dir: string) => rmSync(kept(dir)) },
    { name: 'a crash left them empty', change: cut(0) },
    { name: 'a crash cut them', change: cut(100) },
    { name: 'a crash cut their last byte', change: cut(-1) },
    {
      name: 'a digit of them is another',
      change: (dir: string) =>
        writeFileSync(kept(dir), readFileSync(kept(dir), 'utf8').replace('"events":3', '"events":4')),
    },
    {
      name: 'a directory is in their place',
      change: (dir: string) => (rmSync(kept(dir)), mkdirSync(kept(dir))),
    },
    {
      name: 'another version kept them',
      change: (dir: string) =>
        writeFileSync(
          kept(dir),
          readFileSync(kept(dir), 'utf8').replace('hooks figures 2', 'hooks figures 77'),
        ),
    },
    {
      name: 'a killed reader left a file beside them',
      change: (dir: string) => writeFileSync(`${kept(dir)}.7.8.9.tmp`, 'half'),
    },
  ])('are the same when $name', ({ change }) => {
    const dir = stateWith(history)
    expect(plain(countsSince(dir, ''))).toMatchObject(counted)
    change(dir)
    for (let time = 0; time < 2; time++) expect(plain(countsSince(dir, ''))).toEqual(naiveCounts(dir, ''))
    append(dir, { spool: 'ledger', day: DAY, text: line(9, { rule: 'hosts' }) })
    expect(plain(countsSince(dir, ''))).toMatchObject({ ...counted, 'event PreToolUse': 3, 'rule hosts': 2 })
  })

  test.each([
    {
      name: 'lines are taken out',
      change: (dir: string) => writeFileSync(day(dir), history.slice(0, 2).join('')),
    },
    {
      name: 'a text of the same length is another',
      change: (dir: string) => {
        writeFileSync(day(dir), history.join('').replaceAll('hosts', 'files'))
        utimesSync(day(dir), 1, 1)
      },
    },
    {
      name: 'the file is another one of the same length and time',
      change: (dir: string) => {
        const { atime, mtime } = statSync(day(dir))
        writeFileSync(`${day(dir)}.new`, history.join('').replaceAll('hosts', 'files'))
        utimesSync(`${day(dir)}.new`, atime, mtime)
        renameSync(`${day(dir)}.new`, day(dir))
      },
    },
    {
      name: 'a text is taken out and others come',
      change: (dir: string) =>
        writeFileSync(day(dir), history.join('').replaceAll('hosts', 'files') + line(9, { rule: 'hosts' })),
    },
    { name: 'the day is deleted', change: (dir: string) => rmSync(day(dir)) },
  ])('follow the lines when $name', ({ change }) => {
    const dir = stateWith(history)
    countsSince(dir, '')
    change(dir)
    expect(plain(countsSince(dir, ''))).toEqual(naiveCounts(dir, ''))
  })

  test('count a torn line once its end has come, and not before', () => {
    const dir = stateWith([...history, line(3, { rule: 'hosts' }).slice(0, 80)])
    expect(countsSince(dir, '').get('rule hosts')).toBe(1)
    append(dir, { spool: 'ledger', day: DAY, text: line(3, { rule: 'hosts' }).slice(80) })
    expect(countsSince(dir, '').get('rule hosts')).toBe(2)
  })

  test('are kept readable only by us, and nothing of a killed reader is taken for them', () => {
    const dir = stateWith(history)
    countsSince(dir, '')
    expect(readdirSync(path.join(dir, 'ledger')).sort()).toEqual([`${DAY}.figures`, `${DAY}.jsonl`])
    expect(statSync(kept(dir)).mode & 0o777).toBe(0o600)
  })
})
