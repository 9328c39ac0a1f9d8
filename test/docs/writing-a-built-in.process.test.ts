// docs/writing-a-built-in.md, followed to the letter in a copy of the repository.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Finished } from '../support/cli.ts'
import { isTouched } from '../support/part.ts'
import { copyWith } from './copy.ts'

const copy = copyWith('docs/writing-a-built-in.md')
/** It checks and tests a repository: half a minute on an idle machine. */
const HANGING_MS = 600_000
let generated: Finished | undefined

describe('docs/writing-a-built-in.md', { timeout: HANGING_MS }, () => {
  beforeAll(async () => {
    generated = await copy.run('scripts/generate.mjs')
  }, HANGING_MS)

  test('its files are generated', () => {
    expect(generated).toMatchObject({ exit: 0, stderr: '' })
  })

  test('its type, its validator and its section come from the schema', () => {
    const made = (file: string): string => readFileSync(path.join(copy.dir, file), 'utf8')
    expect(made('src/model/generated/options.ts')).toContain('export interface SmallFilesOptions')
    expect(made('docs/built-ins.md')).toContain('## small-files')
    expect(made('docs/built-ins.md')).toContain('denies the line after the last one')
  })

  const plays = isTouched('docs/writing-a-built-in.md', 'src/builtins', import.meta.filename)
  test.runIf(plays)('its types are right', async () => {
    expect(await copy.typeErrors('src/builtins/small-files.ts', 'test/builtins/small-files.test.ts')).toEqual(
      [],
    )
  })

  test.runIf(plays)('its examples and its test pass', async () => {
    const tests = ['test/builtins/small-files.test.ts', 'test/builtins/examples.test.ts']
    expect(await copy.vitest(...tests)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('denies the line after the last one'),
    })
  })
})
