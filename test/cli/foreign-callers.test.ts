// Agents read each other's settings: a payload gets its sender's answer through every agent's command.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { agents, dialects } from '../../src/catalog.ts'
import { run } from '../../src/run/run.ts'
import { createFiles } from '../../src/store/files.ts'
import { createFakeHost } from './fake-host.ts'
import { openShop } from './shop.ts'

type Payload = Readonly<Record<string, unknown>>

const fixtures = path.join(import.meta.dirname, '../fixtures')
const read = (file: string): Payload => JSON.parse(readFileSync(path.join(fixtures, file), 'utf8')) as Payload

const written = readdirSync(path.join(fixtures, 'agents')).flatMap((file) =>
  Object.entries(read(`agents/${file}`)).map(([name, payload]) => [name, payload as Payload] as const),
)
const captured = readdirSync(path.join(fixtures, 'payloads'))
  .flatMap((dir) =>
    readdirSync(path.join(fixtures, 'payloads', dir)).map((file) => `payloads/${dir}/${file}`),
  )
  .map((file) => [file, read(file)] as const)

/** Payloads that one agent alone can have sent. */
const sent = [...written, ...captured].flatMap(([name, payload]) => {
  const sure = dialects.filter((each) => each.agentless !== true && each.recognizes(payload, {}) === 2)
  return sure.length === 1 ? [{ sender: sure[0]?.name ?? '', name, payload }] : []
})
const callers = agents.filter(({ settings }) => settings !== undefined).map(({ name }) => name)

const shop = openShop({
  'hooks.yaml': `version: 1
hooks:
  UserPromptSubmit: [{ name: prompts, deny: Not now. }]
  PreToolUse: [{ name: calls, deny: Not here. }]
  PostToolUse: [{ name: results, context: Mind the cart. }]
  AgentStop: [{ name: stops, continue: Run the tests. }]
`,
})

async function answerOf(payload: Payload, agent: string) {
  const problems: unknown[] = []
  const argv = ['run', '--agent', agent, '--event', 'PreToolUse', '--root', shop.root, '--dry-run']
  const host = createFakeHost({
    argv,
    cwd: shop.root,
    env: { HOME: shop.home },
    stdin: async () => JSON.stringify(payload),
    fail: async (problem) => problems.push(problem),
  })
  const exit = await run(host)
  return { exit, ...host.printed, problems }
}

function isCall(sender: string, payload: Payload): boolean {
  const place = { env: {}, cwd: shop.root, root: shop.root, files: createFiles() }
  return dialects.find(({ name }) => name === sender)?.decode(payload, place).event === 'PreToolUse'
}

test('every sender is here, and every agent whose settings others may read', () => {
  expect(new Set(sent.map(({ sender }) => sender)).size).toBeGreaterThanOrEqual(14)
  expect(callers.length).toBeGreaterThanOrEqual(2)
})

describe.each(sent)('$sender: $name', ({ sender, payload }) => {
  test('is answered alike by every command', async () => {
    const own = await answerOf(payload, sender)
    expect(own.problems).toEqual([])
    if (isCall(sender, payload)) expect(own.out + own.err).toMatch(/Not here\.|hooks denied/)
    for (const caller of callers) expect([caller, await answerOf(payload, caller)]).toEqual([caller, own])
  })
})
