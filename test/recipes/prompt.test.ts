import { expect, test } from 'vitest'
import { frontMatter } from '../../src/recipes/front-matter.ts'
import { render } from '../../src/recipes/liquid.ts'
import { renderPrompt } from '../../src/recipes/prompt.ts'
import { readRecipe } from '../../src/recipes/read-recipes.ts'
import { readFileSync } from 'node:fs'
import type { Event, Message } from '../../src/model/types.ts'
import { recipe } from './world.ts'

const messages: readonly Message[] = [
  { role: 'system', content: 'You sell shoes.' },
  { role: 'user', content: 'hello' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'hi' },
      { type: 'tool_use', name: 'find_order', input: { order: 17 } },
    ],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', content: [{ type: 'text', text: 'shipped' }] }, { type: 'image' }],
  },
  { role: 'tool', content: null },
]

function prompt(text: string, args: object = {}, event: Partial<Event> = {}): string {
  return renderPrompt(
    recipe(text),
    { args: { ...args }, event: { event: 'PostModelCall', cwd: '/shop', root: '/shop', raw: {}, ...event } },
    render,
  )
}

const body = (arguments_: string, text: string) => `---\narguments: ${arguments_}\n---\n${text}`

test.each([
  ['arguments (K26)', 'About {{ focus }}.', { focus: 'tests' }, 'About tests.'],
  ['a default (K36)', body('{ focus: { default: all } }', 'About {{ focus }}.'), {}, 'About all.'],
  [
    'what is given before a default (K36)',
    body('{ focus: { default: all } }', '{{ focus }}'),
    { focus: 'one' },
    'one',
  ],
  ['a default that is no text (K36)', body('{ most: { default: 3 } }', '{{ most | plus: 1 }}'), {}, '4'],
  ["the template's own default (K37)", '{{ focus | default: "none" }}', {}, 'none'],
  ['the event', 'At {{ event.event }} in {{ event.root }}.', {}, 'At PostModelCall in /shop.'],
  ['nothing for what is not there', 'a{{ event.nothing.at_all }}b', {}, 'ab'],
  [
    'a value that looks like a template as it is',
    '{{ focus }}',
    { focus: '{{ event.root }}' },
    '{{ event.root }}',
  ],
  ['nothing of prototypes', '{{ event.constructor.name }}{{ focus.constructor }}', { focus: {} }, ''],
])('fills in %s', (_, text, args, filled) => {
  expect(prompt(text, args)).toBe(filled)
})

test('puts the conversation first, numbered by role (K35)', () => {
  expect(prompt('Summarise.', {}, { messages })).toBe(
    [
      '## Conversation',
      '### System Message 1',
      'You sell shoes.',
      '### User Message 1',
      'hello',
      '### Assistant Message 1',
      'hi\n[calls find_order with {"order":17}]',
      '### User Message 2',
      '[result: shipped]\n[image]',
      '### Tool Message 1',
      '',
      '---',
      'Summarise.',
    ].join('\n\n'),
  )
})

test('leaves the conversation to a body that shows it itself', () => {
  expect(prompt('{% for m in messages %}{{ m.role }} {% endfor %}', {}, { messages })).toBe(
    'system user assistant user tool',
  )
})

test('does not read a conversation that comes from a getter more than once', () => {
  let reads = 0
  const event = {
    get messages() {
      reads += 1
      return messages
    },
  }
  renderPrompt(
    recipe('x'),
    {
      args: {},
      event: Object.defineProperties(
        { event: 'AgentStop' as const, cwd: '/', root: '/', raw: {} },
        Object.getOwnPropertyDescriptors(event),
      ),
    },
    render,
  )
  expect(reads).toBe(1)
})

test.each([
  ['an endless loop', '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}'],
  ['a range without end', '{% for a in (1..9999999999) %}x{% endfor %}'],
  ['text without end', '{% for a in (1..100000) %}{{ event.prompt }}{% endfor %}'],
  ['another file', '{% include "orders" %}'],
  ['another file, rendered', '{% render "../.env.production" %}'],
  ['a layout', '{% layout "shop" %}'],
  ['an unknown filter', '{{ event | run: "ls" }}'],
  ['an unclosed tag', '{% if focus %}'],
])('refuses %s', (_, text) => {
  expect(() => prompt(text, {}, { prompt: 'shoe '.repeat(1000) })).toThrow('the template cannot be filled')
})

test('the shipped compact names its five sections and asks for nothing else (K27)', () => {
  const file = new URL('../../recipes/compact.md', import.meta.url)
  const read = readRecipe({ name: 'compact', file: '/x', text: readFileSync(file, 'utf8') }, frontMatter)
  if ('problem' in read) throw new Error(read.problem.message)
  const event = { event: 'AgentStop' as const, cwd: '/', root: '/', raw: {} }
  const text = renderPrompt(read.recipe, { args: { focus: 'the tests' }, event }, render)
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    'Primary Objective',
    'Key Decisions',
    'Files Modified',
    'Errors & Resolutions',
    'Pending Tasks',
  ])
  expect(text).toMatch(/summary alone/)
  expect(text).toMatch(/special care of this: the tests$/)
  expect(read.recipe.allowed_tools).toEqual([])
})
