// What has to hold in every agent: one project, three sessions, ten cases, twice. What was seen is kept in seen-live/.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Block } from '../../src/agents/shared/client.ts'
import { dialects } from '../../src/catalog.ts'
import type { Carries, EventName } from '../../src/model/types.ts'
import { clientOf, type TestedClient, tried } from './agents.ts'
import { type Ended, open, type Opened } from './play.ts'

const rulesFor = ({ input }: TestedClient): string => `version: 1
limits: { continues: 2 }
hooks:
  UserPromptSubmit:
    - { name: keys, match: { prompt: '*AKIA*' }, deny: Remove the access key. }
    - { name: prices, context: Prices are in cents. }
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Force-pushing rewrites shared history. }
    - { name: deploys, match: { command: touch asked }, ask: 'Deploy to production?' }
    - { name: dry, match: { command: touch before }, set_input: ${JSON.stringify(input('touch after'))}, on_error: deny }
    - { name: slow, match: { command: touch slow }, run: [sleep, '1000'], timeout: 300ms, on_error: deny }
  PostToolUse:
    - { name: hide, match: { command: cat prices.txt }, set_output: '[hidden]' }
    - { name: after, match: { command: touch free }, context: Stock was counted. }
  AgentStop:
    - { name: gate, continue: Run the tests. }
`

const commands = [
  'touch denied && git push -f origin main',
  'touch asked',
  'touch before',
  'touch slow',
  'cat prices.txt',
  'touch free',
]
/** What no rule lets happen, whatever the agent can be told. */
const forbidden = ['denied', 'asked', 'before', 'slow', 'broken']
const done: Block = { text: 'Done.' }

interface Seen {
  readonly session: Ended
  readonly refused: Ended
  readonly broken: Ended
  readonly made: readonly string[]
}

async function watch(client: TestedClient, bin: string): Promise<Seen> {
  const at = await open(client, bin, { 'hooks.yaml': rulesFor(client), 'prices.txt': 'wholesale: 12\n' })
  try {
    const turns = [...commands.map((command) => [client.shell(command)]), [done]]
    const session = await at.session('Work on the shop.', turns)
    const refused = await at.session('My key is AKIAIOSFODNN7EXAMPLE.', [[done]])
    at.write('hooks.yaml', 'version: 1\nhooks:\n  PreToolUse: [{ name: no-force-push, deny')
    const broken = await at.session('Go on.', [[client.shell('touch broken && git push -f')], [done]])
    return { session, refused, broken, made: madeIn(at) }
  } finally {
    await at.close()
  }
}

const madeIn = ({ made }: Opened): readonly string[] => [...forbidden, 'after', 'free'].filter(made)

/** Each by its name in docs/agents.md. */
function casesOf({ session, refused: prompted, broken, made }: Seen): Readonly<Record<string, string>> {
  const isTold = (text: string, { told } = session): boolean => told.includes(text)
  const refused = (isDone: boolean, isSaid: boolean): string =>
    isDone ? 'not held' : isSaid ? 'held, with the reason' : 'held, without the reason'
  const held = (holds: boolean): string => (holds ? 'held' : 'not held')
  const isContinued = isTold('Run the tests.')
  const stops = commands.length + 1 // the model's turns until the first stop
  return {
    deny: refused(made.includes('denied'), isTold('Denied by rule no-force-push')),
    'ask, with nobody there': refused(made.includes('asked'), isTold('Deploy to production?')).replace(
      'held,',
      'denied,',
    ),
    set_input:
      made.includes('before') || made.includes('after')
        ? held(!made.includes('before'))
        : 'not held, so on_error decides',
    set_output: held(isTold('[hidden]') && !isTold('wholesale')),
    context: held(isTold('Prices are in cents.') && isTold('Stock was counted.')),
    'a denied prompt': held(prompted.requests === 0),
    'a stop continued': held(isContinued),
    'a stop loop ended': isContinued ? held(session.exit === 0 && session.requests === stops + 2) : 'no loop',
    'a script that hangs': held(!made.includes('slow')),
    'a broken hooks.yaml': refused(made.includes('broken'), isTold('Denied by rule no-force-push', broken)),
  }
}

/** What the agent's table of capabilities says of the same, in a run without a terminal. */
function promised(agent: string): Readonly<Record<string, string>> {
  const capabilities = dialects.find(({ name }) => name === agent)?.capabilities
  const at = (event: EventName): Carries => {
    const variant = capabilities?.variants?.find(
      ({ surface, events }) => surface === 'headless' && events[event],
    )
    return (variant?.events ?? capabilities?.events)?.[event] ?? {}
  }
  const held = (...parts: (boolean | undefined)[]): string =>
    parts.every((part) => part === true) ? 'held' : 'not held'
  const [prompt, before, after] = [at('UserPromptSubmit'), at('PreToolUse'), at('PostToolUse')]
  return {
    deny: `${held(before.deny)}, with the reason`,
    set_input: before.updated_input === true ? 'held' : 'not held, so on_error decides',
    set_output: held(after.updated_output),
    context: held(prompt.context, after.context),
    'a denied prompt': held(prompt.deny),
    'a stop continued': held(at('AgentStop').continue),
  }
}

export function tenCases(agent: string): void {
  const client = clientOf(agent)
  const { version } = client
  const found = tried(client)
  const file = join(import.meta.dirname, 'seen-live', `${agent}.json`)

  describe.skipIf('missing' in found)(`${agent} ${version}`, () => {
    const seen: Seen[] = []
    beforeAll(async () => {
      const bin = 'bin' in found ? found.bin : ''
      seen.push(await watch(client, bin), await watch(client, bin))
    }, 600_000)

    test('holds the ten cases as it did, twice', () => {
      const [first, second] = seen.map((each) => ({ version, cases: casesOf(each) }))
      console.log(JSON.stringify({ agent, ...first }, null, 2))
      expect(second).toEqual(first)
      if (process.env['UPDATE_SEEN'] === '1') writeFileSync(file, `${JSON.stringify(first, null, 2)}\n`)
      expect(first, 'UPDATE_SEEN=1 writes it').toEqual(JSON.parse(readFileSync(file, 'utf8')))
    })

    test('runs no call that is refused, asked about or changed', () => {
      expect(seen.map(({ made }) => made.filter((name) => forbidden.includes(name)))).toEqual([[], []])
      expect(seen.map(({ made }) => made.includes('free'))).toEqual([true, true])
    })

    test('can be told what its table of capabilities says', () => {
      for (const each of seen) expect(casesOf(each)).toMatchObject(promised(agent))
    })
  })
}
