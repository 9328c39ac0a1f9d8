// Relative globs below the top of another checkout: worktrees of the repository, and clones inside the project.
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { compileAllow, compileCondition } from '../../src/engine/select/condition.ts'
import { matchers } from '../../src/catalog.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { bash, root, type Shop, sourceOf, subjectIn, tool } from '../support/facts-world.ts'
import { context, loaders } from '../support/loaders.ts'
import type { Condition, Event, Match } from '../../src/model/types.ts'

const shop: Shop = {
  files: {
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.gitignore': 'scratch/\n',
    'src/locked.ts': '',
    'link.ts': '-> .claude/worktrees/fix/src/locked.ts',
    '.claude/worktrees/fix/.git': 'gitdir: /shop/.git/worktrees/fix\n',
    '.claude/worktrees/fix/src/locked.ts': '',
    '.claude/worktrees/fix/migrations/001.sql': '',
    '.git/worktrees/fix/gitdir': '/shop/.claude/worktrees/fix/.git\n',
    '/beside/.git': 'gitdir: ../shop/.git/worktrees/beside\n',
    '/beside/src/locked.ts': '',
    '/other/.git/HEAD': '',
    '/other/src/locked.ts': '',
    'clone/.git/HEAD': '',
    'clone/src/locked.ts': '',
    'scratch/clone/.git/HEAD': '',
    'scratch/clone/src/locked.ts': '',
    'node_modules/cart/.git/HEAD': '',
    'module/.git': 'gitdir: ../.git/modules/module\n',
    'module/src/locked.ts': '',
    'packages/api/src/locked.ts': '',
  },
}

function compiled(key: string, written: unknown): Condition {
  const fields = key === 'input' ? Object.entries(written as object) : []
  const pattern = (value: unknown) =>
    compilePattern('paths', value, { groups: {}, home: '/home/dana' }).pattern
  return {
    kind: 'key',
    key,
    pattern:
      key === 'input'
        ? fields.map(([field, value]) => ({ field, paths: true, not: false, pattern: pattern(value) }))
        : pattern(written),
  }
}

const compiler = { ...context, matchers: new Map(matchers.map((each) => [each.key, each])) }

function ask(condition: Condition, given: Partial<Event>, from = root): Match {
  const subject = subjectIn(shop, { root: from, ...given })
  return compileCondition(condition, compiler)(subject)
}

const edit = (file_path: string): Partial<Event> =>
  tool('Edit', { file_path, old_string: 'a', new_string: 'b' })
const fix = '/shop/.claude/worktrees/fix'

describe('a path in another worktree', () => {
  test.each([
    ['writes', 'src/locked.ts', edit(`${fix}/src/locked.ts`), 'yes'],
    ['edits', 'migrations/**', edit(`${fix}/migrations/001.sql`), 'yes'],
    ['edits', './migrations/*.sql', edit(`${fix}/migrations/001.sql`), 'yes'],
    ['edits', '*/001.sql', edit(`${fix}/migrations/001.sql`), 'yes'],
    ['edits', 'migrations/**', bash('sed -i s/a/b/ migrations/001.sql', fix), 'yes'],
    ['writes', 'src/locked.ts', bash(`cd ${fix}/src && echo x > locked.ts`), 'yes'],
    ['writes', 'src/locked.ts', bash('rm -rf src', fix), 'yes'],
    ['writes', 'src/locked.ts', bash('rm -rf .claude/worktrees/fix'), 'yes'],
    ['reads', 'migrations/**', bash('cat m*/*', fix), 'yes'],
    ['deletes', 'src/locked.ts', bash('rm .claude/worktrees/*/src/locked.ts'), 'yes'],
    ['deletes', 'src/locked.ts', bash('rm -rf .claude'), 'yes'],
    ['deletes', 'src/locked.ts', bash('rm .claude/worktrees/*/src/other.ts'), 'no'],
    ['writes', 'src/locked.ts', edit('/shop/link.ts'), 'yes'],
    ['writes', 'src/locked.ts', edit('/beside/src/locked.ts'), 'yes'],
    ['input', { file_path: 'src/locked.ts' }, edit(`${fix}/src/locked.ts`), 'yes'],
    ['cwd', 'src', bash('ls', `${fix}/src`), 'yes'],
    ['writes', ['src/**', '!src/locked.ts'], edit(`${fix}/src/locked.ts`), 'no'],
    ['writes', '.claude/**', edit(`${fix}/src/locked.ts`), 'yes'],
    ['writes', 'src/locked.ts', edit(`${fix}/src/other.ts`), 'no'],
    ['writes', 'src/locked.ts', edit(`${fix}/api/src/locked.ts`), 'no'],
  ] as const)('%s %j over %j: %s', (key, written, given, is) => {
    expect(ask(compiled(key, written), given).is).toBe(is)
  })

  test('is told as it stands below the root', () => {
    expect(ask(compiled('writes', 'src/locked.ts'), edit(`${fix}/src/locked.ts`))).toMatchObject({
      bind: { path: '.claude/worktrees/fix/src/locked.ts' },
    })
  })

  test('is held against the main worktree, too, where the session is in a linked one', () => {
    const writes = compiled('writes', 'src/locked.ts')
    expect(ask(writes, edit('/shop/src/locked.ts'), fix).is).toBe('yes')
    expect(ask(writes, edit('/beside/src/locked.ts'), fix).is).toBe('yes')
    expect(ask(writes, edit('/other/src/locked.ts'), fix).is).toBe('no')
  })

  test('counts from the same directory where the root is below the top of its repository', () => {
    const writes = compiled('writes', 'src/locked.ts')
    expect(ask(writes, edit('/beside/packages/api/src/locked.ts'), '/shop/packages/api').is).toBe('yes')
    expect(ask(writes, edit('/beside/src/locked.ts'), '/shop/packages/api').is).toBe('no')
  })
})

describe('a path in another checkout', () => {
  test.each([
    ['clone/src/locked.ts', 'yes'],
    ['scratch/clone/src/locked.ts', 'no'],
    ['node_modules/cart/src/locked.ts', 'no'],
    ['module/src/locked.ts', 'no'],
    ['packages/api/src/locked.ts', 'no'],
    ['/other/src/locked.ts', 'no'],
  ] as const)('%s: %s', (file, is) => {
    expect(ask(compiled('writes', 'src/locked.ts'), edit(file)).is).toBe(is)
  })
})

describe('what another checkout never loosens', () => {
  test('a rule with an exception for the project itself', () => {
    const only: Condition = {
      kind: 'all',
      of: [compiled('writes', '**'), { kind: 'not', of: compiled('writes', 'src/**') }],
    }
    expect(ask(only, edit('src/a.ts')).is).toBe('no')
    expect(ask(only, edit(`${fix}/src/a.ts`)).is).toBe('yes')
  })

  test('an allow, which has to cover the path from both', () => {
    const allow = (written: unknown, file: string): Match['is'] =>
      compileAllow(compiled('writes', written), compiler)(subjectIn(shop, edit(file))).is
    expect(allow(['**', '!src/locked.ts'], 'src/a.ts')).toBe('yes')
    expect(allow(['**', '!src/locked.ts'], `${fix}/src/a.ts`)).toBe('yes')
    expect(allow(['**', '!src/locked.ts'], `${fix}/src/locked.ts`)).toBe('no')
    expect(allow('src/**', `${fix}/src/a.ts`)).toBe('no')
  })
})

test('looks for a checkout only where a glob could begin', () => {
  const looked: string[] = []
  const source = sourceOf(shop)
  const files = {
    ...source,
    list: () => [],
    read: () => undefined,
    kind: (file: string) => {
      looked.push(file)
      return undefined
    },
    real: (file: string) => file,
  }
  const own = createFactSource({ files: files as never, env: {}, parser: loaders.parser })
  const asked = (written: string, file_path: string) => {
    const event: Event = { event: 'PreToolUse', cwd: root, root, raw: {}, ...edit(file_path) }
    const subject = createSubject(event, { ...own, did: source.did })
    subject.facts()
    looked.length = 0
    compileCondition(compiled('writes', written), compiler)(subject)
    return looked.filter((each) => each.endsWith('/.git'))
  }
  expect(asked('migrations/**', 'packages/api/src/cart.ts')).toEqual([])
  expect(asked('.env*', 'packages/api/src/cart.ts')).toEqual([])
  expect(asked('src/locked.ts', 'src/cart.ts')).toEqual([])
  expect(asked('src/locked.ts', 'packages/api/src/locked.ts')).toContain('/shop/packages/api/.git')
})
