import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialect as claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import type { Event, Outcome, Verdict } from '../../src/model/types.ts'
import { nothing } from './world.ts'
import { check } from '../support/check.ts'

const load = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/claude/${name}.json`), 'utf8'))

const unread = () => expect.fail('no file is touched')
const files = {
  read: () => undefined,
  write: unread,
  append: unread,
  remove: unread,
  list: () => [],
  kind: unread,
  real: unread,
}

function eventOf(name: string): Event {
  return claudeCode.decode(load(name), { env: {}, cwd: '/', root: '/home/dana/shop', files })
}

const given = (event: Event, so_far: Partial<Verdict> = {}) =>
  claudeCode.toScript?.(event, { ...nothing, ...so_far })
const taken = (reply: unknown, name: string) => claudeCode.fromScript?.(reply, eventOf(name))

describe('what a script reads', () => {
  test.each([
    'pre-tool-use',
    'post-tool-use-bash',
    'user-prompt-submit',
    'stop',
    'subagent-stop',
    'session-start',
  ])('%s is the payload itself', (name) => expect(given(eventOf(name))).toEqual(load(name)))

  test('has the input as changed so far', () => {
    const updated_input = { command: 'git push' }
    expect(given(eventOf('pre-tool-use'), { updated_input })).toMatchObject({ tool_input: updated_input })
  })

  test('has the output as changed so far, in the shape of the tool', () => {
    const { tool_response } = load('post-tool-use-bash')
    expect(given(eventOf('post-tool-use-bash'), { updated_output: 'short' })).toMatchObject({
      tool_response: { ...tool_response, stdout: 'short', stderr: '' },
    })
  })

  test('of another agent is in the words of this one', () => {
    const event: Event = {
      event: 'AgentStop',
      agent: 'codex',
      session_id: 's',
      cwd: '/home/dana/shop',
      root: '/home/dana/shop',
      stop_active: 2,
      response: 'Done.',
      raw: { turn_id: 't' },
    }
    expect(given(event)).toEqual({
      session_id: 's',
      transcript_path: '',
      cwd: '/home/dana/shop',
      hook_event_name: 'Stop',
      stop_hook_active: true,
      last_assistant_message: 'Done.',
    })
  })

  test('comes with the variable that names the project', () => {
    expect(claudeCode.scriptEnv?.(eventOf('stop'))).toEqual({ CLAUDE_PROJECT_DIR: '/home/dana/shop' })
  })
})

const specific = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

describe('what a script answers', () => {
  test.each<[string, string, unknown, Outcome]>([
    ['nothing', 'pre-tool-use', {}, {}],
    ['suppressOutput', 'pre-tool-use', { suppressOutput: true, continue: true }, {}],
    [
      'permissionDecision deny',
      'pre-tool-use',
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'No.' }),
      { decision: 'deny', reason: 'No.' },
    ],
    [
      'permissionDecision defer',
      'pre-tool-use',
      specific('PreToolUse', { permissionDecision: 'defer' }),
      { decision: 'ask' },
    ],
    [
      'decision approve',
      'pre-tool-use',
      { decision: 'approve', reason: 'Fine.' },
      { decision: 'allow', reason: 'Fine.' },
    ],
    [
      'decision block',
      'pre-tool-use',
      { decision: 'block', reason: 'No.' },
      { decision: 'deny', reason: 'No.' },
    ],
    [
      'updatedInput',
      'pre-tool-use',
      specific('PreToolUse', { updatedInput: { command: 'ls' }, additionalContext: 'Listed.' }),
      { updated_input: { command: 'ls' }, additional_context: ['Listed.'] },
    ],
    [
      'continue false',
      'pre-tool-use',
      { continue: false, stopReason: 'Enough.', systemMessage: 'Stopped.' },
      { flow: 'stop', hard: true, flow_reason: 'Enough.', system_messages: ['Stopped.'] },
    ],
    [
      'a block after a tool',
      'post-tool-use-bash',
      { decision: 'block', reason: 'Look again.' },
      { additional_context: ['Look again.'] },
    ],
    [
      'updatedToolOutput',
      'post-tool-use-bash',
      specific('PostToolUse', { updatedToolOutput: null }),
      { updated_output: null },
    ],
    [
      'context after a failure',
      'post-tool-use-failure',
      specific('PostToolUseFailure', { additionalContext: 'Start it first.' }),
      { additional_context: ['Start it first.'] },
    ],
    [
      'a block at the end',
      'stop',
      { decision: 'block', reason: 'Test it.' },
      { flow: 'continue', flow_reason: 'Test it.' },
    ],
    [
      'a block of the prompt',
      'user-prompt-submit',
      { decision: 'block', reason: 'No.' },
      { decision: 'deny', reason: 'No.' },
    ],
    [
      'a nested decision',
      'permission-request',
      specific('PermissionRequest', { decision: { behavior: 'deny', message: 'No.' } }),
      { decision: 'deny', reason: 'No.' },
    ],
    [
      'text on a prompt',
      'user-prompt-submit',
      'Prices are in cents.\n',
      { additional_context: ['Prices are in cents.'] },
    ],
    ['text before a tool', 'pre-tool-use', 'checked 3 files\n', {}],
    ['async', 'pre-tool-use', { async: true }, {}],
  ])('%s at %s', (...[, name, reply, outcome]) => {
    expect(taken(reply, name)).toEqual(outcome)
  })

  test.each<[string, string, unknown, string]>([
    ['an unknown field', 'pre-tool-use', { decison: 'block' }, 'unknown field "decison"'],
    [
      'an unknown nested field',
      'pre-tool-use',
      specific('PreToolUse', { permission: 'deny' }),
      'unknown field "hookSpecificOutput.permission"',
    ],
    [
      'another event',
      'pre-tool-use',
      specific('PostToolUse', {}),
      '"hookEventName" is "PostToolUse", expected "PreToolUse"',
    ],
    [
      'an unknown decision',
      'pre-tool-use',
      { decision: 'deny' },
      '"decision" is "deny", expected approve or block',
    ],
    ['a list', 'pre-tool-use', [], 'the reply is not a JSON object'],
    ['a reason that is no text', 'stop', { decision: 'block', reason: 1 }, '"reason" is not text'],
    [
      'an input allowed only if changed',
      'permission-request',
      specific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: {} } }),
      'a changed input cannot be carried',
    ],
  ])('refuses %s', (...[, name, reply, message]) => {
    expect(() => taken(reply, name)).toThrow(TypeError)
    expect(() => taken(reply, name)).toThrow(message)
  })

  test('is an outcome or a TypeError, whatever it is', () => {
    const keys = fc.constantFrom('continue', 'decision', 'reason', 'hookSpecificOutput', 'systemMessage', 'x')
    check(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue())), (reply) => {
        const read = () => {
          try {
            return taken(reply, 'pre-tool-use')
          } catch (error) {
            return error instanceof TypeError ? {} : error
          }
        }
        expect(read()).not.toBeInstanceOf(Error)
      }),
    )
  })

  test.each([
    ['pre-tool-use', { 2: 'deny' }],
    ['user-prompt-submit', { 2: 'deny' }],
    ['stop', { 2: 'continue' }],
    ['subagent-stop', { 2: 'continue' }],
    ['post-tool-use-bash', { 2: 'context' }],
    ['session-start', { 2: 'notify' }],
  ])('exit 2 at %s means %o', (name, meaning) => {
    expect(claudeCode.scriptExit?.(eventOf(name))).toEqual(meaning)
  })
})
