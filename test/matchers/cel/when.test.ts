import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../../src/config/compile/patterns/compile-pattern.ts'
import { noFacts } from '../../../src/shell/kinds.ts'
import { when } from '../../../src/matchers/when.ts'
import type { Event, Match, Subject } from '../../../src/model/types.ts'
import { context } from '../../support/loaders.ts'
import { check } from '../../support/check.ts'
import { expectCheap } from '../../support/expectations.ts'

function ask(text: string, event: Partial<Event>): Match {
  const { pattern, problems } = compilePattern('expression', text, { groups: {} })
  expect(problems).toEqual([])
  const whole: Event = { event: 'PreToolUse', cwd: '/shop', root: '/shop', raw: {}, ...event }
  const subject: Subject = {
    event: whole,
    facts: () => noFacts,
    did: () => ({ calls: [], prompt: 0, known_since: 0 }),
  }
  return when.compile(pattern as Parameters<typeof when.compile>[0], context)(subject) // made for this very matcher
}

function problemsOf(text: string): readonly { readonly message: string; readonly hint?: string }[] {
  return compilePattern('expression', text, { groups: {} }).problems
}

const order = {
  tool_input: { environment: 'production', count: 5, price: 2.5, tags: ['v1', 'v2'], note: null },
}

describe('numbers of JSON mix with integers', () => {
  test.each([
    ['tool_input.count > 3', 'yes'],
    ['tool_input.count == 5', 'yes'],
    ['tool_input.count + 1 == 6', 'yes'],
    ['2 * tool_input.price == tool_input.count', 'yes'],
    ['tool_input.count % 2 == 1', 'yes'],
    ['tool_input.count / 2 == 2.5', 'yes'],
    ['-tool_input.count < 0', 'yes'],
    ['tool_input.count - size(tool_input.tags) == 3', 'yes'],
    ['tool_input.tags[tool_input.count - 4] == "v2"', 'yes'],
    ['tool_input.count in [1, 5]', 'yes'],
    ['tool_input.price % 2 == 0', 'maybe'],
    ['tool_input.count / 0 > 1', 'maybe'],
    ['1 / 0 > 1', 'maybe'],
    ['9223372036854775807 + 1 > 0', 'maybe'],
  ])('%s is %s', (text, is) => {
    expect(ask(text, order).is).toBe(is)
  })
})

describe('what is not there is a no', () => {
  test.each([
    ['tool_input.region == "eu"', 'the event has no tool_input.region'],
    ['tool_input.region.name == "eu"', 'the event has no tool_input.region'],
    ['tool_input.note.by == "eu"', 'the event has no tool_input.note.by'],
    ['tool_input["region"] == "eu"', 'the event has no tool_input["region"]'],
    ['tool_input.tags[7] == "v7"', 'the event has no tool_input.tags[7]'],
    ['!(tool_input.force == true)', 'the event has no tool_input.force'],
    ['prompt.contains("x")', 'the event has no prompt'],
    ['tool_input.region == "eu" && tool_input.count > "1"', 'the event has no tool_input.region'],
    ['tool_input.__proto__ == null', 'the event has no tool_input.__proto__'],
    ['tool_input.constructor == null', 'the event has no tool_input.constructor'],
  ])('%s: %s', (text, why) => {
    expect(ask(text, order)).toEqual({ is: 'no', why })
  })

  test.each([
    ['tool_input.region == "eu" || tool_input.count == 5', 'yes'],
    ['tool_input.region == "eu" || tool_input.count > "1"', 'maybe'],
    ['has(tool_input.region)', 'no'],
    ['!has(tool_input.region)', 'yes'],
    ['has(tool_input.note)', 'yes'],
    ['has(tool_input.environment) && tool_input.environment.startsWith("prod")', 'yes'],
    ['has(prompt)', 'no'],
    ['!has(prompt)', 'yes'],
    ['tool_input.note == null', 'yes'],
  ])('%s is %s', (text, is) => {
    expect(ask(text, order).is).toBe(is)
  })
})

describe('what has no answer is a maybe, with the reason', () => {
  test.each([
    ['tool_input.environment > 3', '"when": cannot order string and double'],
    ['tool_input.environment.size > 3', '"when": tool_input.environment is string and has no "size"'],
    ['tool_input.environment', '"when" gives string, not true or false'],
    ['tool_input.count && true', '"when": "&&" is not for double'],
    ['tool_input.count.startsWith("5")', '"when": "startsWith" is not for double and string'],
    ['tool_input.environment.matches("(" + "a")', undefined],
    ['tool_input.environment.matches("(a{500}" + "){500}")', undefined],
  ])('%s', (text, why) => {
    const match = ask(text, order)
    expect(match.is).toBe('maybe')
    if (why !== undefined) expect(match.why).toBe(why.replace('double', /> 3/.test(text) ? 'int' : 'double'))
  })
})

describe('lists, texts and mappings', () => {
  test.each([
    ['tool_input.tags.exists(tag, tag == "v2")', 'yes'],
    ['tool_input.tags.all(tag, tag.startsWith("v"))', 'yes'],
    ['tool_input.tags.filter(tag, tag != "v1").size() == 1', 'yes'],
    ['tool_input.tags.map(tag, tag + "!") == ["v1!", "v2!"]', 'yes'],
    ['tool_input.exists(key, key == "price")', 'yes'],
    ['tool_input.tags.exists_one(tag, tag == "v1")', 'yes'],
    ['tool_input.tags.exists(tag, tag.level > 2)', 'maybe'],
    ['messages.exists(message, message.role == "user")', 'no'],
    ['tool_input.environment.matches("^prod")', 'yes'],
    ['"production" in [tool_input.environment]', 'yes'],
    ['"price" in tool_input', 'yes'],
    ['(tool_input.count > 3 ? "many" : "few") == "many"', 'yes'],
    ['event == "PreToolUse" && cwd.endsWith("shop")', 'yes'],
  ])('%s is %s', (text, is) => {
    expect(ask(text, order).is).toBe(is)
  })
})

test('a field that is read from a transcript is read only when it is named', () => {
  const read: string[] = []
  const event = {
    get messages() {
      read.push('messages')
      return [{ role: 'user', content: 'hi' } as const]
    },
  }
  const asked = (text: string): Match => {
    const whole = Object.defineProperties(
      { event: 'AgentStop', cwd: '/', root: '/', raw: {} },
      Object.getOwnPropertyDescriptors(event),
    )
    const { pattern } = compilePattern('expression', text, { groups: {} })
    return when.compile(
      pattern as never,
      context,
    )({
      event: whole as unknown as Event,
      facts: () => noFacts,
      did: () => ({ calls: [], prompt: 0, known_since: 0 }),
    }) // as a dialect makes it
  }
  expect(asked('cwd == "/"').is).toBe('yes')
  expect(read).toEqual([])
  expect(asked('size(messages) == 1').is).toBe('yes')
  expect(read).not.toEqual([])
})

describe('what is wrong is said before it matters', () => {
  test.each([
    ['tool_inputs.x == 1', 'no event has "tool_inputs"', 'write tool_input'],
    ['tool_input.environment == production', 'no event has "production"', undefined],
    ['subagent.nam == "x"', '"subagent" has no "nam"', 'write subagent.name'],
    ['prompt.startswith("x")', 'there is no function "startswith"', 'write startsWith'],
    ['prompt', 'the expression gives text, never true or false', undefined],
    ['size(messages)', 'the expression gives a number, never true or false', undefined],
    ['turn + 1', 'the expression gives a number, never true or false', undefined],
    ['[1]', 'the expression gives a list, never true or false', undefined],
    ['tool_input.tags.map(tag, tag)', 'the expression gives a list, never true or false', undefined],
    ['prompt && true', '"&&" takes true or false, and this is text', undefined],
    ['tool_input.a = 1', 'the expression cannot be read at "="', 'write == to compare'],
    ['turn > 3 and turn < 9', 'the expression cannot be read at "and"', 'write && for "and"'],
    ['turn >', 'the expression ends too early', 'complete it'],
    ['', 'the expression is empty', undefined],
    ['contains(prompt)', '"contains" is not used like this', 'write ….contains(…)'],
    ['messages.exists(1, true)', '"exists" is not used like this', undefined],
    ['prompt.text == "x"', '"text" is asked of text, which has no fields', undefined],
    ['timestamp("2026-01-01T00:00:00Z") < 3', 'there is no function "timestamp"', undefined],
    ['prompt.matches("(")', undefined, undefined],
    ['prompt.matches("(?=a)")', undefined, undefined],
    ['Foo{a: 1} == 1', undefined, undefined],
  ])('%s: %s', (text, message, hint) => {
    const [first] = problemsOf(text)
    expect(first).toBeDefined()
    if (message !== undefined) expect(first?.message).toBe(message)
    if (hint !== undefined) expect(first?.hint).toBe(hint)
  })
})

describe('nothing that can be written hangs', () => {
  const list = Array.from({ length: 10_000 }, (_, at) => at)
  test.each([
    'tool_input.list.exists(a, tool_input.list.exists(b, a + b < 0))',
    'tool_input.list.all(a, tool_input.list.all(b, tool_input.list.all(c, a + b + c >= 0)))',
    'tool_input.list.map(a, tool_input.list.map(b, a)).size() == 1',
    'tool_input.list.map(a, tool_input.list + tool_input.list).size() == 1',
    'tool_input.list.exists(a, tool_input.list == tool_input.list && a < 0)',
    'tool_input.list.exists(a, a in tool_input.list && a < 0)',
    'tool_input.list.exists(a, tool_input.text.contains(string(a) + "x"))',
    'tool_input.list.exists(a, tool_input.text.size() == a)',
    'tool_input.list.exists(a, tool_input.text + tool_input.text == "x")',
    'tool_input.list.exists(a, tool_input.text.matches("(a+)+" + string(a) + "$"))',
  ])('%s is a maybe', async (text) => {
    const event = { tool_input: { list, text: 'a'.repeat(1_000_000) } }
    await expectCheap(() => expect(ask(text, event).is).toBe('maybe'), 3000)
  })

  test('one round over a list of 10,000 is answered', () => {
    expect(ask('tool_input.list.filter(a, a > 9997).size() == 2', { tool_input: { list } }).is).toBe('yes')
    expect(ask('tool_input.list.map(a, a * 2)[9999] == 19998', { tool_input: { list } }).is).toBe('yes')
  })

  test.each([
    '('.repeat(1000) + '1' + ')'.repeat(1000),
    '['.repeat(2000),
    'a?'.repeat(900),
    'turn>1?true:'.repeat(150) + 'true',
    `${'!'.repeat(1900)}true`,
    `tool_input${'.a'.repeat(900)} == 1`,
    `tool_input${'[0]'.repeat(600)} == 1`,
    `turn${' + 1'.repeat(400)} > 1`,
    `"${'x'.repeat(1900)}" == prompt`,
    'x'.repeat(100_000),
  ])('reading it ends', async (text) => {
    const read = (): void => {
      const { pattern } = compilePattern('expression', text, { groups: {} })
      if (pattern !== undefined) ask(text, { turn: 2, tool_input: {} })
    }
    await expectCheap(read, 2000)
  })

  test('whatever is written is an expression or has a problem', () => {
    const piece = fc.constantFrom(
      'tool_input',
      '.a',
      '[0]',
      '(',
      ')',
      '1',
      '"x"',
      '==',
      '&&',
      '!',
      '-',
      '?',
      ':',
      'in',
      ' ',
      '{',
      '}',
      ',',
      'all(x,',
      'has(',
      'r"',
      '\\',
      '\0',
      '\u{1f600}',
    )
    check(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { pattern, problems } = compilePattern('expression', pieces.join(''), { groups: {} })
        expect(pattern === undefined).toBe(problems.length > 0)
        if (pattern !== undefined) expect(JSON.parse(JSON.stringify(pattern))).toEqual(pattern)
      }),
    )
  })
})
