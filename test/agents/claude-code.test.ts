import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialect as claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import { nativeEvents } from '../../src/agents/claude-code/decode.ts'
import type { DecodeContext, Event, Files, Verdict } from '../../src/model/types.ts'
import { nothing } from './world.ts'
import { check } from '../support/check.ts'

type Payload = Record<string, unknown>

const fixtures = join(import.meta.dirname, '../fixtures/claude')

function load(name: string): Payload {
  return JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8'))
}

const refuse = () => {
  throw new Error('decoding writes nothing')
}

function filesWith(texts: Record<string, string>): Files {
  return {
    read: (path) => texts[path],
    write: refuse,
    append: refuse,
    remove: refuse,
    list: () => [],
    kind: () => undefined,
    real: (path) => path,
  }
}

function contextWith(texts: Record<string, string> = {}): DecodeContext {
  return { env: {}, cwd: '/elsewhere', root: '/home/dana/shop', files: filesWith(texts) }
}

function decode(payload: Payload, texts: Record<string, string> = {}): Event {
  return claudeCode.decode(payload, contextWith(texts))
}

const decodeFixture = (name: string) => decode(load(name))

function answerTo(name: string, verdict: Partial<Verdict>) {
  const answer = claudeCode.encode({ ...nothing, ...verdict }, decodeFixture(name))
  return {
    exit: answer.exit,
    stderr: answer.stderr,
    said: answer.stdout === '' ? undefined : JSON.parse(answer.stdout),
  }
}

const deny = { decision: 'deny', reason: 'Force-pushing rewrites shared history.' } as const

test('a field of a wrong type is told, and no payload of the agent has one', () => {
  expect(decode({ ...load('pre-tool-use'), tool_name: 7, cwd: null }).ignored).toEqual([
    '"tool_name" of the payload is 7, expected a string: it is ignored',
  ])
  const names = readdirSync(fixtures).filter((file) => file.endsWith('.json'))
  expect(names.flatMap((file) => decode(load(file.slice(0, -5))).ignored ?? [])).toEqual([])
})

test.each<[string, Payload, string]>([
  ['session-start', { source: 7 }, '"source" of the payload is 7, expected a string'],
  ['pre-tool-use', { agent_id: 5 }, '"agent_id" of the payload is 5, expected a string'],
  ['pre-tool-use', { tool_name: null }, '"tool_name" of the payload is null, expected a string'],
  ['stop', { stop_hook_active: 'yes' }, '"stop_hook_active" of the payload is "yes", expected true or false'],
  [
    'post-tool-use-bash',
    { duration_ms: '12' },
    '"duration_ms" of the payload is "12", expected a number of milliseconds',
  ],
  ['notification', { message: 5 }, '"message" of the payload is 5, expected a string'],
  ['pre-compact', { trigger: 5 }, '"trigger" of the payload is 5, expected a string'],
  ['session-end', { reason: 5 }, '"reason" of the payload is 5, expected a string'],
])('%s with %j is told', (file, wrong, said) => {
  expect(decode({ ...load(file), ...wrong }).ignored).toEqual([`${said}: it is ignored`])
})

describe('decode', () => {
  test.each([
    [
      'pre-tool-use',
      { event: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'toolu_01', permission_mode: 'default' },
    ],
    ['pre-tool-use-mcp', { metadata: { mcp_server: { name: 'stock', source: 'project' } } }],
    ['pre-tool-use-subagent', { subagent: { name: 'general-purpose', id: 'a7c31f0be5d2948e6' } }],
    ['post-tool-use-bash', { event: 'PostToolUse', output_text: '12 passed\n1 slow', is_error: false }],
    ['post-tool-use-bash', { metadata: { duration_ms: 812 } }],
    ['post-tool-use-read', { output_text: 'export const orders = []\n' }],
    ['post-tool-use-mcp', { output_text: 'reserved TEA-1' }],
    ['post-tool-use-failure', { event: 'PostToolUse', native_event: 'PostToolUseFailure', is_error: true }],
    ['post-tool-use-failure', { error: 'Exit code 1\n3 failed', output_text: 'Exit code 1\n3 failed' }],
    ['permission-request', { event: 'PermissionRequest', tool_input: { command: 'npm publish' } }],
    ['user-prompt-submit', { event: 'UserPromptSubmit', prompt: 'Add a discount to the cart' }],
    ['task-notification', { metadata: { host_notification: true } }],
    ['session-start', { event: 'SessionStart', source: 'resume', model: 'claude-sonnet-4-5' }],
    ['session-end', { event: 'SessionEnd', source: 'prompt_input_exit' }],
    ['stop', { event: 'AgentStop', native_event: 'Stop', stop_active: 1, response: 'The discount is in.' }],
    ['stop-failure', { event: 'Error', native_event: 'StopFailure', error: 'server_error' }],
    [
      'subagent-start',
      { event: 'SubagentStart', subagent: { name: 'general-purpose', id: 'a7c31f0be5d2948e6' } },
    ],
    ['subagent-stop', { event: 'SubagentStop', stop_active: 0, response: 'Found 3 uses.' }],
    [
      'pre-compact',
      { source: 'manual', metadata: { trigger: 'manual', custom_instructions: 'keep the prices' } },
    ],
    [
      'post-compact',
      { source: 'auto', metadata: { trigger: 'auto', compact_summary: 'The cart has a discount.' } },
    ],
    ['notification', { event: 'Notification', source: 'permission_prompt' }],
    [
      'worktree-create',
      { event: 'unmapped', native_event: 'WorktreeCreate', metadata: { name: 'discount' } },
    ],
  ])('%s has %o', (name, expected) => {
    expect(decodeFixture(name)).toMatchObject(expected)
  })

  test('every payload keeps its session, its directory, its run and itself', () => {
    const payload = load('pre-tool-use')
    const event = decode(payload)
    expect(event).toMatchObject({ agent: 'claude-code', cwd: '/home/dana/shop', root: '/home/dana/shop' })
    expect(event.session_id).toBe(payload['session_id'])
    expect(event.run_id).toBe(payload['prompt_id'])
    expect(event.raw).toBe(payload)
    expect(Object.isFrozen(event)).toBe(true)
  })

  test('an ordinary prompt is no notification of the host', () => {
    expect(decodeFixture('user-prompt-submit').metadata).toBeUndefined()
  })

  test('no tool has a name that it was not given', () => {
    const { tool_name: _, ...payload } = load('pre-tool-use')
    expect('tool_name' in decode(payload)).toBe(false)
  })

  test('all 33 events of the agent decode', () => {
    const names = Object.keys(nativeEvents)
    expect(names).toHaveLength(33)
    for (const name of names) expect(decode({ hook_event_name: name }).event).toBe(nativeEvents[name])
  })

  test('an event that the agent does not have yet is unmapped', () => {
    expect(decode({ hook_event_name: 'CartEmptied' })).toMatchObject({
      event: 'unmapped',
      native_event: 'CartEmptied',
    })
    expect(decode({ hook_event_name: 'constructor' })).toMatchObject({ event: 'unmapped' })
  })

  test('fields of the wrong type never throw, and are kept', () => {
    const keys = Object.keys({ ...load('pre-tool-use'), ...load('post-tool-use-bash'), ...load('stop') })
    const name = fc.constantFrom(...Object.keys(nativeEvents))
    const wild = fc.dictionary(fc.constantFrom(...keys, 'source', 'trigger', 'agent_id'), fc.jsonValue())
    check(
      fc.property(name, wild, (hook_event_name, fields) => {
        const event = decode({ hook_event_name, ...fields })
        for (const [key, value] of Object.entries(fields)) expect(keptIn(event, key)).toContainEqual(value)
      }),
    )
  })
})

/** Wherever a payload's field may stand in an event. */
function keptIn(event: Event, key: string): unknown[] {
  const own = { ...event, response: event.response, id: event.subagent?.id, name: event.subagent?.name }
  const active = event.stop_active === undefined ? [] : [event.stop_active === 1]
  if (key === 'stop_hook_active' && active.length > 0) return active
  return [...Object.values(own), ...Object.values(event.metadata ?? {})]
}

const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '12 passed' })

describe('the transcript', () => {
  const path = '/home/dana/.claude/projects/-home-dana-shop/5b0c7d3e-2f7a-4c55-9d1e-0a6f1c2b3d4e.jsonl'
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 4000,
    output_tokens: 5,
  }
  const answer = (id: string, block: object) => ({
    type: 'assistant',
    message: { id, role: 'assistant', content: [block], usage },
  })
  const lines = [
    { type: 'user', message: { role: 'user', content: 'before the compaction' } },
    { type: 'system', subtype: 'compact_boundary' },
    { type: 'user', isMeta: true, message: { role: 'user', content: 'a note of the host' } },
    { type: 'user', message: { role: 'user', content: 'Run the tests' } },
    { type: 'api-request-blob', message: { role: 'user', content: 'a copy of a request' } },
    answer('msg_1', call('toolu_1')),
    { type: 'user', message: { role: 'user', content: [result('toolu_1')] } },
    answer('msg_1', call('toolu_2')),
    { type: 'user', message: { role: 'user', content: [result('toolu_2')] } },
    answer('msg_2', { type: 'text', text: 'All green.' }),
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n') + '\n{"type":"assist'

  test('gives the messages since the last compaction, each answer in one', () => {
    expect(decode(load('pre-tool-use'), { [path]: text }).messages).toEqual([
      { role: 'user', content: 'Run the tests' },
      { role: 'assistant', content: [call('toolu_1'), call('toolu_2')] },
      { role: 'user', content: [result('toolu_1')] },
      { role: 'user', content: [result('toolu_2')] },
      { role: 'assistant', content: [{ type: 'text', text: 'All green.' }] },
    ])
  })

  test('gives the last answer and what the window holds', () => {
    const event = decode(load('pre-tool-use'), { [path]: text })
    expect(event.response).toBe('All green.')
    expect(event.usage).toEqual({ input: 4210, output: 5, total: 4215, context: 4215 })
  })

  test.each([
    ['behind a result', -1],
    ['behind a call', -2],
  ])('that lacks the last answer yet, %s, is completed by what the end tells', (_, end) => {
    const late = lines
      .slice(0, end)
      .map((line) => JSON.stringify(line))
      .join('\n')
    const stop = { ...load('stop'), transcript_path: path, last_assistant_message: 'All green.' }
    expect(decode(stop, { [path]: late }).messages?.at(-1)).toEqual({
      role: 'assistant',
      content: 'All green.',
    })
    expect(decode(stop, { [path]: text }).messages).toHaveLength(5)
    expect(decode(load('pre-tool-use'), { [path]: late }).messages).toHaveLength(5 + end)
  })

  test('of a subagent is its own', () => {
    const own = String(load('subagent-stop')['agent_transcript_path'])
    expect(
      decode({ ...load('subagent-stop'), last_assistant_message: 'All green.' }, { [own]: text }).messages,
    ).toHaveLength(5)
  })

  test('that is missing is no messages', () => {
    const event = decode(load('pre-tool-use'))
    expect([event.messages, event.response, event.usage]).toEqual([[], undefined, undefined])
  })

  test('is neither read nor printed unless asked for', () => {
    const files = { ...filesWith({}), read: () => expect.fail('read without being asked') }
    const event = claudeCode.decode(load('pre-tool-use'), { ...contextWith(), files })
    expect(Object.keys(JSON.parse(JSON.stringify(event)))).not.toContain('messages')
  })
})

describe('encode', () => {
  test('denies a tool on both channels with exit code 2', () => {
    const answer = answerTo('pre-tool-use', deny)
    expect(answer.exit).toBe(2)
    expect(answer.said.hookSpecificOutput).toMatchObject({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
    })
    expect(answer.said.hookSpecificOutput.permissionDecisionReason).toContain(deny.reason)
    expect(answer.stderr).toBe(answer.said.hookSpecificOutput.permissionDecisionReason)
  })

  test('tells the model the rule, its place, the call and the reason', () => {
    const at = { file: '/home/dana/shop/hooks.yaml', line: 12, column: 5 }
    const trace = [{ rule: 'no-force-push', result: 'ran', ms: 1, decision: 'deny', at }] as const
    const { stderr } = answerTo('pre-tool-use', { ...deny, trace })
    expect(stderr).toMatch(
      /^Denied by rule no-force-push \(hooks\.yaml:12\)\.\nWould run: git push -f origin main\nWhy: Force/,
    )
  })

  test.each(readdirSync(fixtures).map((file) => file.replace('.json', '')))(
    '%s: a plain proceed is silence',
    (name) => {
      expect(claudeCode.encode(nothing, decodeFixture(name))).toEqual({ stdout: '', stderr: '', exit: 0 })
    },
  )

  test('a stop before a tool denies it and ends the turn', () => {
    const answer = answerTo('pre-tool-use', { flow: 'stop', hard: true, flow_reason: 'The budget is spent.' })
    expect(answer).toMatchObject({
      exit: 2,
      said: {
        continue: false,
        stopReason: 'The budget is spent.',
        hookSpecificOutput: { permissionDecision: 'deny' },
      },
    })
  })

  test.each<[string, string, Partial<Verdict>, unknown]>([
    [
      'asks',
      'pre-tool-use',
      { decision: 'ask', reason: 'Deploy?' },
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'ask',
          permissionDecisionReason: 'Deploy?',
          additionalContext: 'Deploy?',
        },
      },
    ],
    [
      'allows',
      'pre-tool-use',
      { decision: 'allow' },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } },
    ],
    [
      'changes an input without allowing it',
      'pre-tool-use',
      { updated_input: { command: 'git push' } },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'git push' } } },
    ],
    [
      'changes an input to nothing',
      'pre-tool-use',
      { updated_input: {} },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: {} } },
    ],
    [
      'joins contexts',
      'user-prompt-submit',
      { additional_context: ['Prices are in cents.', 'Carts expire.'] },
      {
        hookSpecificOutput: {
          hookEventName: 'UserPromptSubmit',
          additionalContext: 'Prices are in cents.\n\nCarts expire.',
        },
      },
    ],
    [
      'names a failed tool call by its own event',
      'post-tool-use-failure',
      { additional_context: ['Start the database first.'] },
      {
        hookSpecificOutput: {
          hookEventName: 'PostToolUseFailure',
          additionalContext: 'Start the database first.',
        },
      },
    ],
    [
      'refuses a prompt',
      'user-prompt-submit',
      { decision: 'deny', reason: 'Remove the key.' },
      { decision: 'block', reason: 'Remove the key.' },
    ],
    [
      'continues a turn with everything there is to say',
      'stop',
      {
        flow: 'continue',
        flow_reason: 'Tests fail.',
        follow_up_messages: ['Run npm test.'],
        next_prompt: 'Fix it.',
      },
      { decision: 'block', reason: 'Not done yet: Tests fail.\n\nRun npm test.\n\nFix it.' },
    ],
    [
      'restarts as a continuation',
      'stop',
      { flow: 'restart', next_prompt: 'From the start.' },
      { decision: 'block', reason: 'Not done yet: From the start.' },
    ],
    ['adds no context to a stop', 'stop', { additional_context: ['Prices are in cents.'] }, undefined],
    ['adds no context to the end of a subagent', 'subagent-stop', { additional_context: ['x'] }, undefined],
    [
      'continues a subagent',
      'subagent-stop',
      { flow: 'continue', flow_reason: 'Name the files.' },
      { decision: 'block', reason: 'Not done yet: Name the files.' },
    ],
    [
      'ends a turn',
      'stop',
      { flow: 'stop', flow_reason: 'Enough.', stops: [{ code: 'x', message: 'Enough.', hard: true }] },
      { continue: false, stopReason: 'Enough.' },
    ],
    [
      'ends a turn after a tool',
      'post-tool-use-bash',
      { flow: 'stop', stops: [{ code: 'x', message: 'Enough.', hard: true }] },
      { continue: false, stopReason: 'Enough.' },
    ],
    [
      'tells the user',
      'pre-tool-use',
      { system_messages: ['One.', 'Two.'] },
      { systemMessage: 'One.\nTwo.' },
    ],
    [
      'allows what the user would be asked',
      'permission-request',
      { decision: 'allow' },
      { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } },
    ],
    ['leaves an ask to the dialog', 'permission-request', { decision: 'ask', reason: 'Sure?' }, undefined],
    [
      'says nothing when the session ends',
      'session-end',
      { system_messages: ['Bye.'], flow: 'stop' },
      undefined,
    ],
    ['never prints at WorktreeCreate', 'worktree-create', { ...deny, system_messages: ['x'] }, undefined],
  ])('%s', (...[, name, verdict, said]) => {
    expect(answerTo(name, verdict)).toEqual({ exit: 0, stderr: '', said })
  })

  test('denies what the user would be asked, with the reason', () => {
    const { said, exit } = answerTo('permission-request', deny)
    expect(exit).toBe(0)
    expect(said.hookSpecificOutput.decision).toMatchObject({ behavior: 'deny' })
    expect(said.hookSpecificOutput.decision.message).toContain(deny.reason)
  })

  test('refuses a compaction by exit code', () => {
    expect(answerTo('pre-compact', deny)).toMatchObject({ exit: 2, said: undefined })
    expect(answerTo('pre-compact', deny).stderr).toContain(deny.reason)
  })

  test('gives the compaction its context as plain text', () => {
    const verdict = { ...nothing, additional_context: ['Keep the prices.'], system_messages: ['x'] }
    expect(claudeCode.encode(verdict, decodeFixture('pre-compact')).stdout).toBe('Keep the prices.')
  })

  test.each([
    ['Add a discount to the cart', undefined],
    ['Deploy with AKIAIOSFODNN7EXAMPLE', { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true }],
    [
      'Log in with password: hunter2-x9Qz',
      { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
    ],
  ])('does not print a denied prompt again that holds a secret: %s', (prompt, specific) => {
    const event = decode({ ...load('user-prompt-submit'), prompt })
    const verdict = { ...nothing, decision: 'deny' as const, reason: 'Remove the key.' }
    const said = JSON.parse(claudeCode.encode(verdict, event).stdout)
    expect(said.decision).toBe('block')
    expect(said.hookSpecificOutput).toEqual(specific)
    expect(claudeCode.encode(nothing, event).stdout).toBe('')
  })

  test('of a context too long to be shown whole, the short parts come first', () => {
    const verdict = { ...nothing, additional_context: ['long '.repeat(3000), 'Prices are in cents.'] }
    const answer = JSON.parse(claudeCode.encode(verdict, decodeFixture('user-prompt-submit')).stdout)
    expect(answer.hookSpecificOutput.additionalContext).toMatch(/^Prices are in cents\.\n\nlong /)
  })

  test('prints one JSON object or nothing, whatever the verdict', () => {
    const names = readdirSync(fixtures).map((file) => file.replace('.json', ''))
    const texts = fc.array(fc.string(), { maxLength: 2 })
    const verdicts = fc.record(
      {
        decision: fc.constantFrom('proceed', 'allow', 'ask', 'deny'),
        flow: fc.constantFrom('default', 'continue', 'restart', 'stop'),
        reason: fc.string(),
        updated_input: fc.jsonValue(),
        updated_output: fc.jsonValue(),
        system_messages: texts,
      },
      { requiredKeys: [] },
    )
    check(
      fc.property(fc.constantFrom(...names), verdicts, (name, verdict) => {
        const event = decodeFixture(name)
        const answer = claudeCode.encode({ ...nothing, ...verdict }, event)
        const said = answer.stdout === '' ? {} : JSON.parse(answer.stdout)
        expect(said).toBeTypeOf('object')
        const native = event.native_event ?? event.event
        const specific = said.hookSpecificOutput ?? { hookEventName: native }
        expect(specific.hookEventName).toBe(native)
        if ('updatedInput' in specific) expect(specific.updatedInput).toEqual(expect.any(Object))
        if (Array.isArray(specific.updatedInput)) expect(specific.updatedInput).toBeUndefined()
        const refuses =
          specific.permissionDecision === 'deny' || (answer.exit === 2 && event.event === 'PreCompact')
        expect(answer.exit).toBe(refuses ? 2 : 0)
      }),
    )
  })
})

describe('a changed output', () => {
  const bash = {
    stdout: '12 passed',
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  }

  test.each<[string, string, unknown, unknown]>([
    ['a text for Bash', 'post-tool-use-bash', '12 passed', bash],
    ['null for Bash', 'post-tool-use-bash', null, { ...bash, stdout: '' }],
    [
      'part of the shape of Bash',
      'post-tool-use-bash',
      { stdout: 'x' },
      { stdout: 'x', stderr: '', interrupted: false, isImage: false },
    ],
    ['a text for an MCP tool', 'post-tool-use-mcp', 'reserved', 'reserved'],
    ['an object for Write', 'post-tool-use-write', { type: 'update' }, { type: 'update' }],
  ])('%s goes out in the shape of the tool', (...[, name, updated_output, expected]) => {
    expect(answerTo(name, { updated_output }).said.hookSpecificOutput.updatedToolOutput).toEqual(expected)
  })

  test('a text for Read keeps the file around it', () => {
    const { said } = answerTo('post-tool-use-read', { updated_output: 'a\nb' })
    expect(said.hookSpecificOutput.updatedToolOutput).toEqual({
      type: 'text',
      file: {
        filePath: '/home/dana/shop/orders.ts',
        content: 'a\nb',
        numLines: 2,
        startLine: 1,
        totalLines: 2,
      },
    })
  })

  test('leaves no other copy of what a shell printed', () => {
    const payload = load('post-tool-use-bash')
    const tool_response = {
      ...bash,
      persistedOutputPath: '/tmp/all.txt',
      structuredContent: [{ type: 'text' }],
    }
    const verdict = { ...nothing, updated_output: 'short' }
    const answer = JSON.parse(claudeCode.encode(verdict, decode({ ...payload, tool_response })).stdout)
    expect(answer.hookSpecificOutput.updatedToolOutput).toEqual({ ...bash, stdout: 'short' })
  })

  test.each([
    ['post-tool-use-bash', true],
    ['post-tool-use-read', true],
    ['post-tool-use-mcp', true],
    ['post-tool-use-write', false],
    ['post-tool-use-failure', false],
  ])('%s can take a text: %s', (name, can) => {
    const at = claudeCode.capabilitiesAt?.(decodeFixture(name))
    expect(at?.events.PostToolUse?.updated_output === true).toBe(can)
    expect(answerTo(name, { updated_output: 'x' }).said !== undefined).toBe(can)
  })
})

describe('recognizes', () => {
  test.each(readdirSync(fixtures).map((file) => file.replace('.json', '')))('%s surely', (name) => {
    expect(claudeCode.recognizes(load(name), {})).toBe(2)
  })

  test.each<[string, Payload, 0 | 1 | 2]>([
    ['no event', {}, 0],
    ['another agent’s event', { ...load('pre-tool-use'), hook_event_name: 'BeforeTool' }, 0],
    ['a model and a turn', { ...load('pre-tool-use'), turn_id: 't1', model: 'gpt-5.5' }, 0],
    [
      'a model and a permission mode at the start',
      { ...load('session-start'), permission_mode: 'default' },
      0,
    ],
    ['a time stamp', { ...load('pre-tool-use'), timestamp: '2026-11-20T18:10:40Z' }, 0],
    ['a session in camel case', { hook_event_name: 'PreToolUse', sessionId: 's', cwd: '/' }, 0],
    ['nothing but an event and a tool', { hook_event_name: 'PreToolUse', tool_name: 'Bash' }, 1],
  ])('%s: %#', (_, payload, sure) => {
    expect(claudeCode.recognizes(payload, {})).toBe(sure)
  })

  test('takes the root from the variable that the agent sets', () => {
    expect(claudeCode.root?.({}, { CLAUDE_PROJECT_DIR: '/home/dana/shop' })).toBe('/home/dana/shop')
    expect(claudeCode.root?.({}, { CLAUDE_PROJECT_DIR: '' })).toBeUndefined()
  })
})

describe('payloads captured from the agent', () => {
  // Some stand beside this file; where there are more beside the repository, those are read, too.
  const found = ['../fixtures/payloads', '../../../shared/payloads']
    .flatMap((dir) => ['claude', 'claude-agent-sdk'].map((agent) => join(import.meta.dirname, dir, agent)))
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir).map((file) => join(dir, file)))

  test.each(found)('%s decodes without loss', (path) => {
    const captured = JSON.parse(readFileSync(path, 'utf8'))
    const payload: Payload = captured.body ?? captured.input ?? captured
    const event = decode(payload)
    const { hook_event_name, cwd: _, transcript_path: __, ...fields } = payload
    expect(claudeCode.recognizes(payload, {})).toBe(2)
    expect(event.event).toBe(nativeEvents[String(hook_event_name)])
    for (const [key, value] of Object.entries(fields)) expect(keptIn(event, key)).toContainEqual(value)
    expect(claudeCode.encode(nothing, event)).toEqual({ stdout: '', stderr: '', exit: 0 })
  })
})
