// What the shell evaluates, expands and looks up once more.
import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/model/types.ts'
import { effectsOf } from '../../src/shell/programs/effects.ts'
import { factsOfShell } from '../../src/shell/reader.ts'
import { loaders } from '../support/loaders.ts'
import { world } from './programs-world.ts'

const names = ['.env', '.env.production', 'orders.ts']
const listing = { ...world, files: { ...world.files, list: (dir: string) => (dir === '/shop' ? names : []) } }
const factsOf = (text: string): Facts => factsOfShell(text, listing, { effectsOf, parser: loaders.parser })
const runs = (text: string) => factsOf(text).commands.map(({ argv }) => argv.join(' '))
const reads = (text: string) => factsOf(text).reads.map(({ path }) => path)

describe('a value that is evaluated', () => {
  test.each([
    "x='a[$(npm publish)0]'; (( x ))",
    "x='a[$(npm publish)0]'; y=x; let z=y",
    "x='a[`npm publish`0]'; [[ 1 -lt x ]]",
    'x=\'$(npm publish)\'; echo "${x@P}"',
    'x=\'a[$(npm publish)]\'; read "$x" < orders.ts',
    'x=\'a[$(echo "("; npm publish)0]\'; (( x ))',
    "b[x]=1; x='a[$(npm publish)0]'; b[x]=2",
    "compgen -W '$(npm publish)'",
    "mapfile -C 'npm publish #' -c 1 a < orders.ts",
    'hash -p /usr/bin/npm n; n publish',
    "BASH_ALIASES=([n]='npm publish'); n",
  ])('%s', (text) => {
    const { commands, unresolved } = factsOf(text)
    const isSeen = commands.some(({ argv }) => argv.join(' ').endsWith('npm publish'))
    expect(isSeen || unresolved.some(({ about }) => about.includes('commands'))).toBe(true)
  })

  test.each([
    'x=\'$(npm publish)\'; echo "$x"',
    "x='a[$(npm publish)0]'; [[ $x == y ]]",
    'x=\'a[$(npm publish)0]\'; echo "${x@Q}"',
    'i=1; n=2; (( i + n )); let i=n+1; echo "${a[i]} ${b:i:n}"',
    'mapfile -t lines < orders.ts',
    'hash -r',
    'enable -n test',
  ])('%s runs nothing more', (text) => {
    expect(runs(text).filter((each) => each.startsWith('npm'))).toEqual([])
    expect(factsOf(text).unresolved).toEqual([])
  })

  test('a builtin of a library is unknown', () => {
    expect(factsOf('enable -f ./x.so x').unresolved[0]?.about).toContain('commands')
  })

  test('what handles missing commands may run', () => {
    expect(runs('command_not_found_handle() { npm publish; }; shop_missing')).toContain('npm publish')
  })

  test('values that lead to each other end', () => {
    expect(factsOf('x=y; y=x; (( x ))').unresolved).toEqual([])
  })
})

describe('a tilde with quoted letters behind it', () => {
  test.each([
    ['cat ~/.ss\\h/id', '/home/ann/.ssh/id'],
    ['cat ~/.ssh\\/id', '/home/ann/.ssh/id'],
    ['cat < ~/.s\\sh/id', '/home/ann/.ssh/id'],
    ['cd ~/.ss\\h; cat id', '/home/ann/.ssh/id'],
    ["cat ~/.ss'h'/id", '/home/ann/.ssh/id'],
  ])('%s reads %s', (text, path) => expect(reads(text)).toContain(path))
})

describe('patterns stand for hidden files when the shell is told so', () => {
  test.each([
    'shopt -s dotglob; cat *',
    'shopt -s nullglob dotglob; for f in *env; do cat "$f"; done',
    'shopt -s dotglob; cat ?env',
    'GLOBIGNORE=x; cat *',
    "bash -O dotglob -c 'cat *'",
    'shopt -s dotglob; (cat ./*)',
  ])('%s', (text) => expect(reads(text)).toContain('/shop/.env'))

  test.each([
    'cat *',
    'shopt -u dotglob; cat *',
    'shopt -s dotglob; shopt -u dotglob; cat *',
    '(shopt -s dotglob); cat *',
    "shopt -s dotglob; bash -c 'cat *'",
    "bash -O extglob -c 'cat *'",
  ])('%s does not', (text) => expect(reads(text)).not.toContain('/shop/.env'))
})

describe('extended patterns begin as their alternatives do', () => {
  test.each(['cat @(.env)', 'cat @(.env|.envx)', "bash -O extglob -c 'cat @(.env)'"])('%s', (text) =>
    expect(reads(text)).toContain('/shop/.env'),
  )
  test.each(['cat !(.env)', 'cat @(orders|.env).ts'])('%s does not', (text) =>
    expect(reads(text)).not.toContain('/shop/.env'),
  )
})

describe('names of the directory below /proc', () => {
  test.each([
    ['cat /proc/self/cwd/.env', '/shop/.env'],
    ['cat /proc/self/cwd/../shop/.env', '/shop/.env'],
    ['cat < /proc/thread-self/cwd/.env', '/shop/.env'],
    ['cat /proc/self/root/home/ann/.ssh/id', '/home/ann/.ssh/id'],
    ['cat "/proc/$$/cwd/.env"', '/shop/.env'],
    ['cat /proc/self/cwdx/.env', '/proc/self/cwdx/.env'],
  ])('%s reads %s', (text, path) => expect(reads(text)).toContain(path))
})
