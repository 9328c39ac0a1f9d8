import { expect, test } from 'vitest'
import { memory } from '../../src/builtins/memory.ts'
import { ask, type Question, type Tree } from './ask.ts'

const start: Question['event'] = { event: 'SessionStart' }

const remember = (options: Readonly<Record<string, unknown>>, files: Tree, event = start) =>
  ask(memory, { with: options, files, event })

test('joins the files that there are (W43, W44, W45)', async () => {
  const outcome = await remember({ paths: ['A.md', 'NONE.md', 'B.md'] }, { 'A.md': 'one', 'B.md': 'two\n' })
  expect(outcome.updated_system?.append).toMatch(/<agent_memory>\s*one\n\n---\n\ntwo\s*<\/agent_memory>/)
  expect(outcome.warnings).toBeUndefined()
})

test.each<Question['event']>([start, { event: 'PreModelCall' }, { event: 'UserPromptSubmit', prompt: 'hi' }])(
  'at $event it is in its tag, with four guidelines (W46)',
  async (event) => {
    const { updated_system, additional_context } = await remember({}, { 'AGENTS.md': 'one' }, event)
    const text = additional_context?.[0] ?? updated_system?.append ?? ''
    expect(text).toMatch(/<agent_memory>\none\n<\/agent_memory>/)
    expect(text.match(/^- /gm)).toHaveLength(4)
    expect(updated_system === undefined).toBe(event.event === 'UserPromptSubmit')
  },
)

test('reads the file anew each time (W47)', async () => {
  const files: Tree = { 'AGENTS.md': 'one' }
  await remember({}, files)
  files['AGENTS.md'] = 'two'
  expect((await remember({}, files)).updated_system?.append).toContain('two')
})

test.each<{ files: Tree }>([{ files: {} }, { files: { 'AGENTS.md': ' \n' } }])(
  'says nothing with $files (W48)',
  async ({ files }) => {
    expect(await remember({}, files)).toEqual({})
  },
)

test('reads a file once, from the home directory too', async () => {
  const options = { paths: ['A.md', './A.md', '~/B.md'], guidelines: false, separator: '|', tag: 'm' }
  expect(await remember(options, { 'A.md': 'one', '../../B.md': 'two' })).toEqual({
    updated_system: { append: '\n\n<m>\none|two\n</m>' },
  })
})

test('says that it is inactive without paths', () => {
  expect(memory.inactive?.({ paths: [], separator: '', tag: 'm', guidelines: true })).toBe('no paths')
})
