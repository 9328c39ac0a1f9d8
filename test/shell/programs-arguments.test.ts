import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArguments } from '../../src/shell/programs/read-arguments.ts'
import { listPrograms, listSections } from '../../src/shell/programs/table.ts'
import { programOf } from '../../src/shell/programs/table.ts'
import { command } from './programs-world.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

/** `git push --force` of `git push -f`: path, options with their values, operands. */
function read(line: string): string {
  const { path, options, operands } = readArguments(command(line).argv)
  const used = options.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).sort()
  return [path.join(' '), used.join(' '), operands.map(({ text }) => text).join(' ')].join(' | ')
}

test.each([
  ['rm -rf src', 'rm | --force --recursive | src'],
  ['rm -R -f -- -x', 'rm | --force --recursive | -x'],
  ['rm --recurs --forc src', 'rm | --force --recursive | src'],
  ['/bin/rm -r src', 'rm | --recursive | src'],
  ['RM src', 'rm |  | src'],
  ['head -20 orders.ts', 'head | --lines=20 | orders.ts'],
  ['head -n20 orders.ts', 'head | --lines=20 | orders.ts'],
  ['head --lines=20 orders.ts', 'head | --lines=20 | orders.ts'],
  ['head --lines 20 orders.ts', 'head | --lines=20 | orders.ts'],
  ['git log --max-count 2 main', 'git log | --max-count=2 | main'],
  ['less +G orders.ts', 'less | --command | G orders.ts'],
  ["git status ''", 'git status |  | '],
  ["dd '' if=orders.ts", 'dd | if=orders.ts | '],
  ['sort -t, -k2 orders.ts', 'sort | --field-separator=, --key=2 | orders.ts'],
  ['git push -fu origin main', 'git push | --force --set-upstream | origin main'],
  ['git -C api push origin +main', 'git push | --force -C=api | origin main'],
  ['git push origin HEAD:refs/heads/main', 'git push |  | origin main'],
  ['git push origin :main', 'git push | --delete | origin main'],
  ['git push --mirror', 'git push | --delete --force --mirror | '],
  ['git push --force-with-lease', 'git push | --force-with-lease | '],
  ['git branch -D topic', 'git branch | --delete --force | topic'],
  ['git -c a.b=c --no-pager commit -am x', 'git commit | --all --message=x --no-pager -c=a.b=c | '],
  ['git checkout -bnew-branch', 'git checkout | -b=new-branch | '],
  ['npm t', 'npm test |  | '],
  ['npm run test', 'npm test |  | '],
  ['npm run build -- --watch', 'npm run |  | build -- --watch'],
  ['npm i -D vitest', 'npm install | --save-dev | vitest'],
  ['npm test:unit', 'npm |  | test:unit'],
  ['yarn run test', 'yarn test |  | '],
  ['pip3 install x', 'pip install |  | x'],
  ['python3.11 -V', 'python | --version | '],
  ['gmake -j4 all', 'make | --jobs=4 | all'],
  ['docker container rm -f web', 'docker rm | --force | web'],
  ['docker image ls -q', 'docker images | --quiet | '],
  ['kubectl --context=prod-eu get po', 'kubectl get | --context=prod-eu | po'],
  ['kubectl get po --context prod-eu', 'kubectl get | --context=prod-eu | po'],
  ['terraform destroy -auto-approve', 'terraform destroy | --auto-approve | '],
  ['aws s3 rm s3://b --recursive', 'aws s3 rm | --recursive | s3://b'],
  ['aws ec2 describe-instances --region eu-west-1', 'aws | --region=eu-west-1 | ec2 describe-instances'],
  ['find . -name *.log -delete', 'find | -delete -name=*.log | .'],
  ['dd if=/dev/zero of=disk.img', 'dd | if=/dev/zero of=disk.img | '],
  ['tar xzf a.tgz -C src', 'tar | --directory=src --extract --file=a.tgz --gzip | '],
  ['sudo -u root rm -rf x', 'sudo | --user=root | rm -rf x'],
  ['bash -lc ls', 'sh | --command --login | ls'],
  ['perl -lane print', 'perl | -a -e=print -l -n | '],
  [
    'curl -sSLo out https://a.example',
    'curl | --location --output=out --show-error --silent | https://a.example',
  ],
  ['unheard-of --x=1 -y z', 'unheard-of | --x=1 -y | z'],
])('reads %s', (line, expected) => {
  expect(read(line)).toBe(expected)
})

test('says whether it knows the program', () => {
  expect(readArguments(['rm']).known).toBe(true)
  expect(readArguments(['unheard-of']).known).toBe(false)
  expect(readArguments([]).known).toBe(false)
})

test('gives the places of options and values in argv', () => {
  expect(readArguments(['git', '-C', 'api', 'push', '-f'])).toEqual({
    path: ['git', 'push'],
    options: [
      { name: '-C', value: 'api', at: 1, value_at: 2 },
      { name: '--force', at: 4 },
    ],
    operands: [],
    known: true,
  })
})

const programs = listPrograms()
const anyWord = fc.oneof(
  fc.constantFrom(
    '-',
    '--',
    '-rf',
    '--x=',
    '--=',
    '-=',
    '+',
    '+x',
    ':',
    ';',
    '{}',
    'exec',
    'run',
    'push',
    'rm',
    '-c',
    '-e',
    '-exec',
    '@f',
    '%',
    '',
    ' ',
    ',',
    '\n',
    '\\',
    '=>',
    ' => ',
    '? -d',
    ': <read>',
    '<text>',
    '[text]',
    '-NUM',
    '-NUM --lines',
    '!--all',
    '!',
    '----',
    '--\n  ',
  ),
  fc.string({ maxLength: 12 }),
)

test('never throws and loses no word, whatever stands on the line', { tags: 'long' }, () => {
  check(
    fc.property(fc.constantFrom(...programs), fc.array(anyWord, { maxLength: 8 }), (program, words) => {
      const { path, options, operands } = readArguments([program, ...words])
      expect(path.length).toBeGreaterThan(0)
      expect(options.length + operands.length + path.length).toBeGreaterThan(0)
    }),
    { numRuns: runs(300) },
  )
})

test('a program of any name is looked up and comes to an end', { tags: 'long' }, () => {
  check(
    fc.property(anyWord, anyWord, fc.array(anyWord, { maxLength: 3 }), (one, two, words) => {
      const { path } = readArguments([`${one}${two}`, ...words])
      expect(path.length).toBeGreaterThan(0)
    }),
    { numRuns: runs(300) },
  )
})

test('order, clusters and spelling of options do not matter', () => {
  const short: Readonly<Record<string, string>> = {
    '--force': 'f',
    '--recursive': 'r',
    '--verbose': 'v',
    '--dir': 'd',
  }
  const names = Object.keys(short)
  check(
    fc.property(
      fc.shuffledSubarray(names),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }),
      (chosen, how) => {
        const long = chosen.map((name, at) =>
          how[at] === 0 ? name : how[at] === 1 ? `-${short[name]}` : name.slice(0, 6),
        )
        const cluster = chosen.length === 0 ? [] : [`-${chosen.map((name) => short[name]).join('')}`]
        const expected = [...chosen].sort()
        for (const words of [
          [...long, 'src'],
          ['src', ...long],
          [...cluster, 'src'],
        ]) {
          const { options, operands } = readArguments(['rm', ...words])
          expect(options.map(({ name }) => name).sort()).toEqual(expected)
          expect(operands.map(({ text }) => text)).toEqual(['src'])
        }
      },
    ),
  )
})

test('a value may be joined or stand by itself', () => {
  check(
    fc.property(fc.stringMatching(/^[a-z][a-z0-9./]{0,8}$/), (value) => {
      const forms = [['-o', value], [`-o${value}`], [`--output=${value}`], ['--output', value]]
      for (const words of forms) {
        const [option] = readArguments(['sort', ...words]).options
        expect([option?.name, option?.value]).toEqual(['--output', value])
      }
    }),
  )
})

test('every section of the table can be read', () => {
  for (const name of programs) expect(programOf(name)?.name).toBe(name)
})

test('no name stands in two sections', () => {
  const names = Object.values(listSections())
    .flat()
    .flatMap((section) => (section.split('\n')[0] ?? '').split(/,? /))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('own lines stand before subcommands, and options without dashes begin a line', () => {
  const isOwn = /^ *(?:[-+\\!?:@]|\w+= )/
  const indent = (line: string): number => line.search(/[^ ]/)
  for (const section of Object.values(listSections()).flat()) {
    const [, ...lines] = section.split('\n')
    lines.forEach((line, at) => {
      if (at > 0 && isOwn.test(line)) {
        const before = lines.slice(0, at).findLast((each) => indent(each) <= indent(line)) ?? ''
        expect([line, indent(before) < indent(line) || isOwn.test(before)]).toEqual([line, true])
      }
      if (line.trimStart().startsWith('-'))
        expect(line.split(', ').filter((entry) => !/^ *-/.test(entry))).toEqual([])
    })
  }
})
