import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombs } from './bombs/files.ts'

interface Result {
  readonly name: string
  readonly ms: number
  readonly problems: number
  readonly characters: number
  readonly escapes: boolean
}

/** Half a minute of work, on a machine that may do ten times as much. */
const HANGING_MS = 600_000
const dir = mkdtempSync(join(tmpdir(), 'hooks-bombs-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let child: ReturnType<typeof spawnSync>
let results: ReadonlyMap<string, Result> = new Map()

// In a process of its own, because what yaml does with some of these nothing can catch.
beforeAll(async () => {
  const entry = { child: join(import.meta.dirname, 'bombs/child.ts') }
  await build({
    config: false,
    entry,
    outDir: dir,
    format: 'cjs',
    platform: 'node',
    dts: false,
    deps: { alwaysBundle: [/./] },
    logLevel: 'silent',
  })
  child = spawnSync(process.execPath, [join(dir, 'child.cjs')], {
    encoding: 'utf8',
    timeout: HANGING_MS,
    maxBuffer: 1e8,
  })
  const printed: { results?: Result[] } = child.status === 0 ? JSON.parse(String(child.stdout)) : {}
  results = new Map(printed.results?.map((each) => [each.name, each]))
}, HANGING_MS)

test('ends by itself, with every file answered', () => {
  expect({ status: child.status, signal: child.signal, stderr: child.stderr }).toEqual({
    status: 0,
    signal: null,
    stderr: '',
  })
  expect([...results.keys()]).toEqual(Object.keys(bombs))
  expect(JSON.parse(String(child.stdout)).isPolluted).toBe(false)
})

test.each(Object.keys(bombs))('answers in bounded time and space: %s', (name) => {
  const { ms, problems, characters, escapes } = results.get(name) ?? {
    ms: Infinity,
    problems: 0,
    characters: 0,
    escapes: true,
  }
  expect(ms).toBeLessThan(5000)
  expect(problems).toBeLessThanOrEqual(402)
  expect(characters).toBeLessThan(300_000)
  expect(escapes).toBe(false)
})
