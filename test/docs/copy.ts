// A copy of the repository into which the blocks of a page are written, as a reader would.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { finish, type Finished } from '../support/cli.ts'
import { atEnd } from '../support/end.ts'
import { type Block, blocksOf, fileOf, packageDir, readPage } from './page.ts'

const here = (file: string): string => path.join(packageDir, file)
const folders = ['src', 'schemas', 'scripts', 'docs', 'examples', 'test', 'presets', 'recipes']
const files = ['package.json', 'README.md', 'hooks.example.yaml', 'tsconfig.json', 'vitest.config.ts']

export interface Copy {
  readonly dir: string
  /** Runs a file of a package, or a script of the copy. */
  run(...argv: readonly string[]): Promise<Finished>
  /** What tsc reports about these files. */
  typeErrors(...include: readonly string[]): Promise<readonly string[]>
  vitest(...tests: readonly string[]): Promise<Finished>
}

export function copyWith(page: string): Copy {
  const dir = mkdtempSync(path.join(tmpdir(), 'hooks-copy-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of [...folders, ...files]) cpSync(here(name), path.join(dir, name), { recursive: true })
  for (const name of ['node_modules', 'dist']) symlinkSync(here(name), path.join(dir, name))
  for (const block of blocksOf(readPage(page))) put(block, dir)
  const run: Copy['run'] = (...argv) =>
    finish([process.execPath, ...argv], {
      cwd: dir,
      env: { ...process.env, VITEST: undefined, NO_COLOR: '1' },
    })
  const program = (name: string, file: string): string => path.join(dir, 'node_modules', name, file)
  return {
    dir,
    run,
    async typeErrors(...include) {
      const settings = { extends: './tsconfig.json', include }
      writeFileSync(path.join(dir, 'tsconfig.page.json'), JSON.stringify(settings))
      const { stdout } = await run(program('typescript', 'bin/tsc'), '-p', 'tsconfig.page.json')
      return stdout.split('\n').filter((line) => include.some((file) => line.startsWith(file)))
    },
    vitest: (...tests) => run(program('vitest', 'vitest.mjs'), 'run', '--reporter=verbose', ...tests),
  }
}

function put(block: Block, dir: string): void {
  const file = fileOf(block)
  if (file === undefined || !/^(?:schemas|src|test)\//.test(file)) return
  const text = block.language === 'diff' ? added(readFileSync(here(file), 'utf8'), block.text) : block.text
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
  writeFileSync(path.join(dir, file), text)
}

/** The text with each `+` line of the diff after the line above it. */
function added(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n')
  return lines.reduce((whole, line, index) => {
    if (!line.startsWith('+')) return whole
    const before = (lines[index - 1] ?? '').slice(1)
    expect(whole).toContain(`${before}\n`)
    return whole.replace(`${before}\n`, `${before}\n${line.slice(1)}\n`)
  }, text)
}
