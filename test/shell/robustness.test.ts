// No text and no file system throws, hangs, or is silently nothing.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiles } from '../../src/store/disk/files.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { loaders } from '../support/loaders.ts'
import type { Event, Facts } from '../../src/model/types.ts'
import { rewrite } from './mutations/rewrites.ts'
import { pick, randomFrom } from './mutations/random.ts'
import { seeds } from './mutations/seeds.ts'
import { check } from '../support/check.ts'
import { runs } from '../support/seed.ts'
import { expectCheap, expectLinear } from '../support/expectations.ts'

const numRuns = runs(300)
const kinds = [
  'commands',
  'reads',
  'creates',
  'edits',
  'deletes',
  'adds',
  'hosts',
  'sends',
  'unresolved',
] as const

let root = ''
const env = { HOME: '/home/ada', PATH: '/usr/bin:/bin', USER: 'ada' }
const source = createFactSource({ files: createFiles(), env, parser: loaders.parser })

function factsOf(command: unknown, cwd = root): Facts {
  const event: Event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd, root, raw: {} }
  return source.facts(event)
}

beforeAll(() => {
  root = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-robust-'))), 'shop')
  mkdirSync(path.join(root, 'src'), { recursive: true })
  for (const file of ['.env', 'orders.ts', 'src/cart.ts']) writeFileSync(path.join(root, file), '')
})
afterAll(() => rmSync(path.dirname(root), { recursive: true, force: true }))

/** Whole, and nothing of it went wrong inside. */
function expectWhole(facts: Facts): void {
  for (const kind of kinds) expect(Array.isArray(facts[kind])).toBe(true)
  expect(facts.unresolved.filter(({ reason }) => reason.includes('could not be worked out'))).toEqual([])
}

describe('any text has facts', () => {
  const pieces = [
    '$',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '|',
    '&',
    ';',
    '`',
    '"',
    "'",
    '\\',
    '\n',
    ' ',
    '*',
    '?',
    '~',
    '#',
    '!',
    '=',
    '-',
    '..',
    '/',
    ',',
    ':',
    '%',
    '<<',
    '<<-',
    '<<<',
    '$(',
    '${',
    '$((',
    '))',
    '>(',
    '<(',
    '&&',
    '||',
    ';;',
    '[[',
    ']]',
    "$'",
    '$"',
    'EOF',
    'if',
    'then',
    'fi',
    'for',
    'in',
    'do',
    'done',
    'case',
    'esac',
    'while',
    'function',
    'f()',
    'f',
    'cat',
    'rm',
    'git',
    'cd',
    'sudo',
    'env',
    'bash',
    '-c',
    'eval',
    'xargs',
    'find',
    '-exec',
    'x',
    '1',
    'A=1',
    'a[0]=',
    '\u0000',
    '\u202e',
    '\u200b',
    'é',
    '\ud800',
    '💥',
    '\uE001',
  ]

  test.each([
    { name: 'characters', texts: fc.string({ unit: 'binary', maxLength: 200 }) },
    { name: 'printable characters', texts: fc.string({ unit: 'grapheme-ascii', maxLength: 300 }) },
    {
      name: 'pieces of shell',
      texts: fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join('')),
    },
    {
      name: 'words of shell',
      texts: fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(' ')),
    },
  ])('$name', { tags: 'long' }, ({ texts }) => {
    check(
      fc.property(texts, (text) => expectWhole(factsOf(text))),
      { numRuns },
    )
  })

  test('commands with something cut out, doubled, put in or swapped', { tags: 'long' }, () => {
    const damaged = fc
      .tuple(fc.noShrink(fc.nat()), fc.nat(), fc.nat(), fc.nat(3), fc.constantFrom(...pieces))
      .map(([start, from, length, how, piece]) => {
        const random = randomFrom(start)
        const text = rewrite(pick(seeds, random).text, random).text.slice(0, 4000)
        const at = from % (text.length + 1)
        const end = Math.min(text.length, at + (length % 20))
        const middle =
          [text.slice(at, end).repeat(2), '', piece, text.slice(at, end).split('').toReversed().join('')][
            how
          ] ?? ''
        return text.slice(0, at) + middle + text.slice(end)
      })
    check(
      fc.property(damaged, (text) => expectWhole(factsOf(text))),
      { numRuns },
    )
  })

  const inputs: readonly unknown[] = [
    undefined,
    null,
    0,
    7,
    true,
    {},
    [],
    [null],
    ['rm', 7],
    { toString: 1 },
    '',
  ]
  test.each(inputs.map((command) => ({ command })))('input $command', ({ command }) => {
    expectWhole(factsOf(command))
  })
})

const KIB_64 = 65_536

function hostileTexts(size: number): Record<string, string> {
  const part = size / KIB_64
  const fill = (piece: string): string => piece.repeat(2 * Math.floor(size / 2 / piece.length)) // quotes end
  const times = (piece: string, count: number): string => piece.repeat(Math.ceil(count * part))
  const nested = (open: string, close: string, depth: number): string =>
    `${times(open, depth)}x${times(close, depth)}`
  return {
    'one word': fill('a'),
    words: fill('a '),
    blanks: fill(' '),
    newlines: fill('\n'),
    backslashes: fill('\\'),
    'single quotes': fill("''"),
    'double quotes': fill('""'),
    'open double quotes': fill('"a'),
    'open substitutions': fill('$('),
    'open parameters': fill('${'),
    'open backticks': fill('`'),
    'open arithmetic': fill('$(('),
    'open parentheses': fill('('),
    'open groups': fill('{ '),
    'open brackets': fill('[[ '),
    'closing signs': fill(')}]'),
    pipes: fill('a|'),
    commands: fill('a;'),
    'true &&': fill('true && '),
    cd: fill('cd src; cd ..; '),
    'cd into anything': fill('cd "$X"; '),
    'cd or not': fill('cd src || cd ..; '),
    redirects: `cat ${fill('>x ')}`,
    'here-documents': fill('cat <<E\nx\nE\n'),
    'open here-documents': fill('<<E '),
    'here-strings': fill('cat <<< x\n'),
    substitutions: fill('$(a) '),
    assignments: fill('A=$A$A; '),
    appends: fill('A+=$A; '),
    doublings: `A=aaaaaaaa; ${fill('A=$A$A; ')}$A`,
    replacements: `A=aaaa; ${fill('A="${A//a/aa}"; ')}$A`,
    arrays: fill('a+=("${a[@]}" x); '),
    braces: `rm ${fill('{a,b}')}`,
    'brace ranges': `rm ${fill('{1..9}{a..z}')}`,
    'a huge range': 'rm {1..999999999}',
    'nested braces': `rm ${nested('{a,', '}', 5000)}`,
    stars: `rm ${fill('*/')}`,
    'double stars': `rm ${fill('**/')}`,
    'stars in a word': `rm ${fill('*a')}`,
    classes: `rm ${fill('[a-z]')}`,
    'open classes': `rm ${fill('[')}`,
    'extended globs': `shopt -s extglob; rm ${fill('+(a|')}`,
    tildes: fill('~a '),
    parents: `cat ${fill('../')}`,
    slashes: `cat ${fill('/')}`,
    dots: `cat ${fill('./')}`,
    functions: fill('f() { g; }; '),
    'a function that calls itself twice': `f() { f; f; }; f`,
    'functions that call each other':
      Array.from({ length: 40 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join('; ') + '; f0',
    'a fork bomb': ':(){ :|:& };:',
    branches:
      Array.from({ length: 60 }, (_, at) => `if x; then A${at}=1; else A${at}=2; fi`).join('; ') +
      `; rm ${Array.from({ length: 60 }, (_, at) => `$A${at}`).join('')}`,
    cases: fill('case $x in a) A=1;; b) A=2;; esac; '),
    loops: fill('for i in a b c; do x; done; '),
    'loops in loops': `${'for i in 1 2 3 4 5 6 7 8 9; do '.repeat(12)}rm $i;${' done;'.repeat(12)}`,
    'a long loop': 'for i in {1..100000}; do rm $i; done',
    'while in while': `${'while x; do '.repeat(40)}A=$A$A;${' done;'.repeat(40)}`,
    'eval in eval': `${times('eval ', 5000)}x`,
    'shells in shells': `${times('bash -c ', 3000)}x`,
    wrappers: `${times('sudo env nice timeout 5 ', 2000)}x`,
    'pipes into shells': `echo x${times(' | bash', 5000)}`,
    'deep substitutions': nested('$(', ')', 3000),
    'deep parentheses': nested('(', ')', 3000),
    'deep arithmetic': `$((${nested('(', ')', 3000)}))`,
    'deep parameters': nested('${x:-', '}', 3000),
    'deep groups': nested('{ ', '; }', 3000),
    'deep conditions': `[[ ${nested('( ', ' )', 3000)} ]]`,
    'deep quotes': nested('"$(', ')"', 3000),
    aliases: `alias a='b b' b='a a'; a`,
    xargs: `echo ${fill('a ')} | xargs rm`,
    seq: 'for i in $(seq 1 1000000000); do rm $i; done',
    exponents: 'for i in 1 2 3 4 5 6 7 8 9 0; do A=$A$A$A$A$A$A$A$A$A$A; done; rm $A',
    comments: fill('# x\n'),
    options: `git ${fill('-f ')}`,
    'a long option': `git push --${fill('a')}`,
    refspecs: `git push origin ${fill('+a:b ')}`,
    find: `find . ${fill('-name a -o ')}`,
    'sed scripts': `sed '${fill('s/a/b/;')}' x`,
    'awk scripts': `awk '${fill('{ print > "a" }')}'`,
    python: `python3 -c '${fill('open("a","w");')}'`,
    'open python': `python3 -c '${fill('f(')}'`,
    node: `node -e '${fill('fs.rmSync(`a`);')}'`,
    urls: `curl ${fill('https://a.example/ ')}`,
    'one url': `curl https://${fill('a.')}`,
    'a patch': `git apply <<'E'\n${fill('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n')}\nE`,
    base64: `echo ${fill('QUJD')} | base64 -d | sh`,
    'marks of our own': fill('\uE001\uE002'),
    'right to left': fill('\u202e'),
    surrogates: fill('\ud800'),
    emoji: fill('💥 '),
    'composed letters': fill('e\u0301'),
    'carriage returns': fill('a\r\n'),
  }
}

describe('a text of 64 KiB is read in time that grows with it, a short one at once', () => {
  const [halves, texts] = [hostileTexts(KIB_64 / 2), hostileTexts(KIB_64)]
  test.each(Object.entries(texts))('%s', async (name, text) => {
    const half = halves[name] ?? ''
    if (half === text) await expectCheap(() => expectWhole(factsOf(text)), 400)
    else await expectLinear((size) => expectWhole(factsOf(size < KIB_64 ? half : text)), KIB_64)
  })
})

describe('nothing is silently capped', () => {
  test.each([51, 501, 5001, 50_001])('%i commands before it', (count) => {
    const { commands, unresolved } = factsOf(`${'a;'.repeat(count)}git push -f`)
    const isSeen = commands.some(({ argv }) => argv.join(' ') === 'git push -f')
    expect(isSeen || unresolved.some(({ about }) => about.includes('commands'))).toBe(true)
  })

  test.each(['deep', 'long', 'many words', 'braces', 'loops'])('%s', (name) => {
    const text = {
      deep: `${'$('.repeat(200)}git push -f${')'.repeat(200)}`,
      long: `echo ${'a'.repeat(1_000_000)}; git push -f`,
      'many words': `echo ${'a '.repeat(30_000)}; git push -f`,
      braces: `echo ${'{a,b}'.repeat(40)}; git push -f`,
      loops: `${'for i in 1 2 3 4 5 6 7 8 9; do '.repeat(12)}git push -f;${' done;'.repeat(12)}`,
    }[name]
    const { commands, unresolved } = factsOf(text)
    const isSeen = commands.some(({ argv }) => argv.join(' ') === 'git push -f')
    expect(isSeen || unresolved.some(({ about }) => about.includes('commands'))).toBe(true)
  })
})

describe('any file system has facts', () => {
  beforeAll(() => {
    const at = (name: string) => path.join(root, name)
    execFileSync('mkfifo', [at('pipe.sh'), at('src/.gitignore'), at('package.json')])
    mkdirSync(at('locked'))
    chmodSync(at('locked'), 0)
    symlinkSync('b', at('a'))
    symlinkSync('a', at('b'))
    symlinkSync('.', at('here'))
    symlinkSync('/', at('top'))
    symlinkSync('nowhere', at('dangling'))
    linkSync(at('.env'), at('src/settings'))
    mkdirSync(at('two\nlines'))
    writeFileSync(at('two\nlines/x'), '')
    writeFileSync(at('caf\u00e9.ts'), '')
    writeFileSync(at('-rf'), '')
    writeFileSync(at('*'), '')
    symlinkSync('/dev/zero', at('zero.sh'))
    mkdirSync(at('many'))
    execFileSync('sh', ['-c', 'cd many && seq 1 100000 | xargs touch'], { cwd: root })
  })
  afterAll(() => chmodSync(path.join(root, 'locked'), 0o755))

  test.each([
    'bash pipe.sh',
    'source pipe.sh',
    './pipe.sh',
    'cat pipe.sh',
    'npm run build',
    'npm test',
    'bash zero.sh',
    'source zero.sh',
    './zero.sh',
    'grep -r x .',
    'rg x',
    'rm -rf .',
    'cp -r . /tmp/x',
    'cat a',
    'cat a/b/c',
    'echo > a',
    'cat here/here/here/.env',
    'cat top/etc/passwd',
    'rm -r top/x',
    'cat dangling',
    'echo > dangling',
    'cat locked/x',
    'rm -r locked',
    'cat locked/*',
    "cat $'two\\nlines/x'",
    'cat two*/x',
    'cat caf\u00e9.ts',
    'cat cafe\u0301.ts',
    'rm *',
    'rm ./*',
    'rm many/*',
    'rm many/*5*5',
    'cat many/1*',
    'rm -r many',
    'rm */*',
    'rm */*/*/*/*',
    'rm **/*',
    'ls many',
    'for f in many/*; do rm "$f"; done',
    'find many -delete',
    'cat /proc/self/cwd/.env',
    'cat /proc/self/root/etc/passwd',
    'cat /dev/fd/0',
    'cat /dev/stdin',
    'cat ~nobody/x',
    'cat ~/x',
    'cat .env/',
    'cat .//.env',
    'cat x/../.env',
    'cat //.env',
    'echo > /dev/sda',
    'echo > /dev/tcp/a/1',
    'cat /dev/zero',
    'cd many; cat ../.env',
    'cd nowhere; cat .env',
    'cd /; rm -rf *',
    'cd top; ls *',
  ])('%s', async (text) => {
    await expectCheap(() => expectWhole(factsOf(text)), 1000)
  })

  test.each(['', '/', '/nowhere', 'relative', '/dev/null'])('in the directory %j', (cwd) => {
    for (const text of ['cat .env', 'rm *', 'cd ..; rm x', 'bash pipe.sh', 'git status', 'npm test'])
      expectWhole(factsOf(text, cwd))
  })
})
