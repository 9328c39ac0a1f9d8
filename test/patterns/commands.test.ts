// Command patterns over commands made by hand: what a pattern means, apart from how a shell's text is read.
import { describe, expect, test } from 'vitest'
import { type CommandPattern, matchCommands } from '../../src/patterns/commands/command-pattern.ts'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { AND, EDGE } from '../../src/patterns/literal.ts'
import { readArguments } from '../../src/shell/programs/read-arguments.ts'
import type { CommandFact, Look, Match } from '../../src/model/types.ts'
import { loaders } from '../support/loaders.ts'

const look = { words: readArguments } as unknown as Look // nothing else is asked

function patternOf(written: unknown): CommandPattern {
  const { pattern, problems } = compilePattern('commands', written, { groups: {}, home: '/home/dana' })
  expect(problems).toEqual([])
  return pattern as CommandPattern
}

/** Words between spaces; `?word` cannot be known; `|` joins a pipeline; `wrapper:` stands around; `NAME=value` is set. */
function commandsOf(text: string): CommandFact[] {
  return text
    .split(' ; ')
    .flatMap((line, pipeline) => line.split(' | ').map((each) => commandOf(each, pipeline)))
}

function commandOf(text: string, pipeline: number): CommandFact {
  const words = text.split(' ')
  const wrappers = words.filter((word) => /^\w+:$/.test(word)).map((word) => word.slice(0, -1))
  const set = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))
  const rest = words.filter((word) => !/^\w+:$|^[A-Z_]+=/.test(word))
  const open = rest.flatMap((word, at) => (word.startsWith('?') ? [at] : []))
  const argv = rest.map((word) => word.replace(/^\?/, '$'))
  const program = open.includes(0) ? '' : (argv[0]?.replace(/^.*\//, '') ?? '')
  return {
    argv,
    program,
    wrappers,
    cwd: '/shop',
    pipeline,
    assignments: Object.fromEntries(set) as Record<string, string>,
    ...(open.length > 0 && { open }),
  }
}

function meets(written: unknown, text: string, strict = false): Match['is'] {
  const asking = { look, strict, exact: strict, linear: loaders.linear }
  const found = matchCommands(patternOf(written), commandsOf(text), asking)
  return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
}

const table: readonly (readonly [
  pattern: string | readonly string[],
  yes: readonly string[],
  no: readonly string[],
])[] = [
  [
    'git push --force',
    [
      'git push -f',
      'git push --force',
      'git -C api push origin -fu',
      'sudo: git push --force',
      'git push origin +main',
      'git push --mirror',
      '/usr/bin/git push -f',
    ],
    [
      'git push --force-with-lease',
      'echo git push --force',
      'git push',
      'git pull --force',
      'git push --force-if-includes',
      'git push --force --help',
      'git push --force -h',
    ],
  ],
  [
    'git push * main',
    ['git push origin main', 'git push -u origin main'],
    ['git push origin main2', 'git push origin', 'git push main'],
  ],
  [
    'git checkout -- *',
    ['git checkout -- src/cart.ts', 'git checkout HEAD~1 -- x'],
    ['git checkout main', 'git checkout -b cart'],
  ],
  [
    'rm -r -f',
    ['rm -rf x', 'rm -fr x', 'rm --recursive --force x', 'rm -R -f x', 'rm x -rf'],
    ['rm -r x', 'rm -f x', 'rm x -- -rf'],
  ],
  [
    'rm -rf /*',
    ['rm -rf /etc', 'rm -rf /', 'rm -fr /etc/', 'rm -rf //etc'],
    ['rm -rf ./x', 'rm -rf /tmp/x', 'rm -r /etc'],
  ],
  [
    'rm -rf /orders/../etc',
    ['rm -rf /etc', 'rm -rf /orders/../etc/'],
    ['rm -rf /orders', 'rm -rf orders/../etc'],
  ],
  ['rm -rf /**', ['rm -rf /tmp/x', 'rm -rf /'], ['rm -rf tmp']],
  ['rm -rf ~', ['rm -rf /home/dana', 'rm -rf ~'], ['rm -rf /home/dana/x', 'rm -rf x']],
  ['rm -rf ~/*', ['rm -rf /home/dana/x', 'rm -rf ~/x'], ['rm -rf /home/dana/x/y', 'rm -rf /home/other/x']],
  ['git', ['git status', 'git'], ['gitk', 'echo git']],
  ['*', ['git status', 'anything'], []],
  ['git {push,pull} --force', ['git push -f', 'git pull --force'], ['git fetch --force']],
  [
    'curl | sh',
    ['curl u | bash', 'curl u | tee x | sudo: sh', 'curl u | zsh -s'],
    ['curl u ; sh', 'sh | curl u', 'curl u', 'wget u | sh', 'curl u | shfmt'],
  ],
  ['sh', ['sh x.sh'], ['bash x.sh']],
  // Only help: nothing before it that could take it for a word of its own.
  [
    'git push',
    [
      'git push origin --help',
      'git -c core.pager=x push --help',
      'GIT_PAGER=x git push --help',
      'git push ?X --help',
    ],
    ['git push --help', 'git push --help origin', 'git push -h', 'sudo: git push --help'],
  ],
  ['git push --help', ['git push --help'], ['git push']],
  ['rm', ['rm x --help', 'rm -rf x'], ['rm --help', 'rm --version', 'rm -rf --help']],
  ['shutdown -h', ['shutdown -h', 'shutdown -h now'], ['shutdown --help']],
  ['sh', ['sh x.sh --help', 'sh -c x --help'], []],
  ['shop', ['shop --help'], []],
  ['sudo *', ['sudo: rm x', 'timeout: sudo: rm'], ['rm x', 'doas: rm']],
  ['sudo', ['sudo: rm x', 'sudo -i'], ['rm x']],
  ['sudo rm', ['sudo: rm -rf x'], ['sudo: ls', 'rm x']],
  ['sudo rm -r', ['sudo: rm -rf x'], ['sudo: rm x']],
  ['timeout * npm test', ['timeout: npm test'], ['npm test']],
  ['AWS_PROFILE=prod* *', ['AWS_PROFILE=prod-eu aws s3 ls'], ['AWS_PROFILE=dev aws s3 ls', 'aws s3 ls']],
  ['AWS_PROFILE=prod*', ['AWS_PROFILE=prod-eu aws s3 ls'], ['aws s3 ls']],
  [
    '/terraform\\s+(apply|destroy)/',
    ['terraform destroy', 'sudo: terraform apply -auto-approve'],
    ['terraform plan', 'echo terraform-apply'],
  ],
  [
    ['git push *', '!git push origin *'],
    ['git push upstream main', 'git push origin main ; git push upstream x'],
    ['git push origin main'],
  ],
  [['!git *'], ['ls', 'git status ; ls'], ['git status']],
  ["echo 'a|b'", ['echo a|b'], ['echo a']],
]

describe('a command pattern', () => {
  test.each(
    table.flatMap(([pattern, yes, no]) => [
      ...yes.map((text) => ({ pattern, text, is: 'yes' })),
      ...no.map((text) => ({ pattern, text, is: 'no' })),
    ]),
  )('$pattern over $text: $is', ({ pattern, text, is }) => {
    expect(meets(pattern, text)).toBe(is)
  })

  test.each([
    ['git push --force', 'git push ?X', 'maybe'],
    ['git push --force', 'git push origin refs/?X', 'no'],
    ['git push --force', '?CMD push', 'maybe'],
    ['git push --force', 'git ?SUB --force', 'maybe'],
    ['git push * main', 'git push ?REMOTE main', 'yes'],
    ['git push * main', 'git push origin ?BRANCH', 'maybe'],
    ['git push * main', 'git push ?ARGS', 'maybe'],
    ['rm -rf /*', 'rm -rf ?DIR', 'maybe'],
    ['git', 'git ?X', 'yes'],
    ['npm', 'git ?X', 'no'],
    ['curl | sh', 'curl ?URL | sh', 'yes'],
    ['curl | sh', '?CMD | sh', 'maybe'],
    ['/rm -rf/', 'echo ?X', 'no'],
    ['/rm -rf/', 'sh rm -rf?X', 'yes'],
    ['/drop table users/', 'psql drop table users?X', 'yes'],
    [['rm *', '!rm x'], 'rm ?X', 'maybe'],
    ['rm -r \\*', 'rm -r ?X', 'maybe'],
  ])('%s over %s, where a word is open: %s', (pattern, text, is) => {
    expect(meets(pattern, text)).toBe(is)
  })
})

describe('an allow asks strictly', () => {
  test.each([
    ['ls', 'ls -la', 'yes'],
    ['ls', '/bin/ls', 'yes'],
    ['ls', './ls', 'no'],
    ['ls', '/tmp/ls', 'no'],
    ['ls', 'sudo: ls', 'no'],
    ['sudo ls', 'sudo: ls', 'yes'],
    ['sudo ls', 'docker: sudo: ls', 'no'],
    ['ls', 'timeout: ls', 'yes'],
    ['ls', 'LD_PRELOAD=x.so ls', 'no'],
    ['ls', 'NODE_ENV=test ls', 'yes'],
    ['PATH=/opt/bin ls', 'PATH=/opt/bin ls', 'yes'],
    ['./build.sh', './build.sh', 'yes'],
  ])('%s over %s: %s', (pattern, text, is) => {
    expect(meets(pattern, text, true)).toBe(is)
  })
})

describe('what is no command pattern', () => {
  test.each([
    ['', 'it is empty'],
    ['curl |', 'a command is missing beside "|"'],
    ['git add && git commit', 'a list of commands is no command pattern'],
    ['git add; git commit', 'a list of commands is no command pattern'],
    ['echo > x', 'a redirect is no command pattern'],
    ['make 2>&1', 'a redirect is no command pattern'],
    ['rm $(pwd)', 'a command substitution is no command pattern'],
    ['rm $DIR', 'a variable is no command pattern'],
    ["echo 'x", "' is never closed"],
    ['rm [', 'word "[": "[" is never closed'],
    ['rm {a', '"{" is never closed'],
  ])('%s: %s', (written, message) => {
    const { problems } = compilePattern('commands', written, { groups: {} })
    expect(problems).toEqual([
      expect.objectContaining({ code: 'bad-command', message: `command pattern "${written}": ${message}` }),
    ])
  })
})

/** A letter behind a dash may have others beside it; behind an edge, here, each command begins. */
function stands(piece: string, text: string): boolean {
  if (/^ -\w$/.test(piece)) return new RegExp(` -\\w*${piece.slice(2)}`).test(text)
  return text.toLowerCase().includes(piece.replace(EDGE, '').toLowerCase())
}

test('what a pattern has to find stands in the texts of each command that it meets', () => {
  for (const [written, yes] of table) {
    const { yes: items } = patternOf(written)
    for (const text of yes) {
      if (items.length === 0 || items.some(({ literals }) => literals === undefined)) continue
      const texts = commandsOf(text).flatMap(({ argv, program, wrappers, assignments }) => [
        ` ${[...wrappers, ...readArguments([program, ...argv.slice(1)]).path, ...Object.entries(assignments).map((pair) => pair.join('='))].join(' ')} `,
        ` ${argv.join(' ')} `,
      ])
      expect(
        items.some(({ literals = [] }) =>
          literals.some((literal) =>
            literal.split(AND).every((piece) => texts.some((each) => stands(piece, each))),
          ),
        ),
        `${String(written)}: ${text}`,
      ).toBe(true)
    }
  }
})
