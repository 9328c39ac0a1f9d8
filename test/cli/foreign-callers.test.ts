// Agents read each other's settings: a payload gets its sender's answer through every agent's command.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { agents, dialects } from '../../src/catalog.ts'
import type { Event } from '../../src/model/types.ts'
import { run } from '../../src/run/run.ts'
import { createFiles } from '../../src/store/disk/files.ts'
import { createFakeHost } from './fake-host.ts'
import { openShop } from './shop.ts'

type Payload = Readonly<Record<string, unknown>>

const tests = path.join(import.meta.dirname, '..')
const read = (file: string): Payload => JSON.parse(readFileSync(file, 'utf8')) as Payload
const filesIn = (dir: string): readonly string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    : []

const written = filesIn(path.join(tests, 'fixtures/agents')).flatMap((file) =>
  Object.entries(read(path.join(tests, 'fixtures/agents', file))).map(
    ([name, payload]) => [name, payload as Payload] as const,
  ),
)

/** Beside the repository there may be more; the first of a kind is enough. */
const captured = [path.join(tests, 'fixtures/payloads'), path.join(tests, '../../shared/payloads')].flatMap(
  (dir) =>
    filesIn(dir)
      .filter((file) => dir.startsWith(tests) || /(?:-1|cline.*)\.json$/.test(file))
      .map((file) => [file, unwrapped(read(path.join(dir, file)))] as const),
)

/** Some were kept together with how they came. */
function unwrapped(payload: Payload): Payload {
  const isWhole = payload['hook_event_name'] !== undefined || payload['hookName'] !== undefined
  return isWhole ? payload : ((payload['body'] ?? payload['input'] ?? payload) as Payload)
}

/** Payloads that one agent alone can have sent. */
const sent = [...new Map([...written, ...captured]).entries()].flatMap(([name, payload]) => {
  const sure = dialects.filter((each) => each.agentless !== true && each.recognizes(payload, {}) === 2)
  return sure.length === 1 ? [{ sender: sure[0]?.name ?? '', name, payload }] : []
})
const callers = agents.flatMap(({ name, settings }) =>
  settings === undefined ? [] : [{ name, events: settings.events }],
)

const shop = openShop({
  'hooks.yaml': `version: 1
hooks:
  UserPromptSubmit: [{ name: prompts, deny: Not now. }]
  PreToolUse: [{ name: calls, match: { not: { command: git status } }, deny: Not here. }]
  PostToolUse: [{ name: results, context: Mind the cart. }]
  AgentStop: [{ name: stops, continue: Run the tests. }]
`,
})

beforeAll(async () => {
  const call = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: shop.root,
    tool_name: 'Bash',
    tool_input: {},
  }
  // Compiles the rules once; a dry run keeps nothing.
  await run(
    createFakeHost({
      argv: ['run', '--agent', 'claude-code', '--root', shop.root],
      cwd: shop.root,
      env: { HOME: shop.home },
      stdin: async () => JSON.stringify(call),
    }),
  )
})

async function answerOf(payload: Payload, agent: string, event: string) {
  const problems: unknown[] = []
  const argv = ['run', '--agent', agent, '--event', event, '--root', shop.root, '--dry-run']
  const host = createFakeHost({
    argv,
    cwd: shop.root,
    env: { HOME: shop.home },
    // Cursor puts a byte order mark in front.
    stdin: async () => `\uFEFF${JSON.stringify(payload)}`,
    fail: async (problem) => problems.push(problem),
  })
  const exit = await run(host)
  return { exit, ...host.printed, problems }
}

function decoded(sender: string, payload: Payload): Event | undefined {
  const place = { env: {}, cwd: shop.root, root: shop.root, files: createFiles() }
  return dialects.find(({ name }) => name === sender)?.decode(payload, place)
}

/** What the entry says that hands the payload over: the caller's own name of its event. */
function claimOf(events: Readonly<Record<string, string>>, event: Event | undefined): string {
  return Object.keys(events).find((name) => events[name] === event?.event) ?? 'PreToolUse'
}

test('every sender is here, and every agent whose settings others may read', () => {
  expect(new Set(sent.map(({ sender }) => sender)).size).toBeGreaterThanOrEqual(16)
  expect(callers.length).toBeGreaterThanOrEqual(7)
})

describe.each(sent)('$sender: $name', ({ sender, payload }) => {
  test('is answered alike by every command', async () => {
    const event = decoded(sender, payload)
    const events = dialects.find(({ name }) => name === sender)?.events ?? {}
    const own = await answerOf(payload, sender, event?.native_event ?? claimOf(events, event))
    expect(own.problems).toEqual([])
    if (event?.event === 'PreToolUse') expect(own.out + own.err).toMatch(/Not here\.|[Dd]enied/)
    for (const { name, events: named } of callers)
      expect([name, await answerOf(payload, name, claimOf(named, event))]).toEqual([name, own])
  })
})

/** How a refused call is answered in each form, whoever was called. */
const refusals: Readonly<Record<string, string>> = {
  amp: '{"action":"reject-and-continue",',
  antigravity: '{"decision":"deny",',
  'claude-code': '{"systemMessage":',
  cline: '{"cancel":true,',
  codex: '{"systemMessage":',
  'copilot-cli': '{"permissionDecision":"deny",',
  cursor: '{"permission":"deny",',
  devin: '{"decision":"block",',
  droid: '{"hookSpecificOutput":',
  'gemini-cli': '{"decision":"deny",',
  goose: '{"decision":"block",',
  'grok-build': '{"decision":"deny",',
  kiro: '',
  opencode: '{"refuse":',
  'qwen-code': '{"systemMessage":',
  'vscode-local': '{"systemMessage":',
  windsurf: '',
}

const calls = sent.filter(({ sender, payload }) => {
  const event = decoded(sender, payload)
  return event?.event === 'PreToolUse' && JSON.stringify(payload).includes('git push --force')
})

describe.each(calls)('a call of $sender: $name', ({ sender, payload }) => {
  const claim = 'PreToolUse'

  test('is refused in its form by the command of another agent', async () => {
    const caller = sender === 'codex' ? 'claude-code' : 'codex'
    const { out, err, exit } = await answerOf(payload, caller, claim)
    expect(out.startsWith(refusals[sender] ?? 'a form that is written down here')).toBe(true)
    expect(out !== '' || (exit === 2 && err.includes('Not here.'))).toBe(true)
  })

  test('passes when no rule is about it, and nothing is granted', async () => {
    const harmless = JSON.parse(
      JSON.stringify(payload).replaceAll('git push --force', 'git status'),
    ) as Payload
    const answer = await answerOf(harmless, 'claude-code', claim)
    expect(answer).toMatchObject({ exit: 0, err: '', problems: [] })
    expect(answer.out).not.toMatch(/deny|block|reject|allow|cancel|refuse/)
  })
})
