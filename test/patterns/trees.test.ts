// A call over a whole tree: what is found below it, and how little is looked at for that.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { reads } from '../../src/matchers/paths.ts'
import { candidatesIn } from '../../src/patterns/paths/listing.ts'
import { locate } from '../../src/patterns/paths/paths.ts'
import { matchesPath } from '../../src/patterns/pattern.ts'
import { noFacts } from '../../src/shell/kinds.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { walk } from '../../src/shell/walk.ts'
import { root, subjectIn } from '../support/facts-world.ts'
import { context, loaders } from '../support/loaders.ts'
import type { Files, Match, PathFact, Pattern } from '../../src/model/types.ts'
import { check } from '../support/check.ts'

function patternOf(written: readonly string[]): Pattern {
  const { pattern, problems } = compilePattern('paths', written, { groups: {}, home: '/home/dana' })
  expect(problems).toEqual([])
  return pattern as Pattern
}

interface Work {
  lists: number
  kinds: number
  reads: number
  regexes: number
}

/** Directories of files below /shop, all of them empty. */
function countedFiles(dirs: Readonly<Record<string, readonly string[]>>, work: Work): Files {
  const unused = (): never => {
    throw new Error('nothing is written here')
  }
  return {
    write: unused,
    append: unused,
    remove: unused,
    list: (dir) => (work.lists++, dirs[dir] ?? []),
    kind: (path) => (work.kinds++, dirs[path] === undefined ? undefined : 'dir'),
    read: () => void work.reads++,
    real: (path) => path,
    inode: () => undefined,
  }
}

function shopOf(count: number, more: readonly string[] = []): Record<string, readonly string[]> {
  const names = Array.from({ length: count / 20 }, (_, at) => `part-${at}`)
  const files = Array.from({ length: 20 }, (_, at) => `orders-${at}.ts`)
  const parts = names.map((name) => [`${root}/${name}`, files] as const)
  return { ...Object.fromEntries(parts), [root]: [...names.map((name) => `${name}/`), ...more] }
}

const patterns = [
  ['.env', '.env.*', '*.env', '!**/node_modules/**'],
  ['**/.ssh/**', '**/.gnupg/**', '~/.aws/**', '!*.pub'],
  ['*.pem', '*.key', 'id_rsa', 'service-account*.json', '!*ca.pem'],
  ['./secrets/**', '/etc/**', '*secret*key*'],
]

/** What every pattern says of the tree, and the work that it took. */
function askAll(dirs: Readonly<Record<string, readonly string[]>>, fact: PathFact): [Match[], Work] {
  const work: Work = { lists: 0, kinds: 0, reads: 0, regexes: 0 }
  const files = countedFiles(dirs, work)
  const source = createFactSource({ files, env: {}, parser: loaders.parser })
  const event = { event: 'PreToolUse', cwd: root, root, raw: {}, tool_input: {} } as const
  const subject = createSubject(event, {
    ...source,
    facts: () => ({ ...noFacts, reads: [fact] }),
    did: () => ({ calls: [], prompt: 0, known_since: 0 }),
    real: files.real,
  })
  const tests = patterns.map((written) => reads.compile(patternOf(written), context))
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  try {
    const found = tests.map((each) => each(subject))
    return [found, { ...work, regexes: exec.mock.calls.length }]
  } finally {
    exec.mockRestore()
  }
}

describe('the work for a tree', () => {
  const tree: PathFact = { path: root, tree: true }
  const [, small] = askAll(shopOf(1000), tree)
  const [, large] = askAll(shopOf(8000), tree)

  test('matches no path against a pattern of which it holds no text', () => {
    expect(small.regexes).toBeLessThan(100)
    expect(large.regexes).toBeLessThan(100)
  })

  test('lists each directory once, and looks at no file', () => {
    expect(large.lists).toBe(8000 / 20 + 1)
    expect(large.kinds).toBe(small.kinds)
  })

  test('reads no ignore file that is not listed', () => {
    const [, { reads: count }] = askAll(shopOf(1000), { ...tree, skips: ['ignored'] })
    expect(count).toBe(0)
  })

  test('grows by the paths that hold such a text', () => {
    const [found, work] = askAll(shopOf(8000, ['ca.pem', 'cart.pem', 'x.env']), tree)
    expect(found.map(({ is, bind }) => bind?.['path'] ?? is)).toEqual(['x.env', 'no', 'cart.pem', 'no'])
    expect(work.regexes).toBeLessThan(100)
  })

  test('enters no directory in which a shell pattern names nothing', () => {
    const [found, { lists }] = askAll(shopOf(8000, ['tmp.a/']), {
      path: `${root}/tmp.*`,
      glob: true,
      tree: true,
    })
    expect(found.map(({ is }) => is)).toEqual(['maybe', 'no', 'maybe', 'maybe'])
    expect(lists).toBe(2)
  })
})

describe('what a shell pattern names', () => {
  const files = Object.fromEntries(
    ['a.ts', '.a.ts', 'src/a.ts', 'src/b.md', 'src/.x/a.ts', 'src/api/a.ts', 'src/api/v1/a.ts'].map(
      (file) => [file, ''],
    ),
  )
  const { look } = subjectIn({ files }, {})
  test.each([
    ['*', ['a.ts']],
    ['*.ts', ['a.ts']],
    ['.*', ['.a.ts']],
    ['*/a.ts', ['src/a.ts']],
    ['src/**', ['src/a.ts', 'src/b.md', 'src/api/a.ts', 'src/api/v1/a.ts', 'src/.x/a.ts']],
    ['**/a.ts', ['a.ts', 'src/a.ts', 'src/api/a.ts', 'src/api/v1/a.ts', 'src/.x/a.ts']],
    ['**/api/*.ts', ['src/api/a.ts']],
    // Braces stand for anything.
    ['**/{api,v1}/a.ts', ['src/a.ts', 'src/api/a.ts', 'src/api/v1/a.ts', 'src/.x/a.ts']],
    ['[s]rc/?.md', ['src/b.md']],
    ['a.ts/*', []],
  ])('%s', (path, named) => {
    const found = look?.below({ path: `${root}/${path}`, glob: true }) ?? []
    const paths = found.flatMap(({ dir, names }) =>
      names.map((name) => `${dir}/${name}`.slice(root.length + 1)),
    )
    expect(paths.toSorted()).toEqual(named.toSorted())
  })
})

const name = fc.constantFrom(
  'src',
  '.env',
  'Key',
  'key.pem',
  '.ssh',
  'cart.ts',
  'ΑΣ',
  'ΑΣ.ts',
  'a\nb',
  'x*',
  'İ.pem',
)
const globs =
  '*.pem .env* **/.ssh/** ./src/** src/* ** ./* *k*y* *.{ts,pem} /shop/src/.ssh ~/.ssh/** /home/** ΑΣ* KEY ' +
  'src/**/key.pem [ck]* **/src/* x\\* {src,.ssh}/**'
const glob = fc.constantFrom(...globs.split(' '))

test('every path that a pattern matches is a candidate, in the order of the listing', () => {
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { maxLength: 12 })
  const written = fc.array(glob, { minLength: 1, maxLength: 3 })
  const top = fc.constantFrom('/', '/shop', '/shop/src', '/home/dana', '/shop/src/.ssh')
  check(
    fc.property(paths, written, top, fc.boolean(), (all, texts, from, folds) => {
      const given = patternOf(texts)
      const fold = { yes: given.yes.map((item) => ({ ...item, flags: 'i' })), no: [] }
      const pattern = folds ? fold : given
      const tree = new Map<string, string[]>()
      for (const names of all) {
        const dir = [from === '/' ? '' : from, ...names.slice(0, -1)].join('/') || '/'
        tree.set(dir, [...(tree.get(dir) ?? []), names.at(-1) ?? ''])
      }
      const dirs = [...tree].map(([dir, names]) => ({ dir, names }))
      const listed = dirs.flatMap(({ dir, names }) =>
        names.map((each) => `${dir === '/' ? '' : dir}/${each}`),
      )
      const isMatch = (path: string): boolean =>
        matchesPath(pattern, locate(path, { root, cwd: root }), context.linear) !== undefined
      const candidates = [...candidatesIn({ top: from, dirs }, pattern, root)]
      expect(candidates.filter(isMatch)).toEqual(listed.filter(isMatch))
    }),
    { numRuns: 1000 },
  )
})

test('more entries than the limit are not listed', () => {
  const work = { lists: 0, kinds: 0, reads: 0, regexes: 0 }
  const walking = { root, files: countedFiles(shopOf(20_000), work) }
  expect(walk({ path: root, tree: true }, walking)).toBeUndefined()
  expect(walk({ path: `${root}/part-1*`, glob: true, tree: true }, walking)).toHaveLength(111)
})
