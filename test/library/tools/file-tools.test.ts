import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type FileSystem,
  fileTools,
  inMemoryFiles,
  localFiles,
  runTool,
  ToolMistake,
} from '../../../src/tools.ts'
import { expectCheap } from '../../support/expectations.ts'
import { passUntilDone, startClock, stopClock } from '../../support/fake-clock.ts'
import { until } from '../../support/time.ts'

interface Place {
  readonly fs: FileSystem
  readonly call: (name: string, input?: unknown, signal?: AbortSignal) => ReturnType<typeof runTool>
  readonly json: (name: string, input?: unknown) => Promise<unknown>
  readonly files: () => Readonly<Record<string, string>>
}

function placeOver(fs: FileSystem): Place {
  const { tools, files } = fileTools(fs)
  const call: Place['call'] = (name, input = {}, signal) => runTool(tools, { name, input }, { signal })
  return {
    fs,
    call,
    files,
    json: async (name, input) => JSON.parse((await call(name, input)).output) as unknown,
  }
}

function shopOnDisk(tree: Readonly<Record<string, string>> = {}) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hooks-tools-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const root = path.join(dir, 'shop')
  mkdirSync(root)
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return { ...placeOver(localFiles(root)), dir, root }
}

const places = {
  'on disk': (tree: Readonly<Record<string, string>> = {}): Place => shopOnDisk(tree),
  'in memory': (tree: Readonly<Record<string, string>> = {}): Place => placeOver(inMemoryFiles(tree)),
}

describe.each(Object.entries(places))('%s (W20)', (_name, shop) => {
  test('there are exactly seven tools (W12)', () => {
    const { fs } = shop()
    expect(fileTools(fs).tools.map(({ name }) => name)).toEqual([
      'ls',
      'read_file',
      'write_file',
      'edit_file',
      'glob',
      'grep',
      'execute',
    ])
  })

  test('ls gives name, type and size of each entry (W13)', async () => {
    const { json } = shop({ 'a.txt': 'abc', 'd/x': '' })
    expect(await json('ls')).toEqual([
      { name: 'a.txt', type: 'file', size: 3 },
      { name: 'd', type: 'dir', size: expect.any(Number) },
    ])
    expect(await json('ls', { path: 'd' })).toEqual([{ name: 'x', type: 'file', size: 0 }])
  })

  test('read_file gives the contents (W14)', async () => {
    const { call } = shop({ 'a.txt': '\uFEFFhi 🧾\r\n' })
    expect(await call('read_file', { file_path: 'a.txt' })).toEqual({ output: '\uFEFFhi 🧾\r\n' })
  })

  test('write_file makes the directories above (W15)', async () => {
    const { call } = shop()
    expect(await call('write_file', { file_path: 'x/y/z.txt', content: 'ö' })).toEqual({
      output: 'Wrote 2 bytes to x/y/z.txt',
    })
    expect((await call('read_file', { file_path: 'x/y/z.txt' })).output).toBe('ö')
  })

  test.each([
    { name: 'the first place only (W16)', before: 'aa', old_text: 'a', new_text: 'b', after: 'ba' },
    { name: 'letter for letter', before: 'a.c abc', old_text: 'a.c', new_text: '$& $1', after: '$& $1 abc' },
    { name: 'by nothing', before: 'abc', old_text: 'b', new_text: '', after: 'ac' },
  ])('edit_file replaces $name', async ({ before, after, ...texts }) => {
    const { call } = shop({ f: before })
    expect(await call('edit_file', { file_path: 'f', ...texts })).toEqual({ output: 'Edited f' })
    expect((await call('read_file', { file_path: 'f' })).output).toBe(after)
  })

  test.each([
    { name: 'is not there (W23)', old_text: 'zzz', re: /^Error: old_text was not found in f$/ },
    { name: 'is empty (W23)', old_text: '', re: /^Error: old_text is empty$/ },
    { name: 'is missing (W22)', old_text: undefined, re: /^Error: old_text is required$/ },
  ])('edit_file leaves a file as it is when old_text $name', async ({ old_text, re }) => {
    const { call, files } = shop({ f: 'abc' })
    const { output, is_error } = await call('edit_file', { file_path: 'f', old_text, new_text: 'x' })
    expect([output, is_error]).toEqual([expect.stringMatching(re), true])
    expect((await call('read_file', { file_path: 'f' })).output).toBe('abc')
    expect(files()).toEqual({})
  })

  test('edits side by side are all made (W75)', async () => {
    const { call } = shop({ f: 'abcdef' })
    await Promise.all(
      [...'abcdef'].map((old_text) =>
        call('edit_file', { file_path: 'f', old_text, new_text: old_text.toUpperCase() }),
      ),
    )
    expect((await call('read_file', { file_path: 'f' })).output).toBe('ABCDEF')
  })

  test('what was written and edited is tracked with its final contents (W21)', async () => {
    const { call, files } = shop({ 'old.txt': 'one' })
    await call('write_file', { file_path: './new/a.txt', content: 'first' })
    await call('edit_file', { file_path: 'new/a.txt', old_text: 'first', new_text: 'last' })
    await call('edit_file', { file_path: 'old.txt', old_text: 'one', new_text: 'two' })
    await call('read_file', { file_path: 'old.txt' })
    expect(files()).toEqual({ 'new/a.txt': 'last', 'old.txt': 'two' })
  })

  test.each([
    ['read_file', {}, 'file_path is required'],
    ['read_file', { file_path: '' }, 'file_path is required'],
    ['read_file', { file_path: 7 }, 'file_path must be a string'],
    ['read_file', null, 'file_path is required'],
    ['write_file', { content: '' }, 'file_path is required'],
    ['write_file', { file_path: 'a' }, 'content is required'],
    ['edit_file', { file_path: 'a', old_text: 'x' }, 'new_text is required'],
    ['glob', {}, 'pattern is required'],
    ['grep', {}, 'pattern is required'],
    ['execute', {}, 'command is required'],
    ['read_file', { file_path: 'none' }, 'there is no such file'],
    ['read_file', { file_path: 'd' }, 'it is a directory'],
    ['write_file', { file_path: 'd', content: '' }, 'it is a directory'],
    ['ls', { path: 'd/x' }, 'it is a file, not a directory'],
    [
      'grep',
      { pattern: '[' },
      'the pattern cannot be used: Invalid regular expression: /[/: Unterminated character class',
    ],
    ['glob', { pattern: '[a' }, 'the pattern [a has a [ without a ]'],
    ['nope', {}, 'tool "nope" not found'],
  ])('%s with %j is an error text, not an exception (W22 W26)', async (name, input, text) => {
    const { call } = shop({ 'd/x': '' })
    expect(await call(name, input)).toEqual({ output: `Error: ${text}`, is_error: true })
  })

  test.each(['../../etc/passwd', '..', 'd/../../x', 'a\0b', '/../x'])(
    '%j is outside (W25)',
    async (file_path) => {
      const { call } = shop({ 'd/x': '' })
      for (const name of ['read_file', 'write_file', 'edit_file']) {
        const input = { file_path, content: 'x', old_text: 'x', new_text: 'y' }
        expect(await call(name, input)).toMatchObject({
          output: expect.stringMatching(/^Error: .*(outside of|NUL)/),
          is_error: true,
        })
      }
      for (const name of ['ls', 'glob', 'grep'])
        expect(await call(name, { path: file_path, pattern: 'x' })).toMatchObject({ is_error: true })
    },
  )

  test('glob matches the name, not the path (W17)', async () => {
    const { json } = shop({ 'deep/dir/r.md': '' })
    expect(await json('glob', { pattern: '*.md' })).toMatchObject({ files: ['deep/dir/r.md'] })
    expect(await json('glob', { pattern: 'deep/*.md' })).toMatchObject({ files: [] })
  })

  test.each([
    { pattern: '*.md', files: ['README.md', 'deep/dir/r.md'] },
    { pattern: 'deep/*.md', files: [] },
    { pattern: '**/*.md', files: [] },
    { pattern: 'r.??', files: ['deep/dir/r.md'] },
    { pattern: '[a-c].ts', files: ['deep/b.ts'] },
    { pattern: '[!b].ts', files: ['deep/x.ts'] },
    { pattern: 'r.m', files: [] },
    { pattern: '\\*.md', files: [] },
  ])('glob $pattern matches names at any depth (W24)', async ({ pattern, files }) => {
    const { json } = shop({
      'README.md': '',
      'deep/dir/r.md': '',
      'deep/b.ts': '',
      'deep/x.ts': '',
      'node_modules/x.md': '',
      'vendor/x.md': '',
      '__pycache__/x.md': '',
      '.git/x.md': '',
    })
    expect(await json('glob', { pattern })).toEqual({ files, truncated: false })
  })

  test('glob stops at 100 files, and says so only when there are more (W24)', async () => {
    const tree = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.md`, '']))
    const found = async (count: number) =>
      (await shop(tree(count)).json('glob', { pattern: '*.md' })) as { files: string[]; truncated: boolean }
    expect(await found(100)).toMatchObject({ truncated: false })
    const over = await found(101)
    expect([over.files.length, over.truncated]).toEqual([100, true])
  })

  test('grep takes a regular expression and gives file, line and text (W18)', async () => {
    const { json } = shop({ 'src/a.ts': 'x\nfoo()\r\nfo', 'b.txt': 'nothing' })
    expect(await json('grep', { pattern: 'fo+' })).toEqual({
      matches: [
        { file: 'src/a.ts', line: 2, text: 'foo()' },
        { file: 'src/a.ts', line: 3, text: 'fo' },
      ],
      truncated: false,
    })
    expect(await json('grep', { pattern: '(?i)FO+\\(' })).toMatchObject({ matches: [{ line: 2 }] })
    expect(await json('grep', { pattern: 'fo+', path: 'src/a.ts' })).toMatchObject({ matches: { length: 2 } })
  })

  test('grep leaves binary files and what others bring out, and stops at 200 matches (W24)', async () => {
    const { json } = shop({
      'a.png': 'foo',
      'A.PDF': 'foo',
      'node_modules/a/b.js': 'foo',
      '.cache/x': 'foo',
      'many.txt': 'foo\n'.repeat(201),
    })
    const { matches, truncated } = (await json('grep', { pattern: 'foo' })) as {
      matches: { file: string }[]
      truncated: boolean
    }
    expect([matches.length, truncated]).toEqual([200, true])
    expect(new Set(matches.map(({ file }) => file))).toEqual(new Set(['many.txt']))
  })

  test('grep answers in time whatever the pattern (P28)', async () => {
    const { json, call } = shop({ 'a.txt': `${'a'.repeat(50_000)}!` })
    const grep = async () => expect(await json('grep', { pattern: '(a+)+$' })).toMatchObject({ matches: [] })
    await expectCheap(grep, 5000)
    expect(await call('grep', { pattern: '(' })).toMatchObject({
      output: expect.stringMatching(/^Error: the pattern/),
    })
    expect(await call('grep', { pattern: '(?=a)' })).toMatchObject({ is_error: true })
  })
})

test('glob answers in time whatever the pattern (P28)', async () => {
  const name = 'a'.repeat(200)
  const { json } = placeOver(inMemoryFiles({ [name]: '', 'orders.ts': '' }))
  await expectCheap(async () => {
    expect(await json('glob', { pattern: `${'*a'.repeat(12)}*b` })).toEqual({ files: [], truncated: false })
    expect(await json('glob', { pattern: '*a*a*a' })).toEqual({ files: [name], truncated: false })
  }, 1000)
})

describe('on this machine', () => {
  test('execute gives stdout, stderr and the exit code (W19)', async () => {
    const { json, root } = shopOnDisk()
    expect(await json('execute', { command: 'echo hi; echo no >&2; exit 3' })).toEqual({
      stdout: 'hi\n',
      stderr: 'no\n',
      exit_code: 3,
    })
    expect(await json('execute', { command: 'pwd -P' })).toMatchObject({ stdout: `${root}\n`, exit_code: 0 })
  })

  test('a command that takes too long is ended', async () => {
    const { root } = shopOnDisk()
    const { json } = placeOver(localFiles(root, { timeout_ms: 200 }))
    stopClock()
    onTestFinished(startClock)
    const asked = json('execute', { command: 'echo begun; touch begun; exec tail -f /dev/null' })
    await until(() => existsSync(path.join(root, 'begun')))
    expect(await passUntilDone(asked)).toEqual({
      stdout: 'begun\n',
      stderr: '',
      exit_code: null,
      timed_out: true,
    })
  })

  test('an abort ends the command and rejects (W77)', async () => {
    const { call, root } = shopOnDisk()
    const controller = new AbortController()
    const command = 'touch begun; exec tail -f /dev/null'
    const called = call('execute', { command }, controller.signal).catch((error: unknown) => error)
    await until(() => existsSync(path.join(root, 'begun')))
    controller.abort(new Error('enough'))
    expect(await called).toMatchObject({ message: 'enough' })
  })

  test.each([
    { name: 'a link to a file', link: 'leak', target: 'secret.txt', file_path: 'leak' },
    { name: 'a link to a directory', link: 'out', target: '.', file_path: 'out/secret.txt' },
    { name: 'a link to what is not there yet', link: 'new', target: 'made.txt', file_path: 'new' },
  ])('$name outside is refused (W25)', async ({ link, target, file_path }) => {
    const { call, json, dir, root } = shopOnDisk({ 'a.txt': 'token' })
    writeFileSync(path.join(dir, 'secret.txt'), 'token')
    symlinkSync(path.join(dir, target), path.join(root, link))
    for (const name of ['read_file', 'write_file', 'edit_file'])
      expect(await call(name, { file_path, content: 'x', old_text: 'token', new_text: 'x' })).toMatchObject({
        output: expect.stringContaining('is outside of'),
      })
    expect(readFileSync(path.join(dir, 'secret.txt'), 'utf8')).toBe('token')
    expect(existsSync(path.join(dir, 'made.txt'))).toBe(false)
    expect(await json('grep', { pattern: 'token' })).toEqual({
      matches: [{ file: 'a.txt', line: 1, text: 'token' }],
      truncated: false,
    })
  })

  test('a link that is put in the way of a resolved path is not followed (W25)', async () => {
    const { fs, dir, root } = shopOnDisk({ 'src/cart.ts': 'total' })
    const resolved = await fs.resolve('src/cart.ts')
    mkdirSync(path.join(dir, 'outside'))
    writeFileSync(path.join(dir, 'outside/cart.ts'), 'token')
    rmSync(path.join(root, 'src'), { recursive: true })
    symlinkSync(path.join(dir, 'outside'), path.join(root, 'src'))
    expect(() => fs.read(resolved)).toThrow('link meanwhile')
    expect(() => fs.write(resolved, 'x')).toThrow('link meanwhile')
    expect(() => fs.list(path.dirname(resolved))).toThrow('link meanwhile')
    expect(readFileSync(path.join(dir, 'outside/cart.ts'), 'utf8')).toBe('token')
  })

  test.each(['glob', 'grep'])('an abort ends %s (W77)', async (name) => {
    const { call } = shopOnDisk({ 'src/cart.ts': 'total', 'src/a/b/c/d/e/orders.ts': 'total' })
    const controller = new AbortController()
    setImmediate(() => controller.abort(new Error('enough')))
    await expect(call(name, { pattern: 'x' }, controller.signal)).rejects.toThrow('enough')
  })

  test('an absolute path within is taken, one outside is not (W25)', async () => {
    const { call, root } = shopOnDisk({ 'a.txt': 'hi' })
    expect(await call('read_file', { file_path: path.join(root, 'a.txt') })).toEqual({ output: 'hi' })
    expect(await call('read_file', { file_path: '/etc/passwd' })).toMatchObject({ is_error: true })
    expect(await call('read_file', { file_path: `${root}-other/a` })).toMatchObject({ is_error: true })
  })

  test('a write keeps the mode of a file, and leaves nothing beside it (W23)', async () => {
    const { call, json, root } = shopOnDisk({ 'run.sh': '#!/bin/sh\n' })
    chmodSync(path.join(root, 'run.sh'), 0o755)
    await call('edit_file', { file_path: 'run.sh', old_text: 'sh', new_text: 'dash' })
    expect(statSync(path.join(root, 'run.sh')).mode & 0o777).toBe(0o755)
    expect(await json('ls')).toHaveLength(1)
  })

  test('what is no text is not read, so that it cannot be written back wrongly', async () => {
    const { call, root } = shopOnDisk()
    writeFileSync(path.join(root, 'logo'), Buffer.from([0x89, 0x50, 0xff, 0xfe]))
    expect(await call('read_file', { file_path: 'logo' })).toEqual({
      output: 'Error: it is not text',
      is_error: true,
    })
  })
})

describe('in memory', () => {
  test('there is no shell unless one is given', async () => {
    expect(await placeOver(inMemoryFiles()).call('execute', { command: 'ls' })).toEqual({
      output: 'Error: there is no shell here',
      is_error: true,
    })
    const given = inMemoryFiles({}, async (command) => ({ stdout: command, stderr: '', exit_code: 0 }))
    expect(await placeOver(given).json('execute', { command: 'ls' })).toMatchObject({ stdout: 'ls' })
  })

  test("a file system of one's own speaks to the model in its words", async () => {
    const remote: FileSystem = {
      ...inMemoryFiles(),
      read: async () => {
        throw new ToolMistake('the container is gone')
      },
    }
    expect(await placeOver(remote).call('read_file', { file_path: 'a' })).toEqual({
      output: 'Error: the container is gone',
      is_error: true,
    })
  })
})
