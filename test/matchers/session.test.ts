// What a rule may ask about the session: calls that were made, as one call's matchers would ask about them.
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../src/config/compile/patterns/compile-pattern.ts'
import { createSubject } from '../../src/engine/subject.ts'
import { readHistory } from '../../src/handlers/history.ts'
import { session } from '../../src/matchers/session.ts'
import type { Event, Match } from '../../src/model/types.ts'
import { newState, root, sourceAfter } from '../support/facts-world.ts'
import { context } from '../support/loaders.ts'

type Before = readonly Partial<Event>[]

const shop = {
  files: { 'src/cart.ts': '', 'src/cart.test.ts': '', 'docs/style.md': '', '.env.production': '' },
}

const write = (path: string, more: Partial<Event> = {}): Partial<Event> => ({
  tool_name: 'Write',
  tool_input: { file_path: path, content: 'x' },
  ...more,
})
const bash = (command: string, more: Partial<Event> = {}): Partial<Event> => ({
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
})
const prompt: Partial<Event> = { prompt: 'Go on.' }
const failed: Partial<Event> = { is_error: true }

function ask(pattern: unknown, before: Before, state = newState()): Match {
  const made = compilePattern('session', pattern, { groups: { shell: ['Bash'] } })
  expect(made.problems).toEqual([])
  const event: Event = { event: 'AgentStop', cwd: root, root, raw: {} }
  return session.compile(
    made.pattern as never,
    context,
  )(createSubject(event, sourceAfter(shop, before, state))) // made for this matcher
}

interface Row {
  readonly name: string
  readonly asks: unknown
  readonly before: Before
  readonly is: Match['is']
}

const wroteSrc = { wrote: 'src/**' }
const untested = { wrote: 'src/**', since: 'npm test' }

const since: readonly Row[] = [
  { name: 'nothing happened', asks: wroteSrc, before: [], is: 'no' },
  { name: 'a file was written', asks: wroteSrc, before: [write('src/cart.ts')], is: 'yes' },
  { name: 'through the shell', asks: wroteSrc, before: [bash('cd src && echo x >> cart.ts')], is: 'yes' },
  { name: 'another file', asks: wroteSrc, before: [write('docs/style.md')], is: 'no' },
  {
    name: 'before the last prompt',
    asks: wroteSrc,
    before: [prompt, write('src/cart.ts'), prompt],
    is: 'no',
  },
  {
    name: 'since the start',
    asks: { ...wroteSrc, since: 'start' },
    before: [prompt, write('src/cart.ts'), prompt],
    is: 'yes',
  },
  {
    name: 'a host’s own notification is no prompt',
    asks: wroteSrc,
    before: [write('src/cart.ts'), { event: 'Notification' }],
    is: 'yes',
  },
  { name: 'tested afterwards', asks: untested, before: [write('src/cart.ts'), bash('npm test')], is: 'no' },
  { name: 'tested before', asks: untested, before: [bash('npm test'), write('src/cart.ts')], is: 'yes' },
  {
    name: 'never tested, in an earlier prompt',
    asks: untested,
    before: [prompt, write('src/cart.ts'), prompt],
    is: 'yes',
  },
  {
    name: 'tested in an earlier prompt',
    asks: untested,
    before: [prompt, write('src/cart.ts'), bash('npm test'), prompt],
    is: 'no',
  },
  {
    name: 'the tests failed',
    asks: untested,
    before: [write('src/cart.ts'), bash('npm test', failed)],
    is: 'yes',
  },
  {
    name: 'the tests exited 1, as their output says',
    asks: untested,
    before: [write('src/cart.ts'), bash('npm test', { tool_output: { exit_code: 1 } })],
    is: 'yes',
  },
  {
    name: 'a success before a failure does not count for what came between',
    asks: untested,
    before: [bash('npm test'), write('src/cart.ts'), bash('npm test', failed)],
    is: 'yes',
  },
  {
    name: 'one of two commands',
    asks: { ...wroteSrc, since: ['npm test', 'make check'].at(1) },
    before: [write('src/cart.ts'), bash('make check')],
    is: 'no',
  },
  {
    name: 'written by the line that goes on after the tests',
    asks: untested,
    before: [bash('npm test && echo x > src/cart.ts')],
    is: 'yes',
  },
  {
    name: 'written by the line before its tests',
    asks: untested,
    before: [bash('echo x > src/cart.ts && npm test')],
    is: 'no',
  },
]

describe('since', () => {
  test.each(since)('$name', ({ asks, before, is }) => expect(ask(asks, before).is).toBe(is))
})

/** Lines that ran the tests, and whether their success says that the tests passed. */
const tellings: readonly (readonly [line: string, tells: boolean])[] = [
  ['npm test', true],
  ['npm t', true],
  ['cd api && npm test', true],
  ['cd api; npm test', true],
  ['npm run build && npm test && echo done', true],
  ['CI=1 timeout 60 npm test 2>&1', true],
  ['npm test -- --grep "a; b | c"', true],
  ['npm test\n', true],
  ['npm test | tail -20', false],
  ['npm test 2>&1 | tee out.txt', false],
  ['npm test || true', false],
  ['npm test; echo done', false],
  ['npm test\necho done', false],
  ['npm test &', false],
  ['if npm test; then echo ok; fi', false],
  ['(npm test; true)', false],
  ['! npm test', false],
  ['bash -c "npm test; true"', false],
  ['echo npm test', false],
  ['ssh ci.shop.example npm test', false],
]

describe('the success of a line', () => {
  test.each(tellings)('%j tells of the tests: %s', (line, tells) => {
    expect(ask(untested, [write('src/cart.ts'), bash(line)]).is).toBe(tells ? 'no' : 'yes')
  })

  test.each([
    ['run_shell_command', { command: 'npm test' }, 'no'],
    ['run_commands', { commands: ['git status', 'npm test'] }, 'no'],
    ['run_bash', { command: 'npm test' }, 'yes'],
    ['write_stdin', { chars: 'npm test\n' }, 'yes'],
    ['Monitor', { command: 'npm test' }, 'yes'],
  ])('of %s %j', (tool_name, tool_input, is) => {
    expect(ask(untested, [write('src/cart.ts'), { tool_name, tool_input }]).is).toBe(is)
  })

  test('says nothing of a command that is left running', () => {
    const left = { tool_name: 'Bash', tool_input: { command: 'npm test', run_in_background: true } }
    expect(ask(untested, [write('src/cart.ts'), left]).is).toBe('yes')
  })
})

const keys: readonly Row[] = [
  { name: 'a failed Write wrote nothing', asks: wroteSrc, before: [write('src/cart.ts', failed)], is: 'no' },
  {
    name: 'a failed command may have',
    asks: wroteSrc,
    before: [bash('sed -i s/a/b/ src/cart.ts', failed)],
    is: 'maybe',
  },
  {
    name: 'of a failed line some did',
    asks: wroteSrc,
    before: [bash('sed -i s/a/b/ src/cart.ts && npm test', failed)],
    is: 'yes',
  },
  { name: 'a path that is not known', asks: wroteSrc, before: [bash('cp orders.ts "$TARGET"')], is: 'maybe' },
  {
    name: 'a file of a directory that is gone',
    asks: { wrote: '*.sql' },
    before: [bash('rm -rf migrations')],
    is: 'maybe',
  },
  { name: 'a directory above what is named', asks: wroteSrc, before: [bash('rm -rf src')], is: 'yes' },
  {
    name: 'what is excluded',
    asks: { wrote: ['src/**', '!*.test.ts'] },
    before: [write('src/cart.test.ts')],
    is: 'no',
  },
  {
    name: 'read by a tool',
    asks: { read: 'docs/style.md' },
    before: [{ tool_name: 'Read', tool_input: { file_path: 'docs/style.md' } }],
    is: 'yes',
  },
  { name: 'read by a command', asks: { read: 'docs/**' }, before: [bash('cat docs/style.md')], is: 'yes' },
  { name: 'read by a search', asks: { read: '.env*' }, before: [bash('grep -r TOKEN .')], is: 'yes' },
  { name: 'not read', asks: { read: 'docs/**' }, before: [write('docs/style.md')], is: 'no' },
  { name: 'ran and failed', asks: { ran: 'npm test' }, before: [bash('npm test', failed)], is: 'yes' },
  { name: 'ran in a pipeline', asks: { ran: 'npm test' }, before: [bash('npm test | tail')], is: 'yes' },
  {
    name: 'a program that is not known',
    asks: { ran: 'npm test' },
    before: [bash('$RUN test')],
    is: 'maybe',
  },
  { name: 'not run', asks: { ran: 'npm test' }, before: [bash('npm run lint')], is: 'no' },
  {
    name: 'a tool',
    asks: { used: 'mcp__orders__*' },
    before: [{ tool_name: 'mcp__orders__refund', tool_input: {} }],
    is: 'yes',
  },
  { name: 'a tool by its group', asks: { used: '@shell' }, before: [bash('ls')], is: 'yes' },
  {
    name: 'a tool that is excluded',
    asks: { used: ['*', '!Read'] },
    before: [{ tool_name: 'Read', tool_input: { file_path: 'a' } }],
    is: 'no',
  },
  {
    name: 'several keys in several calls',
    asks: { wrote: 'src/**', ran: 'npm run build' },
    before: [bash('npm run build'), write('src/cart.ts')],
    is: 'yes',
  },
  {
    name: 'one of several keys',
    asks: { wrote: 'src/**', ran: 'npm run build' },
    before: [write('src/cart.ts')],
    is: 'no',
  },
  { name: 'maybe and no', asks: { wrote: 'docs/**', ran: 'make' }, before: [bash('cp a "$B"')], is: 'no' },
]

describe('keys', () => {
  test.each(keys)('$name', ({ asks, before, is }) => expect(ask(asks, before).is).toBe(is))
})

describe('the answer', () => {
  test('names the paths, and the call', () => {
    const match = ask(untested, [
      write('src/cart.ts'),
      bash('npm test'),
      write('src/prices.ts'),
      write('src/cart.ts'),
      bash('ls'),
    ])
    expect(match.bind).toEqual({ path: 'src/prices.ts', paths: 'src/prices.ts\nsrc/cart.ts' })
    expect(match.why).toBe('Write wrote src/cart.ts (2 calls ago) since npm test succeeded')
  })

  test('names the command', () => {
    const match = ask({ ran: 'git commit', used: '@shell' }, [prompt, bash('git commit -m "Add prices"')])
    expect(match.bind).toEqual({ command: 'git commit -m Add prices' })
    expect(match.why).toBe(
      'Bash ran git commit -m Add prices (the last call), Bash was used (the last call) since the last prompt',
    )
  })

  test.each([
    ['of no', untested, [bash('npm test')], 'nothing written is "src/**" since npm test succeeded'],
    [
      'of no success',
      untested,
      [],
      'nothing written is "src/**" and npm test has not succeeded in this session',
    ],
    [
      'of maybe',
      wroteSrc,
      [bash('cp a "$B"')],
      expect.stringMatching(/^Bash may have written "src\/\*\*": .*\$B/),
    ],
  ] as const)('says why %s', (_, asks, before, why) => expect(ask(asks, before).why).toEqual(why))
})

describe('what is not known is maybe', () => {
  test('when the rule came while the session went on', () => {
    const state = newState()
    state.count('runs')
    state.count('runs')
    expect(ask(wroteSrc, [], state).is).toBe('maybe')
    expect(ask(wroteSrc, [bash('ls')], state).is).toBe('maybe')
    expect(ask(wroteSrc, [write('src/cart.ts')], state).is).toBe('yes')
    expect(ask(wroteSrc, [prompt, bash('ls')], state).is).toBe('no')
    expect(ask({ ...wroteSrc, since: 'start' }, [bash('ls')], state).is).toBe('yes')
    expect(ask({ wrote: 'docs/**', since: 'start' }, [], state).is).toBe('maybe')
  })

  test('where an agent does not tell of results', () => {
    const state = newState()
    const made = compilePattern('session', wroteSrc, { groups: {} }).pattern as never // made for this matcher
    const source = { ...sourceAfter(shop, []), did: () => readHistory(state, { reportsResults: false }) }
    const event: Event = { event: 'AgentStop', cwd: root, root, raw: {} }
    expect(session.compile(made, context)(createSubject(event, source)).is).toBe('maybe')
  })

  test('of a call too long to keep', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `docs/page-${at}.md`).join(' ')
    expect(ask(wroteSrc, [bash(`touch ${many}`)]).is).toBe('maybe')
    expect(ask({ used: 'Bash' }, [bash(`touch ${many}`)]).is).toBe('yes')
  })

  test('of calls that are forgotten, not of those that are kept', () => {
    const state = newState()
    const calls = (count: number) =>
      Array.from({ length: count }, (_, at) => bash(`cat ${'x'.repeat(150)}-${at} ${'y'.repeat(150)}`))
    expect(
      ask(
        { ...wroteSrc, since: 'start' },
        [prompt, write('src/cart.ts'), ...calls(3_000), prompt, ...calls(10)],
        state,
      ).is,
    ).toBe('maybe')
    expect(ask(wroteSrc, [], state).is).toBe('no')
    expect(ask(untested, [bash('npm test')], state).is).toBe('no')
  })

  test('of a line that was cut off', () => {
    const state = newState()
    state.append('history-0', '{"prompt":0,"tool":"Wri\n')
    expect(ask(wroteSrc, [], state).is).toBe('maybe')
  })
})

describe('what is kept', () => {
  const kept = (...before: Before): string => {
    const state = newState()
    ask(wroteSrc, before, state)
    return state.read('history-0') ?? ''
  }

  test('holds no contents', () => {
    const edit = {
      tool_name: 'Edit',
      tool_input: { file_path: 'src/cart.ts', old_string: 'cents', new_string: 'euros' },
      tool_output: 'done well',
    }
    const text = kept(edit, bash("cat > src/prices.ts <<'EOF'\nconst price = 4200\nEOF"), {
      prompt: 'Make it cheaper.',
    })
    expect(text).toContain('src/prices.ts')
    for (const word of ['cents', 'euros', 'done well', '4200', 'cheaper']) expect(text).not.toContain(word)
  })

  test.each([
    'curl -H "Authorization: Bearer sk-proj-abcdefghij0123456789abcdefghij" https://shop.example',
    'mysql --password hunter2secret shop',
    'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY aws s3 ls',
    'export GITHUB_TOKEN=ghp_0123456789abcdefghijklmnopqrstuvwxyz && gh pr list',
  ])('holds no secret of %s', (command) => {
    const text = kept(bash(command))
    for (const secret of ['sk-proj-abc', 'hunter2secret', 'wJalrXUtn', 'ghp_0123'])
      expect(text).not.toContain(secret)
  })

  test('a word that is not kept whole may be any', () => {
    const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
    expect(ask({ ran: 'gh auth other' }, [bash(`gh auth ${token}`)]).is).toBe('maybe')
    expect(ask({ ran: 'gh pr' }, [bash(`gh auth ${token}`)]).is).toBe('no')
  })

  test('is a line for each call and prompt', () => {
    expect(kept(prompt, write('src/cart.ts'), bash('npm test'), prompt).trim().split('\n')).toHaveLength(4)
  })
})
