import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectKey } from '../../../src/store/disk/dirs.ts'
import type { Host } from '../../../src/run/call.ts'
import { openShop, type Shop } from '../../cli/shop.ts'

const noon = new Date()
noon.setHours(12, 0, 0, 0)

const at = (seconds: number): string => new Date(noon.getTime() + seconds * 1000).toISOString()

interface Spool {
  readonly ledger: readonly unknown[]
  readonly contents?: readonly unknown[]
}

function shopWith({ ledger, contents = [] }: Spool, files: Readonly<Record<string, string>> = {}): Shop {
  const shop = openShop(files)
  for (const [dir, lines] of Object.entries({ ledger, contents })) {
    const folder = path.join(shop.home, '.local/state/hooks', projectKey(shop.root), dir)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    writeFileSync(path.join(folder, `${at(0).slice(0, 10)}.jsonl`), `${text}\n`)
  }
  return shop
}

const call = { session: 's1', agent: 'claude-code', tool: 'Bash', decision: 'proceed', ms: 1.5 }

const spool: Spool = {
  ledger: [
    { ...call, time: at(0), event: 'UserPromptSubmit', tool: undefined },
    { ...call, time: at(1), event: 'PreToolUse', tool_use_id: 'a', decision: 'deny', rule: 'no-force-push' },
    { ...call, time: at(2), event: 'PreToolUse', tool_use_id: 'b', would: { 'no-deploys': 'deny' } },
    { ...call, time: at(3), event: 'PostToolUse', tool_use_id: 'b' },
    '{"time":"2026-',
    {
      ...call,
      time: at(4),
      event: 'PreToolUse',
      tool_use_id: 'c',
      session: 's2',
      decision: 'ask',
      rule: 'hosts',
    },
    { ...call, time: at(5), event: 'PreToolUse', tool_use_id: 'd', would: { 'no-deploys': 'deny' } },
    { ...call, time: at(6), event: 'PostToolUse', tool_use_id: 'd', is_error: true, failed: ['format'] },
  ],
  contents: [
    {
      ...call,
      time: at(0),
      event: 'UserPromptSubmit',
      tool: undefined,
      contents: { prompt: 'Deploy it\nnow' },
    },
    {
      ...call,
      time: at(1),
      event: 'PreToolUse',
      tool_use_id: 'a',
      contents: { input: { command: 'git push -f \u001b[31m\u202e origin main' } },
      trace: [
        {
          rule: 'no-force-push',
          result: 'ran',
          ms: 0,
          decision: 'deny',
          why: 'input.command is "*push*-f*"',
        },
      ],
    },
    {
      ...call,
      time: at(2),
      event: 'PreToolUse',
      tool_use_id: 'b',
      contents: { input: { command: 'deploy api' } },
    },
    {
      ...call,
      time: at(3),
      event: 'PostToolUse',
      tool_use_id: 'b',
      contents: { output: 'deployed\nin 3 s' },
    },
    {
      ...call,
      time: at(5),
      event: 'PreToolUse',
      tool_use_id: 'd',
      contents: { input: { command: 'deploy api' } },
    },
  ],
}

const day = new RegExp(`${noon.getFullYear()}-\\d\\d-\\d\\d`, 'g')

async function drawn(shop: Shop, argv: readonly string[], over: Partial<Host> = {}): Promise<string> {
  const { exit, out } = await shop.hooks(argv, over)
  expect(exit).toBe(0)
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  // eslint-disable-next-line no-control-regex
  expect(out).not.toMatch(/[\u001b\u202e]/)
  return out.replaceAll(day, '2026-03-01').replaceAll(shop.root, '/shop')
}

describe('the rows of the ledger', () => {
  test.each(['log', 'show a', 'show 1', 'would', 'stats', 'log --rule hosts', 'stats --tool Write'])(
    '%s (U21)',
    async (words) => {
      const out = await drawn(shopWith(spool), ['ledger', ...words.split(' ')])
      await expect(out).toMatchFileSnapshot(`golden/${words.replaceAll(/\W+/g, '-')}.txt`)
    },
  )

  test.each(['jsonl', 'csv', 'json'])('export --format %s', async (format) => {
    const { out, err } = await shopWith(spool).hooks(['ledger', 'export', '--format', format])
    expect(err).toBe('hooks: 1 line of the ledger could not be read\n')
    const timeless = out.replaceAll(/\d{4}-\d\d-\d\dT\d\d(:\d\d:\d\d\.000Z)/g, '2026-03-01T12$1')
    await expect(timeless).toMatchFileSnapshot(`golden/export.${format}`)
  })

  test('stats --json', async () => {
    const { out } = await shopWith(spool).hooks(['ledger', 'stats', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      rows: 5,
      calls: 4,
      sessions: 2,
      statuses: { denied: 1, succeeded: 1, prepared: 1, failed: 1 },
      decisions: { proceed: 3, deny: 1, ask: 1 },
      duration: { p50_ms: 1000, p95_ms: 1000 },
      rules: [
        { rule: 'no-deploys', decided: {}, would: { deny: 2 }, failed: 0 },
        { rule: 'no-force-push', decided: { deny: 1 } },
        { rule: 'hosts', decided: { ask: 1 } },
        { rule: 'format', failed: 1 },
      ],
      tools: [{ tool: 'Bash', calls: 4, denied: 1, asked: 1, failed: 1, duration: { p50_ms: 1000 } }],
      days: [{ calls: 4, denied: 1, asked: 1, failed: 1 }],
      denied_most: [{ tool: 'Bash', rule: 'no-force-push', count: 1 }],
    })
  })

  test.each([
    { argv: [], ids: [undefined, 'a', 'b', 'c', 'd'] },
    { argv: ['--last', '2'], ids: ['c', 'd'] },
    { argv: ['--rule', 'no-deploys'], ids: ['b', 'd'] },
    { argv: ['--rule', 'format'], ids: ['d'] },
    { argv: ['--session', 's2'], ids: ['c'] },
    { argv: ['--event', 'PostToolUse'], ids: ['b', 'd'] },
    { argv: ['--status', 'denied'], ids: ['a'] },
    { argv: ['--tool', 'Bash', '--session', 's1', '--last', '1'], ids: ['d'] },
    { argv: ['--since', at(4)], ids: ['c', 'd'] },
    { argv: ['--since', '2999-01-01'], ids: [] },
    { argv: ['--since', '20000d'], ids: [undefined, 'a', 'b', 'c', 'd'] },
  ])('log, stats and export $argv: $ids', async ({ argv, ids }) => {
    const shop = shopWith(spool)
    const said = async (...words: readonly string[]): Promise<string> =>
      (await shop.hooks(['ledger', ...words, ...argv])).out
    const idsOf = (rows: readonly { tool_use_id?: string }[]): unknown =>
      rows.map(({ tool_use_id }) => tool_use_id)
    expect(idsOf((JSON.parse(await said('log', '--json')) as { rows: [] }).rows)).toEqual(ids)
    expect(idsOf((JSON.parse(await said('--json')) as { rows: [] }).rows)).toEqual(ids)
    expect(idsOf(JSON.parse(await said('export', '--format', 'json')) as [])).toEqual(ids)
    expect(JSON.parse(await said('stats', '--json'))).toMatchObject({ rows: ids.length })
  })
})

test.each([
  { name: '=SUM(A1)', cell: "'=SUM(A1)" },
  { name: '-2+3', cell: "'-2+3" },
  { name: 'a,"b"', cell: '"a,""b"""' },
  { name: 'two\nlines', cell: '"two\nlines"' },
])('a tool called $name is $cell in CSV', async ({ name, cell }) => {
  const ledger = [{ ...call, time: at(1), event: 'PreToolUse', tool: name }]
  const { out } = await shopWith({ ledger }).hooks(['ledger', 'export', '--format', 'csv'])
  expect(out).toContain(`,${cell},`)
})

describe('hooks ledger', () => {
  test('is the log without a word', async () => {
    const shop = shopWith(spool)
    expect((await shop.hooks(['ledger'])).out).toBe((await shop.hooks(['ledger', 'log'])).out)
  })

  test('would --json counts by rule and call', async () => {
    const { out } = await shopWith(spool).hooks(['ledger', 'would', '--json'])
    const { rules } = JSON.parse(out) as { rules: unknown }
    expect(rules).toMatchObject([
      { rule: 'no-deploys', would: 'deny', count: 2, calls: [{ call: 'deploy api', count: 2 }] },
    ])
  })

  test.each([
    { argv: ['ledger', 'show', '99'], says: /^hooks: there is no row "99": use 1 to 5/ },
    { argv: ['ledger', 'show', '0'], says: /^hooks: there is no row "0"/ },
    { argv: ['ledger', 'show', 'zzz'], says: /^hooks: there is no row "zzz"/ },
    {
      argv: ['ledger', '--since', 'noon'],
      says: /^hooks: option '--since <time>' argument 'noon' is invalid/,
    },
    { argv: ['ledger', '--since', '7'], says: /how long ago \(7d, 2h\)/ },
    { argv: ['ledger', '--status', 'odd'], says: /Allowed choices are prepared, running,/ },
    { argv: ['ledger', 'export', '--format', 'xml'], says: /Allowed choices are jsonl, csv, json/ },
    { argv: ['ledger', '--last', '5', 'show'], says: 'hooks: --last has no effect on hooks ledger show\n' },
    { argv: ['ledger', '--last', 'x'], says: /^hooks: option '--last <n>' argument 'x' is invalid/ },
  ])('$argv is refused', async ({ argv, says }) => {
    const { exit, err } = await shopWith(spool).hooks(argv)
    expect(exit).toBe(1)
    expect(err).toMatch(says)
  })

  test('says so where nothing was recorded', async () => {
    const { hooks } = openShop()
    expect((await hooks(['ledger'])).out).toBe('nothing was recorded here yet\n')
    expect((await hooks(['ledger', 'show'])).err).toBe('hooks: nothing was recorded here yet\n')
    expect(JSON.parse((await hooks(['ledger', '--json'])).out)).toEqual({ rows: [] })
  })
})

const RULES = `version: 1
extends: [recommended]
hooks:
  PreToolUse:
    - { name: no-force-push, match: { input: { command: '*push*-f*' } }, deny: No. }
    - { name: never, match: { input: { command: '*never*' } }, deny: No. }
`

test.each([
  ['log', '--rule', 'no-such-rule'],
  ['log', '--session', 'zz'],
])('hooks ledger %s %s %s says that no row matches, not that there is none', async (...argv) => {
  const { exit, out } = await shopWith(spool).hooks(['ledger', ...argv])
  expect(exit).toBe(0)
  expect(out).toMatch(/^none of the \d+ rows here matches\n/)
})

describe('hooks status', () => {
  test('says on one screen what holds, who asks and what came of it', async () => {
    const shop = shopWith(spool, { 'hooks.yaml': RULES.replace('extends: [recommended]\n', '') })
    const out = await drawn(shop, ['status'])
    await expect(out).toMatchFileSnapshot('golden/status.txt')
  })

  test('names what is broken, set aside, paused and installed', async () => {
    const shop = openShop({ 'hooks.yaml': `${RULES}    - { name: odd, denyy: No. }\n` })
    await shop.hooks(['install', 'claude-code', '--local'])
    const person = {
      terminal: true,
      stdinIsTerminal: true,
      line: () => 'pause',
      env: { HOME: shop.home, USER: 'dana', NO_COLOR: '1' },
    }
    await shop.hooks(['pause', 'never', '--for', '41m', '--reason', 'regenerating protos'], person)
    const { out } = await shop.hooks(['status'])
    expect(out).toMatch(/hooks\.yaml +\d+ rules? +1 error .*hooks validate/)
    expect(out).toMatch(/claude-code ✓ local/)
    expect(out).toMatch(/paused +never {2}41 min left {2}"regenerating protos" \(dana\)/)
  })

  test('is data with --json', async () => {
    const { out } = await shopWith(spool, { 'hooks.yaml': RULES }).hooks(['status', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      project: 'shop',
      files: expect.arrayContaining([expect.objectContaining({ file: 'hooks.yaml', rules: 2, errors: 0 })]),
      agents: expect.arrayContaining([{ agent: 'claude-code', state: 'absent' }]),
      paused: [],
      week: { calls: 4, denied: 1, asked: 1, failures: 1, never_fired: expect.arrayContaining(['never']) },
    })
  })

  test('tells where there is nothing how to start', async () => {
    const { exit, out } = await openShop().hooks(['status'])
    expect(exit).toBe(0)
    expect(out).toContain('no hooks.yaml')
    expect(out).toContain('to start')
  })
})
