// What a file, a payload or the ledger says never reaches the terminal as a control.
import { expect, test } from 'vitest'
import { runByHand } from '../../src/cli/main.ts'
import { runArguments } from '../../src/run/run-arguments.ts'
import { openShop, type Shop } from './shop.ts'

const hostile = '\u009b31m\u0085\u202e\u2066\u200f\u061c\u001b[2J'
const controls =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001b\[2J|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const call = (name: string): string => `${name} ${hostile} src/${hostile}.ts`
const file = (...more: readonly object[]): string =>
  JSON.stringify({
    version: 1,
    groups: { safe: [`tool${hostile}`] },
    hooks: {
      PreToolUse: [
        {
          name: 'hostile',
          description: `what ${hostile}`,
          match: { command: [call('rm'), `cp ${hostile}`] },
          deny: `Not ${hostile} here.`,
          examples: { deny: [call('rm')], ask: [call('cp')] },
        },
        ...more,
      ],
    },
  })
const payload = JSON.stringify({
  event: 'PreToolUse',
  session_id: `s${hostile}`,
  tool_name: 'Bash',
  tool_use_id: `t${hostile}`,
  tool_input: { command: call('rm') },
})

async function hooks(
  shop: Shop,
  argv: readonly string[],
  terminal = false,
): Promise<{ out: string; err: string }> {
  const over = { terminal, env: { HOME: shop.home, NO_COLOR: '1' } }
  const [verb, ...words] = argv
  if (verb !== 'run') return shop.hooks(argv, over)
  const host = shop.host(argv, over)
  const options = runArguments(words)
  if (typeof options === 'string') throw new Error(options)
  await runByHand(host, options)
  return host.printed
}

const verbs: readonly (readonly string[])[] = [
  ['validate'],
  ['list'],
  ['list', '--all'],
  ['test'],
  ['explain', call('rm')],
  ['explain', call('ls')],
  ['run', 'payload.json'],
  ['run', 'payload.json', '--explain'],
  ['show', hostile],
  [hostile],
  ['help', hostile],
  ['pause', `hostile${hostile}`],
  ['recipe', 'show', hostile],
  ['ledger'],
  ['ledger', 'show'],
  ['ledger', 'show', hostile],
  ['ledger', 'stats'],
  ['ledger', 'export'],
  ['ledger', 'export', '--format', 'csv'],
  ['status'],
  ['trust', hostile],
  ['install', hostile],
]

test.each(verbs.flatMap((argv) => [[argv], [[...argv, '--json']]] as const))(
  'hooks %j prints no controls',
  async (argv) => {
    const broken = file({ name: `x${hostile}`, [hostile]: 1 })
    for (const [rules, terminal] of [
      [file(), false],
      [file(), true],
      [broken, true],
    ] as const) {
      const shop = openShop({ 'hooks.yaml': rules, 'payload.json': payload })
      await hooks(shop, ['run', 'payload.json'])
      const { out, err } = await hooks(shop, argv, terminal)
      expect(out).not.toMatch(controls)
      expect(err).not.toMatch(controls)
      if (argv.includes('--json') && out.startsWith('{'))
        expect(() => JSON.parse(out.trim().split('\n}\n{')[0] ?? '') as unknown).not.toThrow()
    }
  },
)

test('a replay as JSON says what was said, escaped', async () => {
  const shop = openShop({
    'hooks.yaml': JSON.stringify({
      version: 1,
      hooks: { PreToolUse: [{ name: 'no', deny: `Not \u202e\u009b.` }] },
    }),
    'payload.json': payload,
  })
  const { out } = await hooks(shop, ['run', 'payload.json', '--json'])
  expect(out).toContain('Not \\u202e\\u009b.')
  expect((JSON.parse(out) as { reason: string }).reason).toBe('Not \u202e\u009b.')
})
