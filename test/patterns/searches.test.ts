// Which files a recursive search reads: its options by name against hidden and ignored files.
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { deletes, reads } from '../../src/matchers/paths.ts'
import { bash, subjectIn, tool } from '../support/facts-world.ts'
import { context } from '../support/loaders.ts'

interface Asking {
  readonly matcher?: typeof reads
  readonly files: Readonly<Record<string, string>>
}

const shop: Asking = {
  files: {
    '.gitignore': '.env*\nbuild/\n',
    '.env': '',
    '.env.production': '',
    'cart.py': '',
    'cart.ts': '',
    'api/.env': '',
    'api/cart.test.py': '',
    'api/cart.env.py': '',
    'build/cart.js': '',
    'config/keys.yaml': '',
  },
}

function answer(
  call: string | Readonly<Record<string, string>>,
  written: string,
  { matcher = reads, files }: Asking = shop,
): string {
  const { pattern, problems } = compilePattern('paths', written, { groups: {}, home: '/home/dana' })
  expect(problems).toEqual([])
  const matches = matcher.compile(pattern as never, { ...context, quantifier: 'some' })
  return matches(subjectIn({ files }, typeof call === 'string' ? bash(call) : tool('Grep', call))).is
}

test.each([
  [{}, 'cart.py', 'yes'],
  [{}, '.env', 'no'], // git ignores it
  [{ glob: '*.py' }, 'cart.py', 'yes'],
  [{ glob: '*.py' }, 'cart.ts', 'no'],
  [{ glob: '.env*' }, '.env.production', 'yes'],
  [{ glob: '*.{py,env}' }, 'api/.env', 'yes'],
  [{ glob: '*.{py,ts}' }, 'config/keys.yaml', 'no'],
  [{ glob: '*.py,*.yaml' }, 'config/keys.yaml', 'yes'],
  [{ glob: '*.py *.yaml' }, 'config/keys.yaml', 'yes'],
  [{ include: '*.py' }, 'config/keys.yaml', 'no'],
  [{ type: 'py' }, 'config/keys.yaml', 'no'],
  [{ type: 'yaml' }, 'config/keys.yaml', 'yes'],
  [{ type: 'unheard-of' }, 'config/keys.yaml', 'yes'],
])('a search tool with %j, %s: %s', (names, written, expected) => {
  expect(answer({ pattern: 'KEY', ...names }, written)).toBe(expected)
})

describe('grep', () => {
  test.each([
    ['grep -rn KEY .', '.env*', 'yes'],
    ['grep -rn KEY . --include=*.py', '.env*', 'no'],
    ['grep -rn KEY . --include=*.py', 'cart.py', 'yes'],
    ['grep -rn KEY . --include=*.py', 'cart.ts', 'no'],
    ["grep -rn KEY . --include='.env*'", '.env*', 'yes'],
    ["grep -rn KEY . --include '.env*'", '.env*', 'yes'],
    ["grep -rn KEY . --include='*'", '.env*', 'yes'],
    ['grep -rn KEY . --include=*.{py,env}', '.env', 'yes'],
    ['grep -rn KEY . --include=*.{py,ts}', '.env', 'no'],
    ["grep -rn KEY . --include='.[[:alpha:]]nv'", '.env', 'yes'],
    ["grep -rn KEY . --include='.[]e]nv'", '.env', 'yes'],
    ["grep -rn KEY . --include='./.env'", '.env', 'yes'],
    ['grep -rn KEY . --include="$names"', '.env', 'yes'],
    ["grep -rn KEY . --exclude='.env*'", '.env*', 'no'],
    ["grep -rn KEY . --exclude='.env*'", 'cart.py', 'yes'],
    ["grep -rn KEY . --exclude='.env' --include='.env*'", '.env', 'yes'],
    ["grep -rn KEY . --include='.env*' --exclude='.env'", '.env', 'no'],
    ["grep -rn KEY . --include='.env*' --exclude='.env'", '.env.production', 'yes'],
    ['grep -rn KEY . --exclude=config', 'keys.yaml', 'yes'],
    ['grep -rn KEY . --exclude-dir=config', 'keys.yaml', 'no'],
    ['grep -rn KEY . --exclude-dir=config/', 'keys.yaml', 'no'],
    ['grep -rn KEY . --exclude-dir=config --include=*.yaml', 'keys.yaml', 'no'],
    ['grep -rn KEY . --exclude-dir=api', '.env', 'yes'],
    ['grep -rn KEY . --exclude-dir=./config', 'keys.yaml', 'yes'],
    ['grep -rn KEY config --exclude-dir=api --exclude=*.ts', 'keys.yaml', 'yes'],
  ])('%s reads %s: %s', (command, pattern, is) => {
    expect(answer(command, pattern)).toBe(is)
  })
})

describe('ripgrep', () => {
  test.each([
    ['rg KEY', '.env*', 'no'],
    ['rg KEY', 'build/cart.js', 'no'],
    ["rg -g '.env' KEY", '.env*', 'yes'],
    ["rg --glob='.env*' KEY", '.env*', 'yes'],
    ["rg --iglob='.ENV' KEY", '.env*', 'yes'],
    ["rg -g '*.py' KEY", '.env*', 'no'],
    ["rg -g '*.py' KEY", 'cart.py', 'yes'],
    ["rg -g '*.py' KEY", 'cart.ts', 'no'],
    ["rg -g '*.{ts,env}' KEY", '.env', 'yes'],
    ["rg -g '.{env}' KEY", '.env', 'yes'],
    ["rg -g '!*.py' KEY", 'cart.py', 'no'],
    ["rg -g '!*.py' KEY", 'cart.ts', 'yes'],
    ["rg -g '!*.py' KEY", '.env', 'no'],
    ["rg -g '.env*' -g '!.env' KEY", '.env', 'no'],
    ["rg -g '!.env' -g '.env*' KEY", '.env', 'yes'],
    ["rg -g '!config' KEY", 'keys.yaml', 'no'],
    ["rg -g '/config/*' KEY", 'keys.yaml', 'yes'],
    ["rg -g 'api/*' KEY", 'keys.yaml', 'no'],
    ["cd api && rg -g '/.env' KEY", '.env', 'yes'],
    ["cd config && rg -g '/.env' KEY ..", '.env', 'no'],
    ['rg -g "$names" KEY', '.env', 'yes'],
    ['rg -g .env* KEY', '.env', 'yes'],
    ['rg --hidden -g "!.env" KEY', '.env', 'no'],
    ['rg -uu KEY', '.env', 'yes'],
    ["rg -uu -g '!.env*' KEY", '.env', 'no'],
    ['rg -t py KEY', 'cart.py', 'yes'],
    ['rg -tpy KEY', 'cart.ts', 'no'],
    ['rg --type=py KEY', 'api/cart.test.py', 'yes'],
    ['rg -t py -t ts KEY', 'cart.ts', 'yes'],
    ['rg -t toString KEY', 'cart.ts', 'yes'],
    ['rg -uu -t py KEY', '.env', 'no'],
    ['rg -T py KEY', 'cart.py', 'no'],
    ['rg -T py KEY', 'cart.ts', 'yes'],
    ["rg --type-add 'secret:.env*' -t secret KEY", '.env', 'yes'],
    ["rg --type-add 'secret:.env*' -t py KEY", '.env', 'no'],
    ["rg -g '*.js' KEY", 'build/cart.js', 'no'],
  ])('%s reads %s: %s', (command, pattern, is) => {
    expect(answer(command, pattern)).toBe(is)
  })
})

describe('mktemp', () => {
  const asking = { matcher: deletes, files: { '/tmp/tmp.hers/.env': '' } }
  test.each([
    ['d=$(mktemp -d); rm -rf "$d"', '.env*', 'no'],
    ['d=$(mktemp -d); cp .env "$d/"; rm -rf "$d"', '.env*', 'no'],
    ['d=$(mktemp -d); rm -rf "$d/.env"', '.env*', 'yes'],
    ['d=$(mktemp -d); rm -rf "$d"', '/tmp/**', 'yes'],
    ['d=$(mktemp -d); rm -rf "$d" /tmp/tmp.hers', '.env*', 'yes'],
  ])('%s deletes %s: %s', (command, pattern, is) => {
    expect(answer(command, pattern, asking)).toBe(is)
  })
})

test.each([
  ['rm -rf ap*$$', '.env*', 'yes'],
  ['rm -rf api$$', '.env*', 'yes'],
  ['rm -rf con*$$', '.env*', 'no'],
  ['rm -rf /tmp/orders.$$', '.env*', 'no'],
  ['rm -rf ap*$$', 'api/*.py', 'yes'],
  ['rm -rf ap*$$', 'config/**', 'no'],
])('a directory whose name ends somehow: %s, deletes %s: %s', (command, written, expected) => {
  expect(answer(command, written, { ...shop, matcher: deletes })).toBe(expected)
})
