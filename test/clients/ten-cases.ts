// What has to hold in every agent: one project, three sessions, ten cases.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trustProject } from '../support/trust.ts'
import { makePlace, putFile, removePlace, type Place } from './claude-code.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { toldTo } from '../../src/cli/doctor/live/model.ts'
import { type Spoken, talkTo, type TestedClient, triedClient } from './other-clients.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')

const rules = `version: 1
limits: { continues: 2 }
hooks:
  UserPromptSubmit:
    - { name: keys, match: { prompt: '*AKIA*' }, deny: Remove the access key. }
    - { name: prices, context: Prices are in cents. }
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Force-pushing rewrites shared history. }
    - { name: deploys, match: { command: touch asked }, ask: 'Deploy to production?' }
    - { name: dry, match: { command: touch before }, set_input: { command: touch after }, on_error: deny }
    - { name: slow, match: { command: touch slow }, run: [sleep, '30'], timeout: 300ms, on_error: deny }
  PostToolUse:
    - { name: hide, match: { command: cat prices.txt }, set_output: '[hidden]' }
    - { name: after, match: { command: touch free }, context: Stock was counted. }
  AgentStop:
    - { name: gate, continue: Run the tests. }
`
const done: Block = { text: 'Done.' }

export interface Differences {
  /** Its tools run with the input that they were given: the rule fails, so the call is denied. */
  readonly keepsInput?: true
}

export function tenCases(client: TestedClient, { keepsInput }: Differences = {}): void {
  const found = triedClient(client)

  describe.skipIf('missing' in found)(`${client.agent} ${client.version}`, () => {
    let place: Place
    let session: Spoken
    let refused: Spoken
    let broken: Spoken
    const made = (file: string) => existsSync(join(place.project, file))
    const told = (spoken: Spoken) => spoken.requests.map(toldTo).join('\n')

    beforeAll(async () => {
      place = makePlace({ 'hooks.yaml': rules, 'prices.txt': 'wholesale: 12\n' })
      const bin = 'bin' in found ? found.bin : ''
      const commands = [
        'touch denied && git push -f origin main',
        'touch asked',
        'touch before',
        'touch slow',
        'cat prices.txt',
        'touch free',
      ]
      const turns = [...commands.map((command) => [client.shell(command)]), [done]]
      session = await talkTo(client, {
        bin,
        place,
        prompt: 'Work on the shop.',
        turns,
        prepare: () => installed(place),
      })
      refused = await talkTo(client, {
        bin,
        place,
        prompt: 'My key is AKIAIOSFODNN7EXAMPLE.',
        turns: [[done]],
      })
      putFile(
        join(place.project, 'hooks.yaml'),
        'version: 1\nhooks:\n  PreToolUse: [{ name: no-force-push, deny',
      )
      broken = await talkTo(client, {
        bin,
        place,
        prompt: 'Go on.',
        turns: [[client.shell('touch broken && git push -f')], [done]],
      })
    }, 400_000)
    afterAll(() => removePlace(place))

    function installed(at: Place): void {
      const home = client.start(at, '').env
      const run = spawnSync(process.execPath, [program, 'install', client.agent], {
        cwd: at.project,
        env: { ...at.env, ...home },
        encoding: 'utf8',
      })
      expect(run).toMatchObject({ status: 0, stderr: '' })
      trustProject(at.project, at.env)
    }

    test('does not run a denied command, and its model reads the reason', () => {
      expect(made('denied')).toBe(false)
      expect(told(session)).toContain('Denied by rule no-force-push')
    })

    test('denies what would have to be asked, and its model reads why', () => {
      expect(made('asked')).toBe(false)
      expect(told(session)).toContain('Deploy to production?')
    })

    test('runs a rewritten input instead, or nothing', () => {
      expect([made('before'), made('after')]).toEqual([false, keepsInput !== true])
    })

    test('shows its model a rewritten output instead', () => {
      expect(told(session)).toContain('[hidden]')
      expect(told(session)).not.toContain('wholesale')
    })

    test('hands its model context, and runs what no rule denies', () => {
      expect(told(session)).toContain('Prices are in cents.')
      expect(told(session)).toContain('Stock was counted.')
      expect(made('free')).toBe(true)
    })

    test('asks no model about a denied prompt', () => {
      expect(refused.requests).toEqual([])
    })

    test('goes on when a stop is refused', () => {
      expect(told(session)).toContain('Run the tests.')
    })

    test('ends when a stop was refused often enough', () => {
      expect(session.exit).toBe(0)
      // Seven turns, and two more.
      expect(session.requests).toHaveLength(9)
    })

    test('does not wait for a script that hangs', () => {
      expect(made('slow')).toBe(false)
    })

    test('keeps its guards when hooks.yaml breaks', () => {
      expect(made('broken')).toBe(false)
      expect(told(broken)).toContain('Denied by rule no-force-push')
    })
  })
}
