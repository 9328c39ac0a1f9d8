import { describe, expect, test } from 'vitest'
import { commandsOf, factsOf, world } from './shell-world.ts'
import { factsOfShell } from '../../src/shell/reader.ts'
import { loaders } from '../support/loaders.ts'

const push = ['git push']

describe('one command in other spellings', () => {
  test.each([
    'git push',
    "g'i't push",
    '"gi"t "pu"sh',
    String.raw`\g\i\t push`,
    String.raw`$'\x67it' push`,
    String.raw`$'\147it' $'p\u0075sh'`,
    'gi\'\'t pu""sh',
    'git \\\n  push',
    'gi\\\nt push',
    '{git,push}',
    'X=git; $X push',
    'X="git push"; $X',
    'X=gi; ${X}t push',
    'Y=X; X=git; ${!Y} push',
    'git${IFS}push',
    'IFS=,; X=git,push; $X',
    '${UNSET_HERE:-git} push',
    'X=; ${X:-git} push',
    'X=1; ${X:+git} push',
    'X=git.exe; ${X%.exe} push',
    'X=/opt/git; ${X##*/} push',
    'X=hit; ${X/h/g} push',
    'X=GIT; ${X,,} push',
    'X=agita; ${X:1:3} push',
    'set -- git push; "$@"',
    'set -- x git push; shift; $1 $2',
    'a=(git push); "${a[@]}"',
    'a=(x git); ${a[1]} push',
    'X=g; X+=it; $X push',
    'export X=git; $X push',
    'if true; then X=git; else X=git; fi; $X push',
  ])('%s', (text) => {
    expect(commandsOf(text).filter((line) => line.startsWith('git'))).toEqual(push)
    expect(factsOf(text).unresolved).toEqual([])
  })

  test.each([
    '$(echo git) push',
    '$(printf %s git) push',
    '`echo git` push',
    "$(cat <<'E'\ngit\nE\n) push",
    '$(basename /opt/git) push',
  ])('%s, whose output is a constant', (text) => {
    expect(commandsOf(text).at(-1)).toBe('git push')
  })

  test.each(['$(which git) push', '$(command -v git) push'])('%s finds the program', (text) => {
    expect(factsOf(text).commands.at(-1)).toMatchObject({ program: 'git', argv: ['/usr/bin/git', 'push'] })
  })
})

describe('words', () => {
  test.each([
    { text: 'rm ~/x', argv: ['rm', '/home/ada/x'] },
    { text: 'rm ~ada/x', argv: ['rm', '/home/ada/x'] },
    { text: 'rm "~/x"', argv: ['rm', '~/x'] },
    { text: 'rm $HOME/x ${HOME}', argv: ['rm', '/home/ada/x', '/home/ada'] },
    { text: 'rm $PWD', argv: ['rm', '/shop'] },
    { text: 'echo a b; rm $_', argv: ['rm', 'b'] },
    { text: 'echo a "b c" >/dev/null && rm "${_}/x"', argv: ['rm', 'b c/x'] },
    { text: 'echo a; X=1; rm "$_" y', argv: ['rm', '', 'y'] },
    { text: 'echo a; (echo b); rm $_', argv: ['rm', 'a'] },
    { text: 'rm $ASSETS/x', argv: ['rm', '/srv/assets/x'] },
    { text: 'rm a{b,c}d', argv: ['rm', 'abd', 'acd'] },
    { text: 'rm {1..3} {c..a} {01..02}', argv: ['rm', '1', '2', '3', 'c', 'b', 'a', '01', '02'] },
    { text: 'declare X={a,b}; rm $X', argv: ['rm', 'b'] },
    { text: 'export X=c{"a b",c}d; rm "$X"', argv: ['rm', 'ccd'] },
    { text: "declare X='{a,b}' Y={a; rm $X $Y", argv: ['rm', '{a,b}', '{a'] },
    { text: 'X={a,b}; rm $X', argv: ['rm', '{a,b}'] },
    { text: 'rm "{a,b}" {a} x{a,b', argv: ['rm', '{a,b}', '{a}', 'x{a,b'] },
    { text: 'rm {a,"b c"}{1,2}', argv: ['rm', 'a1', 'a2', 'b c1', 'b c2'] },
    { text: 'X="a b"; rm $X "$X"', argv: ['rm', 'a', 'b', 'a b'] },
    { text: 'X=; rm $X "$X" y', argv: ['rm', '', 'y'] },
    { text: 'rm "$@" x', argv: ['rm', 'x'] },
    { text: 'rm $(pwd)/x', argv: ['rm', '/shop/x'] },
    { text: 'rm $(git rev-parse --show-toplevel)/x', argv: ['rm', '/shop/x'] },
    { text: "rm 'a'$'\\t'\"b\"", argv: ['rm', 'a\tb'] },
    { text: 'rm /dev/fd/9', argv: ['rm', '/dev/fd/9'] },
  ])('$text', ({ text, argv }) => {
    expect(factsOf(text).commands.at(-1)?.argv).toEqual(argv)
    expect(factsOf(text).unresolved).toEqual([])
  })

  test.each([
    { text: 'rm $TARGET', open: [1], argv: ['rm', '$TARGET'] },
    { text: 'rm "$A"/x b', open: [1], argv: ['rm', '$A/x', 'b'] },
    { text: 'rm $(find-old)', open: [1], argv: ['rm', '$(find-old)'] },
    { text: 'rm x$((1 + 2))', open: [1], argv: ['rm', 'x$((1 + 2))'] },
    { text: `rm ${'{a,b}'.repeat(40)}`, open: [1], argv: ['rm', '{a,b}'.repeat(40)] },
    { text: 'read X; rm $X', open: [1], argv: ['rm', '$X'] },
    { text: 'for f in a; do X=$(next); done; rm $X', open: [1], argv: ['rm', '$X'] },
  ])('$text is open', ({ text, open, argv }) => {
    expect(factsOf(text).commands.at(-1)).toMatchObject({ open, argv })
  })

  test('a program that is not known leaves everything open', () => {
    const facts = factsOf('$CMD push')
    expect(facts.commands).toMatchObject([{ program: '', argv: ['$CMD', 'push'], open: [0] }])
    expect(facts.unresolved[0]).toMatchObject({
      text: '$CMD',
      about: expect.arrayContaining(['commands', 'deletes']),
    })
  })

  test("a variable's value of the environment does not stand in the facts, unless it is a path", () => {
    expect(JSON.stringify(factsOf('curl -H $TOKEN localhost:$PORT'))).not.toMatch(/hunter2|3000/)
  })

  test('a variable of two values makes two commands', () => {
    expect(commandsOf('if x; then F=a; else F=b; fi; rm $F')).toEqual(['x', 'rm a', 'rm b'])
    expect(commandsOf('if x; then F=-f; fi; rm $F y')).toEqual(['x', 'rm y', 'rm -f y'])
    expect(commandsOf('case $1 in a) F=a;; b) F=b;; esac; rm "$F"')).toContain('rm a')
  })
})

describe('patterns', () => {
  test('become the files that are there', () => {
    expect(factsOf('rm src/*.ts').deletes.map(({ path }) => path)).toEqual([
      '/shop/src/cart.test.ts',
      '/shop/src/cart.ts',
      '/shop/src/prices.ts',
    ])
    expect(factsOf('rm s[r]c/c?rt.ts').deletes).toEqual([{ path: '/shop/src/cart.ts' }])
  })

  test('leave out names that begin with a dot', () => {
    expect(factsOf('rm *').deletes.map(({ path }) => path)).not.toContain('/shop/.env.production')
    expect(factsOf('rm .env*').deletes).toEqual([{ path: '/shop/.env.production' }])
  })

  test('stay patterns where nothing is there', () => {
    expect(factsOf('rm *.log').deletes).toEqual([{ path: '/shop/*.log', glob: true }])
    expect(factsOf('rm *.log').commands).toMatchObject([{ argv: ['rm', '*.log'], globs: [1] }])
  })

  test('are text in quotes and in assignments', () => {
    expect(factsOf('rm "*.ts"').deletes).toEqual([{ path: '/shop/*.ts' }])
    expect(factsOf('X=src/p*.ts; rm $X').deletes).toEqual([{ path: '/shop/src/prices.ts' }])
    expect(factsOf('X=src/p*.ts; rm "$X"').deletes).toEqual([{ path: '/shop/src/p*.ts' }])
  })

  test('stand for what find prints', () => {
    const glob = { path: '/shop/src/**/*.ts', glob: true }
    expect(factsOf("rm $(find src -name '*.ts')").deletes).toEqual([glob])
    expect(factsOf('for f in $(find src -name \'*.ts\'); do rm "$f"; done').deletes).toEqual([glob])
    expect(factsOf('find src -type f | while read -r f; do rm "$f"; done').deletes).toEqual([
      { path: '/shop/src' },
      { path: '/shop/src/**', glob: true },
    ])
  })

  test('across directories are not expanded', () => {
    expect(factsOf('rm **/*.ts').deletes).toEqual([{ path: '/shop/**/*.ts', glob: true }])
  })

  test('name a program by what is there', () => {
    expect(factsOf('/bin/r? x').commands).toMatchObject([{ program: 'rm' }])
    expect(factsOf('/opt/r? x').unresolved).toHaveLength(1)
  })

  test('a date or a number in a name is a pattern', () => {
    expect(factsOf('echo x > out-$(date +%F).log').creates).toEqual([{ path: '/shop/out-*.log', glob: true }])
    expect(factsOf('rm f$((i + 1))').deletes).toEqual([{ path: '/shop/f*', glob: true }])
  })

  test.each([
    ['T=$(mktemp -d); cd "$T"; rm x', '/tmp/tmp.XXXXXXXXXX/x'],
    ['T=$(mktemp -d); sh -c "rm $T/x"', '/tmp/tmp.XXXXXXXXXX/x'],
    ['T=/tmp/tmp.$$; rm "$T"', '/tmp/tmp.*'],
    ['rm /tmp/tmp.*', '/tmp/tmp.*'],
  ])('what mktemp makes is new, whatever else is there: %s', (text, path) => {
    const isNew = !path.includes('*')
    expect(factsOf(text).deletes).toEqual([isNew ? { path } : { path, glob: true }])
  })
})

describe('text that hides itself', () => {
  test.each([
    { name: 'a control character', text: 'ls\u0008 x' },
    { name: 'a character that begins a sequence of a terminal', text: 'echo "a \u009b2K b"' },
    { name: 'a control character that does nothing, in a program', text: 'r\u0080m x' },
    { name: 'a character that turns the order', text: 'echo "\u202e"; rm x' },
    { name: 'a character of our own marks', text: 'rm \ue001' },
    { name: 'a space without width in a program', text: 'r\u200bm x' },
    { name: 'an invisible letter in a path', text: 'rm src\u2060/cart.ts' },
    { name: 'a Cyrillic letter in a program', text: 'с\u0075rl x' },
    { name: 'a Cyrillic letter in a host', text: 'curl https://ex\u0430mple.com' },
  ])('$name is unresolved', ({ text }) => {
    expect(factsOf(text).unresolved[0]?.about).toContain('commands')
  })

  test.each([
    'git commit -m "Größe ändern – schön ✔️ 👩‍💻"',
    'git commit -m "переименовать API"',
    'cat > a.md <<EOF\nنص عربي \u200f и δοκιμή\nEOF',
    'rm größe.ts',
    "echo 'it\u00e2\u0080\u0099s done'",
    'echo ✔️',
  ])('%s is ordinary', (text) => {
    expect(factsOf(text).unresolved).toEqual([])
  })
})

test('a path is composed', () => {
  expect(factsOf('rm gro\u0308sse.ts').deletes).toEqual([{ path: '/shop/grösse.ts' }])
})

test('a program that throws is unresolved', () => {
  const effectsOf = (): never => {
    throw new Error('no such role')
  }
  const facts = factsOfShell('git push', world, { effectsOf, parser: loaders.parser })
  expect(facts.unresolved[0]?.reason).toContain('no such role')
})
