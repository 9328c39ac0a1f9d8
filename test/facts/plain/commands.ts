// Shell texts of what plain commands are made of, and of what makes them another thing.
import fc from 'fast-check'
import { commandsIn } from '../../../src/facts/plain/commands.ts'
import { plainOf, plainPrograms } from '../../../src/facts/plain/programs.ts'
import { listSections } from '../../../src/facts/programs/sections.ts'
import { scripts } from './place.ts'

/** The lines of the table about a program. */
export function sectionOf(program: string): readonly string[] {
  const name = program.slice(program.lastIndexOf('/') + 1)
  const section = Object.values(listSections())
    .flat()
    .findLast((text) => (text.split('\n', 1)[0] ?? '').split(/[ ,]+/).includes(name))
  return section?.split('\n').slice(1) ?? []
}

/** The spellings of its options, those of its subcommands too. */
export function optionsOf(program: string): readonly string[] {
  const found = sectionOf(program).flatMap((line) =>
    [...line.matchAll(/(?:^|[ ,])(--?[A-Za-z0-9][\w-]*)/g)].map(([, word = '']) => word),
  )
  return [...new Set(found)]
}

/** The words that name its subcommands. */
export function subcommandsOf(program: string): readonly string[] {
  return sectionOf(program).flatMap((line) =>
    /^ +[a-z]/.test(line) ? (line.replace(/ => .*/, '').match(/[a-z][\w-]*/g) ?? []) : [],
  )
}

/** Words that could name a file. */
export const fileNames = [
  '.env',
  './.env',
  'src/cart.ts',
  'src/all.js',
  '../shop/.env',
  'settings',
  'orders/all.ts',
  'orders',
  'ignored',
  '../many',
  'none',
  'twin',
  'src/same.ts',
  'src',
  'src/',
  '.',
  '..',
  '.hidden',
  'main',
  'gone/x.pem',
  '/etc/passwd',
  'HEAD',
  'HEAD~1',
  'HEAD^',
  'HEAD:.env',
  'HEAD:src/../.env',
  'main..topic',
  '^main',
  ':/.env',
  "':(top).env'",
  '--',
  '-',
  '20',
  '1,5p',
  's/a/b/',
  's/a/b/w',
  "'s/a/b/w .env'",
  'a=b',
  '*.ts',
  'src/*.ts',
  'src/*',
  '*.none',
  '.e*',
  '?otes.md',
  '--include=*.ts',
  '--include="*.ts"',
  "-g'*.ts'",
  '-g*.ts',
  "'*.ts'",
  '"a b"',
  "'it is; rm -rf /'",
  '"it\'s"',
  "'a\\b'",
  '"a\\.b"',
  '"a\\\\b"',
  '"a\nb"',
  "'x[$(ls)]'",
  "'$HOME/.env'",
  '"$HOME"',
  "a'b'",
  '"a"b',
  '~/.ssh/id_rsa',
  "'~/.ssh/id_rsa'",
  '"~"',
  "'^'",
  'a\\ b',
  '\\(',
  'a\\.b',
  '{a,b}',
  '%1',
  '@{u}',
  '+x',
  'C:/x',
  'http://shop.example/a',
  'https://SHOP.example:8080/a?b=c',
  '"https://shop.example/a?b=c&d=.env"',
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://ada:key@shop.example/',
  'http://[::1]/',
  'git+https://shop.example/x',
  'left@1.0',
  '"$(cat <<\'EOF\'\nit holds\n\n  orders "of" $X\nEOF\n)"',
  '\u00e4',
  '""',
]

/** Those that can be read as they stand. */
const plainNames = fileNames.filter((name) => commandsIn(`ls ${name}`) !== undefined)

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01.='),
  minLength: 1,
  maxLength: 4,
})

const forms = (option: string): readonly string[] => [option, `${option}=.env`, `${option}.env`, `${option}5`]

/** What some have to begin with. */
const firsts = ['1p', 's/a/b/', 'src/all.js', 'src/all.py', '{print $1}']

/** Those with which a command is still plain: any other makes it another thing by itself. */
const fitting = new Map(
  [...plainPrograms().keys()].map((name) => {
    const words = name.split(' ')
    const all = [...optionsOf(words[0] ?? '').flatMap(forms), ...subcommandsOf(words[0] ?? '')]
    const first = firsts.find((word) => plainOf([...words, word]) !== undefined) ?? ''
    const before = plainOf(words) === undefined ? [first] : []
    return [name, { before, words: all.filter((word) => plainOf([...words, ...before, word])) }] as const
  }),
)

const programs = fc.constantFrom(...plainPrograms().keys()).chain((name) => {
  const { before, words } = fitting.get(name) ?? { before: [], words: [] }
  const own = words.length === 0 ? fc.constantFrom(...fileNames) : fc.constantFrom(...words)
  const word = fc.oneof(
    { weight: 4, arbitrary: own },
    { weight: 5, arbitrary: fc.constantFrom(...plainNames) },
    { weight: 1, arbitrary: fc.constantFrom(...fileNames) },
    { weight: 1, arbitrary: letters.map((text) => `-${text}`) },
  )
  return fc
    .array(word, { maxLength: 4 })
    .map((more) => [name, ...before.map((word) => `'${word}'`), ...more].join(' '))
})

const runners = fc
  .tuple(
    fc.constantFrom(
      ...['npm', 'pnpm', 'yarn', 'bun'].flatMap((runner) => [
        `${runner} test`,
        `${runner} start`,
        `${runner} t`,
        `${runner} run t`,
        `${runner} run Test`,
        `${runner} run stop`,
        ...Object.keys(scripts).flatMap((script) => [`${runner} run ${script}`, `${runner} ${script}`]),
      ]),
    ),
    fc.array(fc.constantFrom(...plainNames, '--watch', '-n5', '-- --watch'), { maxLength: 2 }),
  )
  .map(([runner, more]) => [runner, ...more].join(' '))

/** What reads all that is below. */
const searches = fc
  .tuple(
    fc.constantFrom(
      'grep -r',
      'grep -rn',
      'grep -R',
      'grep --recursive',
      'rg',
      'rg --hidden',
      'git grep',
      'diff',
      'gofmt -l',
    ),
    fc.array(
      fc.constantFrom(
        'cart',
        '.',
        '..',
        'src',
        'src/',
        'orders',
        'ignored',
        '.hidden',
        'none',
        '../many',
        'src/keys',
        'src/.venv',
        'node_modules',
        'notes.md',
        'gone',
        '-',
        'src/*',
        '*.md',
        '.e*',
        '-A 3',
        '-A3',
        '-e x',
        '-e -A',
        '-m -r',
        '-g x',
        "-g '*.ts'",
        '-g --files',
        '-tts',
        '-t md',
        '--include=*.ts',
        '--include x',
        '--files',
        '--regexp=x',
        '--regexp x',
        '-i',
        '-ni',
        '-rA',
        '-Ae',
        '--hidden',
        '--',
      ),
      { maxLength: 5 },
    ),
  )
  .map(([search, more]) => [search, ...more].join(' '))

/** What takes directories as a whole. */
const changes = fc
  .tuple(
    fc.constantFrom(
      'rm -rf',
      'rm -r',
      'rm -fR',
      'rm --recursive -f',
      'rm',
      'mv',
      'mv -f',
      'cp -r',
      'cp -Rf',
      'cp',
      'npm ci',
    ),
    fc.array(
      fc.constantFrom(
        ...fileNames.filter((name) => /^[\w./*]+$/.test(name)),
        'node_modules',
        'node_modules/left',
        'src/node_modules',
        'src/.venv',
        'orders/away',
        'src/orders',
        'none/new',
        'dist',
        '../shop/src',
        '-v',
        '--no-audit',
      ),
      { maxLength: 3 },
    ),
  )
  .map(([program, more]) => [program, ...more].join(' '))

const wrappers = [
  'npx',
  'npx -y',
  'npx --no-install',
  'bunx',
  'pnpm exec',
  'yarn exec',
  'uv run',
  'uvx',
  'poetry run',
  'bundle exec',
  'python -m',
  'python3 -m',
  'timeout 60',
  'timeout 5m',
  'time',
  'npx -p x',
  'timeout -s 9 5',
  'nohup',
  'CI=1',
  'CI=1 PORT=1',
  'NODE_ENV=test TZ=UTC',
  'PORT=~/x',
  'GIT_PAGER=cat',
  "'CI=1'",
]

const around = [
  ' > notes.md',
  ' >> gone/new.log',
  ' 2>&1',
  ' > src/out.txt 2>&1',
  ' 2> twin',
  ' &> .env',
  ' &>> x',
  ' 3> x',
  '2>x',
  ' >/dev/null',
  ' > /dev/tcp/shop.example/80',
  ' > "$X"',
  ' > *.md',
  ' > settings',
  ' > main',
  ' > package.json',
  ' > src/all.js',
  ' <notes.md',
  ' < .env',
  ' >|x',
  " <<'EOF'\nAKIA $X `ls`\nEOF",
  " > .env <<'EOF'\nkey=1\n\nother\nEOF",
  " <<'EOF' > gone.md\nEOF2\nEOF",
  ' <<EOF\n$X\nEOF',
  ' <<< x',
  ' | tee -a shop.log',
  ' | tee src/all.js',
  '; echo $?',
  ' && echo "exit: $?"',
  '\necho $? "a $?"b',
  ' || echo -e "$?" .env',
]

const command = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: programs },
      { weight: 1, arbitrary: runners },
      { weight: 1, arbitrary: searches },
      { weight: 1, arbitrary: changes },
    ),
    fc.array(fc.constantFrom(...wrappers), { maxLength: 2 }),
    fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    fc.option(fc.constantFrom(...around), { freq: 3 }),
  )
  .map(([text, wrapped, isWrapped, more]) => [...(isWrapped ? wrapped : []), text].join(' ') + (more ?? ''))

/** The variable of a loop in place of some word. */
const withVariable = fc
  .tuple(
    command,
    fc.constantFrom('$f', '"$f"', '${f}', '"${f}"', '"$f.bak"', 'src/$f', '"a $f b"', "'$f'"),
    fc.nat(6),
  )
  .map(([text, variable, at]) =>
    text
      .split(' ')
      .map((word, place) => (place === at ? variable : word))
      .join(' '),
  )

const lists = fc
  .array(
    fc.constantFrom(
      'src/cart.ts',
      'notes.md',
      'src/*.ts',
      '*',
      'src',
      'a',
      '1',
      '2',
      'settings',
      '-r',
      'x=y',
      '$X',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(' '))

/** Loops and conditions, most of them as a shell takes them. */
export const compound = fc
  .tuple(command, fc.oneof(command, withVariable), command, lists, fc.constantFrom('; ', '\n', ';', ' & '))
  .chain(([one, two, three, list, sign]) =>
    fc.constantFrom(
      `for f in ${list}; do ${two}${sign}done`,
      `for f in ${list}${sign}do ${two}; done${sign}${one}`,
      `for f in ${list}; do ${two}; done | sort`,
      `for f in ${list}; do ${two}; done > out.txt`,
      `for f in ${list}; do ${one} && ${two}; ${three}; done`,
      `for f in ${list}; do if ${one}; then ${two}; fi; done`,
      `${one}; for f in ${list}; do ${two}; done; echo $f`,
      `cd src && for f in ${list}; do ${two}; done`,
      `if ${one}${sign}then ${three}${sign}fi`,
      `if ! ${one}; then ${three}; else ${one}; fi > out.txt`,
      `if ${one}; then ${three}; elif ${one}; then ${three}; fi && ${one}`,
      `if ${one}; then ${three}; fi ${three}`,
      `f=${list.split(' ')[0] ?? ''}; ${two}`,
      `f=src/cart.ts && ${two}${sign}${three}`,
      `f=src\ng=1; ${two} && for h in ${list}; do ${one}; done`,
      `f=src; for g in ${list}; do ${two}; done`,
      `f=src; ${two}; f=notes.md; ${two}`,
      `f=src ${two}; ${two}`,
      `while ${one}; do ${three}${sign}done`,
      `until ${one}; do ${three}; break; done < notes.md`,
      `${one} | while ${three}; do ${one}; done`,
      `[ -f notes.md ] && ${one} || exit 1`,
      `if [ -d src ]; then ${one}; fi`,
      `if ${one} then ${three}; fi`,
      `for f in ${list}; do for g in ${list}; do ${two}; done; done`,
      `echo "for f in ${list}; do ${one}; done"`,
    ),
  )

const between = ['&&', '||', '|', ';', '; ', ' &', '\n', '\n\n', ' &&\n', '|&', '; #', ' & & ']

export const shellText = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '',
      'cd src && ',
      'cd none && ',
      'cd src | ',
      'cd src & ',
      'cd /etc; ',
      'cd orders && ',
      'cd ./src || ',
      'cd .. && ',
      'cd ~ && ',
      'CI=1 cd src && ',
    ),
    command,
    fc.constantFrom(...between),
    command,
    fc.constantFrom('', '', '', ' &', ';', '\n', ' &&'),
  )
  .chain(([first, one, sign, other, end]) =>
    fc.constantFrom(first + one + end, `${first}${one} ${sign} ${other}${end}`, `${one}${sign}${other}`),
  )
