// What the real Claude Code makes of a long conversation: its own summary by our instructions, and ours for what comes next.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { triedClient, runClient, type Session, type Talk } from './claude-code.ts'
import { makePlace, removePlace, type Place } from './place.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { toldTo, type ScriptedTalk } from '../../src/cli/live-client/scripted-model.ts'
import { trustProject } from '../support/trust.ts'

const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')
const client = triedClient()

let place: Place | undefined
afterEach(() => {
  if (place !== undefined) removePlace(place)
  place = undefined
})

const summary = '.hooks/summary.md'
const rules = (window: number) => `version: 1
recipes: { runner: { command: [./llm] } }
hooks:
  PreCompact:
    - { name: how, use: compact }
rules:
  - name: hand-over
    on: [AgentStop, SessionStart]
    use: compact
    with: { window: ${window}, hand_over: ${summary} }
`

function shop(config: string): Place {
  place = makePlace({
    'orders.ts': 'export const orders = []\n',
    'hooks.yaml': config,
    llm: '#!/bin/sh\ncat > asked\necho "Half of the carts are repaired."\n',
  })
  const { env, project: cwd } = place
  const installed = spawnSync(process.execPath, [program, 'install', 'claude-code'], { cwd, env })
  expect(installed.status).toBe(0)
  trustProject(cwd, env)
  return place
}

function talk(at: Place, prompt: Talk['prompt'], more: Partial<Talk> = {}): Promise<Session> {
  return runClient('bin' in client ? client.bin : '', at, {
    prompt,
    conversations: [],
    ...more,
    args: ['--dangerously-skip-permissions', ...(more.args ?? [])],
  })
}

const look: Block = { tool: 'Bash', input: { command: 'true', description: 'Look' } }
const repaired: Block[] = [{ text: 'The first cart is repaired.' }]
const compacted: Block[] = [{ text: '<summary>One cart is left.</summary>' }]

/** A conversation that is almost as full after its first answer as after its last. */
const filled = (tokens: number): ScriptedTalk => ({
  turns: [[look], repaired, compacted],
  input_tokens: [tokens - 1000, tokens],
})
const asSmallAsItIs = { DISABLE_AUTO_COMPACT: '1' }

const instructions = /Additional Instructions:\nThe context window of this conversation is almost full\./
const asksToCompact = (session: Session) =>
  session.requests.map(toldTo).filter((told) => told.includes('create a detailed summary'))
const starts = (session: Session) => session.hooks.filter((hook) => hook.event === 'SessionStart')

describe.skipIf('missing' in client)('Claude Code', () => {
  test('is told by a PreCompact rule how to compact: the recipe as part of its own instructions (K27, K32)', async () => {
    const at = shop(rules(200_000))
    await talk(at, 'Repair the carts.', { conversations: [filled(2000)] })
    const args = ['--continue']
    const conversations = [{ turns: [compacted, compacted, compacted] }]
    const compact = await talk(at, '/compact', { conversations, args })
    expect(asksToCompact(compact)).toHaveLength(1)
    const [asked = ''] = asksToCompact(compact)
    expect(asked).toMatch(instructions)
    for (const heading of [
      'Primary Objective',
      'Key Decisions',
      'Files Modified',
      'Errors & Resolutions',
      'Pending Tasks',
    ]) {
      expect(asked).toContain(`## ${heading}\n`)
    }
    expect(existsSync(join(at.project, 'asked'))).toBe(false)
    const next = await talk(at, 'Go on.', { args })
    expect(toldTo(next.requests.at(-1))).toContain('One cart is left.')
  })

  test('begins its next session with the summary that the end of a full one left, and no other one (K44)', async () => {
    const at = shop(rules(200_000))
    const full = { conversations: [filled(170_000)], env: asSmallAsItIs }
    expect((await talk(at, 'Repair the carts.', full)).result.result).toBe('The first cart is repaired.')
    expect(readFileSync(join(at.project, 'asked'), 'utf8')).toMatch(
      /Repair the carts\.[\s\S]*The first cart is repaired\.[\s\S]*## Primary Objective/,
    )
    expect(existsSync(join(at.project, summary))).toBe(true)
    const next = await talk(at, 'Go on.')
    expect(toldTo(next.requests.at(0))).toContain('Half of the carts are repaired.')
    expect(existsSync(join(at.project, summary))).toBe(false)
    const last = await talk(at, 'Go on.')
    expect(toldTo(last.requests.at(0))).not.toContain('Half of the carts')
  })

  test('leaves no summary at the end of a session that is not full (K44)', async () => {
    const at = shop(rules(200_000))
    await talk(at, 'Repair the carts.', { conversations: [filled(150_000)], env: asSmallAsItIs })
    expect(existsSync(join(at.project, 'asked'))).toBe(false)
    const next = await talk(at, 'Go on.')
    expect(starts(next)).toMatchObject([
      { exit: 0, stdout: expect.not.stringContaining('additionalContext') },
    ])
  })

  test('goes on with both summaries after it compacted by itself', async () => {
    const at = shop(rules(75_000))
    const after = { when: 'being continued from a previous conversation', turns: [] }
    const session = await talk(at, ['Repair the carts.', 'Go on.'], {
      conversations: [after, { turns: [[look], repaired, compacted], input_tokens: [60_000, 90_000] }],
      env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' },
    })
    expect(asksToCompact(session)).toEqual([expect.stringMatching(instructions)])
    expect(starts(session)).toHaveLength(2)
    const told = toldTo(session.requests.at(-1))
    expect(told).toContain('One cart is left.')
    expect(told).toContain('Half of the carts are repaired.')
    expect(told).toContain('Go on.')
  })

  test('keeps its conversation when a rule denies the compaction', async () => {
    const at = shop(`version: 1
hooks:
  PreCompact:
    - { name: by-hand, match: { source: manual }, deny: Start a new session instead. }
`)
    await talk(at, 'Repair the carts.', { conversations: [filled(2000)] })
    const args = ['--continue']
    const compact = await talk(at, '/compact', { args })
    expect(asksToCompact(compact)).toEqual([])
    const next = await talk(at, 'Go on.', { args })
    expect(toldTo(next.requests.at(-1))).toContain('The first cart is repaired.')
  })
})
