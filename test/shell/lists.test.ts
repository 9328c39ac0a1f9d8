// What Git and archive programs are asked has a bound of work, not of time; what did not come is unresolved, and says so.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { writes } from '../../src/matchers/paths.ts'
import type { Match, Pattern } from '../../src/model/types.ts'
import { askLister } from '../../src/shell/look/ask-lister.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { createFiles } from '../../src/store/disk/files.ts'
import { context, loaders } from '../support/loaders.ts'

const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hooks-lists-')))
const root = path.join(base, 'shop')
const asked = path.join(base, 'asked')
mkdirSync(path.join(root, '.git'), { recursive: true })
mkdirSync(path.join(base, 'bin'))
writeFileSync(path.join(root, 'shop.tar'), '')
beforeEach(() => rmSync(asked, { force: true }))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** What stands for a program; each start adds a line to `asked`. */
function put(program: string, script: string): void {
  const file = path.join(base, 'bin', program)
  writeFileSync(file, `#!/bin/sh\necho ${program} >> ${asked}\n${script}\n`)
  chmodSync(file, 0o755)
}

const starts = (): number => (existsSync(asked) ? readFileSync(asked, 'utf8').split('\n').length - 1 : 0)
const HANGS = 'exec tail -f /dev/null'
const LISTS = "printf 'src/cart.ts\\0'"

interface Bounds {
  readonly left_ms?: number
  /** How long each answer takes, by the clock that is injected. */
  readonly each_ms?: number
  readonly guard?: Pattern['guard']
}

function ask(
  command: string,
  pattern: string,
  { left_ms = Infinity, each_ms = 0, guard }: Bounds = {},
): Match {
  let at = 0
  const clock = { elapsed: () => (at += each_ms) - each_ms }
  const files = createFiles()
  const env = { PATH: `${base}/bin:/usr/bin:/bin` }
  const source = createFactSource({ files, env, parser: loaders.parser, clock, left_ms })
  const event = {
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    cwd: root,
    root,
    raw: {},
  } as const
  const did = () => ({ calls: [], prompt: 0, known_since: 0 })
  const subject = createSubject(event, { ...source, did, real: files.real })
  const compiled = compilePattern('paths', [pattern], { groups: {}, home: '/home/dana' }).pattern as Pattern
  return writes.compile({ ...compiled, ...(guard !== undefined && { guard }) }, context)(subject)
}

describe('a program that does not end', () => {
  test('is stopped before the call has to be answered, and the match says so', () => {
    put('git', HANGS)
    expect(ask('git stash', 'src/**', { left_ms: 200 })).toMatchObject({
      is: 'maybe',
      unknown: `Git did not answer within 0.1 s, so what would change below ${root} is unknown. Try again, or name each file.`,
    })
  })

  test('is stopped by the CPU time it takes, whatever the clock says', () => {
    put('git', 'while :; do :; done')
    const world = { root, env: { PATH: `${base}/bin` }, wait_ms: 100_000 }
    expect(askLister(root, ['git', 'stash', 'show'], world)).toEqual({
      failure: 'did not answer within 2 s of CPU time',
    })
  })

  test('leaves a place that a rule names to the rule', () => {
    put('tar', HANGS)
    const bounds = { left_ms: 200 }
    expect(ask('tar xf shop.tar -C app', 'app/.env', bounds)).toMatchObject({ is: 'yes' })
    expect(ask('tar xf shop.tar -C app', '**/.env', bounds)).toMatchObject({
      is: 'maybe',
      why: expect.stringMatching(/^tar did not answer within 0.1 s, so what would change below app /),
    })
  })

  test('leaves what is protected in doubt; a revision that Git does not know does not', () => {
    const guarded = { left_ms: 200, guard: 'held' } as const
    put('git', HANGS)
    expect(ask('git cherry-pick abc1234', 'hooks.yaml', guarded).is).toBe('maybe')
    put('git', 'exit 128')
    expect(ask('git cherry-pick abc1234', 'hooks.yaml', { ...guarded, left_ms: Infinity }).is).toBe('no')
  })
})

test('a program that something else ends leaves what it would list unresolved, and no other question is asked', () => {
  put('git', 'kill -9 $$')
  expect(ask('git checkout offers', 'src/**').why).toMatch(/^Git was ended by SIGKILL, /)
  expect(starts()).toBe(1)
})

test('answers count however long each takes, until all of them took eight seconds', () => {
  put('git', LISTS)
  const three = 'git checkout one; git checkout two; git checkout three'
  expect(ask(three, 'docs/**', { each_ms: 2_600 }).is).toBe('no')
  expect(starts()).toBe(3)
  expect(ask(three, 'docs/**', { each_ms: 4_000 }).why).toMatch(/^Git did not answer within 8 s, /)
  expect(starts()).toBe(3 + 2)
})

test('one call starts a hundred programs at most', () => {
  put('git', LISTS)
  const many = Array.from({ length: 101 }, (_, at) => `git checkout branch-${at}`).join('; ')
  expect(ask(many, 'docs/**').why).toMatch(/^Git was not asked: one call may ask 100 programs, /)
  expect(starts()).toBe(100)
})
