import { describe, expect, test } from 'vitest'
import {
  builtins,
  createEngine,
  defineBuiltin,
  defineMatcher,
  matchers,
  matchesText,
  type Pattern,
} from '../../src/index.ts'

const freeze = {
  name: 'freeze',
  summary: 'denies every call in a month',
  events: ['PreToolUse'],
  effects: 'none',
  compile: () => () => ({}),
} as const

const customer = {
  key: 'customer',
  summary: 'the customer',
  takes: 'names',
  compile: () => () => ({ is: 'no' as const }),
} as const

describe('a definition that is wrong is refused', () => {
  test.each<[string, object]>([
    ['Expected a built-in to have `compile`', { ...freeze, compile: undefined }],
    [
      'Expected `name` of a built-in to be small letters, digits and hyphens, got `"Freeze it"` (string)',
      { ...freeze, name: 'Freeze it' },
    ],
    [
      'Expected `events` of a built-in to be \'any\' or a list of events, got `["PreToolUs"]` (array)',
      { ...freeze, events: ['PreToolUs'] },
    ],
    [
      'Expected `effects` of a built-in to be none, state or world, got `"some"` (string)',
      { ...freeze, effects: 'some' },
    ],
    ['Unknown key `runs` of a built-in: expected one of name, summary', { ...freeze, runs: 1 }],
    ['Expected a built-in to be an object, got `[]` (array)', []],
  ])('%s', (message, definition) => {
    expect(() => defineBuiltin(definition as never)).toThrow(TypeError)
    expect(() => defineBuiltin(definition as never)).toThrow(message)
  })

  test.each<[string, object]>([
    ['Expected a matcher to have `takes`', { ...customer, takes: undefined }],
    [
      'Expected `key` of a matcher to be small letters, digits and _, and none of all, any, not',
      { ...customer, key: 'any' },
    ],
    [
      'Expected `takes` of a matcher to be names, text, paths, fields, boolean, number',
      { ...customer, takes: 'dates' },
    ],
    ['Expected `compile` of a matcher to be a function, got `1` (number)', { ...customer, compile: 1 }],
  ])('%s', (message, definition) => {
    expect(() => defineMatcher(definition as never)).toThrow(TypeError)
    expect(() => defineMatcher(definition as never)).toThrow(message)
  })
})

test('what may be left out is filled in, and nothing changes it later', () => {
  expect(defineBuiltin(freeze)).toEqual({ ...freeze, examples: [] })
  expect(defineMatcher(customer).literals('x', () => [])).toBe('any')
  expect(Object.isFrozen(defineBuiltin(freeze))).toBe(true)
})

describe('a built-in of one’s own', () => {
  const limit = defineBuiltin({
    name: 'spend-limit',
    summary: 'denies purchases above a sum',
    events: ['PreToolUse'],
    effects: 'none',
    compile({ most }: { readonly most: number }) {
      if (typeof most !== 'number') throw new TypeError('"most" is a number')
      return ({ event }) =>
        (event.tool_input as { sum: number }).sum > most ? { decision: 'deny', reason: 'Too much.' } : {}
    },
  })
  const engineWith = (options: object) =>
    createEngine({
      builtins: [...builtins, limit],
      config: { hooks: { PreToolUse: [{ name: 'purse', match: 'buy', use: 'spend-limit', with: options }] } },
    })

  test('gets its options and decides', async () => {
    const engine = await engineWith({ most: 100 })
    const buy = (sum: number) =>
      engine.dispatch({ event: 'PreToolUse', tool_name: 'buy', tool_input: { sum } })
    expect([(await buy(99)).decision, (await buy(101)).decision]).toEqual(['proceed', 'deny'])
  })

  test('refuses options by throwing, once, at its rule', async () => {
    await expect(engineWith({ most: 'much' })).rejects.toMatchObject({
      code: 'config',
      diagnostics: [
        {
          code: 'bad-value',
          rule: 'purse',
          message: 'built-in "spend-limit" refuses its options: "most" is a number',
          at: { file: 'config', line: 3 },
        },
      ],
    })
  })

  test('is unknown to those that do not list it', async () => {
    const config = { hooks: { PreToolUse: [{ name: 'purse', use: 'spend-limit', with: { most: 1 } }] } }
    await expect(createEngine({ config })).rejects.toMatchObject({
      diagnostics: [{ code: 'unknown-builtin' }],
    })
  })
})

describe('a matcher of one’s own', () => {
  const region = defineMatcher<Pattern>({
    key: 'region',
    summary: 'the region in the metadata',
    takes: 'text',
    compile:
      (pattern) =>
      ({ event }) => {
        const text = event.metadata?.['region']
        if (typeof text !== 'string') return { is: 'maybe', why: 'the region is not known' }
        return { is: matchesText(pattern, text) ? 'yes' : 'no', bind: { region: text } }
      },
  })
  const config = {
    hooks: {
      PreToolUse: [{ name: 'eu', match: { not: { region: 'eu-*' } }, deny: 'Stay in Europe.' }],
      PostToolUse: [
        { name: 'other', match: { any: [{ region: ['us-*', '!us-west-2'] }] }, context: 'In {{region}}.' },
      ],
    },
  }

  test('is asked, in any depth of a match, and may not know', async () => {
    const engine = await createEngine({ matchers: [...matchers, region], config })
    const pre = async (metadata?: object) =>
      (await engine.dispatch({ event: 'PreToolUse', metadata })).decision
    expect([await pre({ region: 'eu-1' }), await pre({ region: 'us-1' }), await pre()]).toEqual([
      'proceed',
      'deny',
      'ask',
    ])
    const post = await engine.dispatch({ event: 'PostToolUse', metadata: { region: 'us-east-1' } })
    expect(post.additional_context).toEqual(['In us-east-1.'])
  })

  test('is an unknown key to those that do not list it', async () => {
    await expect(createEngine({ config })).rejects.toMatchObject({
      diagnostics: [{ code: 'unknown-key' }, { code: 'unknown-key' }],
    })
  })

  test('is no key of anything but a match', async () => {
    const wrong = { hooks: { PreToolUse: [{ name: 'eu', region: 'eu-*', deny: 'x' }] } }
    const error: unknown = await createEngine({ matchers: [...matchers, region], config: wrong }).catch(
      (e: unknown) => e,
    )
    expect(error).toMatchObject({ diagnostics: [{ code: 'unknown-key' }] })
  })
})
