import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { workspace } from '../../src/builtins/workspace.ts'
import { makeProject } from '../support/cli.ts'
import { ask, root } from './ask.ts'

const call = (tool: string, input: unknown, more: object = {}) =>
  ({ event: 'PreToolUse', tool_name: tool, tool_input: input, ...more }) as const

const patch = (file: string) => ({
  input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch`,
})

test.each([
  { name: 'a file in the root', event: call('Write', { file_path: `${root}/src/cart.ts` }), says: undefined },
  { name: 'a relative file', event: call('Edit', { file_path: 'src/cart.ts' }), says: undefined },
  {
    name: 'a relative file from a directory below',
    event: call('Edit', { file_path: '../cart.ts' }, { cwd: `${root}/src` }),
    says: undefined,
  },
  { name: 'a file beside the root', event: call('Edit', { file_path: '../other/a.ts' }), says: 'deny' },
  {
    name: 'a directory whose name begins like the root',
    event: call('Write', { file_path: `${root}2/a` }),
    says: 'deny',
  },
  { name: 'a file at home', event: call('Write', { file_path: '~/.bashrc' }), says: 'deny' },
  { name: 'a file by its address', event: call('create_file', { uri: 'file:///etc/x' }), says: 'deny' },
  {
    name: 'one of several edits',
    event: call('multi_replace_string_in_file', { edits: [{ filePath: 'a' }, { filePath: '/b' }] }),
    says: 'deny',
  },
  { name: 'an MCP server of files', event: call('mcp__files__write_file', { path: '/etc/x' }), says: 'deny' },
  { name: 'a patch inside', event: call('apply_patch', patch('src/cart.ts')), says: undefined },
  { name: 'a patch outside', event: call('apply_patch', patch('/etc/hosts')), says: 'deny' },
  {
    name: 'an editor that only views',
    event: call('str_replace_based_edit_tool', { command: 'view', path: '/etc/x' }),
    says: undefined,
  },
  { name: 'a read', event: call('Read', { file_path: '/etc/x' }), says: undefined },
  { name: 'a tool of another kind', event: call('deploy', { path: '/etc/x' }), says: undefined },
])('answers $name with $says', async ({ event, says }) => {
  expect((await ask(workspace, { event })).decision).toBe(says)
})

test('allows further roots and names all of them when it denies', async () => {
  const options = { roots: ['.', '~/notes'] }
  expect(
    await ask(workspace, { with: options, event: call('Write', { file_path: '~/notes/a.md' }) }),
  ).toEqual({})
  const { reason } = await ask(workspace, { with: options, event: call('Write', { file_path: '/tmp/a' }) })
  expect(reason).toContain(`${root}, /home/dana/notes`)
})

test('holds reads back where it is told to', async () => {
  const { decision } = await ask(workspace, {
    with: { reads: 'roots' },
    event: call('Read', { file_path: '/etc/x' }),
  })
  expect(decision).toBe('deny')
})

test('makes the paths of a patch absolute (U46)', async () => {
  const { updated_input } = await ask(workspace, {
    with: { rewrite_relative: true },
    event: call('apply_patch', patch('a.ts')),
  })
  expect(updated_input).toEqual(patch(`${root}/a.ts`))
})

test('follows links: a directory in the root that leads out is outside', async () => {
  const project = makeProject({
    'hooks.yaml': 'version: 1\nhooks: { PreToolUse: [{ name: w, use: workspace }] }\n',
  })
  symlinkSync('/etc', path.join(project.root, 'inside'))
  const decide = async (file: string): Promise<unknown> => {
    const input = JSON.stringify({ event: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: file } })
    return (
      JSON.parse((await project.hooks(['run', '--json', '-'], { input })).stdout) as { decision: string }
    ).decision
  }
  expect([await decide('inside/new/hosts'), await decide('src/new.ts')]).toEqual(['deny', 'proceed'])
})
