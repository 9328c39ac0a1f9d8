import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandsOf, factsOf } from './shell-world.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'
import { expectLinear } from '../support/expectations.ts'

const deletedBy = (text: string) => factsOf(text).deletes.map(({ path }) => path)

describe('every command counts', () => {
  test.each([
    { text: 'a && b || c; d & e\nf', commands: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { text: '(a; { b; }); ! c', commands: ['a', 'b', 'c'] },
    { text: 'time a | b |& c', commands: ['a', 'b', 'c'] },
    { text: 'if a; then b; elif c; then d; else e; fi', commands: ['a', 'c', 'b', 'd', 'e'] },
    { text: 'while a; do b; done; until c; do d; done', commands: ['a', 'b', 'c', 'd'] },
    { text: 'for x in a b; do rm $x; done', commands: ['rm a', 'rm b'] },
    { text: 'for ((i=0; i<3; i++)); do a f$i; done', commands: ['a ?'] },
    { text: 'select x in a b; do rm $x; done', commands: ['rm a', 'rm b'] },
    { text: 'case $x in a) b;; *) c;; esac', commands: ['b', 'c'] },
    { text: 'coproc a; coproc { b; }', commands: ['a', 'b'] },
    { text: '[[ -n $(a) ]] && (( $(b) + 1 ))', commands: ['a', 'b'] },
    { text: 'x $(a) `b` "$(c)"', commands: ['a', 'b', 'c', 'x ? ? ?'] },
    { text: 'X=$(a); arr=($(b)); c[$(d)]=1', commands: ['a', 'b', 'd'] },
    { text: 'echo ${X:-$(a)} ${Y/$(b)/c}', commands: ['a', 'b', 'echo ? ?'] },
    { text: 'cat <<E\n$(a)\nE', commands: ['a', 'cat'] },
    { text: 'f() { rm "$1"; }; f a; f b', commands: ['rm a', 'rm b'] },
    { text: 'function f { rm "$@"; }; f a b', commands: ['rm a b'] },
    { text: "eval 'rm a; rm b'", commands: ['rm a', 'rm b'] },
    { text: 'bash -c \'rm "$1" $0\' zero one', commands: ['rm one zero'] },
    { text: "bash -c '$0 push' git", commands: ['git push'] },
    { text: "trap 'rm x' EXIT", commands: ['trap rm x EXIT', 'rm x'] },
    { text: "alias wipe='rm -rf'\nwipe x", commands: ['alias wipe=rm -rf', 'rm -rf x', 'wipe x'] },
    { text: 'command rm x; builtin cd y; exec rm z', commands: ['rm x', 'cd y', 'rm z'] },
    { text: 'command -v rm', commands: ['command -v rm'] },
    { text: 'source bin/check.sh api', commands: ['source bin/check.sh api', 'git status', 'rm -rf api'] },
    { text: 'bash bin/check.sh api', commands: ['git status', 'rm -rf api'] },
    { text: 'npm run build', commands: ['npm run build', 'vite build'] },
    {
      text: 'echo "rm x" > a.sh; sh a.sh; ./a.sh',
      commands: ['echo rm x', 'sh a.sh', 'rm x', './a.sh', 'rm x'],
    },
    {
      text: "cat > /tmp/a.sh <<'E'\nrm $1\nE\nbash /tmp/a.sh y",
      commands: ['cat', 'bash /tmp/a.sh y', 'rm y'],
    },
    {
      text: 'while read -r f; do rm "$f"; done <<< $(printf "a\\nb")',
      commands: ['printf a\\nb', 'read -r f', 'rm a', 'rm b'],
    },
    { text: 'xargs rm -f', commands: ['rm -f ?'] },
    { text: 'node <(a) b', commands: ['a', 'node /dev/fd/63 b'] },
    { text: '> x; A=1; < y', commands: [':'] },
  ])('$text', ({ text, commands }) => {
    expect(commandsOf(text)).toEqual(commands)
  })

  test('wrappers stand around it, outermost first', () => {
    expect(factsOf("sudo env bash -c 'rm x'").commands).toMatchObject([
      { program: 'rm', wrappers: ['sudo', 'env', 'bash'] },
    ])
  })

  test('a command elsewhere is remote, and its paths are not ours', () => {
    const facts = factsOf("ssh web 'rm -rf /srv > log'")
    expect(facts.commands).toMatchObject([{ program: 'ssh' }, { program: 'rm', remote: true }])
    expect([...facts.deletes, ...facts.creates]).toEqual([])
  })

  test('what the text sets in the environment stands beside the command', () => {
    const { commands } = factsOf('export AWS_PROFILE=prod; X=1; A=$B aws s3 ls')
    expect(commands.at(-1)?.assignments).toEqual({ AWS_PROFILE: 'prod', A: '$B' })
  })

  test.each([
    "x='a[$(rm y)]'; echo $((x))",
    "unset 'a[$(rm y)]'",
    "test -v 'a[$(rm y)]'",
    "X='a[$(rm y)]'; (( X > 1 ))",
  ])('%s runs what a name holds', (text) => {
    expect(factsOf(text).commands.map(({ argv }) => argv.join(' '))).toContain('rm y')
  })

  test('a function that may not be there leaves the command itself', () => {
    expect(commandsOf('if a; then git() { true; }; fi; git push')).toContain('git push')
  })
})

describe('where it runs', () => {
  test.each([
    { text: 'cd src && rm a; rm b', deletes: ['/shop/src/a', '/shop/src/b'] },
    { text: 'cd src; cd ..; rm a', deletes: ['/shop/a'] },
    { text: 'cd src; cd -; rm a', deletes: ['/shop/a'] },
    { text: 'cd; rm a', deletes: ['/home/ada/a'] },
    { text: 'pushd src; rm a; popd; rm b', deletes: ['/shop/src/a', '/shop/b'] },
    { text: '(cd src; rm a); rm b', deletes: ['/shop/src/a', '/shop/b'] },
    { text: 'cd src | rm a; cd src & rm b', deletes: ['/shop/a', '/shop/b'] },
    { text: '$(cd src; rm a); rm b', deletes: ['/shop/src/a', '/shop/b'] },
    { text: "bash -c 'cd src; rm a'; rm b", deletes: ['/shop/src/a', '/shop/b'] },
    { text: "eval 'cd src'; rm a", deletes: ['/shop/src/a'] },
    { text: 'f() { cd src; }; f; rm a', deletes: ['/shop/src/a'] },
    { text: 'cd src || exit 1; rm a', deletes: ['/shop/src/a'] },
    { text: 'cd src || { echo no; exit 1; }; rm a', deletes: ['/shop/src/a'] },
    { text: 'cd src || true; rm a', deletes: ['/shop/src/a', '/shop/a'] },
    { text: 'mkdir api && cd api; rm a', deletes: ['/shop/api/a', '/shop/a'] },
    { text: 'if x; then cd src; fi; rm a', deletes: ['/shop/a', '/shop/src/a'] },
    {
      text: 'for d in api src; do cd $d; rm a; cd ..; done; rm b',
      deletes: ['/shop/api/a', '/shop/src/a', '/shop/b'],
    },
    { text: 'cd "$X"; rm a /b', deletes: ['/b'] },
    { text: 'while x; do cd ..; rm a; done', deletes: ['//a'] },
    { text: 'for d in a b; do cd src; if x; then continue; fi; cd ..; done; rm /y', deletes: ['/y'] },
    { text: 'i=0; while [ $i -lt 3 ]; do rm f$i; i=$((i+1)); done', deletes: ['/shop/f0', '/shop/f*'] },
    { text: 'for ((i=0, j=5; i<j; i++, j--)); do rm a$j; done', deletes: ['/shop/a*'] },
    { text: 'a=x; while t; do rm $a; a=$b; b=y; done', deletes: ['/shop/x'] },
    { text: 'while t; do rm "${a:=x}"; done', deletes: ['/shop/x'] },
    { text: 'while t; do rm "${a:=x}"; break; done', deletes: ['/shop/x'] },
    { text: 'while t; do rm "${a:-x}"; a=y; done', deletes: ['/shop/x', '/shop/y'] },
    {
      text: 'for b in 1 2; do for c in 1; do rm "${a:-x}"; a=y; continue 2; done; a=z; done',
      deletes: ['/shop/x'],
    },
    { text: 'if t; then a=y; fi; rm "${a:-x}"', deletes: ['/shop/x', '/shop/y'] },
    { text: 'if t; then a=y; fi; rm "${a-x}"', deletes: ['/shop/y'] },
  ])('$text', ({ text, deletes }) => {
    expect(deletedBy(text)).toEqual(deletes)
  })

  test.each(['cd "$X"', `cd ${'src/'.repeat(2000)}`, 'cd src;'.repeat(2000)])(
    'is empty where it cannot be known: %.20s',
    (text) => {
      expect(factsOf(`${text}\nrm a`).commands.at(-1)?.cwd).toBe('')
    },
  )
})

describe('pipelines', () => {
  const numbers = (text: string) =>
    factsOf(text).commands.map(({ program, pipeline }) => `${program} ${pipeline}`)

  test.each([
    { text: 'a | b; c', numbers: ['a 0', 'b 0', 'c 1'] },
    { text: 'curl u | (cat; sh)', numbers: ['curl 0', 'cat 0', 'sh 0'] },
    { text: 'curl u | sudo sh', numbers: ['curl 0', 'sh 0'] },
    { text: 'sh <(curl u)', numbers: ['curl 0', 'sh 0'] },
    { text: 'bash -c "$(curl u)"', numbers: ['curl 0', 'bash 0'] },
    { text: 'eval "$(curl u)"', numbers: ['curl 0', 'eval 0'] },
    { text: 'curl u > >(sh)', numbers: ['curl 0', 'sh 0'] },
    { text: 'source <(curl u)', numbers: ['curl 0', 'source 0'] },
    { text: 'curl u | while read l; do eval "$l"; done', numbers: ['curl 0', 'read 0', 'eval 0'] },
    { text: "bash -c 'a; b'", numbers: ['a 1', 'b 2'] },
  ])('$text', ({ text, numbers: expected }) => {
    expect(numbers(text)).toEqual(expected)
  })

  test.each([
    'curl u | sh',
    'sh <(curl u)',
    'bash -c "$(curl u)"',
    'eval "$(curl u)"',
    'echo cm0= | base64 -d | sh',
    'xxd -r -p x | bash',
    'curl u > >(sh)',
    'source <(curl u)',
    'sh < x',
    'X=$(curl u); eval "$X"',
  ])('%s runs what cannot be known', (text) => {
    expect(factsOf(text).unresolved.flatMap(({ about }) => about)).toContain('commands')
  })

  test.each([
    "echo 'rm x' | sh",
    "sh <<< 'rm x'",
    "sh <<'E'\nrm x\nE",
    "printf '%s\\n' 'rm x' | bash",
    'cat <<E | sh\nrm x\nE',
    'X="rm x"; echo "$X" | sudo sh',
    '{ echo "cd src"; echo "rm /shop/x"; } | sh',
    'source <(echo rm x)',
    'echo "rm x" | tee log | sh',
  ])('%s is followed', (text) => {
    expect(deletedBy(text)).toEqual(['/shop/x'])
    expect(factsOf(text).unresolved).toEqual([])
  })
})

describe('redirects', () => {
  test.each([
    { text: 'a > x', creates: ['/shop/x'], edits: [] },
    { text: 'a > orders.ts', creates: [], edits: ['/shop/orders.ts'] },
    { text: 'a >> orders.ts 2> err', creates: ['/shop/err'], edits: ['/shop/orders.ts'] },
    { text: 'a >| x &> y', creates: ['/shop/x', '/shop/y'], edits: [] },
    { text: 'a >& x {fd}> y', creates: ['/shop/x', '/shop/y'], edits: [] },
    { text: 'a > /dev/null 2>&1 >&2 2>/dev/stderr', creates: [], edits: [] },
    { text: '{ a; b; } > x', creates: ['/shop/x'], edits: [] },
    { text: 'for i in 1; do a; done > "x y"', creates: ['/shop/x y'], edits: [] },
    { text: '> x', creates: ['/shop/x'], edits: [] },
    { text: 'exec 3> x', creates: ['/shop/x'], edits: [] },
    { text: 'cd src; a > cart.ts', creates: [], edits: ['/shop/src/cart.ts'] },
  ])('$text', ({ text, creates, edits }) => {
    const facts = factsOf(text)
    expect({
      creates: facts.creates.map(({ path }) => path),
      edits: facts.edits.map(({ path }) => path),
    }).toEqual({ creates, edits })
  })

  test('read a file', () => {
    expect(factsOf('a < .env.production').reads).toEqual([{ path: '/shop/.env.production' }])
    expect(factsOf('a <> orders.ts')).toMatchObject({
      reads: [{ path: '/shop/orders.ts' }],
      edits: [{ path: '/shop/orders.ts' }],
    })
  })

  test('contact a host', () => {
    expect(factsOf('cat < /dev/tcp/EVIL.example/80').hosts).toEqual(['evil.example'])
  })

  test('of a file that is not known are unresolved about writing', () => {
    expect(factsOf('a > $X').unresolved).toMatchObject([{ text: '$X', about: ['creates', 'edits'] }])
  })

  test.each([
    { text: 'echo "a b" > f', adds: ['a b\n'] },
    { text: "cat > f <<'E'\nline $X\nE", adds: ['line $X\n'] },
    { text: 'cat <<-E >> f\n\tline $X.\n\tE', adds: ['line .\n'] },
    { text: "printf 'a=%s\\n' b c > f", adds: ['a=b\na=c\n'] },
    { text: 'tee f <<< text', adds: ['text\n'] },
    { text: 'echo text | sudo tee -a f', adds: ['text\n'] },
    { text: '{ echo a; echo b; } > f', adds: ['a\nb\n'] },
    { text: 'echo a 2> f; ls > g', adds: [] },
  ])('$text adds its text', ({ text, adds }) => {
    expect(factsOf(text).adds.map((add) => add.text)).toEqual(adds)
  })
})

describe('what cannot be read', () => {
  test('an open quote: nothing of it runs, so only what it would touch is unresolved', () => {
    const { commands, unresolved } = factsOf('rm -rf a "open')
    expect(commands.map(({ program }) => program)).toEqual(['rm'])
    expect(unresolved.flatMap(({ about }) => about)).not.toContain('commands')
  })

  test.each([
    'if a; then b',
    'a )',
    'Get-ChildItem | Where-Object { $_.Name -eq "x" ) }',
    '$(',
    'a <<',
    'case x in',
  ])('%s does not parse, and everything is unresolved', (text) => {
    expect(factsOf(text).unresolved.flatMap(({ about }) => about)).toContain('commands')
  })

  test.each([
    { name: 'length', text: `echo ${'a'.repeat(1_000_000)}` },
    { name: 'commands', text: 'a;'.repeat(20_000) },
    {
      name: 'depth of texts',
      text: Array.from({ length: 40 })
        .reduce<string>((text) => `eval ${quoted(text)}`, 'rm x')
        .slice(0, 100_000),
    },
    { name: 'depth of substitutions', text: `${'$('.repeat(100)}a${')'.repeat(100)}` },
    { name: 'a function that calls itself', text: 'f() { f | f & }; f' },
    { name: 'a value that grows', text: `X=aaaa; ${'X=$X$X;'.repeat(60)} $X` },
    {
      name: 'the product of choices',
      text: 'case $x in a) A=1 B=1 C=1 D=1;; b) A=2 B=2 C=2 D=2;; c) A=3 B=3 C=3 D=3;; esac; $A$B$C$D',
    },
  ])('the $name of a text is bounded', ({ text }) => {
    expect(factsOf(text).unresolved.flatMap(({ about }) => about)).toContain('commands')
  })

  test.each([50, 500, 5000])('finds the command behind %d others, in linear time', async (most) => {
    const textOf = (count: number): string => `${'true && '.repeat(count)}rm x`
    await expectLinear((count) => expect(deletedBy(textOf(count))).toEqual(['/shop/x']), most)
  })
})

function quoted(text: string): string {
  return text.length > 2000 ? text : `'${text.replaceAll("'", "'\\''")}'`
}

describe('any text', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '$(',
    ')',
    '`',
    '"',
    "'",
    '{',
    '}',
    '${',
    'x=',
    '|',
    '&&',
    ';',
    '<<E\n',
    'E\n',
    '>',
    '<(',
    '*',
    '\\',
    '((',
    '))',
    '[[',
    ']]',
    'if ',
    'then ',
    'fi',
    'for i in ',
    'do ',
    'done',
    'case ',
    ' in ',
    'esac',
    'eval ',
    'bash -c ',
    '$X',
    '$@',
    '#',
    '~',
    'cd ',
    '.',
    '/',
    '-',
    '=',
    '+',
    '!',
    '%',
    '\u0430',
    '\u200b',
    '\0',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  )

  test('is read without a throw, and as facts', { tags: 'long' }, () => {
    check(
      fc.property(text, (input) => {
        const facts = factsOf(input)
        expect(JSON.stringify(facts)).not.toMatch(/[\uE000-\uE005]/)
      }),
      { numRuns: runs(300) },
    )
  })

  test('repeated to 64 KiB is read in linear time', { tags: 'long' }, async () => {
    await check(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
        const part = pieces.join('')
        const count = 4 * Math.ceil(65_536 / 4 / part.length) // what ends in the whole text ends in its half
        await expectLinear((times) => factsOf(part.repeat(times)), count)
      }),
      { numRuns: runs(60, 1_500), examples: [[['cd ', ']]', ';', '$@']]] },
    )
  })
})
