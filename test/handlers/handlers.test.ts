import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchersByKey, createRuleCompiler } from '../../src/engine/live.ts'
import { interpolate, placeholders } from '../../src/patterns/text/interpolate.ts'
import { composePatches, mergePatch } from '../../src/model/plain-object.ts'
import type { Builtin, Handler, InlineSpec, Rule } from '../../src/model/types.ts'
import { eventOf, subjectOf, toRule, verdictFor } from '../engine/world.ts'
import { loaders } from '../support/loaders.ts'
import { check } from '../support/check.ts'

const catalog = {
  matchers: matchersByKey([]),
  scripted: [],
  builtins: [
    {
      name: 'greet',
      summary: 'greets',
      events: 'any',
      effects: 'none',
      examples: [],
      compile: (options: { who: string }) => () => ({ additional_context: [options.who] }),
    } as Builtin<{ who: string }>,
  ],
  ...loaders,
  makeRun: (): Handler => () => ({ metadata: { ran: true } }),
}
const makers = createRuleCompiler(catalog)
const makeHandler = (rule: Rule): Handler => makers.handler(rule)

describe('interpolation', () => {
  const event = eventOf({
    tool_name: 'Bash',
    tool_input: { command: 'ls', n: 0, list: [1], nested: { a: null } },
  })
  test.each([
    ['{{tool_name}} {{ tool_input.command }}', 'Bash ls'],
    ['{{tool_input.n}}{{tool_input.list}}{{tool_input.nested}}', '0[1]{"a":null}'],
    ['{{nope}}{{tool_input.nope.deeper}}', ''],
    ['{{constructor}}{{tool_input.__proto__}}{{tool_input.toString}}', ''],
    ['{{path}}', 'src/cart.ts'],
    ['{{1+1}} {x} {{}} {{a b}}', '{{1+1}} {x} {{}} {{a b}}'],
  ])('%s is %s', (text, expected) => {
    expect(interpolate(text, event, { path: 'src/cart.ts' })).toBe(expected)
  })

  test('what was filled in is not filled in again', () => {
    expect(interpolate('{{prompt}}', eventOf({ prompt: '{{cwd}} $& $1' }))).toBe('{{cwd}} $& $1')
  })

  test('placeholders are listed in order', () => {
    expect(placeholders('{{a}} {{ b.c }} {{}} {{d-e}}')).toEqual(['a', 'b.c', 'd-e'])
  })
})

describe('merge patches (RFC 7396)', () => {
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c'], ['c']],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [undefined, {}, {}],
  ])('%j with %j is %j', (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected)
  })

  test('`__proto__` is a key like any other', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__": {"bad": 1}}')) as object
    expect(Object.keys(merged)).toEqual(['__proto__'])
    expect(({} as { bad?: number }).bad).toBeUndefined()
  })

  test('a composed patch does what both do', () => {
    const patch = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.constant(null), fc.nat(2), fc.array(fc.nat(1))),
    )
    const target = fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(2))
    check(
      fc.property(target, patch, patch, (before, one, two) => {
        expect(mergePatch(before, composePatches(one, two))).toEqual(mergePatch(mergePatch(before, one), two))
      }),
    )
    expect(composePatches({ a: { b: null } }, { a: { c: 1 } })).toEqual({ a: { b: null, c: 1 } })
  })
})

describe('inline handlers', () => {
  const subject = subjectOf({
    tool_name: 'Bash',
    tool_input: { command: 'ls', keep: 1 },
    tool_output: 'out',
    output_text: 'out',
  })
  test.each<[InlineSpec, object]>([
    [
      { says: 'deny', text: 'no {{command}}' },
      { decision: 'deny', reason: 'no bound' },
    ],
    [
      { says: 'ask', text: 'sure?' },
      { decision: 'ask', reason: 'sure?' },
    ],
    [
      { says: 'allow', text: '' },
      { decision: 'allow', reason: '' },
    ],
    [{ says: 'context', text: 'at {{cwd}}' }, { additional_context: ['at /shop'] }],
    [{ says: 'notify', text: 'hi' }, { system_messages: ['hi'] }],
    [
      { says: 'continue', text: 'more' },
      { flow: 'continue', flow_reason: 'more' },
    ],
    [
      { says: 'stop', text: 'enough' },
      { flow: 'stop', hard: true, flow_reason: 'enough' },
    ],
    [
      { says: 'set_input', patch: { command: 'timeout 9 {{tool_input.command}}', keep: null } },
      { updated_input: { command: 'timeout 9 ls' } },
    ],
    [{ says: 'set_output', value: '<{{output_text}}>' }, { updated_output: '<out>' }],
    [{ says: 'set_output', value: null }, { updated_output: null }],
    [
      { says: 'set_output', value: { text: '{{output_text}}' } },
      { updated_output: { text: '{{output_text}}' } },
    ],
    [{ says: 'set_prompt', text: '' }, { updated_prompt: '' }],
    [
      { says: 'set_request', patch: { model: 'small', seed: null } },
      { updated_request: { model: 'small', seed: null } },
    ],
    [{ says: 'set_system', change: { append: '{{tool_name}}' } }, { updated_system: { append: 'Bash' } }],
  ])('%j', async (inline, expected) => {
    const rule = toRule({ name: 'r', inline }, 0)
    const context = { match: { is: 'yes', bind: { command: 'bound' } } } as never
    expect(await makeHandler(rule)(subject, context)).toEqual(expected)
  })
})

describe('built-ins', () => {
  const rule = {
    ...toRule({ name: 'r' }, 0),
    handler: { kind: 'use' as const, name: 'greet', with: { who: 'Dana' } },
  }
  test('are compiled with their options', async () => {
    expect(await makeHandler(rule)(subjectOf({}), {} as never)).toEqual({ additional_context: ['Dana'] })
  })

  test('one that does not exist fails', () => {
    expect(() => makeHandler({ ...rule, handler: { ...rule.handler, name: 'gret' } })).toThrow(
      'there is no built-in "gret"',
    )
  })

  test('those without effects, and inline rules, may be asked again', () => {
    const { effects } = makers
    const inline = toRule({ name: 'i', inline: { says: 'deny', text: '' } }, 0)
    expect([effects(rule), effects(inline)]).toEqual(['none', 'none'])
    expect(effects({ ...rule, handler: { kind: 'run', argv: ['true'], reply: 'native' } })).toBe('world')
  })
})

test('requests are patched by one rule after the other', async () => {
  const set = (name: string, patch: object) => ({
    name,
    event: 'PreModelCall' as const,
    inline: { says: 'set_request' as const, patch: patch as Record<string, unknown> },
  })
  const verdict = await verdictFor(
    [set('a', { model: 'x', seed: 1 }), set('b', { model: 'y', seed: null })],
    { event: 'PreModelCall' },
  )
  expect(verdict.updated_request).toEqual({ model: 'y', seed: null })
})
