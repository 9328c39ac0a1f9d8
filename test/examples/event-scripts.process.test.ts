// examples/event-scripts against a scripted model.
import { expect, test, vi } from 'vitest'
import type { Engine, ToolCall } from '../../src/index.ts'
import { closedGate } from '../support/gate.ts'
import { openProgram, type Program } from './program.ts'

interface AgentEvent {
  readonly event: string
  readonly tool_name?: string
  readonly tool_input?: object
  readonly tool_output?: string
  readonly error?: string
}

interface Given {
  readonly engine: Engine
  readonly session: string
  readonly prompt: string
  readonly model: (request: { readonly messages: readonly object[] }) => Promise<object>
  readonly tools: Readonly<Record<string, (input: { readonly command: string }) => Promise<string> | string>>
  readonly signal?: AbortSignal
}

interface Module {
  openHooks(root: string): Promise<Engine>
  run(given: Given): AsyncGenerator<AgentEvent>
}

const open = () => openProgram<Module>('event-scripts')

/** A model that says these things; a list of commands calls the shell. */
function modelOf(turns: readonly (string | readonly string[])[]): Given['model'] & { asked: object[] } {
  let calls = 0
  const asked: object[] = []
  const model: Given['model'] = async ({ messages }) => {
    asked.push(structuredClone(messages))
    const says = turns[asked.length - 1] ?? 'Done.'
    if (typeof says === 'string') return { text: says }
    const tool_calls: ToolCall[] = says.map((command) => ({
      id: `c${++calls}`,
      name: 'bash',
      input: { command },
    }))
    return { tool_calls }
  }
  return Object.assign(model, { asked })
}

async function start(
  program: Program<Module>,
  turns: Parameters<typeof modelOf>[0],
  more: Partial<Given> = {},
) {
  const engine = await program.module.openHooks(program.root)
  const model = modelOf(turns)
  const ran: string[] = []
  const bash = ({ command }: { readonly command: string }) => (
    ran.push(command),
    `dana@shop.example ran ${command}`
  )
  const given = { engine, session: 's', prompt: 'Go.', model, tools: { bash }, ...more }
  const events = async (own: Partial<Given> = {}): Promise<AgentEvent[]> => {
    const seen: AgentEvent[] = []
    for await (const event of program.module.run({ ...given, ...own })) seen.push(event)
    return seen
  }
  return { engine, model, ran, events, [Symbol.asyncDispose]: () => engine.close() }
}

test('hooks observe, change and follow each event before its reader has it (A1-A5, A7, A10, A21, A23, A30)', async () => {
  const shop = await open()
  await using agent = await start(shop, [['npm install'], 'Installed.'])
  const events = await agent.events()
  expect(agent.engine.rules().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['audit', 'greeting', 'policy', 'private', 'quota']),
  )
  const stages = ['agent-start', 'step-start', 'tool-call-start', 'tool-call-end', 'step-start', 'agent-stop']
  expect(events.map(({ event }) => event)).toEqual(stages)
  expect(agent.ran).toEqual(['npm ci'])
  expect(events[2]).toMatchObject({ tool_input: { command: 'npm ci' } })
  expect(events[3]).toMatchObject({ tool_output: '(address) ran npm ci' })
  expect(JSON.stringify(agent.model.asked)).not.toContain('dana@')
  const audit = shop.lines('audit.jsonl')
  expect(audit.map(({ event }) => event)).toEqual(stages)
  expect(audit[2]).toMatchObject({
    tool_name: 'bash',
    tool_use_id: 'c1',
    tool_input: { command: 'npm install' },
  })
  await vi.waitFor(() => expect(shop.read('sessions.txt')).toBe('s has begun\n'), { timeout: 10_000 })
})

test('a block ends the run with an error, and no later hook hears of it (A6, A19, A20)', async () => {
  const shop = await open()
  await using agent = await start(shop, [['rm -r src', 'ls']])
  const events = await agent.events()
  expect(events.at(-1)).toEqual({ event: 'agent-error', error: 'Not deleted: rm -r src' })
  expect(agent.ran).toEqual([])
})

test('what a hook counts is kept between processes of a session (A12, A20, A32)', async () => {
  const shop = await open()
  const turns = [['ls'], 'Done.']
  const last = async (): Promise<AgentEvent | undefined> => {
    await using agent = await start(shop, turns)
    return (await agent.events()).at(-1)
  }
  expect(await last()).toMatchObject({ event: 'agent-stop' })
  expect(await last()).toEqual({ event: 'agent-error', error: 'Three steps are enough.' })
})

test("the project's hook takes the place of its user's (A13, A25)", async () => {
  const shop = await open()
  const program = (name: string) =>
    `#!/bin/sh\nif [ "$HOOK_ACTION" = describe ]; then echo '${name}'; else touch ${name.length}; fi\n`
  shop.write('../.acai/hooks/policy.sh', program('{"name": "policy", "event": "tool-call-start"}'))
  shop.write('../.acai/hooks/garbage.sh', program('garbage'))
  vi.stubEnv('HOME', shop.home)
  await using agent = await start(shop, [['npm install']])
  vi.unstubAllEnvs()
  const events = await agent.events()
  expect(events[2]).toMatchObject({ tool_input: { command: 'npm ci' } })
  const warnings = agent.engine.diagnostics().map(({ message }) => message)
  expect(warnings).toEqual([expect.stringMatching(/garbage/)])
})

test('hooks that fail hold nothing up (A15-A18, A29, A31)', async () => {
  const shop = await open()
  const bad = {
    slow: 'sleep 1000',
    failing: 'exit 1',
    garbled: 'echo "{oops"',
    odd: `echo '{"action": "explode"}'`,
  }
  for (const [name, line] of Object.entries(bad)) {
    const described = JSON.stringify({
      name,
      event: 'tool-call-start',
      timeout: name === 'slow' ? '200ms' : '30s',
    })
    shop.write(
      `.acai/hooks/${name}.sh`,
      `#!/bin/sh\nif [ "$HOOK_ACTION" = describe ]; then echo '${described}'; exit; fi\n${line}\n`,
    )
  }
  await using agent = await start(shop, [['npm install'], 'Done.'])
  expect((await agent.events()).at(-1)).toMatchObject({ event: 'agent-stop' })
  expect(agent.ran).toEqual(['npm ci'])
  const event = { event: 'tool-call-start', tool_name: 'bash', tool_input: { command: 'ls' } }
  const { trace } = await agent.engine.dispatch(event)
  const results = Object.fromEntries(trace.map(({ rule, result }) => [rule, result]))
  expect(results).toMatchObject({
    slow: 'timeout',
    failing: 'error',
    garbled: 'bad_reply',
    odd: 'bad_reply',
    policy: 'ran',
  })
})

test('an agent within a tool has hooks of its own session', async () => {
  const shop = await open()
  await using inner = await start(shop, [['ls'], 'Inner.'])
  const bash = async () => JSON.stringify((await inner.events({ session: 'inner' })).at(-1))
  await using outer = await start(shop, [['delegate'], 'Outer.'], { tools: { bash } })
  const events = await outer.events()
  expect(events.map(({ event }) => event).at(-1)).toBe('agent-stop')
  expect(events[3]?.tool_output).toContain('Inner.')
  const sessions = shop.lines('audit.jsonl').map(({ session_id }) => session_id as string)
  expect(sessions.filter((session) => session === 'inner')).toHaveLength(6)
})

test('an abort in a hook, a model call or a tool ends it and is passed on (A22)', async () => {
  const shop = await open()
  const gate = closedGate(`${shop.home}/gate`)
  const slow = `#!/bin/sh\nif [ "$HOOK_ACTION" = describe ]; then echo '{"name": "slow", "event": "tool-call-start"}'; exit; fi\n`
  shop.write('.acai/hooks/slow.sh', `${slow}echo $$ > "$HOOKS_PROJECT_DIR/pid"\nread -r _ < ../gate\n`)
  await using agent = await start(shop, [['ls']])
  const aborting = new AbortController()
  const running = agent.events({ signal: aborting.signal })
  await vi.waitFor(() => expect(shop.read('pid')).toMatch(/\n/), { timeout: 10_000 })
  aborting.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await vi.waitFor(() => expect(() => process.kill(Number(shop.read('pid')), 0)).toThrow('ESRCH'))
  gate.open()
  const hangs = (own: AbortController) => () =>
    new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason as Error))
      own.abort(new Error('enough of it'))
    })
  for (const place of ['model', 'tool'] as const) {
    const own = new AbortController()
    const given =
      place === 'model' ? { model: hangs(own) } : { model: modelOf([['ls']]), tools: { bash: hangs(own) } }
    await expect(agent.events({ ...given, session: place, signal: own.signal })).rejects.toThrow(
      'enough of it',
    )
  }
  expect(agent.ran).toEqual([])
})

test.each([
  ['in a model call', `async () => process.kill(process.pid, 'SIGKILL')`],
  ['in a hook', `async () => ({ tool_calls: [{ id: 'c1', name: 'bash', input: { command: 'die' } }] })`],
])('a crash %s leaves a count that the next run goes on with', async (_, model) => {
  const shop = await open()
  shop.write(
    '.acai/hooks/policy.mjs',
    `if (process.env.HOOK_ACTION === 'describe') console.log('{"name": "policy", "event": "tool-call-start"}')
    else process.kill(process.ppid, 'SIGKILL')`,
  )
  await shop.crash(
    `const engine = await program.openHooks('.')
    const model = ${model}
    for await (const _ of program.run({ engine, session: 's', prompt: 'Go.', model, tools: {} }));`,
  )
  expect(shop.lines('audit.jsonl').map(({ event }) => event)).toEqual(
    expect.arrayContaining(['agent-start', 'step-start']),
  )
  const turns = [['ls'], 'Done.']
  shop.remove('.acai/hooks/policy.mjs')
  await using agent = await start(shop, turns)
  expect((await agent.events()).at(-1)).toMatchObject({ event: 'agent-stop' }) // the third step
  expect((await agent.events()).at(-1)).toMatchObject({ error: 'Three steps are enough.' })
})
