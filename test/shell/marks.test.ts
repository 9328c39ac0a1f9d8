// Parts of a text that are only known when it runs are marked inside the reader: facts show them as people write them.
import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/model/types.ts'
import { joinTexts, literalOf, literalText, symbolic, UNKNOWN } from '../../src/shell/words/marks.ts'
import { bash, root, sourceOf } from '../support/facts-world.ts'

const files = { 'src/prices.sh': 'rm old.csv\n', 'orders.ts': '' }

function factsOf(command: string): Facts {
  return sourceOf({ files }).facts({ event: 'PreToolUse', root, cwd: root, raw: {}, ...bash(command) })
}

/** Every command with its assignments in front, and with `?` for words that are not known. */
function commandsOf({ commands }: Facts): readonly string[] {
  return commands.map(({ argv, assignments, open = [] }) =>
    [
      ...Object.entries(assignments).map(([name, value]) => `${name}=${value}`),
      ...argv.map((word, at) => (open.includes(at) ? '?' : word)),
    ].join(' '),
  )
}

const shown = ({ unresolved }: Facts): readonly string[] => unresolved.map(({ text }) => text)

describe('a text that a shell reads once more', () => {
  test.each([
    { text: 'eval x=$X a', commands: ['eval ? a', 'x=… a'], doubts: ['x=… a'] },
    { text: 'eval x=$RANDOM a', commands: ['x=* a'], doubts: [] },
    { text: 'bash -c "x=$X a"', commands: ['bash -c ?', 'x=… a'], doubts: ['x=… a'] },
    { text: 'ssh h "x=\'$X\' a"', commands: ['ssh h ?', 'x=… a'], doubts: ["x='…' a"] },
    { text: 'trap "x=$X a" EXIT', commands: ['trap ? EXIT', 'x=… a'], doubts: ['x=… a'] },
    { text: 'alias q="x=$X a"\nq', commands: ['alias ?', 'x=… a', 'q'], doubts: ['x=… a '] },
    { text: 'f() { eval "$1"; }; f "x=$X a"', commands: ['eval ?', 'x=… a'], doubts: ['x=… a'] },
    { text: 'x="y=$X a"; eval "$x"', commands: ['eval ?', 'y=… a'], doubts: ['y=… a'] },
    { text: 'eval "$X() { rm a; }; …"', commands: ['eval ?', '…'], doubts: ['…() { rm a; }; …'] },
    { text: 'eval "alias $X=rm"; …', commands: ['eval ?', 'alias ?', '…'], doubts: ['alias …=rm'] },
  ])('$text', ({ text, commands, doubts }) => {
    const facts = factsOf(text)
    expect(commandsOf(facts)).toEqual(commands)
    expect(shown(facts)).toEqual(doubts)
  })

  test.each([
    { text: 'eval [[ in ${', token: '…', shows: '[[ in …' },
    { text: 'eval "[[ $X" $?', token: '*', shows: '[[ … *' },
  ])('$text does not parse', ({ text, token, shows }) => {
    expect(factsOf(text).unresolved).toContainEqual({
      reason: `the shell text does not parse (unexpected token '${token}'): write it so that bash accepts it`,
      text: shows,
      about: expect.arrayContaining(['commands']),
    })
  })
})

describe('a directory of which a part is not known', () => {
  const folder = '/tmp/tmp.XXXXXXXXXX'
  test.each([
    { text: 'cd d$RANDOM; . ./x', reads: [{ path: '/shop/d*/x', glob: true }] },
    { text: 'cd d$RANDOM; enable -f x y', reads: [{ path: '/shop/d*/x', glob: true }] },
    { text: 'cd d$RANDOM; cat < x', reads: [{ path: '/shop/d*/x', glob: true }] },
    { text: 'cd d$RANDOM; cat < /x', reads: [{ path: '/x' }] },
    { text: 'cd $(mktemp -d); . ./x', reads: [{ path: `${folder}/x` }] },
    { text: 'cd sr*; . ./prices.sh', reads: [{ path: '/shop/src/prices.sh' }] },
    { text: 'cd "$X"; cat ~+/x', reads: [] },
  ])('$text reads', ({ text, reads }) => {
    expect(factsOf(text).reads).toEqual(reads)
  })

  test.each(['cd d$RANDOM', 'cd $(mktemp -d)'])('%s: what is written there runs', (text) => {
    const facts = factsOf(`${text}; echo 'git push --force' > a.sh; sh a.sh`)
    expect(commandsOf(facts).at(-1)).toBe('git push --force')
  })

  test('one of too many is not known', () => {
    const moves = Array.from({ length: 40 }, (_, at) => `if a; then cd d${at}; fi; `).join('')
    const facts = factsOf(`${moves}echo x > y`)
    expect([...facts.creates, ...facts.edits]).toEqual([])
    expect(facts.unresolved).toContainEqual(expect.objectContaining({ text: 'y' }))
  })
})

describe('a file that the same text writes', () => {
  const python = (path: string) => `echo "open('${path}', 'w')" > a.py; python a.py`
  test.each([
    { text: python('$X'), file: 'a.py', doubt: '/shop/…' },
    { text: 'echo "w $X" > a.sed; sed -f a.sed orders.ts', file: 'a.sed', doubt: '/shop/…' },
    {
      text: 'echo "+++ b/$X\n@@ -0 +1 @@\n+a" > a.patch; git apply a.patch',
      file: 'a.patch',
      doubt: '/shop/…',
    },
  ])('$text', ({ text, file, doubt }) => {
    const facts = factsOf(text)
    expect(facts.creates).toEqual([{ path: `/shop/${file}` }])
    expect(facts.unresolved).toContainEqual({
      reason: `${doubt} cannot be known before it runs: write it out`,
      text: doubt,
      about: ['creates'],
    })
  })

  test('names a file with a number', () => {
    expect(factsOf(python('f$RANDOM')).creates).toEqual([
      { path: '/shop/a.py' },
      { path: '/shop/f*', glob: true },
    ])
  })

  test.each(['sh a.sh', '. ./a.sh', './a.sh'])('is followed by %s with what is not known in it', (run) => {
    const facts = factsOf(`echo "rm $X; rm f$RANDOM; git push" > a.sh; ${run}`)
    expect(commandsOf(facts).slice(-3)).toEqual(['rm ?', 'rm ?', 'git push'])
    expect(facts.deletes).toEqual([{ path: '/shop/f*', glob: true }])
    expect(shown(facts)).toContain('rm …; rm f*; git push\n')
  })

  test('has lines of which a part is not known', () => {
    const text = `echo '{"scripts":{"b":"rm '$X'"}}' > package.json; npm run b`
    expect(commandsOf(factsOf(text)).at(-1)).toBe('rm ?')
  })

  test('lists files', () => {
    expect(shown(factsOf('echo "a$X" > list; tar -cf o -T list'))).toEqual(['list'])
    expect(factsOf('echo "a$RANDOM" > list; tar -cf o -T list').reads).toContainEqual({
      path: '/shop/a*',
      glob: true,
      tree: true,
    })
  })

  test('shows a host that is not known', () => {
    expect(factsOf('echo "registry=http://$X/" > .npmrc; npm i x').unresolved).toMatchObject([
      { reason: 'the host in … cannot be told: write its plain name', text: '…' },
    ])
  })
})

test.each(["$'\\uE000'", "a$'\\uE001'", "$'\\ue002'", "$'\\U0000E005'"])('%s is no mark', (word) => {
  expect(factsOf(`rm ${word}`).commands).toMatchObject([{ argv: ['rm', word], open: [1] }])
  expect(factsOf(`rm ${word}`).deletes).toEqual([])
})

test('a text with marks is no string', () => {
  const text = symbolic`a ${UNKNOWN}`
  // @ts-expect-error a fact would show the mark
  const strings: string[] = [text]
  // @ts-expect-error it could hold what is a mark here
  const texts: (typeof text)[] = ['a']
  expect([strings, texts]).toHaveLength(2)
  expect(literalOf(text)).toBeUndefined()
  expect(literalOf(joinTexts([literalText('a'), literalText('b')], ' '))).toBe('a b')
  expect(literalText('a\uE002')).toBe(UNKNOWN)
})
