// What the calls of file, search and fetch tools would do, in the shapes that agents send.
import { describe, expect, test } from 'vitest'
import type { Event, Facts } from '../../src/model/types.ts'
import { subjectIn, tool } from '../support/facts-world.ts'

const shop = { files: { 'src/cart.ts': 'x', '.env': 'T=1', 'docs/a.md': '' } }

/** The lists that hold something, but what is sent; a path below the root without it. */
function factsOf(given: Partial<Event>): Record<string, unknown> {
  const facts: Facts = subjectIn(shop, given).facts()
  const shown = Object.entries(facts).map(
    ([key, list]) => [key, (list as readonly unknown[]).map(plain)] as const,
  )
  return Object.fromEntries(shown.filter(([key, list]) => list.length > 0 && key !== 'sends'))
}

function plain(fact: unknown): unknown {
  if (typeof fact !== 'object' || fact === null) return fact
  if ('text' in fact && !('reason' in fact)) return fact.text
  if (!('path' in fact)) return fact
  // told apart just above; how it is read: test/matchers/searched.test.ts
  const { path, by: _by, seeks: _seeks, ...rest } = fact as { path: string; by?: string; seeks?: unknown }
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
      { edits: ['src/cart.ts'], adds: ['b'] },
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
    [
      'Grep',
      { pattern: 'TOKEN', path: '/shop', glob: '.env*' },
      { reads: [{ ...below('/shop'), only: ['.env*'] }, '.env'] },
    ],
    [
      'Grep',
      { pattern: 'x', path: '/shop', glob: '**/{id_rsa,.npm*,*.ts}' },
      {
        reads: [{ ...below('/shop'), only: ['**/id_rsa', '**/.npm*', '**/*.ts'] }, 'id_rsa', '.npm'],
      },
    ],
    [
      'Grep',
      { pattern: 'x', path: '/shop', glob: '!.env*' },
      { reads: [{ ...below('/shop'), only: ['!.env*'] }] },
    ],
    ['Glob', { pattern: '**/*.ts' }, {}],
    ['LS', { path: '~/.ssh' }, {}],
    ['WebFetch', { url: 'https://Shop.Example:8443/orders', prompt: 'sum up' }, { hosts: ['shop.example'] }],
    [
      'web_fetch',
      { prompt: 'sum up https://a.example/x and http://b.example.' },
      { hosts: ['a.example', 'b.example'] },
    ],
    ['WebFetch', { url: 'file:///home/dana/.ssh/id_rsa' }, { reads: ['/home/dana/.ssh/id_rsa'] }],
    ['WebFetch', { url: 'FILE:/etc/passwd' }, { reads: ['/etc/passwd'] }],
    ['WebFetch', { url: 'http:\\\\ann@Shop.example.\\x' }, { hosts: ['shop.example'] }],
    ['WebFetch', { url: 'http://0xa9fea9fe/latest' }, { hosts: ['169.254.169.254'] }],
    ['WebFetch', { url: 'http://[::ffff:a9fe:a9fe]/' }, { hosts: ['169.254.169.254'] }],
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

describe('tools of known agents under their own names', () => {
  test.each<[string, unknown, object]>([
    ['Monitor', { command: 'rm src/cart.ts', description: 'watch' }, { deletes: ['src/cart.ts'] }],
    ['run_commands', { commands: ['git status', 'rm src/cart.ts'] }, { deletes: ['src/cart.ts'] }],
    ['run_commands', { commands: '["git status", "rm src/cart.ts"]' }, { deletes: ['src/cart.ts'] }],
    [
      'run_commands',
      { commands: [{ command: 'rm', args: ['a b', 'c'] }, 'git status'] },
      { deletes: ['a b', 'c'] },
    ],
    ['run_command', { CommandLine: 'rm cart.ts', Cwd: '/shop/src' }, { deletes: ['src/cart.ts'] }],
    ['run_terminal_command', { command: 'rm src/cart.ts' }, { deletes: ['src/cart.ts'] }],
    ['execute_bash_command', { command: 'rm src/cart.ts' }, { deletes: ['src/cart.ts'] }],
    ['unified_exec', { cmd: ['bash', '-lc', 'rm src/cart.ts'] }, { deletes: ['src/cart.ts'] }],
    ['write_stdin', { session_id: 3, chars: 'rm src/cart.ts\n' }, { deletes: ['src/cart.ts'] }],
    ['editor', { path: '.env', new_text: 'A=1' }, { edits: ['.env'], adds: ['A=1'] }],
    [
      'editor',
      { command: 'create', path: 'src/new.ts', file_text: 'x' },
      { creates: ['src/new.ts'], adds: ['x'] },
    ],
    ['editor', { path: '.env' }, { reads: ['.env'] }],
    ['Bash', { command: 'rm', arguments: ['src/cart.ts'] }, { deletes: ['src/cart.ts'] }],
    ['Bash', { program: 'rm', args: ['src/cart.ts'] }, { deletes: ['src/cart.ts'] }],
    ['Bash', { Command: 'rm src/cart.ts' }, { deletes: ['src/cart.ts'] }],
    ['Bash', { shell_command: 'rm src/cart.ts' }, { deletes: ['src/cart.ts'] }],
    ['Bash', { args: ['rm', 'src/cart.ts'] }, { deletes: ['src/cart.ts'] }],
    ['replace_file_content', { TargetFile: '.env', CodeContent: 'A=1' }, { edits: ['.env'], adds: ['A=1'] }],
  ])('%s %j', (name, input, facts) => {
    expect(factsOf(tool(name, input))).toMatchObject(facts)
  })

  test.each([
    ['SlashCommand', { command: '/review src/cart.ts' }],
    ['Skill', { command: 'git' }],
    ['Workflow', { script: 'export const meta = {}' }],
    ['write_stdin', { session_id: 3, chars: '' }],
    ['write_stdin', { session_id: 3, chars: '\u0003' }],
  ])('%s %j runs nothing', (name, input) => {
    expect(factsOf(tool(name, input))).toEqual({})
  })
})

describe('shells that nobody has named', () => {
  const removed = { deletes: ['src/cart.ts'], unresolved: [expect.objectContaining({ about: [] })] }
  test.each<[string, unknown]>([
    ['run_bash', { command: 'rm src/cart.ts' }],
    ['run_bash', { cmd: 'rm', args: ['src/cart.ts'] }],
    ['run_bash', { command: 'rm', arguments: ['src/cart.ts'] }],
    ['run_bash', { program: 'rm', args: ['src/cart.ts'] }],
    ['run_bash', { Command: 'rm src/cart.ts' }],
    ['run_bash', { shell_command: 'rm src/cart.ts' }],
    ['run_bash', { args: ['rm', 'src/cart.ts'] }],
    ['run_bash', { script: '# tidy up\nrm src/cart.ts' }],
    ['run_bash', { CommandLine: '/bin/rm src/cart.ts' }],
    ['run_bash', { commands: ['true', 'rm src/cart.ts'] }],
    ['run_bash', { command: 'A=1 rm src/cart.ts' }],
    ['run_bash', { command: "'rm' src/cart.ts" }],
    ['run_bash', { command: '(cd src && rm cart.ts)' }],
    ['run_bash', { command: 'if true; then rm src/cart.ts; fi' }],
    ['mcp__desktop-commander__start_process', { command: 'rm src/cart.ts', timeout_ms: 5000 }],
    ['mcp__desktop-commander__interact_with_process', { pid: 4, input: 'rm src/cart.ts' }],
    ['mcp__serena__execute_shell_command', { command: 'rm cart.ts', cwd: 'src' }],
    ['mcp__ide__executeCode', { code: 'import os\nos.remove("src/cart.ts")' }],
    ['mcp__ops__task', { command: 'rm src/cart.ts' }],
    ['mcp__ops__call', { cli_command: 'rm src/cart.ts' }],
    ['mcp__ops__call', { bashScript: 'rm src/cart.ts' }],
    ['mcp__ops__call', { shell_cmd: ['rm', 'src/cart.ts'] }],
    ['mcp__sandbox__run_code', { language: 'js', code: 'require("fs").unlinkSync("src/cart.ts")' }],
  ])('%s %j deletes', (name, input) => {
    expect(factsOf(tool(name, input))).toMatchObject(removed)
  })

  /** A rule over commands asks, a rule over paths does not. */
  test.each<[string, unknown]>([
    ['run_it', { command: 'create' }],
    ['run_it', { command: 'Find the bug in the cart' }],
    ['run_it', { command: "make sure that it doesn't fail" }],
    ['run_it', { command: '/review the cart' }],
    ['run_it', { command: '$TOOL src/cart.ts' }],
    ['run_it', { command: 'and/or' }],
    ['puppeteer_evaluate', { script: 'document.title' }],
    ['puppeteer_evaluate', { script: '() => { return 1 }' }],
    ['mcp__browser__run_code', { code: 'page.click("a")' }],
    ['write_stdin', { session_id: 3, chars: 'print(open(".env"))' }],
  ])('%s %j may be a command', (name, input) => {
    const { unresolved = [], ...facts } = factsOf(tool(name, input)) as { unresolved?: { about: string[] }[] }
    expect(facts).toEqual({})
    expect(unresolved.flatMap(({ about }) => about)).toEqual(['commands'])
  })

  test.each<[string, unknown]>([
    ['mcp__lint__check', { code: 'rm src/cart.ts' }],
    ['mcp__docs__search', { query: 'select a cart' }],
    ['mcp__docs__search', { query: 'how to drop table orders' }],
    ['mcp__docs__search', { query: 'truncate text' }],
    ['mcp__db__query', { sql: 'explain delete from orders' }],
    ['run_it', { command: '' }],
    ['run_it', { command: 5 }],
    ['run_it', { program: 'rm src/cart.ts' }],
    ['run_it', { args: ['-v'] }],
  ])('%s %j', (name, input) => {
    expect(factsOf(tool(name, input))).not.toHaveProperty('deletes')
    expect(factsOf(tool(name, input)).commands ?? []).not.toContainEqual(
      expect.objectContaining({ program: 'sql' }),
    )
  })

  test.each<[string, unknown, object]>([
    ['mcp__text__patcher', { path: '.env', new_text: 'A=1' }, { edits: ['.env'], adds: ['A=1'] }],
    ['mcp__text__patcher', { path: '.env', edits: [{ oldText: 'A', newText: 'B' }] }, { edits: ['.env'] }],
    ['mcp__text__patcher', { command: 'view', path: '.env' }, { reads: ['.env'] }],
    ['mcp__text__patcher', { command: 'str_replace', path: '.env' }, { edits: ['.env'] }],
    [
      'mcp__text__patcher',
      { command: 'create', path: 'a.ts', file_text: 'x' },
      { creates: ['a.ts'], adds: ['x'] },
    ],
    ['mcp__text__look', { path: '.env' }, { reads: ['.env'] }],
    ['mcp__chat__attach', { path: '.env', text: 'hi' }, { reads: ['.env'], edits: ['.env'], adds: ['hi'] }],
    ['keep_it', { path: '.env', body: 'A=1' }, { edits: ['.env'], adds: ['A=1'] }],
    ['keep_it', { path: 'src/new.ts', data: 'A=1' }, { creates: ['src/new.ts'], adds: ['A=1'] }],
  ])('%s %j: a path beside content is written', (name, input, facts) => {
    const { unresolved, ...found } = factsOf(tool(name, input))
    expect(found).toMatchObject(facts)
    expect(unresolved).toEqual([expect.objectContaining({ about: [] })])
  })

  test.each<[string, unknown, readonly string[]]>([
    ['mcp__cluster__run_kubectl', { command: 'delete ns shop' }, ['kubectl', 'delete', 'ns', 'shop']],
    ['mcp__kubectl__run', { args: ['delete', 'ns', 'shop'] }, ['kubectl', 'delete', 'ns', 'shop']],
    ['mcp__git__call', { subcommand: 'push', args: ['--force'] }, ['git', 'push', '--force']],
    ['mcp__git__call', { command: 'git push' }, ['git', 'push']],
    ['mcp__db__execute', { statement: 'delete from carts -- all' }, ['sql', 'delete from carts']],
    [
      'mcp__db__run',
      { sqlQuery: "/* a */ drop table a; select '--b'" },
      ['sql', "drop table a; select '--b'"],
    ],
    ['mcp__db__run', { statements: ['select 1', 'drop table a'] }, ['sql', 'select 1;\ndrop table a']],
    ['mcp__db__search', { sql: 'drop table a' }, ['sql', 'drop table a']],
    ['mcp__db__run', { query: '/*! drop table a */' }, ['sql', 'drop table a']],
  ])('%s %j runs it', (name, input, argv) => {
    expect(factsOf(tool(name, input))).toMatchObject({ commands: [{ argv }] })
  })

  test('a commit by a tool of git is no command', () => {
    expect(factsOf(tool('mcp__git__git_commit', { message: 'rm src/cart.ts' }))).not.toHaveProperty(
      'commands',
    )
  })

  test('a query that begins as SQL does runs SQL', () => {
    const { commands } = factsOf(tool('mcp__db__query', { query: '-- tidy\nDROP TABLE orders' }))
    expect(commands).toEqual([expect.objectContaining({ argv: ['sql', 'DROP TABLE orders'] })])
    expect(factsOf(tool('mcp__db__query', { query: 'orders of 2024' }))).toEqual({})
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

  test.each([
    ['run_it', 'pause', 'whether "pause" is a command cannot be known: use a shell tool to run commands'],
  ])('%s %s: the reason says what to do', (name, command, reason) => {
    const { unresolved } = subjectIn(shop, tool(name, { command })).facts()
    expect(unresolved).toContainEqual(expect.objectContaining({ reason }))
  })

  test('a patch in a shell command touches what it names', () => {
    expect(factsOf(tool('Bash', { command: `apply_patch <<'EOF'\n${patch}\nEOF` }))).toMatchObject({
      creates: moved.creates,
      edits: moved.edits,
      deletes: moved.deletes,
    })
  })
})

describe('inputs of a wrong type', () => {
  test.each<[string, unknown]>([
    ['Bash', 'rm src/cart.ts'],
    ['Bash', ['rm src/cart.ts']],
    ['Bash', ['rm', 'src/cart.ts']],
    ['Bash', { command: ['rm src/cart.ts'] }],
  ])('%s %j is a command', (name, input) => {
    expect(factsOf(tool(name, input))).toMatchObject({ deletes: ['src/cart.ts'] })
  })

  const all = [
    'commands',
    'reads',
    'creates',
    'edits',
    'deletes',
    'adds',
    'hosts',
    'sends',
    'pushes',
    'commits',
  ]
  const oneLine = 'a string or a list of strings'
  test.each<[string, unknown, string, readonly string[]]>([
    ['Bash', { command: 7 }, `"command" of the input of Bash is 7#${oneLine}`, all],
    ['Bash', { description: 'Push' }, `"command" of the input of Bash is missing#${oneLine}`, all],
    ['Bash', null, 'the input of Bash is null#an object with a "command"', all],
    [
      'run_commands',
      { commands: [7] },
      '"commands" of the input of run_commands is 7#a list of strings',
      all,
    ],
    ['write_stdin', { chars: 7 }, '"chars" of the input of write_stdin is 7#a string', all],
    ['Read', '.env', 'the input of Read is ".env"#an object with a path', ['reads']],
    ['Read', { file_path: 7 }, '"file_path" of the input of Read is 7#a string', ['reads']],
    ['read_files', { paths: [7] }, '"paths" of the input of read_files is 7#a string', ['reads']],
    ['Grep', { path: 7 }, '"path" of the input of Grep is 7#a string', ['reads']],
    [
      'Write',
      { file_path: 7 },
      '"file_path" of the input of Write is 7#a string',
      ['creates', 'edits', 'adds'],
    ],
    [
      'Edit',
      { file_path: { a: '.env' } },
      '"file_path" of the input of Edit is an object#a string',
      ['reads', 'creates', 'edits', 'deletes', 'adds'],
    ],
    [
      'str_replace_based_edit_tool',
      { command: 'create' },
      '"file_path" of the input of str_replace_based_edit_tool is missing#a string',
      ['reads', 'creates', 'edits', 'deletes', 'adds'],
    ],
    ['WebFetch', { url: 7 }, '"url" of the input of WebFetch is 7#a string', ['hosts']],
  ])('%s %j is unresolved', (name, input, said, about) => {
    const [what, expected] = said.split('#')
    const reason = `${what}, so what it would do cannot be known: send it as ${expected}`
    expect(subjectIn(shop, tool(name, input)).facts().unresolved).toEqual([{ reason, text: '', about }])
  })

  test('a call without the name of its tool is read by its shape', () => {
    const { tool_name: _, ...nameless } = tool('', { command: 'rm src/cart.ts' })
    expect(factsOf(nameless)).toMatchObject({ deletes: ['src/cart.ts'] })
  })

  test('a path of a request is no file', () => {
    const facts = factsOf(tool('call_it', { method: 'POST', path: '/orders', body: '{}' }))
    expect(facts).not.toHaveProperty('creates')
  })

  test('the good elements of a list are read', () => {
    const lines = factsOf(tool('run_commands', { commands: ['rm src/cart.ts', 7] }))
    expect(lines).toMatchObject({ deletes: ['src/cart.ts'], unresolved: [{ about: all }] })
    const paths = factsOf(tool('read_files', { paths: ['.env', 7] }))
    expect(paths).toMatchObject({ reads: ['.env'], unresolved: [{ about: ['reads'] }] })
    expect(factsOf(tool('run_it', { commands: ['rm src/cart.ts', 7] }))).toMatchObject({
      deletes: ['src/cart.ts'],
      unresolved: [{ about: [] }, { about: ['commands'] }],
    })
  })

  test.each<[string, unknown]>([
    ['LS', {}],
    ['Bash', {}],
    ['LS', null],
    ['TodoRead', {}],
    ['WebSearch', { query: 'carts' }],
    ['bash', { restart: true }],
    ['write_stdin', { session_id: 3 }],
    ['mcp__notes__create', { title: 'a' }],
    ['mcp__shop__list', null],
  ])('%s %j is fine', (name, input) => {
    expect(factsOf(tool(name, input))).toEqual({})
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
