// The ten cases in agents whose model speaks OpenAI's Chat Completions, a session for each case.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { slowness } from '../support/time.ts'
import { type Ended, play, shopFor, type TestedClient, tried } from './chat-clients.ts'
import { toldTo } from '../../src/cli/doctor/live/model.ts'
import { type Place, removePlace } from './claude-code.ts'
import type { Block } from '../../src/agents/shared/client.ts'

export interface Holds {
  /** What the model reads of a refused call; absent: the run ends with the call. */
  readonly afterRefusal?: false
  readonly context?: false
  readonly output?: false
  readonly prompt?: false
  readonly stop?: false
}

const at = (event: string, rule: string): string =>
  `version: 1\nhooks:\n  ${event}:\n    - { name: shop, ${rule} }\n`

/** What an agent cannot hold is named in `holds`, and the tool does not run there either. */
export function chatCases(client: TestedClient, holds: Holds = {}): void {
  const { shell } = client
  const found = tried(client)
  let place: Place | undefined
  afterEach(() => {
    if (place !== undefined) removePlace(place)
    place = undefined
  })
  const open = (rules: string): Place => (place = shopFor(client, rules))
  const made = (file: string): boolean => place !== undefined && existsSync(join(place.project, file))
  const touch = shell('touch made-it && echo A-SECRET-OUTPUT')
  const done: Block = { text: 'Done.' }
  const lastTold = ({ requests }: Ended): string => toldTo(requests.at(-1))
  const go = async (rules: string, turns: Block[][] = [[touch], [done]]): Promise<Ended> =>
    play(client, open(rules), { turns })

  describe.skipIf('missing' in found)('the ten cases', () => {
    beforeAll(() => {
      if (!existsSync(join(import.meta.dirname, '../../dist/bin.cjs'))) throw new Error('npm run build first')
    })

    test('does not run a denied call', async () => {
      const ended = await go(at('PreToolUse', 'match: { command: touch made-it }, deny: Not in this shop.'))
      expect(made('made-it')).toBe(false)
      if (holds.afterRefusal !== false) expect(lastTold(ended)).toContain('Not in this shop.')
    })

    test('does not run a call that it cannot ask about', async () => {
      const ended = await go(at('PreToolUse', 'match: { command: touch made-it }, ask: Sure about this?'))
      expect(made('made-it')).toBe(false)
      if (holds.afterRefusal !== false) expect(lastTold(ended)).toContain('Sure about this?')
    })

    test('runs the changed input', async () => {
      await go(
        at('PreToolUse', `match: '@shell', set_input: ${JSON.stringify(inputOf(shell('touch changed')))}`),
      )
      expect([made('made-it'), made('changed')]).toEqual([false, true])
    })

    test.skipIf(holds.output === false)('hands its model the changed output', async () => {
      const ended = await go(at('PostToolUse', `match: '@shell', set_output: '[hidden]'`))
      expect(made('made-it')).toBe(true)
      expect(lastTold(ended)).toContain('[hidden]')
      expect(lastTold(ended)).not.toContain('A-SECRET-OUTPUT')
    })

    test.skipIf(holds.context === false)('hands its model context', async () => {
      const ended = await go(at('PostToolUse', 'context: Prices are in cents.'))
      expect(lastTold(ended)).toContain('Prices are in cents.')
    })

    test.skipIf(holds.prompt === false)('keeps a denied prompt from its model', async () => {
      const ended = await go(at('UserPromptSubmit', 'deny: Not today.'))
      expect(ended.requests).toHaveLength(0)
    })

    test.skipIf(holds.stop === false)('goes on when it would stop', async () => {
      const ended = await go(at('AgentStop', 'once: run, continue: Run the tests first.'), [
        [{ text: 'One.' }],
        [{ text: 'Two.' }],
        [{ text: 'Three.' }],
      ])
      expect(lastTold(ended)).toContain('Run the tests first.')
      expect(ended.requests).toHaveLength(2)
    })

    test.skipIf(holds.stop === false)('is let go by a rule that always continues', async () => {
      const rules = at('AgentStop', 'continue: Run the tests first.')
      const turns = ['1', '2', '3', '4', '5', '6'].map((text): Block[] => [{ text }])
      const ended = await go(rules.replace('hooks:', 'limits: { continues: 2 }\nhooks:'), turns)
      expect(ended.requests).toHaveLength(3)
    })

    test('is answered in time when a script hangs', async () => {
      const rule = `match: '@shell', run: [sleep, '60'], timeout: 300ms, on_error: deny`
      const ended = await go(at('PreToolUse', rule))
      expect(made('made-it')).toBe(false)
      expect(ended.ms).toBeLessThan(45_000 * slowness())
    })

    test('refuses calls when hooks.yaml was never readable', async () => {
      await go('hooks: [')
      expect(made('made-it')).toBe(false)
    })
  })
}

function inputOf(block: Block): unknown {
  return 'input' in block ? block.input : {}
}
