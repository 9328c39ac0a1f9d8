import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { matchesName, matchesPath, matchesText } from '../../src/library/define.ts'
import type { Pattern, Takes } from '../../src/model/types.ts'
import { locate, normalizePath, isPathField } from '../../src/patterns/paths/paths.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'
import { expectCheap } from '../support/expectations.ts'

const scope = {
  groups: { shell: ['Bash', 'run_*'], all: ['@shell', 'Read'], loop: ['@loop', 'x'] },
  home: '/home/dana',
}

function compiled(takes: Takes, written: unknown): Pattern {
  const { pattern, problems } = compilePattern(takes, written, scope)
  expect(problems).toEqual([])
  return JSON.parse(JSON.stringify(pattern)) as Pattern
}

function codes(takes: Takes, written: unknown): string[] {
  return compilePattern(takes, written, scope).problems.map(({ code, index }) =>
    index === undefined ? code : `${code} ${String(index)}`,
  )
}

describe('names', () => {
  test.each([
    ['Bash', 'Bash', true],
    ['Bash', 'bash', false],
    ['Bash', 'mcp__term__Bash', true],
    ['Bash', 'mcp__term__Bash2', false],
    ['mcp__*', 'mcp__orders__query', true],
    ['read_?', 'read_a', true],
    ['read_{file,dir}', 'read_dir', true],
    ['[A-C]x', 'Bx', true],
    ['[!A-C]x', 'Bx', false],
    ['@shell', 'Bash', true],
    ['@shell', 'run_command', true],
    ['@all', 'run_command', true],
    ['@loop', 'x', true],
    [['@all', '!Bash'], 'Bash', false],
    [['!@shell'], 'Read', true],
    [['!@shell'], 'Bash', false],
    ['/^(read|write)_.+$/', 'write_file', true],
    ['/^BASH$/i', 'Bash', true],
    ['*', '', true],
    ['', '', true],
    ['', 'x', false],
  ])('%j and %j: %s', (written, name, expected) => {
    expect(matchesName(compiled('names', written), name) !== undefined).toBe(expected)
  })

  test('a group keeps its own name for sentences', () => {
    expect(compiled('names', '@shell').yes.map((item) => item.text)).toEqual(['@shell', '@shell'])
  })
})

describe('text', () => {
  test.each([
    ['git push*', 'git push origin feature/x', true],
    ['git push*', 'cd api && git push', false],
    ['*AKIA*', 'a\nAKIA\nb', true],
    ['AKIA', 'my AKIA', false],
    ['a.b', 'axb', false],
    ['*a*b*c', 'xaxbxc', true],
    ['*a*b*c', 'xaxcxb', false],
    ['*{foo,bar} *{x,y}z', 'see bar then yz', true],
    ['\\*', '*', true],
    ['{"ok":true}', '{"ok":true}', true],
    ['*.*.*', 'a.b', false],
    ['/a.c/s', 'xa\ncx', true],
    ['/a/b/', 'xa/by', true],
    ['/etc/passwd', '/etc/passwd', true],
    [7, '7', true],
    [true, 'true', true],
    [['*deploy*', '!*dry*'], 'deploy dry', false],
  ])('%j and %j: %s', (written, text, expected) => {
    expect(matchesText(compiled('text', written), text) !== undefined).toBe(expected)
  })
})

describe('paths', () => {
  const at = (path: string) => locate(path, { root: '/shop', cwd: '/shop/api' })
  test.each([
    ['.env*', '/shop/.env', true],
    ['.env*', '/shop/a/b/.env.production', true],
    ['.env*', '/other/.env', true],
    ['.env*', '.env', true],
    ['*.ts', '/shop/src/deep/cart.ts', true],
    ['*.ts', '/shop/.hidden/.x.ts', true],
    ['./x', '/shop/x', true],
    ['./x', '/shop/api/x', false],
    ['./*.json', '/shop/package.json', true],
    ['./*.json', '/shop/api/package.json', false],
    ['src/*.ts', '/shop/src/cart.ts', true],
    ['src/*.ts', '/shop/src/deep/cart.ts', false],
    ['src/*.ts', '/shop/lib/src/cart.ts', false],
    ['src/*.ts', '/other/src/cart.ts', false],
    ['src/**', '/shop/src/deep/cart.ts', true],
    ['src/**', '/shop/src', true],
    ['src/**', '/shop/srcs/a', false],
    ['src/*', '/shop/src/deep/a', false],
    ['src/*', '/shop/src/deep', true],
    ['secrets', '/shop/api/secrets/key.pem', true],
    ['secrets/', '/shop/secrets/key.pem', true],
    ['**', '/etc/passwd', true],
    ['**', '/shop', true],
    ['**/*.pem', '/etc/ssl/a.pem', true],
    ['**/test/**', '/shop/a/test/b/c', true],
    ['a/**/b/**/c', '/shop/a/x/y/b/c', true],
    ['a/**/b/**/c', '/shop/a/x/c/b', false],
    ['a/**/b', '/shop/a/b', true],
    ['/etc/**', '/etc/passwd', true],
    ['/etc/**', '/shop/etc/passwd', false],
    ['/etc/', '/etc/passwd', true],
    ['/shop/src/*', '/shop/src/a', true],
    ['~/.ssh/**', '/home/dana/.ssh/id_rsa', true],
    ['~/.ssh/**', '~/.ssh/id_rsa', true],
    ['~/.ssh/**', '/home/dana/x/.ssh/id_rsa', false],
    ['src/*.{ts,js}', '/shop/src/a.js', true],
    ['src/[!a]*', '/shop/src//b', true],
    ['../x', '/x', false],
    ['src/cart.ts', '../src/./deep/../cart.ts', true],
    [['.env*', '!.env.example'], '/shop/.env.example', false],
    [['.env*', '!.env.example'], '/shop/.env', true],
  ])('%j and %s: %s', (written, path, expected) => {
    expect(matchesPath(compiled('paths', written), at(path)) !== undefined).toBe(expected)
  })

  test('`~` is any home when none is given', () => {
    const pattern = compilePattern('paths', '~/.ssh/**', { groups: {} }).pattern as Pattern
    expect(
      ['/root/.ssh/a', '/home/x/.ssh/a', '/Users/x/.ssh/a', '/srv/.ssh/a'].map(
        (path) => matchesPath(pattern, at(path)) !== undefined,
      ),
    ).toEqual([true, true, true, false])
  })

  test.each(['path', 'file_path', 'filePath', 'notebook_path', 'absolutePath', 'edits.file_path', 'cwd'])(
    '%s holds a path',
    (field) => {
      expect(isPathField(field)).toBe(true)
    },
  )

  test('normalising is idempotent and leaves no dots', () => {
    check(
      fc.property(fc.array(fc.constantFrom('a', 'b', '.', '..', '')), (parts) => {
        const path = normalizePath(`/${parts.join('/')}`)
        expect(normalizePath(path)).toBe(path)
        expect(path.split('/')).not.toContain('..')
      }),
    )
  })
})

describe('fields', () => {
  test('paths by the field’s name, scalars by their JSON, `not` inverted', () => {
    const { pattern } = compilePattern(
      'fields',
      { path: 'src/**', force: true, role: { not: 'admin' } },
      scope,
    )
    expect(pattern).toMatchObject([
      { field: 'path', paths: true, not: false },
      { field: 'force', paths: false, pattern: { yes: [{ exact: 'true' }], no: [] } },
      { field: 'role', not: true, pattern: { yes: [{ exact: 'admin' }] } },
    ])
  })
})

describe('problems', () => {
  test.each<[Takes, unknown, string[]]>([
    ['text', '/(/', ['bad-regex']],
    ['text', ['ok', '/(/'], ['bad-regex 1']],
    ['text', '/a/g', ['bad-regex']],
    ['names', '@nope', ['unknown-group']],
    ['names', { a: 1 }, ['bad-pattern']],
    ['text', 'a{b', ['bad-glob']],
    ['paths', 'src/[a', ['bad-glob']],
    ['paths', '*.{ts,js', ['bad-glob']],
    ['paths', '[z-a]', ['bad-glob']],
    ['fields', ['a'], ['bad-pattern']],
    ['fields', { command: '/(/' }, ['bad-regex command']],
    ['boolean', 'yes', ['bad-pattern']],
    ['number', ['1'], ['bad-pattern 0']],
    ['text', '/(a+)+$/', ['unsafe-regex']],
    ['text', '/(\\s*\\w+)*$/', ['unsafe-regex']],
    ['text', '/((a*)b?)*$/', ['unsafe-regex']],
    ['text', '/(?:(?:x+)){5,}$/', ['unsafe-regex']],
    ['text', '/(.*,)*x/', ['unsafe-regex']],
    ['text', '/(\\w+\\.)+com/', []],
    ['text', '/(?:[a-z]+-)*[a-z]+/', []],
    ['text', '/("[^"]*",)+/', []],
    ['text', '/(foo|bar)+x*/', []],
    ['text', '/\\b(?:rm|dd)\\s+-[a-z]*r/', []],
    ['text', '/(\\/[\\w.]+)+/', []],
  ])('%s %j: %j', (takes, written, expected) => {
    expect(codes(takes, written)).toEqual(expected)
  })

  test('nothing that a user may write crashes the compiler', { tags: 'long' }, () => {
    const piece = fc.constantFrom(
      'a',
      '*',
      '?',
      '[',
      ']',
      '{',
      '}',
      ',',
      '(',
      ')',
      '+',
      '|',
      '\\',
      '/',
      '.',
      '~',
      '!',
      '@',
      '^',
      '$',
      '-',
      '\n',
      '\\1',
      '{2,}',
      '[^',
      '(?:',
      '(?=',
    )
    const written = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''))
    check(
      fc.property(
        written,
        fc.boolean(),
        fc.constantFrom<Takes>('names', 'text', 'paths'),
        (text, isRegex, takes) => {
          const { pattern } = compilePattern(takes, isRegex ? `/${text}/` : text, scope)
          expect(() => matchesText(pattern as Pattern, 'aaab/~,')).not.toThrow()
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('globs', () => {
  /** The plainest way to say what a glob over text means. */
  function naive(glob: string, text: string): boolean {
    if (glob === '') return text === ''
    if (glob.startsWith('*')) return naive(glob.slice(1), text) || (text !== '' && naive(glob, text.slice(1)))
    return text !== '' && (glob.startsWith('?') || glob[0] === text[0]) && naive(glob.slice(1), text.slice(1))
  }

  test('agree with the plain definition', { tags: 'long' }, () => {
    const glob = fc
      .array(fc.constantFrom('a', 'b', '*', '?', '/', '\n'), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const text = fc
      .array(fc.constantFrom('a', 'b', '/', '\n'), { maxLength: 9 })
      .map((parts) => parts.join(''))
    check(
      fc.property(
        glob.filter((each) => !each.startsWith('/')),
        text,
        (pattern, value) => {
          expect(matchesText(compiled('text', pattern), value) !== undefined).toBe(naive(pattern, value))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  /** Segments against segments; what a pattern names holds for what is below it. */
  function naivePath(glob: readonly string[], path: readonly string[]): boolean {
    const [first, ...rest] = glob
    if (first === undefined) return true
    if (first === '**') return naivePath(rest, path) || (path.length > 0 && naivePath(glob, path.slice(1)))
    if (path[0] === undefined || !naive(first, path[0])) return false
    return rest.length > 0 || first !== '*' ? naivePath(rest, path.slice(1)) : path.length === 1
  }

  test('agree with the plain definition over paths', { tags: 'long' }, () => {
    const segment = fc.constantFrom('a', 'ab', '*', 'a*', '*b', '?', '**', '*a*b*')
    const name = fc.constantFrom('a', 'b', 'ab', 'aab', '.a')
    check(
      fc.property(
        fc.array(segment, { minLength: 2, maxLength: 6 }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (glob, path) => {
          const relative = path.join('/')
          const held =
            matchesPath(compiled('paths', `./${glob.join('/')}`), {
              relative,
              absolute: `/shop/${relative}`,
            }) !== undefined
          expect(held).toBe(naivePath(glob, path))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test('take no long time on the longest text', async () => {
    const hard = [
      ['text', `${'*a'.repeat(40)}*!`],
      ['text', `*${'?*'.repeat(30)}!`],
      ['paths', `${'**/a/'.repeat(12)}!`],
      ['paths', `${'*a'.repeat(30)}!`],
    ] as const
    for (const [takes, glob] of hard) {
      const pattern = compiled(takes, glob)
      for (const text of ['a'.repeat(8192), 'a/'.repeat(2048), 'ab'.repeat(4096)]) {
        await expectCheap(() => matchesPath(pattern, { absolute: text }), 100)
      }
    }
  })
})

describe('a directory above the root', () => {
  const at = { cwd: '/home/dana/tests/shop', root: '/home/dana/tests/shop' }
  const holds = (written: string | string[], path: string): boolean =>
    matchesPath(compilePattern('paths', written, { groups: {} }).pattern as Pattern, locate(path, at)) !==
    undefined

  test.each([
    ['tests', 'orders.ts', false],
    ['tests', 'tests/orders.ts', true],
    ['**/tests/**', 'orders.ts', false],
    [['*.env', '!tests'], 'prod.env', true],
    [['*.env', '!tests'], 'tests/prod.env', false],
    ['{tests,/home/dana/tests/shop/src}', 'src/cart.ts', true],
    ['{tests,/home/dana/tests/shop/src}', 'orders.ts', false],
    ['tests', '../other/orders.ts', true],
    ['/home/dana/tests', 'orders.ts', true],
    ['**', 'orders.ts', true],
  ])('%j over %s: %j', (written, path, expected) => {
    expect(holds(written, path)).toBe(expected)
  })
})
