import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine, type Engine, type Rule, type Verdict } from '../../src/index.ts'
import { makeProject } from '../support/cli.ts'
import { isTouched } from '../support/part.ts'

const presets = ['relaxed', 'recommended', 'strict'] as const
type Preset = (typeof presets)[number]

const root = mkdtempSync(path.join(os.tmpdir(), 'shop-'))
mkdirSync(path.join(root, '.git'))

const engines = new Map<Preset, Promise<Engine>>()

function engineOf(preset: Preset): Promise<Engine> {
  const known = engines.get(preset) ?? createEngine({ root, config: { extends: [`${preset}@1`] } })
  engines.set(preset, known)
  return known
}

afterAll(async () => {
  for (const engine of engines.values()) await (await engine).close()
})

async function decide(preset: Preset, command: string): Promise<Verdict> {
  const engine = await engineOf(preset)
  return engine.dispatch({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })
}

/** What an inline rule says; undefined for another one. */
function saysOf({ handler }: Rule): string {
  return handler.kind === 'inline' ? handler.inline.says : handler.kind
}

describe.each(presets)('%s', (preset) => {
  // Most rules stand in all of them.
  test.runIf(preset === 'recommended' || isTouched('presets'))(
    'passes the examples of each of its rules',
    async () => {
      const project = makeProject({ 'hooks.yaml': `version: 1\nextends: [${preset}@1]\n` })
      const { stdout, exit } = await project.hooks(['test', '--all'], { env: { HOME: '/home/dana' } })
      expect(stdout).toMatch(/^✓ \d+ passed/)
      expect(exit).toBe(0)
    },
  )

  test('says why and what to do instead', async () => {
    const rules = (await engineOf(preset)).rules()
    const poor = rules.filter(({ handler, description }) => {
      const text = handler.kind === 'inline' && 'text' in handler.inline ? handler.inline.text : ''
      return description === undefined || !/\. [A-Z].*\.$/.test(text)
    })
    expect(poor.map(({ name }) => name)).toEqual([])
  })

  test('decides as its major did from the beginning', async () => {
    const rules = (await engineOf(preset)).rules()
    const text = rules
      .map((rule) => `${rule.event} ${rule.name} ${saysOf(rule)} ${rule.on_unresolved}\n`)
      .join('')
    const golden = path.join(import.meta.dirname, `golden/${preset}.txt`)
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text)
    expect(text, 'UPDATE_GOLDEN=1 writes it').toBe(readFileSync(golden, 'utf8'))
  })
})

test('strict is never softer than recommended, and that never softer than relaxed', async () => {
  const order = ['context', 'ask', 'deny']
  const says = async (preset: Preset) =>
    new Map(
      (await engineOf(preset))
        .rules()
        .map((rule) => [rule.name.replace(/^.*?\//, ''), order.indexOf(saysOf(rule))]),
    )
  for (const [soft, hard] of [
    ['relaxed', 'recommended'],
    ['recommended', 'strict'],
  ] as const) {
    const harder = await says(hard)
    const softer = [...(await says(soft))].filter(([name, rank]) => (harder.get(name) ?? -1) < rank)
    expect(softer).toEqual([])
  }
})

const ordinary = readFileSync(path.join(import.meta.dirname, '../fixtures/commands/ordinary.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replaceAll('\\n', '\n'))

test('of a hundred ordinary commands at most one is asked about, and none is denied', async () => {
  const asked: string[] = []
  for (const command of ordinary) {
    const { decision } = await decide('recommended', command)
    expect([command, decision]).not.toEqual([command, 'deny'])
    if (decision === 'ask') asked.push(command)
  }
  expect(ordinary.length).toBeGreaterThan(900)
  expect(asked.slice(Math.floor(ordinary.length / 100))).toEqual([])
})

test.each([
  ['git stash; git push -f', 'ask'],
  ['npm test && rm -rf / && npm run build', 'deny'],
  ['tar cf x.tar --checkpoint=1 --checkpoint-action=exec="rm -rf /" src', 'deny'],
  ["vim -c '!rm -rf /' x", 'deny'],
  ['awk \'BEGIN { system("git reset --hard") }\'', 'ask'],
  ['git -c core.pager="git reset --hard" log', 'ask'],
  ['rsync -e "rm -rf /usr" a b:', 'deny'],
  ['find . -exec sh -c "git reset --hard" ;', 'ask'],
  ['git clone ext::sh%20-c%20id', 'ask'],
  ['ssh db.shop.example "rm -rf /"', 'deny'],
] as const)('%s: %s by recommended, however it is hidden', async (command, decision) => {
  expect((await decide('recommended', command)).decision).toBe(decision)
})
