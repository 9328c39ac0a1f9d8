// A trailing `*` is the rest, and spellings of one program meet, save where meeting a pattern lets go.
import { expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import type { EventInput } from '../../src/index.ts'

async function decide(rule: Record<string, unknown>, commands: readonly string[]): Promise<string> {
  const engine = await createEngine({
    root: import.meta.dirname,
    config: { hooks: { PreToolUse: [{ name: 'r', ...rule }] } },
  })
  const call = (event: string, command: string): EventInput => ({
    event,
    tool_name: 'Bash',
    tool_input: { command },
    ...(event === 'PostToolUse' && { is_error: false }),
    session_id: 's',
    cwd: import.meta.dirname,
    root: import.meta.dirname,
  })
  for (const before of commands.slice(0, -1)) await engine.dispatch(call('PostToolUse', before))
  const { decision } = await engine.dispatch(call('PreToolUse', commands.at(-1) ?? ''))
  await engine.close()
  return decision
}

const met: readonly (readonly [pattern: string, yes: readonly string[], no: readonly string[]])[] = [
  ['git commit *', ['git commit', 'git commit -m "x y"', 'git commit x'], ['git status', 'git commit-tree']],
  ['git * *', ['git status'], ['git', 'git --no-pager']],
  ['git commit * *', ['git commit x'], ['git commit', 'git commit -m x']],
  ['git commit -m *', ['git commit -m x'], ['git commit']],
  ['git checkout -- *', ['git checkout -- a', 'git checkout --'], ['git checkout a']],
  ['rm \\*', ["rm '*'"], ['rm', 'rm x']],
  ['npm run build*', ['npm run build:x'], ['npm run']],
  ['curl * | sh', ['curl u | sh', 'curl -K x | sh'], ['curl u']],
  ['sudo *', ['sudo rm x', 'sudo'], ['rm x']],
  [
    'pip install *',
    ['pip install', 'pip3 install x', 'pip3.12 install x', 'python3 -m pip install x'],
    ['pip list'],
  ],
  ['pip3 install', ['pip install x', '/usr/bin/pip3.12 install x'], ['uv pip install x', 'pipx install x']],
  [
    'python -m pip install *',
    ['pip install x', 'python3 -m pip install x'],
    ['pip list', 'uv pip install x'],
  ],
  ['python x.py', ['python3 x.py', 'python3.12 x.py'], ['pypy3 x.py', 'python3 y.py']],
  ['python3', ['python x.py'], ['ipython']],
  ['bun run test', ['bun run test'], ['bun test']],
  ['bun test', ['bun test'], ['bun run test']],
  ['npm test', ['npm run test'], ['bun test']],
  ['docker ps', ['docker ps'], ['podman ps']],
  [
    'git push',
    [
      'git.exe push',
      'GIT.EXE push',
      'git.cmd push',
      'git.bat push',
      String.raw`"C:\Program Files\Git\bin\git.exe" push`,
    ],
    ['git.sh push', 'git.exe.x push'],
  ],
  ['git.exe push', ['git push', '/usr/bin/git push', 'git.exe push', 'git.cmd push'], ['git.exe pull']],
  ['our.bat up', ['our up', './our.bat up', 'our.exe up'], ['our down', 'ours up']],
  ['*.exe', ['our.exe up', './our.exe'], ['our up']],
  ['curl * | sh', ['curl.exe u | bash.exe'], ['curl u | bash.txt']],
  ['sudo rm', ['sudo.exe rm x'], []],
  [String.raw`C:\Program Files\Git\bin\git.exe push`, ['git push'], ['git pull']],
  [String.raw`"C:\Program Files\Git\bin\git.exe" push`, ['git push'], ['git pull']],
]

test.each(met)('a deny or ask of %s', async (command, yes, no) => {
  for (const call of yes) {
    expect([call, await decide({ match: { command }, deny: 'No.' }, [call])]).toEqual([call, 'deny'])
    expect([call, await decide({ match: { command }, ask: 'Sure?' }, [call])]).toEqual([call, 'ask'])
  }
  for (const call of no)
    expect([call, await decide({ match: { command }, deny: 'No.' }, [call])]).toEqual([call, 'proceed'])
})

const no = { deny: 'No.' }
const letsGo: readonly (readonly [
  what: string,
  rule: Record<string, unknown>,
  lets: readonly (readonly string[])[],
  not: readonly (readonly string[])[],
])[] = [
  ['an allow', { match: { command: 'git stash *' }, allow: 'x' }, [['git stash list']], [['git stash']]],
  [
    'an allow of one program',
    { match: { command: 'pip list' }, allow: 'x' },
    [['pip list']],
    [['pip3 list'], ['python -m pip list']],
  ],
  [
    'an allow of a program without its extension',
    { match: { command: 'git status' }, allow: 'x' },
    [['git status']],
    [['git.exe status'], ['./git.exe status']],
  ],
  [
    'an allow of a file',
    { match: { command: 'git.exe status' }, allow: 'x' },
    [['git.exe status']],
    [['git status']],
  ],
  [
    'an exception of a deny',
    { match: { command: ['git', '!git stash *', '!python -m pip'] }, ...no },
    [['git stash list']],
    [['git stash'], ['git log']],
  ],
  [
    'an exception by another spelling',
    { match: { command: ['pip', '!python -m pip install *', '!pip3 list'] }, ...no },
    [['pip3 list']],
    [['pip install x'], ['pip list']],
  ],
  [
    'a "not" of a deny',
    { match: { tool: '@shell', not: { command: ['pip3 list *', 'git stash *'] } }, ...no },
    [['pip3 list x'], ['git stash list']],
    [['pip list x'], ['pip3 list'], ['git stash']],
  ],
  [
    '"since" of a deny',
    { match: { session: { ran: 'touch', since: 'pip3 check *' } }, ...no },
    [['touch a', 'pip3 check x', 'ls']],
    [
      ['touch a', 'pip3 check', 'ls'],
      ['touch a', 'pip check x', 'ls'],
    ],
  ],
  [
    'what "session" asks, under "not"',
    { match: { tool: '@shell', not: { session: { ran: 'pip3 check *' } } }, ...no },
    [['pip3 check x', 'ls']],
    [
      ['pip3 check', 'ls'],
      ['pip check x', 'ls'],
    ],
  ],
]

test.each(letsGo)('%s is met exactly', async (_, rule, lets, not) => {
  const passed = Object.hasOwn(rule, 'allow') ? 'allow' : 'proceed'
  const stopped = Object.hasOwn(rule, 'allow') ? 'proceed' : 'deny'
  for (const calls of lets) expect([calls, await decide(rule, calls)]).toEqual([calls, passed])
  for (const calls of not) expect([calls, await decide(rule, calls)]).toEqual([calls, stopped])
})

test('in an allow, what it excludes is met broadly', async () => {
  const rules = [
    { match: { command: ['*', '!pip install *'] }, allow: 'x' },
    { match: { command: '*', not: { command: 'pip install *' } }, allow: 'x' },
  ]
  for (const rule of rules) {
    expect(await decide(rule, ['pip3 install'])).toBe('proceed')
    expect(await decide(rule, ['pip3 list'])).toBe('allow')
  }
})

test('what happened in the session is asked broadly by a deny', async () => {
  const rule = { match: { session: { ran: 'pip install *' } }, deny: 'No.' }
  expect(await decide(rule, ['pip3 install', 'ls'])).toBe('deny')
  expect(await decide(rule, ['pip3 list', 'ls'])).toBe('proceed')
})
