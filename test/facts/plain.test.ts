// A call that is told to be plain has no fact that its plain texts do not hold.
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSubject } from '../../src/engine/change.ts'
import { factTexts } from '../../src/engine/fact-texts.ts'
import { createFactSource } from '../../src/facts.ts'
import { plainTexts } from '../../src/facts/plain.ts'
import { plainPrograms } from '../../src/facts/plain/programs.ts'
import { listSections } from '../../src/facts/programs/sections.ts'
import { createFiles } from '../../src/files.ts'
import { EDGE } from '../../src/literal.ts'
import * as shell from '../../src/shell.ts'
import type { Event } from '../../src/types.ts'
import { randomFrom } from './mutations/random.ts'
import { rewrite } from './mutations/rewrites.ts'
import { seeds } from './mutations/seeds.ts'
import { seed } from '../support/seed.ts'

const files = createFiles()
const env = { HOME: '/home/ada', PATH: '/usr/bin:/bin', USER: 'ada' }
const source = { ...createFactSource({ files, env, shell: () => shell }), did: () => ({}) as never }

let dir = ''
let root = ''
beforeAll(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'hooks-plain-')))
  mkdirSync(path.join(dir, 'work'))
  root = path.join(dir, 'work', 'shop')
  mkdirSync(path.join(root, 'src', 'orders'), { recursive: true })
  mkdirSync(path.join(root, '.git'))
  for (const name of ['.env', 'src/cart.ts', 'notes.md', 'src/orders/all.ts', 'package.json'])
    writeFileSync(path.join(root, name), 'one\ntwo\n')
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ scripts }))
  symlinkSync('.env', path.join(root, 'settings'))
  symlinkSync('src/orders', path.join(root, 'orders'))
  symlinkSync(path.join(dir, 'work', 'shop'), path.join(dir, 'here'))
  linkSync(path.join(root, '.env'), path.join(root, 'twin'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const scripts = {
  test: 'vitest run',
  pretest: 'npm run lint',
  lint: 'ls src && cat notes.md',
  build: 'tsc -p .',
  around: 'npm run around',
  show: 'cat',
  clean: 'rm -rf dist',
  list: 'cd src && ls',
}

const call = (tool_name: string, tool_input: unknown, cwd = root): Event => ({
  event: 'PreToolUse',
  tool_name,
  tool_input,
  cwd,
  root,
  raw: {},
})

/** What the facts have and the plain texts have not; undefined for a call that is not plain. */
function missingIn(event: Event): readonly string[] | undefined {
  const plain = plainTexts(event, files)
  if (plain === undefined) return undefined
  const facts = factTexts(createSubject(event, source))
  if (facts === undefined) return ['the facts cannot be worked out']
  const texts = facts.text.split(EDGE).flatMap((text) => text.split('\n'))
  return [
    ...texts.filter((text) => !plain.text.includes(text)),
    ...facts.kinds.filter((kind) => !plain.kinds.includes(kind)),
    ...facts.open.map((kind) => `open: ${kind}`),
  ]
}

/** The lines of the table about a program or a subcommand. */
function linesOf([program = '', subcommand]: readonly string[]): readonly string[] {
  const named = (line: string, name: string) => line.trim().split(/[ ,]+/).includes(name)
  const section = Object.values(listSections())
    .flat()
    .findLast((text) => named(text.split('\n', 1)[0] ?? '', program))
  const lines = section?.split('\n').slice(1) ?? []
  if (subcommand === undefined) return lines
  const at = lines.findLastIndex((line) => /^ {2}[a-z]/.test(line) && named(line, subcommand))
  const below = lines.slice(at + 1)
  const end = below.findIndex((line) => !line.startsWith('    '))
  return end < 0 ? below : below.slice(0, end)
}

const optionsOf = (program: readonly string[]): string[] =>
  linesOf(program).flatMap((line) =>
    [...line.matchAll(/(?:^|[ ,])(--?[A-Za-z][\w-]*)/g)].map(([, word = '']) => word),
  )

/** Which role what says of these programs; a word of an option's line names the option. */
test('every plain program is in the table, with roles that name files to read, and files to write behind --out', () => {
  const roles = plainPrograms.flatMap((program) =>
    linesOf(program).flatMap((line) =>
      [...line.matchAll(/(?:(--?[\w-]+) )?[<[{]([a-z+-]+)/g)].map(
        ([, option = '', role = '']) => `${program.join(' ')} ${option} ${role}`,
      ),
    ),
  )
  const isHarmless = (line: string) => / (?:text|look|read|git-read)$| --out\S* write$/.test(line)
  expect(plainPrograms.filter((program) => linesOf(program).length === 0)).toEqual([])
  expect([...new Set(roles)].filter((line) => !isHarmless(line))).toEqual([
    'vitest --junitxml write',
    'grep  tree',
    'git diff --extcmd sh',
    'git diff  tree',
    'git show --extcmd sh',
    'git show  tree',
  ])
})

const names = [
  '.env',
  './.env',
  'src/cart.ts',
  '../shop/.env',
  'settings',
  'orders/all.ts',
  'twin',
  'src',
  '.',
  '..',
  'gone/x.pem',
  '/etc/passwd',
  'HEAD',
  'HEAD~1',
  'HEAD:.env',
  'main..topic',
  ':/.env',
  '--',
  '-',
  '20',
  'a=b',
  '*.ts',
  "'*.ts'",
  '"a b"',
  "'it is; rm -rf /'",
  '"$HOME"',
  '~/.ssh/id_rsa',
  'a\\ b',
  '{a,b}',
  '%1',
  '@{u}',
  'C:/x',
  'http://shop.example/a',
  '\u00e4',
  '""',
]
const between = [
  '&&',
  '||',
  '|',
  ';',
  '; ',
  '&',
  '\n',
  '2>&1',
  '>/dev/null',
  '2> /dev/null',
  '&>/dev/null',
  '> notes.md',
  '<notes.md',
]

const command = fc
  .constantFrom(
    ...plainPrograms,
    ['npm', 'test'],
    ['npm', 'start'],
    ['npm', 't'],
    ...Object.keys(scripts).map((script) => ['npm', 'run', script]),
  )
  .chain((program) =>
    fc
      .array(
        fc.constantFrom(
          ...names,
          ...optionsOf(program),
          ...optionsOf(program).map((option) => `${option}=.env`),
          '-n5',
          '-x.env',
        ),
        { maxLength: 4 },
      )
      .map((words) => [...program, ...words].join(' ')),
  )
const line = fc
  .tuple(
    fc.constantFrom('', '', 'cd src && ', 'cd /etc; ', 'cd orders && ', 'cd .. && ', 'cd ~ && '),
    command,
    fc.constantFrom(...between),
    command,
  )
  .chain(([first, one, sign, other]) =>
    fc.constantFrom(first + one, `${first}${one} ${sign} ${other}`, `${one}${sign}${other}`),
  )

describe('a shell command', () => {
  test('made of plain programs: all facts stand in its plain texts', () => {
    const seen = { plain: 0 }
    fc.assert(
      fc.property(line, fc.boolean(), (text, elsewhere) => {
        const missing = missingIn(call('Bash', { command: text }, elsewhere ? path.join(dir, 'here') : root))
        if (missing !== undefined) seen.plain++
        expect(missing ?? []).toEqual([])
      }),
      { numRuns: Number(process.env['HOOKS_RUNS'] ?? 4000) },
    )
    expect(seen.plain).toBeGreaterThan(500)
  }, 600_000)

  test('of those that agents write, rewritten: all facts stand in its plain texts', () => {
    const random = randomFrom(seed)
    const texts = seeds.flatMap(({ text }) => [text, rewrite(text, random).text])
    const found = texts.map((text) => ({ text, missing: missingIn(call('Bash', { command: text })) }))
    expect(found.filter(({ missing }) => missing !== undefined && missing.length > 0)).toEqual([])
    expect(found.filter(({ missing }) => missing !== undefined).length).toBeGreaterThan(20)
  })

  test.each([
    'git status --short',
    'ls -la src',
    'grep -n "cart" src/cart.ts | head -5',
    'cd /work/shop && git diff --stat',
    'git add src/cart.ts && git commit -m "Show the cart"',
    'cat src/cart.ts | head -20',
    'vitest run test/orders 2>&1 | tail -20',
    'npm test',
    'cd src && npm run show -- cart.ts',
    'npm run gone',
  ])('%s: is plain', (text) => {
    expect(plainTexts(call('Bash', { command: text }), files)).toBeDefined()
  })

  test.each([
    'cat .e*',
    'cat $X',
    'cat "$X"',
    'cat `x`',
    'cat twin',
    'rm x',
    'git push',
    'ls > x',
    'A=1 ls',
    'ls &',
    '(ls)',
    'ls\nrm x',
    "ls''",
    'ls ~',
    'l\\s',
    './ls',
    'xargs ls',
    'git -C x status',
    'git st',
    'npm install',
    'npm run around',
    'npm run clean',
    'npm run list',
    'npm t',
    'npm --prefix x test',
    'grep -rn cart src',
    'grep -f list x',
    'git diff --no-index a b',
    'git show HEAD:.env',
    'git diff --ext x',
    'cd - && ls',
    'cd $X && ls',
    'LS',
    'ls {a,b}',
  ])('%s: is not', (text) => {
    expect(plainTexts(call('Bash', { command: text }), files)).toBeUndefined()
  })

  test('with a field that is not known: is not plain', () => {
    expect(plainTexts(call('Bash', { command: 'ls', cwd: '/etc' }), files)).toBeUndefined()
  })
})

describe('a call of a file tool', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '.env', '\n', ' ', 'Z', '"', 'İ', '\\', 'key') })
  const input = fc.record(
    {
      file_path: fc.constantFrom(...names, '/work/a.ts', `${'/x'.repeat(40)}/.env`),
      old_string: text,
      new_string: text,
      content: text,
      limit: fc.integer(),
      edits: fc.constant([{ old_string: 'a', new_string: 'b' }]),
    },
    { requiredKeys: ['file_path'] },
  )
  test('all facts stand in its plain texts', () => {
    const seen = { plain: 0 }
    fc.assert(
      fc.property(
        fc.constantFrom('Read', 'Edit', 'Write', 'read_file', 'write_file', 'replace', 'Grep', 'Glob'),
        input,
        (tool, fields) => {
          const missing = missingIn(call(tool, fields))
          if (missing !== undefined) seen.plain++
          expect(missing ?? []).toEqual([])
        },
      ),
      { numRuns: Number(process.env['HOOKS_RUNS'] ?? 2000) },
    )
    expect(seen.plain).toBeGreaterThan(50)
  }, 600_000)
})

test('only a call before it is made is plain', () => {
  expect(plainTexts({ ...call('Bash', { command: 'ls' }), event: 'PostToolUse' }, files)).toBeUndefined()
})
