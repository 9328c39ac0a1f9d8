import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { createFileState } from '../../../src/store/state/file-state.ts'
import { createMemoryState } from '../../../src/store/state/memory.ts'
import { fileNameOf } from '../../../src/store/state/file-name.ts'
import type { Clock, State } from '../../../src/model/types.ts'
import { runs } from '../../support/seed.ts'
import { check } from '../../support/check.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'state-'))
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

let dirs = 0
const newDir = () => path.join(home, String(++dirs))

function fakeClock(): Clock & { pass(ms: number): void } {
  const time = { now: Date.UTC(2026, 10, 20, 9, 30) }
  return { now: () => time.now, elapsed: () => time.now, pass: (ms) => void (time.now += ms) }
}

const kinds = [
  {
    kind: 'files',
    create: (clock: Clock): State => createFileState({ dir: newDir(), session: 'c178c0', clock }),
  },
  {
    kind: 'files of one directory',
    create: (clock: Clock): State => createFileState({ dir: newDir(), clock }),
  },
  { kind: 'memory', create: (clock: Clock): State => createMemoryState(clock) },
]

describe.each(kinds)('state in $kind', ({ create }) => {
  const fresh = () => {
    const clock = fakeClock()
    return { clock, state: create(clock) }
  }

  test('counts by key', () => {
    const { state } = fresh()
    expect([
      state.counted('a'),
      state.count('a'),
      state.count('a'),
      state.count('b'),
      state.counted('a'),
    ]).toEqual([0, 1, 2, 1, 2])
  })

  test('begins again after a reset, its firsts too', () => {
    const { state } = fresh()
    state.count('a')
    state.once('a')
    state.reset('a')
    state.reset('never used')
    expect([state.counted('a'), state.count('a'), state.once('a')]).toEqual([0, 1, true])
  })

  test('appends to what is read', () => {
    const { state } = fresh()
    expect([state.append('a', 'one\n'), state.append('a', 'two\n'), state.read('a')]).toEqual([
      4,
      8,
      'one\ntwo\n',
    ])
    state.write('a', '')
    expect([state.append('a', 'three'), state.read('a'), state.read('b')]).toEqual([5, 'three', undefined])
  })

  test('says yes once', () => {
    const { state } = fresh()
    expect([state.once('a'), state.once('a'), state.once('b')]).toEqual([true, false, true])
  })

  test('measures a span by the clock', () => {
    const { clock, state } = fresh()
    state.open('toolu_1')
    clock.pass(1_250)
    expect([state.close('toolu_1'), state.close('toolu_1'), state.close('toolu_2')]).toEqual([
      1_250,
      undefined,
      undefined,
    ])
  })

  test('measures a span opened again from its last start', () => {
    const { clock, state } = fresh()
    state.open('a')
    clock.pass(500)
    state.open('a')
    clock.pass(100)
    expect(state.close('a')).toBe(100)
  })

  test('never measures less than nothing when the clock is set back', () => {
    const { clock, state } = fresh()
    state.open('a')
    clock.pass(-60_000)
    expect(state.close('a')).toBe(0)
  })

  test('keeps texts', () => {
    const { state } = fresh()
    expect(state.read('cart')).toBeUndefined()
    state.write('cart', 'ä\n')
    state.write('cart', '')
    state.write('orders', 'two')
    expect([state.read('cart'), state.read('orders')]).toEqual(['', 'two'])
  })

  test('begins a new run with each count of runs, beside the session', () => {
    const { state } = fresh()
    state.count('runs')
    state.run().count('a')
    state.run().once('b')
    state.run().write('c', 'first')
    expect([state.run().counted('a'), state.run().once('b'), state.counted('a'), state.once('b')]).toEqual([
      1,
      false,
      0,
      true,
    ])
    state.count('runs')
    const run = state.run()
    expect([run.counted('a'), run.once('b'), run.read('c'), run.run().once('b')]).toEqual([
      0,
      true,
      undefined,
      false,
    ])
  })

  test.each([
    '',
    '.',
    '..',
    '../../x',
    '/etc/passwd',
    'a/b',
    'nul',
    'a\0b',
    '\ud800',
    'x'.repeat(5_000),
    'Ünïcode €',
  ])('takes %j as a key', (key) => {
    const { state } = fresh()
    state.open(key)
    state.write(key, 'text')
    expect([state.count(key), state.once(key), state.close(key), state.read(key)]).toEqual([
      1,
      true,
      0,
      'text',
    ])
  })

  test('keeps keys apart', { tags: 'long' }, () => {
    check(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 2, maxLength: 5 }),
        (keys) => {
          const { state } = fresh()
          for (const key of keys) expect(state.count(key)).toBe(1)
        },
      ),
      { numRuns: runs(50) },
    )
  })
})

describe('names of files', () => {
  test('are safe, short and injective, even where case does not count', { tags: 'long' }, () => {
    const long = fc.string({ unit: 'binary', minLength: 150, maxLength: 400 })
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('A', 'a', '%41', '%', '', '.', '%2e', '~'),
      long,
    )
    check(
      fc.property(text, text, (a, b) => {
        expect(fileNameOf(a)).toMatch(/^[a-z0-9_%~-][a-z0-9_.%~-]{0,199}$/)
        expect(fileNameOf(a) === fileNameOf(b)).toBe(a === b)
      }),
      { numRuns: runs(300) },
    )
  })

  test('tell long texts apart that differ at the end only', () => {
    const names = new Set(Array.from({ length: 5_000 }, (_, i) => fileNameOf(`${'x'.repeat(500)}${i}`)))
    expect(names.size).toBe(5_000)
  })
})

describe('state in files, from outside', () => {
  const clock = fakeClock()

  test('makes nothing before something is written', () => {
    const dir = newDir()
    const state = createFileState({ dir, session: 's', clock })
    expect([state.counted('a'), state.read('b'), state.close('c')]).toEqual([0, undefined, undefined])
    state.reset('a')
    expect(fs.existsSync(dir)).toBe(false)
  })

  test('is for its owner only', () => {
    const dir = newDir()
    const state = createFileState({ dir, session: 'S/1', clock })
    state.count('a')
    state.write('b', 'text')
    state.run().once('c')
    for (const entry of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
      const mode = fs.statSync(path.join(entry.parentPath, entry.name)).mode & 0o777
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
    }
  })

  test('is shared by all who open the same session, and by no other', () => {
    const dir = newDir()
    const open = (session: string) => createFileState({ dir, session, clock })
    open('one').count('a')
    open('one').once('b')
    open('one').open('c')
    expect([open('one').count('a'), open('one').once('b'), open('one').close('c')]).toEqual([2, false, 0])
    expect([open('One').count('a'), open('../one').once('b')]).toEqual([1, true])
  })

  test('gives a script a file of its own in a directory that is there', () => {
    const state = createFileState({ dir: newDir(), session: 's', clock })
    const file = state.file('script/format') ?? ''
    fs.writeFileSync(file, 'kept')
    expect(state.read('script/format')).toBe('kept')
    expect(state.file('script/other')).not.toBe(file)
    expect(createMemoryState(clock).file('script/format')).toBeUndefined()
  })

  const broken: readonly {
    readonly name: string
    readonly prepare: (dir: string) => void
    readonly problem: RegExp
  }[] = [
    {
      name: 'a file stands in its place',
      prepare: (dir) => fs.writeFileSync(dir, ''),
      problem: /EEXIST|ENOTDIR/,
    },
    {
      name: 'it is a link',
      prepare: (dir) => (fs.mkdirSync(`${dir}.real`), fs.symlinkSync(`${dir}.real`, dir)),
      problem: /only we can write/,
    },
    {
      name: 'it is a link to nowhere',
      prepare: (dir) => fs.symlinkSync('/nowhere/at/all', dir),
      problem: /ENOENT|EEXIST/,
    },
    {
      name: 'others may write there',
      prepare: (dir) => (fs.mkdirSync(dir), fs.chmodSync(dir, 0o777)),
      problem: /only we can write/,
    },
    {
      name: 'its counters cannot be made',
      prepare: (dir) => (
        fs.mkdirSync(path.join(dir, 's'), { recursive: true, mode: 0o700 }),
        ['counts', 'once', 'open', 'files'].forEach((name) => fs.writeFileSync(path.join(dir, 's', name), ''))
      ),
      problem: /EEXIST|ENOTDIR/,
    },
  ]

  test.each(broken)('remembers within the process when $name, and says so', ({ prepare, problem }) => {
    const dir = newDir()
    prepare(dir)
    const state = createFileState({ dir, session: 's', clock })
    expect(state.problem).toBeUndefined()
    state.open('d')
    state.write('e', 'text')
    expect([state.count('a'), state.count('a'), state.once('b'), state.once('b')]).toEqual([
      1,
      2,
      true,
      false,
    ])
    expect([state.counted('a'), state.close('d'), state.read('e'), state.file('f')]).toEqual([
      2,
      0,
      'text',
      undefined,
    ])
    expect(state.problem).toMatch(problem)
    expect(fs.existsSync('/nowhere')).toBe(false)
  })

  test('goes on counting when the disk is full, and says so', () => {
    const dir = newDir()
    createFileState({ dir, session: 's', clock }).count('b')
    fs.symlinkSync('/dev/full', path.join(dir, 's/counts/a'))
    const state = createFileState({ dir, session: 's', clock })
    expect([state.count('a'), state.count('a'), state.counted('a'), state.count('b')]).toEqual([1, 2, 2, 2])
    expect(state.problem).toMatch(/ENOSPC/)
  })
})

describe('many processes', () => {
  test('lose no count, give each a number of its own and one first to one of them', async () => {
    const dir = newDir()
    const main = compiled(path.join(home, 'compiled'))
    const script = `
      const { createFileState } = await import(${JSON.stringify(main)})
      const clock = { now: () => Date.now(), elapsed: () => performance.now() }
      const state = createFileState({ dir: ${JSON.stringify(dir)}, session: 's', clock })
      let firsts = 0
      const numbers = []
      for (let i = 0; i < 200; i++) {
        numbers.push(state.count('calls'))
        state.run().count('calls')
        if (state.once('call ' + i)) firsts++
      }
      console.log(JSON.stringify([firsts, state.problem ?? null, numbers]))`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const results = await Promise.all(Array.from({ length: 8 }, run))
    const answers = results.map(({ stdout }) => JSON.parse(stdout) as [number, string | null, number[]])
    const state = createFileState({ dir, session: 's', clock: fakeClock() })
    expect([state.counted('calls'), state.run().counted('calls')]).toEqual([1_600, 1_600])
    expect(answers.map(([firsts]) => firsts).reduce((a, b) => a + b)).toBe(200)
    expect(answers.map(([, problem]) => problem)).toEqual(answers.map(() => null))
    expect(new Set(answers.flatMap(([, , numbers]) => numbers)).size).toBe(1_600)
  })
})

/** The state's sources as JavaScript that Node runs; returns the entry's address. */
function compiled(dir: string): string {
  const entry = path.resolve(import.meta.dirname, '../../../src/store/state/file-state.ts')
  const root = path.resolve(import.meta.dirname, '../../../src')
  const outputOf = (source: string): string =>
    path.join(dir, path.relative(root, source)).replace(/\.ts$/, '.js')
  const sources = new Set([entry])
  for (const source of sources) {
    const { outputText } = ts.transpileModule(fs.readFileSync(source, 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ES2022,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    })
    fs.mkdirSync(path.dirname(outputOf(source)), { recursive: true })
    fs.writeFileSync(outputOf(source), outputText)
    for (const [, target = ''] of outputText.matchAll(/from ['"](\.[^'"]+)\.js['"]/g))
      sources.add(path.resolve(path.dirname(source), `${target}.ts`))
  }
  fs.writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}')
  return outputOf(entry)
}
