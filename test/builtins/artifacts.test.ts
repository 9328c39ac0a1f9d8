import { expect, test } from 'vitest'
import { artifacts, findFiles } from '../../src/builtins/artifacts.ts'
import { ask, filesIn, root, type Tree } from './ask.ts'

const tree: Tree = {
  'CHANGELOG.md': '',
  'reports/cart.md': '',
  'reports/2026/tax.md': '',
  'src/report.ts': '',
  'node_modules/x/reports/x.md': '',
  '.git/reports.md': '',
  '.hooks/run.json': '',
}

test.each([
  { glob: 'reports/*.md', found: ['reports/cart.md'] },
  { glob: 'reports/**', found: ['reports/cart.md', 'reports/2026/tax.md'] },
  { glob: 'reports/**/*.md', found: ['reports/cart.md', 'reports/2026/tax.md'] },
  { glob: '*.md', found: ['CHANGELOG.md', 'reports/cart.md', 'reports/2026/tax.md'] },
  { glob: './*.md', found: ['CHANGELOG.md'] },
  { glob: 'CHANGELOG.md', found: ['CHANGELOG.md'] },
  { glob: 'reports/cart.md', found: ['reports/cart.md'] },
  { glob: './reports/cart.md', found: ['reports/cart.md'] },
  { glob: 'report?/{cart,tax}.md', found: ['reports/cart.md'] },
  { glob: '.hooks/*', found: ['.hooks/run.json'] },
  { glob: 'reports', found: [] },
  { glob: 'reports/tax.md', found: [] },
  { glob: 'c+(*.md', found: [] },
])('$glob finds $found', ({ glob, found }) => {
  expect(findFiles([glob], root, filesIn(tree))).toEqual([found])
})

const end = (event: 'SubagentStop' | 'AgentStop', options: Readonly<Record<string, unknown>>) => {
  return ask(artifacts, { with: options, event: { event }, files: { ...tree } })
}

test('tells the parent what was found (U28)', async () => {
  expect(await end('SubagentStop', { expect: ['reports/*.md'] })).toEqual({
    additional_context: ['found: reports/cart.md'],
  })
})

test('asks for another try when something is missing, and names what is there (U29)', async () => {
  const { additional_context } = await end('SubagentStop', {
    expect: ['todo.md', 'reports/*.md'],
    partial: ['src/**'],
  })
  expect(additional_context).toEqual([
    'found: reports/cart.md\nretry required: there is no todo.md\npartial results to go on from: src/report.ts',
  ])
})

test('does not name partial results when nothing is missing', async () => {
  expect(await end('SubagentStop', { expect: ['*.md'], partial: ['src/**'] })).toEqual({
    additional_context: ['found: CHANGELOG.md, reports/cart.md, reports/2026/tax.md'],
  })
})

test('tells the user at the end of the agent itself', async () => {
  expect(await end('AgentStop', { expect: ['todo.md'] })).toEqual({
    system_messages: ['retry required: there is no todo.md'],
  })
})

test.each(['SubagentStop', 'AgentStop'] as const)('holds %s back when they are required', async (event) => {
  const options = { expect: ['todo.md'], require: true }
  expect(await end(event, options)).toEqual({
    flow: 'continue',
    flow_reason: 'retry required: there is no todo.md',
  })
  expect(await end(event, { ...options, expect: ['CHANGELOG.md'] })).not.toHaveProperty('flow')
})

test('names ten files and counts the others', async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`out/${at + 10}.md`, '']))
  const { system_messages } = await ask(artifacts, {
    with: { expect: ['out/*'] },
    event: { event: 'AgentStop' },
    files,
  })
  expect(system_messages?.[0]).toMatch(/out\/19\.md and 2 more$/)
})

test('says nothing and is inactive when nothing is expected', async () => {
  expect(await end('AgentStop', {})).toEqual({})
  expect(artifacts.inactive?.({ expect: [], partial: [], require: false })).toBe('nothing is expected')
})
