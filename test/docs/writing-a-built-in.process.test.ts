// docs/writing-a-built-in.md, followed to the letter in a copy of the repository.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finish, type Finished } from '../support/cli.ts'
import { type Block, blocksOf, fileOf, packageDir, readPage } from './page.ts'

const blocks = blocksOf(readPage('docs/writing-a-built-in.md'))
const here = (file: string): string => path.join(packageDir, file)
const copy = mkdtempSync(path.join(tmpdir(), 'hooks-copy-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** `there` lines as the page shows them: each `+` line goes behind the line above it. */
function added(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n')
  return lines.reduce((whole, line, index) => {
    if (!line.startsWith('+')) return whole
    const before = (lines[index - 1] ?? '').slice(1)
    expect(whole).toContain(`${before}\n`)
    return whole.replace(`${before}\n`, `${before}\n${line.slice(1)}\n`)
  }, text)
}

function put(block: Block): void {
  const file = fileOf(block)
  if (file === undefined || !/^(?:schemas|src|test)\//.test(file)) return
  const text = block.language === 'diff' ? added(readFileSync(here(file), 'utf8'), block.text) : block.text
  writeFileSync(path.join(copy, file), text)
}

const run = (...argv: readonly string[]): Promise<Finished> =>
  finish(argv, { cwd: copy, env: { ...process.env, VITEST: undefined, NO_COLOR: '1' } })
const program = (name: string, file: string): string => path.join(copy, 'node_modules', name, file)

let generated: Finished | undefined

describe('docs/writing-a-built-in.md', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    for (const name of ['src', 'schemas', 'scripts', 'docs', 'test', 'presets', 'recipes', 'package.json'])
      cpSync(here(name), path.join(copy, name), { recursive: true })
    for (const name of ['README.md', 'hooks.example.yaml', 'tsconfig.json', 'vitest.config.ts'])
      cpSync(here(name), path.join(copy, name))
    symlinkSync(here('node_modules'), path.join(copy, 'node_modules'))
    for (const block of blocks) put(block)
    generated = await run(process.execPath, 'scripts/generate.mjs')
  }, 120_000)

  test('its files are generated', () => {
    expect(generated).toMatchObject({ exit: 0, stderr: '' })
  })

  test('its type, its validator and its section come from the schema', () => {
    const made = (file: string): string => readFileSync(path.join(copy, file), 'utf8')
    expect(made('src/model/generated/options.ts')).toContain('export interface SmallFilesOptions')
    expect(made('docs/built-ins.md')).toContain('## small-files')
    expect(made('docs/built-ins.md')).toContain('denies the line after the last one')
  })

  test('its types are right', async () => {
    const include = ['src/builtins/small-files.ts', 'test/builtins/small-files.test.ts']
    const settings = { extends: './tsconfig.json', include }
    writeFileSync(path.join(copy, 'tsconfig.page.json'), JSON.stringify(settings))
    const { stdout } = await run(
      process.execPath,
      program('typescript', 'bin/tsc'),
      '-p',
      'tsconfig.page.json',
    )
    expect(stdout.split('\n').filter((line) => line.includes('small-files'))).toEqual([])
  })

  test('its examples and its test pass', async () => {
    const tests = ['test/builtins/small-files.test.ts', 'test/builtins/examples.test.ts']
    const { exit, stdout } = await run(
      process.execPath,
      program('vitest', 'vitest.mjs'),
      'run',
      '--reporter=verbose',
      ...tests,
    )
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.stringContaining('denies the line after the last one'),
    })
  })
})
