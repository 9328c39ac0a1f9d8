import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialect as acai } from '../../src/agents/acai/acai.ts'
import { mergePatch } from '../../src/model/plain-object.ts'
import type { Event, Outcome, Verdict } from '../../src/model/types.ts'
import { context, eventOf, nothing } from './world.ts'
import { check } from '../support/check.ts'

type Payload = Record<string, unknown>

const start = { event: 'tool-call-start', tool_name: 'bash', tool_input: { command: 'ls', timeout: 5 } }
const end = { type: 'tool-call-end', name: 'bash', toolCallId: 't1', msg: 'cart.ts', args: { command: 'ls' } }
const event = (payload: Payload): Event => acai.decode(payload, context)
const answer = (payload: Payload, verdict: Partial<Verdict>) =>
  acai.encode({ ...nothing, ...verdict }, event(payload))

describe('decode', () => {
  test.each([
    ['agent-start', 'SessionStart'],
    ['step-start', 'PreStep'],
    ['tool-call-start', 'PreToolUse'],
    ['tool-call-end', 'PostToolUse'],
    ['tool-call-error', 'PostToolUse'],
    ['step-stop', 'PostStep'],
    ['agent-stop', 'AgentStop'],
    ['agent-error', 'Error'],
    ['thinking', 'unmapped'],
  ])('%s is %s (A3, A4, A33)', (name, expected) => {
    expect(event({ event: name }).event).toBe(expected)
    expect(event({ type: name })).toMatchObject({ event: expected, native_event: name, agent: 'acai' })
  })

  test("reads acai's own names", () => {
    expect(event(end)).toMatchObject({
      tool_name: 'bash',
      tool_use_id: 't1',
      tool_input: { command: 'ls' },
      tool_output: 'cart.ts',
      output_text: 'cart.ts',
      raw: end,
    })
    expect(event({ ...end, type: 'tool-call-error' }).is_error).toBe(true)
    expect(event({ ...end, type: 'PostToolUseFailure' }).is_error).toBe(true)
    expect(event({ type: 'agent-error', message: 'no model' }).error).toBe('no model')
  })

  test('reads ours, too', () => {
    expect(event({ ...start, session_id: 's', cwd: '/shop/src' })).toMatchObject({
      event: 'PreToolUse',
      session_id: 's',
      cwd: '/shop/src',
      tool_input: start.tool_input,
    })
  })

  test.each([
    [start, 2],
    [end, 2],
    [{ event: 'before_tool_call' }, 0],
    [{ event: 'PreToolUse' }, 0],
    [{ event: 7 }, 0],
  ])('recognises %j as %i', (payload, sure) => expect(acai.recognizes(payload, {})).toBe(sure))
})

describe('encode exits 0, and', () => {
  const block = { action: 'block', reason: 'no' }

  test.each<[string, Payload, Partial<Verdict>, unknown]>([
    ['a denial blocks', start, { decision: 'deny', reason: 'no' }, block],
    ['a question blocks', start, { decision: 'ask', reason: 'no' }, block],
    ['a step that is denied', { event: 'step-start' }, { decision: 'deny', reason: 'no' }, block],
    ['a stop blocks', end, { flow: 'stop', flow_reason: 'no' }, block],
    ['a stop after a step', { event: 'step-stop' }, { flow: 'stop', flow_reason: 'no' }, block],
    [
      'another input is what changes',
      start,
      { updated_input: { command: 'pwd', timeout: 5 } },
      { action: 'modify', modifications: { command: 'pwd' } },
    ],
    [
      'a field that goes is null',
      start,
      { updated_input: { command: 'ls' } },
      { action: 'modify', modifications: { timeout: null } },
    ],
    [
      'an input that no change leads to blocks',
      start,
      { updated_input: { command: null } },
      { action: 'block', reason: 'A rule made the input into something that acai cannot be told.' },
    ],
    [
      'another output',
      end,
      { updated_output: '[redacted]' },
      { action: 'modify', modifications: { msg: '[redacted]' } },
    ],
    [
      'no output at all',
      { event: 'tool-call-end', tool_output: 'x' },
      { updated_output: null },
      { action: 'modify', modifications: { tool_output: null } },
    ],
  ])('%s (A2, A6)', (_what, payload, verdict, reply) => {
    const said = answer(payload, verdict)
    expect({ ...said, stdout: JSON.parse(said.stdout) as unknown }).toEqual({
      stdout: reply,
      stderr: '',
      exit: 0,
    })
  })

  test.each<[Payload, Partial<Verdict>]>([
    [start, {}],
    [start, { additional_context: ['x'], system_messages: ['y'] }],
    [{ event: 'agent-stop' }, { flow: 'continue', flow_reason: 'on' }],
    [{ event: 'thinking' }, { decision: 'deny' }],
  ])('says nothing at %j for %j (A23)', (payload, verdict) => {
    expect(answer(payload, verdict)).toEqual({ stdout: '', stderr: '', exit: 0 })
  })

  test('what it asks to change leads to what the rules made of it, or the call is blocked', () => {
    const json = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }))
    check(
      fc.property(json, json, (before, after) => {
        const { stdout } = answer({ ...start, tool_input: before }, { updated_input: after })
        const said = JSON.parse(stdout) as { action: string; modifications: unknown } // it is an answer of ours
        const made = said.action === 'block' ? undefined : mergePatch(before, said.modifications)
        if (made !== undefined)
          expect(JSON.parse(JSON.stringify(made))).toEqual(JSON.parse(JSON.stringify(after)))
      }),
    )
  })
})

describe('a script reads', () => {
  test.each([start, end, { event: 'agent-stop' }])("acai's own payload %j (A1)", (payload) => {
    expect(acai.toScript?.(event(payload), nothing)).toEqual(payload)
  })

  test('it as changed so far, under the names that it had (A21)', () => {
    const updated_input = { command: 'pwd' }
    expect(acai.toScript?.(event(start), { ...nothing, updated_input })).toEqual({
      ...start,
      tool_input: updated_input,
    })
    expect(acai.toScript?.(event(end), { ...nothing, updated_input, updated_output: 'x' })).toEqual({
      ...end,
      args: updated_input,
      msg: 'x',
    })
  })

  test("another agent's event in acai's words", () => {
    const given = eventOf({
      event: 'PostToolUse',
      agent: 'claude-code',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_output: 'no such file',
      is_error: true,
    })
    expect(acai.toScript?.(given, nothing)).toEqual({
      event: 'tool-call-error',
      session_id: 's',
      cwd: '/shop',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_output: 'no such file',
      is_error: true,
    })
  })

  test('that it is to act, in its environment (A7)', () => {
    expect(acai.scriptEnv?.(event(start))).toEqual({ HOOK_ACTION: 'execute' })
  })
})

describe('a script answers', () => {
  test.each<[string, Payload, unknown, Outcome]>([
    ['an empty object (A23)', start, {}, {}],
    ['continue (A6)', start, { action: 'continue' }, {}],
    ['block (A6)', start, { action: 'block', reason: 'no' }, { decision: 'deny', reason: 'no' }],
    [
      'block where nothing can be denied (A20)',
      { event: 'step-start' },
      { action: 'block', reason: 'quota' },
      {
        flow: 'stop',
        hard: true,
        flow_reason: 'quota',
        stops: [{ code: 'error', message: 'quota', hard: true }],
      },
    ],
    [
      'modify an input (A6, A21)',
      start,
      { action: 'modify', modifications: { command: 'pwd' } },
      { updated_input: { command: 'pwd', timeout: 5 } },
    ],
    [
      'modify an output',
      end,
      { action: 'modify', modifications: { msg: 'short' } },
      { updated_output: 'short' },
    ],
    [
      'modify a prompt',
      { event: 'UserPromptSubmit', prompt: 'hi' },
      { action: 'modify', modifications: { prompt: 'hello' } },
      { updated_prompt: 'hello' },
    ],
  ])('%s', (_what, payload, reply, outcome) => {
    expect(acai.fromScript?.(reply, event(payload))).toEqual(outcome)
  })

  test.each([
    [{ action: 'explode' }, 'unknown action "explode", expected continue, block or modify'],
    [{ decision: 'deny' }, 'unknown field "decision"'],
    [{ action: 'modify' }, '"modifications" is not an object'],
    [{ action: 'block', reason: 7 }, '"reason" is not text'],
    ['{oops', 'a hook of acai prints a JSON object or nothing'],
  ])('%j, and has failed (A17, A18)', (reply, says) => {
    expect(() => acai.fromScript?.(reply, event(start))).toThrow(new TypeError(says))
  })

  test('a change to what cannot be changed, and has failed', () => {
    expect(() =>
      acai.fromScript?.({ action: 'modify', modifications: { x: 1 } }, event({ event: 'step-start' })),
    ).toThrow('"x" cannot be modified at PreStep')
  })
})
