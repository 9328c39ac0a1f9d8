// Whatever a model writes: no exception, no path outside, the same list for the rule and the tool.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { todo } from '../../../src/builtins/todo.ts'
import { tracing } from '../../../src/builtins/tracing.ts'
import { createMemoryState } from '../../../src/store/state/memory.ts'
import { fileTools, inMemoryFiles, localFiles, runTool, todoTools } from '../../../src/tools.ts'
import type { EventName } from '../../../src/model/types.ts'
import { ask, clockAt } from '../../builtins/ask.ts'
import { runs } from '../../support/seed.ts'
import { check } from '../../support/check.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'hooks-laws-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const root = path.join(dir, 'shop')
writeFileSync(path.join(dir, 'secret'), 'SECRET')

/** The root as it is before any call; every call that writes makes it larger, and the next search slower. */
function resetRoot(): void {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(path.join(root, 'src'), { recursive: true })
  symlinkSync(dir, path.join(root, 'up'))
  symlinkSync(path.join(dir, 'secret'), path.join(root, 'src', 'leak'))
}
resetRoot()

const step = fc.constantFrom(
  '..',
  '.',
  '',
  'src',
  'up',
  'leak',
  'secret',
  'a.txt',
  'shop',
  '~',
  '/',
  root,
  dir,
  '\0',
  '%2e%2e',
  'a\\..',
)
const paths = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => steps.join('/'))

test('no path leads out of the root (W25)', { tags: 'long' }, async () => {
  const { tools } = fileTools(localFiles(root))
  let calls = 0
  await check(
    fc.asyncProperty(paths, async (file_path) => {
      if (calls++ % 300 === 0) resetRoot()
      for (const name of ['read_file', 'ls', 'grep']) {
        const { output } = await runTool(tools, {
          name,
          input: { file_path, path: file_path, pattern: 'SECRET' },
        })
        expect(output).not.toContain('"SECRET"')
        expect(output).not.toMatch(/^SECRET/)
      }
      await runTool(tools, { name: 'write_file', input: { file_path, content: 'x' } })
      await runTool(tools, { name: 'edit_file', input: { file_path, old_text: 'SECRET', new_text: 'x' } })
      expect(readFileSync(path.join(dir, 'secret'), 'utf8')).toBe('SECRET')
      expect(readdirSync(dir).sort()).toEqual(['secret', 'shop'])
    }),
    { numRuns: runs(300, 6_000) },
  )
})

test('whatever a tool is called with, its answer is a text (W22)', { tags: 'long' }, async () => {
  const tools = [...fileTools(inMemoryFiles({ 'a.ts': 'cart', 'd/b.ts': 'x' })).tools, ...todoTools().tools]
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('a.ts', 'd', '..', '[', '(', '*', ''))
  const keys = fc.constantFrom(
    'file_path',
    'path',
    'pattern',
    'content',
    'old_text',
    'new_text',
    'command',
    'todos',
    'updates',
    'id',
    'status',
  )
  const inputs = fc.oneof(fc.dictionary(keys, value), fc.jsonValue())
  await check(
    fc.asyncProperty(
      fc.constantFrom(...tools.map(({ name }) => name), 'nope'),
      inputs,
      async (name, input) => {
        const { output, is_error } = await runTool(tools, { name, input })
        expect(typeof output).toBe('string')
        expect(is_error === true).toBe(output.startsWith('Error: '))
      },
    ),
    { numRuns: runs(300) },
  )
})

const ids = fc.constantFrom('1', '2', '3', '4')
const statuses = fc.constantFrom('pending', 'in_progress', 'done', 'doing')
const items = fc.array(fc.record({ id: ids, title: fc.constantFrom('a', 'b'), status: statuses }), {
  maxLength: 4,
})
const calls = fc.oneof(
  items.map((todos) => ({ name: 'write_todos', input: { todos } })),
  fc.record({ id: ids, status: statuses }).map((input) => ({ name: 'update_todo', input })),
  fc
    .array(fc.record({ id: ids, status: statuses }), { maxLength: 3 })
    .map((updates) => ({ name: 'update_todos', input: { updates } })),
)

test(
  'the rule and the tools come to the same list, call after call (W60 W63)',
  { tags: 'long' },
  async () => {
    await check(
      fc.asyncProperty(fc.array(calls, { maxLength: 8 }), async (made) => {
        const state = createMemoryState(clockAt(0))
        const { tools, todos } = todoTools()
        for (const [at, { name, input }] of made.entries()) {
          const call = { tool_name: name, tool_input: input, tool_use_id: `c${at}` }
          const before = await ask(todo, { event: { event: 'PreToolUse', ...call }, state })
          if (before.decision === 'deny') continue
          const { output, is_error } = await runTool(tools, { name, input })
          await ask(todo, { event: { event: 'PostToolUse', ...call, output_text: output, is_error }, state })
        }
        const { metadata } = await ask(todo, { event: { event: 'SessionStart' }, state })
        expect(metadata?.['todos']).toEqual(todos())
      }),
      { numRuns: runs(300) },
    )
  },
)

test.each([
  ['todo', todo, {}],
  ['tracing', tracing, { file: 't.jsonl' }],
] as const)('%s takes whatever an event holds', async (_name, builtin, options) => {
  const names = fc.constantFrom<EventName>(
    'SessionStart',
    'PreStep',
    'PreModelCall',
    'PostModelCall',
    'PreToolUse',
    'PostToolUse',
    'AgentStop',
  )
  const tools = fc.constantFrom(
    'write_todos',
    'update_todo',
    'update_todos',
    'TodoWrite',
    'TaskCreate',
    'TaskUpdate',
    'Bash',
    '',
  )
  const state = createMemoryState(clockAt(0))
  await check(
    fc.asyncProperty(
      names,
      tools,
      fc.jsonValue(),
      fc.jsonValue(),
      async (event, tool_name, tool_input, raw) => {
        const given = {
          event,
          tool_name,
          tool_input,
          tool_output: raw,
          raw: { tool_calls: raw, tools: raw },
          metadata: { todos: raw },
        }
        expect(typeof (await ask(builtin, { with: options, event: given, state, files: {} }))).toBe('object')
      },
    ),
    { numRuns: runs(500) },
  )
})
