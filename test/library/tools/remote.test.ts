// Files behind a program that runs a shell elsewhere. Here the shell is this machine's own, once behind a program that joins its words, as ssh does.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileTools, type FileSystem, remoteFiles, runTool } from '../../../src/tools.ts'

const dir = mkdtempSync(path.join(tmpdir(), "hooks-remote '$x "))
const root = path.join(dir, 'the shop')
const ssh = path.join(dir, 'ssh')
const docker = path.join(dir, 'docker')

beforeAll(() => {
  writeFileSync(ssh, '#!/bin/sh\nshift\nexec sh -c "$*"\n', { mode: 0o755 })
  writeFileSync(
    docker,
    '#!/bin/sh\nif [ "$2" = -i ]; then shift 3; exec "$@"; else shift 2; exec "$@" </dev/null; fi\n',
    {
      mode: 0o755,
    },
  )
})
afterAll(() => rmSync(dir, { recursive: true }))

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(path.join(root, 'src/till'), { recursive: true })
  writeFileSync(path.join(root, 'src/cart.ts'), 'net\nfoo net\n')
})

const kinds: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ['a program that joins its words', [ssh, 'build.example']],
  ['a program that takes words', [docker, 'exec', '-i', 'shop']],
  ['bash', ['env', 'BASH_ENV=', 'bash', '-c', 'exec bash', 'bash']],
]

describe.each(kinds)('%s', (_, command) => {
  const fs = remoteFiles(command, { root })
  const tools = fileTools(fs)
  const call = (name: string, input: object) => runTool(tools.tools, { name, input })
  const said = async (name: string, input: object) => (await call(name, input)).output

  test('lists names, types and sizes', async () => {
    symlinkSync('cart.ts', path.join(root, 'src/link'))
    writeFileSync(path.join(root, 'src/.a\nb "c\' $d'), '123')
    expect(JSON.parse(await said('ls', { path: 'src' }))).toEqual([
      { name: '.a\nb "c\' $d', type: 'file', size: expect.any(Number) },
      { name: 'cart.ts', type: 'file', size: 12 },
      { name: 'link', type: 'symlink', size: 7 },
      { name: 'till', type: 'dir', size: expect.any(Number) },
    ])
    expect(JSON.parse(await said('ls', { path: 'src/till' }))).toEqual([])
    expect(await said('ls', { path: 'none' })).toBe('Error: there is no such directory')
    expect(await said('ls', { path: 'src/cart.ts' })).toBe('Error: it is a file, not a directory')
  })

  test.each([
    '',
    'net',
    'net\n',
    '\n\n',
    "it's $HOME `x` \\n\\\\\r\n\tEnde €😀",
    '\uFEFFmark',
    'HOOKS\n',
    'x'.repeat(300_000),
  ])('writes and reads %j', async (text) => {
    const file_path = "new/deep dir/it's.txt"
    expect(await said('write_file', { file_path, content: text })).toMatch(/^Wrote \d+ bytes to new\//)
    expect(readFileSync(path.join(root, file_path), 'utf8')).toBe(text)
    expect(await said('read_file', { file_path })).toBe(text)
    expect(readdirSync(path.join(root, 'new/deep dir'))).toEqual(["it's.txt"])
  })

  test('edits, and keeps the mode', async () => {
    chmodSync(path.join(root, 'src/cart.ts'), 0o750)
    expect(await said('edit_file', { file_path: 'src/cart.ts', old_text: 'net', new_text: 'gross' })).toBe(
      'Edited src/cart.ts',
    )
    expect(readFileSync(path.join(root, 'src/cart.ts'), 'utf8')).toBe('gross\nfoo net\n')
    expect(statSync(path.join(root, 'src/cart.ts')).mode & 0o777).toBe(0o750)
    expect(tools.files()).toMatchObject({ 'src/cart.ts': 'gross\nfoo net\n' })
  })

  test('searches in one look each', async () => {
    for (const name of ['node_modules/a', '.git', 'src/till/deep'])
      mkdirSync(path.join(root, name), { recursive: true })
    for (const name of ['node_modules/a/x.ts', '.git/x.ts', 'src/till/deep/x.ts', 'x.ts'])
      writeFileSync(path.join(root, name), `fooo in ${name}`)
    writeFileSync(path.join(root, 'src/image'), Buffer.from([0xff, 0xfe, 0x66, 0x6f, 0x6f]))
    expect(JSON.parse(await said('glob', { pattern: 'x.*' }))).toEqual({
      files: ['src/till/deep/x.ts', 'x.ts'],
      truncated: false,
    })
    expect(JSON.parse(await said('grep', { pattern: 'fo+' }))).toEqual({
      matches: [
        { file: 'src/cart.ts', line: 2, text: 'foo net' },
        { file: 'src/till/deep/x.ts', line: 1, text: 'fooo in src/till/deep/x.ts' },
        { file: 'x.ts', line: 1, text: 'fooo in x.ts' },
      ],
      truncated: false,
    })
  })

  test('runs commands in the root, and says how they ended', async () => {
    const ended = JSON.parse(
      await said('execute', { command: 'pwd; echo "it\'s" >&2; cat; exit 3' }),
    ) as object
    expect(ended).toEqual({ stdout: `${root}\n`, stderr: "it's\n", exit_code: 3 })
  })

  test('nothing leads out of the root', async () => {
    writeFileSync(path.join(dir, 'secret'), 'pin')
    symlinkSync('../secret', path.join(root, 'out'))
    symlinkSync('..', path.join(root, 'up'))
    symlinkSync('/none/at/all', path.join(root, 'dangling'))
    for (const file_path of [
      '../secret',
      '/etc/passwd',
      'out',
      'up/secret',
      'up/new',
      'dangling',
      'src/../../secret',
    ]) {
      expect(await said('read_file', { file_path })).toMatch(
        /^Error: .*(?:outside of|leads out of|lead nowhere|no such)/,
      )
      expect(await said('write_file', { file_path, content: 'x' })).toMatch(
        /^Error: .*(?:outside of|leads out of|lead nowhere)/,
      )
    }
    expect(await said('ls', { path: 'up' })).toMatch(/^Error: it leads out of the root/)
    expect(await said('read_file', { file_path: 'a\0b' })).toBe('Error: the path holds a NUL')
    expect([readFileSync(path.join(dir, 'secret'), 'utf8'), existsSync(path.join(dir, 'new'))]).toEqual([
      'pin',
      false,
    ])
  })

  test('what is no text is not read', async () => {
    writeFileSync(path.join(root, 'image'), Buffer.from([0xff, 0xfe]))
    expect(await said('read_file', { file_path: 'image' })).toBe('Error: it is not text')
    expect(await said('read_file', { file_path: 'src' })).toBe('Error: it is a directory')
    expect(await said('read_file', { file_path: 'none' })).toBe('Error: there is no such file')
  })
})

describe('what goes wrong is told', () => {
  const read = async (fs: FileSystem): Promise<string> => {
    const { tools } = fileTools(fs)
    return (await runTool(tools, { name: 'read_file', input: { file_path: 'src/cart.ts' } })).output
  }

  test('a program that is not there', async () => {
    expect(await read(remoteFiles(['no-such-program'], { root }))).toMatch(
      /^Error: no-such-program could not be started/,
    )
  })

  test('a connection that fails', async () => {
    const fails = remoteFiles(['sh', '-c', 'echo "connection refused" >&2; exit 255'], { root })
    expect(await read(fails)).toBe('Error: sh ended with 255: connection refused')
  })

  test('a program that passes no stdin on', async () => {
    const without = remoteFiles([docker, 'exec', 'shop'], { root })
    expect(await read(without)).toMatch(/^Error: .*docker ended with 0: it runs no script from stdin/)
  })

  test('a root that is not there, or relative', async () => {
    expect(await read(remoteFiles(['env'], { root: path.join(dir, 'none') }))).toBe(
      'Error: there is no such file',
    )
    expect(() => remoteFiles(['env'], { root: 'shop' })).toThrow(
      'Expected the `root` option to be absolute, got shop',
    )
  })

  test('a command that takes too long, and one that is aborted', async () => {
    const fs = remoteFiles(['env'], { root, timeout_ms: 300 })
    const hangs = 'echo begun; exec tail -f /dev/null'
    expect(await fs.execute?.(hangs, {})).toMatchObject({
      stdout: 'begun\n',
      exit_code: null,
      timed_out: true,
    })
    const controller = new AbortController()
    const asked = remoteFiles(['env'], { root }).execute?.(`touch begun; ${hangs}`, {
      signal: controller.signal,
    })
    while (!existsSync(path.join(root, 'begun'))) await setTimeout(5)
    controller.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })

  test('a write that fails leaves what was there', async () => {
    const { tools } = fileTools(
      remoteFiles(['env', `PATH=${path.join(dir, 'bin')}:${process.env['PATH']}`], { root }),
    )
    mkdirSync(path.join(dir, 'bin'), { recursive: true })
    writeFileSync(path.join(dir, 'bin/base64'), '#!/bin/sh\n[ "$1" != -d ] || cat >/dev/null; exit 1\n', {
      mode: 0o755,
    })
    const input = { file_path: 'src/cart.ts', content: 'half' }
    expect((await runTool(tools, { name: 'write_file', input })).output).toBe('Error: it cannot be written')
    expect(readFileSync(path.join(root, 'src/cart.ts'), 'utf8')).toBe('net\nfoo net\n')
    expect(readdirSync(path.join(root, 'src'))).toEqual(['cart.ts', 'till'])
  })
})
