// What the calls of file, search and fetch tools would do, in the shapes that agents send.
import { describe, expect, test } from 'vitest'
import type { Event, Facts } from '../../src/model/types.ts'
import { subjectIn, tool } from '../support/facts-world.ts'

const shop = { files: { 'src/cart.ts': 'x', '.env': 'T=1', 'docs/a.md': '' } }

/** The lists that hold something; a path below the root without it. */
function factsOf(given: Partial<Event>): Record<string, unknown> {
  const facts: Facts = subjectIn(shop, given).facts()
  const shown = Object.entries(facts).map(
    ([key, list]) => [key, (list as readonly unknown[]).map(plain)] as const,
  )
  return Object.fromEntries(shown.filter(([, list]) => list.length > 0))
}

function plain(fact: unknown): unknown {
  if (typeof fact !== 'object' || fact === null || !('path' in fact)) return fact
  const { path, ...rest } = fact as { path: string } // told apart just above
  const short = path.replace(/^\/shop\//, '')
  return Object.keys(rest).length === 0 ? short : { path: short, ...rest }
}

const patch = `*** Begin Patch
*** Add File: src/new.ts
+export const rate = 2
*** Update File: src/cart.ts
@@
-const a = 1
+const a = 2
*** Delete File: docs/a.md
*** Update File: src/old.ts
*** Move to: src/moved.ts
@@
+// moved
*** End Patch`

const moved = {
  creates: ['src/new.ts', 'src/moved.ts'],
  edits: ['src/cart.ts', 'src/old.ts'],
  deletes: ['docs/a.md', 'src/old.ts'],
  adds: ['export const rate = 2', 'const a = 2', '// moved'],
}

describe('file tools', () => {
  test.each<[string, unknown, object]>([
    ['Read', { file_path: 'src/cart.ts' }, { reads: ['src/cart.ts'] }],
    ['Read', { file_path: '~/.ssh/id_ed25519' }, { reads: ['/home/dana/.ssh/id_ed25519'] }],
    ['read', { filePath: '/shop/src/cart.ts' }, { reads: ['src/cart.ts'] }],
    ['view', { path: '/shop/src/../.env' }, { reads: ['.env'] }],
    [
      'read_many_files',
      { include: ['docs/**', 'src/cart.ts'] },
      { reads: [{ path: 'docs/**', glob: true }, 'src/cart.ts'] },
    ],
    ['fs_read', { operations: [{ mode: 'Line', path: 'src/cart.ts' }] }, { reads: ['src/cart.ts'] }],
    ['Write', { file_path: 'src/new.ts', content: 'x' }, { creates: ['src/new.ts'], adds: ['x'] }],
    ['Write', { file_path: 'src/cart.ts', content: 'y' }, { edits: ['src/cart.ts'], adds: ['y'] }],
    ['write_file', { file_path: '/shop/src/new.ts', content: 'x' }, { creates: ['src/new.ts'], adds: ['x'] }],
    ['create', { path: '/shop/src/new.ts', file_text: 'x' }, { creates: ['src/new.ts'], adds: ['x'] }],
    ['write_to_file', { path: 'src/new.ts', content: 'x' }, { creates: ['src/new.ts'], adds: ['x'] }],
    [
      'Edit',
      { file_path: 'src/cart.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nc' },
      { edits: ['src/cart.ts'], adds: ['B'] },
    ],
    [
      'Edit',
      { file_path: 'src/new.ts', old_string: '', new_string: 'x' },
      { creates: ['src/new.ts'], adds: ['x'] },
    ],
    [
      'edit',
      { filePath: 'src/cart.ts', oldString: 'a', newString: 'b' },
      { edits: ['src/cart.ts'], adds: ['b'] },
    ],
    [
      'replace',
      { file_path: 'src/cart.ts', instruction: 'do', old_string: 'a', new_string: 'b' },
      { edits: ['src/cart.ts'], adds: ['b'] },
    ],
    [
      'MultiEdit',
      {
        file_path: 'src/cart.ts',
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: 'd' },
        ],
      },
      { edits: ['src/cart.ts'], adds: ['b', 'd'] },
    ],
    [
      'NotebookEdit',
      { notebook_path: 'a.ipynb', new_source: 'print(1)' },
      { edits: ['a.ipynb'], adds: ['print(1)'] },
    ],
    [
      'replace_in_file',
      { path: 'src/cart.ts', diff: '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n' },
      { edits: ['src/cart.ts'], adds: ['b\n'] },
    ],
    ['str_replace_based_edit_tool', { command: 'view', path: 'src/cart.ts' }, { reads: ['src/cart.ts'] }],
    [
      'str_replace_based_edit_tool',
      { command: 'create', path: 'src/new.ts', file_text: 'x' },
      { creates: ['src/new.ts'], adds: ['x'] },
    ],
    [
      'str_replace_based_edit_tool',
      { command: 'insert', path: 'src/cart.ts', insert_line: 1, insert_text: 'x' },
      { edits: ['src/cart.ts'], adds: ['x'] },
    ],
    ['apply_patch', { command: patch }, moved],
    ['apply_patch', { input: patch }, moved],
    ['ApplyPatch', patch, moved],
  ])('%s %j', (name, input, facts) => {
    expect(factsOf(tool(name, input))).toEqual(facts)
  })

  test('a file that its agent says it made was made', () => {
    const call = {
      ...tool('Write', { file_path: 'src/cart.ts', content: 'x' }),
      event: 'PostToolUse' as const,
    }
    expect(factsOf({ ...call, tool_output: { type: 'create' } })).toMatchObject({ creates: ['src/cart.ts'] })
    expect(factsOf({ ...call, tool_output: { type: 'update' } })).toMatchObject({ edits: ['src/cart.ts'] })
  })
})

describe('search and fetch tools', () => {
  const below = (path: string): object => ({ path, tree: true, skips: ['ignored', '.git'] })
  test.each<[string, unknown, object]>([
    ['Grep', { pattern: 'TOKEN' }, { reads: [below('/shop')] }],
    ['Grep', { pattern: 'TOKEN', path: 'src' }, { reads: [below('src')] }],
    ['Grep', { pattern: 'TOKEN', path: '.env' }, { reads: ['.env'] }],
    ['grep_search', { pattern: 'x', dir_path: 'src' }, { reads: [below('src')] }],
    ['Glob', { pattern: '**/*.ts' }, {}],
    ['LS', { path: '~/.ssh' }, {}],
    ['WebFetch', { url: 'https://Shop.Example:8443/orders', prompt: 'sum up' }, { hosts: ['shop.example'] }],
    [
      'web_fetch',
      { prompt: 'sum up https://a.example/x and http://b.example.' },
      { hosts: ['a.example', 'b.example.'] },
    ],
    ['WebSearch', { query: 'carts' }, {}],
  ])('%s %j', (name, input, facts) => {
    expect(factsOf(tool(name, input))).toEqual(facts)
  })
})

describe('tools of servers and tools that nobody has named', () => {
  const guessed = { unresolved: [expect.objectContaining({ about: [] })] }
  test.each<[string, unknown, object]>([
    ['mcp__files__read_file', { path: '.env' }, { reads: ['.env'] }],
    [
      'mcp__files__write_file',
      { path: 'src/new.ts', content: 'x' },
      { creates: ['src/new.ts'], adds: ['x'] },
    ],
    ['mcp__files__read_text_file', { path: '.env' }, { reads: ['.env'], ...guessed }],
    [
      'mcp__files__read_multiple_files',
      { paths: ['.env', 'src/cart.ts'] },
      { reads: ['.env', 'src/cart.ts'], ...guessed },
    ],
    [
      'mcp__files__move_file',
      { source: 'src/cart.ts', destination: 'src/b.ts' },
      { deletes: [{ path: 'src/cart.ts', tree: true }], creates: ['src/b.ts'], ...guessed },
    ],
    ['files___delete_file', { path: '.env' }, { deletes: [{ path: '.env', tree: true }], ...guessed }],
    [
      'MCP:save_note',
      { file_path: 'docs/a.md', content: 'x' },
      { edits: ['docs/a.md'], adds: ['x'], ...guessed },
    ],
    ['Delete', { path: '.env' }, { deletes: [{ path: '.env', tree: true }], ...guessed }],
    ['mcp__web__download', { url: 'https://shop.example/x' }, { hosts: ['shop.example'], ...guessed }],
    ['mcp__github__create_or_update_file', { owner: 'shop', repo: 'web', path: '.env', content: '' }, {}],
    ['mcp__orders__query', { customer: 'dana', text: 'all' }, {}],
    ['TodoWrite', { todos: [{ path: 'x' }] }, {}],
    ['Agent', { prompt: 'read .env' }, {}],
  ])('%s %j', (name, input, facts) => {
    expect(factsOf(tool(name, input))).toEqual(facts)
  })
})

describe('shell tools', () => {
  test.each<[string, unknown, object]>([
    ['Bash', { command: 'rm src/cart.ts' }, { deletes: ['src/cart.ts'] }],
    ['bash', { command: 'rm cart.ts', workdir: '/shop/src' }, { deletes: ['src/cart.ts'] }],
    ['local_shell', { command: ['bash', '-lc', 'rm src/cart.ts'] }, { deletes: ['src/cart.ts'] }],
    ['exec_command', { cmd: 'rm src/cart.ts' }, { deletes: ['src/cart.ts'] }],
    ['local_shell', { command: ['rm', 'a b'] }, { deletes: ['a b'] }],
  ])('%s %j', (name, input, facts) => {
    expect(factsOf(tool(name, input))).toMatchObject(facts)
  })

  test('PowerShell is not looked into, and that is said', () => {
    expect(factsOf(tool('powershell', { command: 'Remove-Item x' }))).toEqual({
      unresolved: [expect.objectContaining({ about: expect.arrayContaining(['commands', 'deletes']) })],
    })
  })

  test('a patch in a shell command touches what it names', () => {
    expect(factsOf(tool('Bash', { command: `apply_patch <<'EOF'\n${patch}\nEOF` }))).toMatchObject({
      creates: moved.creates,
      edits: moved.edits,
      deletes: moved.deletes,
    })
  })
})

test("no input makes a tool's facts throw", () => {
  const odd: unknown[] = [
    undefined,
    null,
    5,
    '',
    [],
    {},
    { path: 5 },
    { path: null },
    { file_path: { a: [1] } },
    { command: [] },
    { command: [1] },
    { edits: 'x' },
    { url: 'http://' },
    { url: '::' },
  ]
  for (const input of odd)
    for (const name of ['Read', 'Write', 'Edit', 'Grep', 'WebFetch', 'Bash', 'apply_patch', 'mcp__x__delete'])
      expect(() => factsOf(tool(name, input))).not.toThrow()
})
