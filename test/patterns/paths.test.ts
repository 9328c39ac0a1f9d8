// Globs over the paths that a call would touch: links, trees, patterns of the shell, other names of a file.
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { noFacts } from '../../src/shell/kinds.ts'
import { branch } from '../../src/matchers/branch.ts'
import { creates, path, reads, writes, deletes, edits } from '../../src/matchers/paths.ts'
import type { Quantifier, Facts, Match, Matcher, PathFact } from '../../src/model/types.ts'
import { bash, root, type Shop, sourceOf, subjectIn, tool } from '../support/facts-world.ts'
import { context } from '../support/loaders.ts'

const byKey: Readonly<Record<string, Matcher<never>>> = { reads, writes, creates, edits, deletes, path }

interface Asking {
  readonly shop?: Shop
  readonly quantifier?: Quantifier
}

/** A matcher over facts made by hand: paths below /shop. */
function ask(
  key: string,
  written: unknown,
  facts: Partial<Facts>,
  { shop = {}, quantifier = 'some' }: Asking = {},
): Match {
  const matcher = byKey[key]
  if (matcher === undefined) throw new Error(`no matcher ${key}`)
  const { pattern, problems } = compilePattern('paths', written, { groups: {}, home: '/home/dana' })
  expect(problems).toEqual([])
  const source = { ...sourceOf(shop), facts: () => ({ ...noFacts, ...facts }) }
  const subject = createSubject({ event: 'PreToolUse', cwd: root, root, raw: {}, tool_input: {} }, source)
  return matcher.compile(pattern as never, { ...context, quantifier })(subject)
}

const at = (...paths: readonly string[]): PathFact[] =>
  paths.map((each) => ({ path: each.startsWith('/') ? each : `${root}/${each}` }))
const tree = (each: string, more: Partial<PathFact> = {}): PathFact[] => [
  { path: each.startsWith('/') ? each : each === '.' ? root : `${root}/${each}`, tree: true, ...more },
]
const glob = (each: string): PathFact[] => [{ path: `${root}/${each}`, glob: true }]

describe('a path', () => {
  test.each([
    ['path', '.env*', { reads: at('api/.env.production') }, 'yes'],
    ['path', '.env*', { deletes: at('.env') }, 'yes'],
    ['path', ['.env*', '!.env.example'], { reads: at('.env.example') }, 'no'],
    ['path', ['.env*', '!.env.example'], { reads: at('.env'), creates: at('.env.example') }, 'yes'],
    ['reads', '.env*', { creates: at('.env') }, 'no'],
    ['writes', 'src/**', { edits: at('src/cart.ts') }, 'yes'],
    ['writes', './x', { edits: at('api/x') }, 'no'],
    ['writes', '~/.ssh/**', { edits: at('/home/dana/.ssh/config') }, 'yes'],
    ['writes', '/etc/**', { creates: at('/etc/cron.d/x') }, 'yes'],
    ['writes', ['**', '!src/**'], { edits: at('/tmp/x') }, 'yes'],
    ['writes', ['**', '!src/**'], { edits: at('src/a') }, 'no'],
    ['creates', 'caf\u0065\u0301.txt', { creates: at('caf\u00e9.txt') }, 'yes'],
  ] as const)('%s %j over %j: %s', (key, pattern, facts, is) => {
    expect(ask(key, pattern, facts).is).toBe(is)
  })

  test('counts as named and where links lead', () => {
    const shop = {
      files: {
        '.env': 'T=1',
        'notes.txt': '-> .env',
        secrets: '-> /home/dana/.ssh',
        '.env.local': '-> .env.example',
        '.env.example': '',
      },
    }
    expect(ask('reads', '.env', { reads: at('notes.txt') }, { shop }).is).toBe('yes')
    expect(ask('reads', '~/.ssh/**', { reads: at('secrets/id_ed25519') }, { shop }).is).toBe('yes')
    expect(ask('reads', ['.env*', '!.env.example'], { reads: at('.env.local') }, { shop }).is).toBe('yes')
    expect(ask('reads', '.env', { reads: at('cart.txt') }, { shop }).is).toBe('no')
  })

  test('counts under every name of the same file', () => {
    const shop = { files: { '.env': 'T=1', 'copy.txt': 'T=1' }, twins: [['.env', 'copy.txt']] }
    expect(ask('reads', '.env', { reads: at('copy.txt') }, { shop })).toMatchObject({
      is: 'yes',
      bind: { path: '.env' },
    })
  })

  test('counts in any case where the file system does not tell cases apart', () => {
    expect(ask('reads', '.env', { reads: at('.ENV') }, { shop: { folds: true } }).is).toBe('yes')
    expect(ask('reads', '.env', { reads: at('.ENV') }).is).toBe('no')
  })

  test('is bound as it stands below the root, with all that met', () => {
    const { bind, why } = ask('writes', '*.ts', {
      edits: at('src/a.ts', 'b.md'),
      creates: at('src/c.ts', '/tmp/d.ts'),
    })
    expect(bind).toEqual({ path: 'src/c.ts', paths: 'src/c.ts\n/tmp/d.ts\nsrc/a.ts' })
    expect(why).toBe('it creates src/c.ts')
  })
})

describe('a whole tree', () => {
  const shop = {
    files: {
      '.gitignore': 'build/\n*.log\n!keep.log',
      'src/a.ts': '',
      'src/.env': '',
      'build/.env': '',
      'logs/x.log': '',
      'logs/keep.log': '',
      'web/node_modules/x/.env': '',
      'docs/a.md': '',
    },
  }
  test.each([
    ['deletes', 'migrations/**', { deletes: tree('.') }, 'yes'],
    ['deletes', 'migrations/**', { deletes: tree('/') }, 'yes'],
    ['deletes', 'migrations/**', { deletes: tree('migrations') }, 'yes'],
    ['deletes', 'migrations/**', { deletes: tree('migrations/old') }, 'yes'],
    ['deletes', 'migrations/**', { deletes: tree('src') }, 'no'],
    ['deletes', ['src/**', '!src/gen/**'], { deletes: tree('src/gen') }, 'no'],
    ['deletes', ['src/**', '!src/gen/**'], { deletes: tree('src') }, 'yes'],
    ['deletes', '.env*', { deletes: tree('src') }, 'yes'],
    ['deletes', '.env*', { deletes: tree('docs') }, 'no'],
    ['deletes', '.env*', { deletes: tree('web/node_modules/x') }, 'yes'],
    ['deletes', '.env*', { deletes: tree('web') }, 'no'],
    ['deletes', '~/.ssh/**', { deletes: tree('/home/dana') }, 'yes'],
    ['deletes', './.git', { deletes: tree('.') }, 'yes'],
    ['deletes', './.git', { deletes: tree('.', { skips: ['ignored', '.git'] }) }, 'no'],
    ['reads', '.env*', { reads: tree('.') }, 'yes'],
    ['reads', '.env*', { reads: tree('docs') }, 'no'],
    ['reads', '.env*', { reads: tree('src', { skips: ['hidden'] }) }, 'no'],
    ['reads', '.env*', { reads: tree('build') }, 'yes'],
    ['reads', 'build/**', { reads: tree('.', { skips: ['ignored'] }) }, 'no'],
    ['reads', 'build/**', { reads: tree('.') }, 'yes'],
    ['reads', 'x.log', { reads: tree('logs', { skips: ['ignored'] }) }, 'no'],
    ['reads', 'keep.log', { reads: tree('logs', { skips: ['ignored'] }) }, 'yes'],
    ['reads', 'migrations/**', { reads: tree('.') }, 'no'],
  ] as const)('%s %j over %j: %s', (key, pattern, facts, is) => {
    expect(ask(key, pattern, facts, { shop }).is).toBe(is)
  })
})

describe('a pattern that the shell would fill', () => {
  test.each([
    ['.env', '.en*', 'maybe'],
    ['.env', '*', 'no'],
    ['.env', '.*', 'maybe'],
    ['.env*', 'api/.env.?', 'yes'],
    ['src/*.ts', 'src/*', 'maybe'],
    ['src/*.ts', 'docs/*', 'no'],
    ['src/**', 's*/x.ts', 'maybe'],
    ['*.ts', '*.md', 'no'],
    ['~/.ssh/**', 'x*', 'no'],
    ['migrations/**', '[lm]*/x', 'maybe'],
  ] as const)('%s over %s: %s', (pattern, written, is) => {
    expect(ask('reads', pattern, { reads: glob(written) }).is).toBe(is)
  })
})

describe('what cannot be known', () => {
  const open = (about: readonly ('reads' | 'edits')[]) => ({
    unresolved: [{ reason: 'write $F out', text: '$F', about }],
  })
  test('is a maybe for what it could add to', () => {
    expect(ask('reads', '.env', open(['reads']))).toEqual({
      is: 'maybe',
      why: 'write $F out',
      unknown: 'Write $F out.',
    })
    expect(ask('writes', '.env', open(['reads'])).is).toBe('no')
    expect(ask('path', '.env', { ...open(['edits']), reads: at('.env') }).is).toBe('yes')
  })
})

describe('an allow', () => {
  test.each([
    [['docs/**'], { edits: at('docs/a.md', 'docs/b.md') }, 'yes'],
    [['docs/**'], { edits: at('docs/a.md', 'src/b.ts') }, 'no'],
    [['docs/**'], { edits: at('docs/link') }, 'no'],
    [['docs/**'], { deletes: tree('docs') }, 'yes'],
    [['docs/*.md'], { deletes: tree('docs') }, 'no'],
    [['*.md'], { deletes: tree('docs') }, 'no'],
    [['docs/**'], { edits: glob('docs/*') }, 'no'],
    [['docs/**'], {}, 'no'],
  ] as const)('of writes %j over %j: %s', (pattern, facts, is) => {
    expect(
      ask('writes', pattern, facts, {
        quantifier: 'every',
        shop: { files: { 'docs/link': '-> ../src/cart.ts' } },
      }).is,
    ).toBe(is)
  })
})

describe('the branch', () => {
  const shop = {
    files: {
      '.git/HEAD': 'ref: refs/heads/feature/cart\n',
      'vendor/lib/.git/HEAD': '0123456789012345678901234567890123456789\n',
      '../tree/.git': 'gitdir: /shop/.git/worktrees/tree\n',
      '.git/worktrees/tree/HEAD': 'ref: refs/heads/main\n',
    },
  }
  function ask(written: unknown, given: object): Match['is'] {
    const { pattern } = compilePattern('names', written, { groups: {} })
    return branch.compile(pattern as never, context)(subjectIn(shop, given)).is
  }
  test.each([
    ['feature/*', bash('git push'), 'yes'],
    ['main', bash('git push'), 'no'],
    ['main', bash('git push', '/tree'), 'yes'],
    ['main', bash('cd /tree && git push'), 'yes'],
    ['main', bash('git -C /tree push'), 'yes'],
    ['0123*', bash('git push', '/shop/vendor/lib'), 'yes'],
    ['main', bash('git push', '/elsewhere'), 'no'],
    ['feature/cart', tool('Write', { file_path: 'a.ts', content: '' }), 'yes'],
  ] as const)('%s over %j: %s', (pattern, given, is) => {
    expect(ask(pattern, given)).toBe(is)
  })
})
