// Mistakes that leave a valid file with a dead rule: each is reported with its place and how to fix it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openShop } from './shop.ts'

const rule = (match: string, rest = 'deny: No.'): string =>
  `hooks:\n  PreToolUse:\n    - name: r\n      match: ${match}\n      ${rest}\n`

test.each([
  ['${HOME} in a list', rule("{ writes: ['a', '${HOME}/b'] }"), '4:30', 'dead-pattern', "'~/b'"],
  ['${HOME} behind !', rule("{ path: ['/**', '!${HOME}/b'] }"), '4:30', 'dead-pattern', "'!~/b'"],
  ['$HOME as the cwd', rule("{ cwd: '$HOME' }"), '4:21', 'dead-pattern', "'~'"],
  ['a regex for a path', rule("{ path: '/\\.env$/' }"), '4:22', 'dead-pattern', "'**/.env*'"],
  ['a regex for a path in a list', rule("{ writes: [a, '/src.*/i'] }"), '4:28', 'dead-pattern', 'glob'],
  ['a regex for a field', rule("{ input: { file_path: '/^src/' } }"), '4:36', 'dead-pattern', 'glob'],
  ['a misspelt tool alone', rule('Wrte'), '4:14', 'unusual-pattern', "'@write'"],
  ['a tool in capitals', rule('{ tool: [BASH] }'), '4:23', 'unusual-pattern', "'@shell'"],
  ['two file tools that run', rule('{ tool: [Read, Edit], command: rm }'), '4:36', 'unreachable', '@shell'],
  ['an empty file', '', '1:1', 'no-rules', 'write a rule under hooks:, or delete the file and run hooks '],
  [
    'only comments',
    '# later\n',
    '1:1',
    'no-rules',
    'write a rule under hooks:, or delete the file and run hooks ',
  ],
  [
    'no rules below the events',
    'version: 1\nhooks:\n  PreToolUse: []\n',
    '1:1',
    'no-rules',
    'write a rule under hooks:, or delete the file and run hooks ',
  ],
  ['a tab', 'hooks:\n\tPreToolUse: []\n', '2:1', 'tab-indent', 'indent it with spaces'],
  [
    'a misspelt event',
    'hooks:\n  PreTooluse:\n    - { name: r, deny: No. }\n',
    '2:3',
    'unknown-event',
    'rename it to "PreToolUse"',
  ],
  [
    "an agent's event",
    'hooks:\n  Stop:\n    - { name: r, notify: No. }\n',
    '2:3',
    'event-alias',
    'rename it to "AgentStop"',
  ],
  ['a misspelt key', rule("'@shell'", 'denny: No.'), '5:7', 'unknown-key', 'rename it to "deny"'],
  [
    'a condition beside match',
    'hooks:\n  PreToolUse:\n    - name: r\n      tool: Bash\n      deny: No.\n',
    '4:7',
    'misplaced-key',
    'move it under match: match: { tool: … }',
  ],
  [
    'matcher for match',
    'hooks:\n  PreToolUse:\n    - name: r\n      matcher: Bash\n      deny: No.\n',
    '4:7',
    'unknown-key',
    'rename it to "match"',
  ],
  ['a misspelt condition', rule('{ comand: rm }'), '4:16', 'unknown-key', 'rename it to "command"'],
  ['an unknown group', rule("'@shel'"), '4:14', 'unknown-group', "write '@shell'"],
  ['an unquoted group', rule('@shell'), '4:14', 'unquoted-at', "quote it: match: '@shell'"],
  ['an unquoted !', rule('{ path: !src/** }'), '4:22', 'unquoted-bang', "quote it: path: '!src/**'"],
  ['an unquoted *', rule('*'), '4:14', 'unquoted-star', "quote it: match: '*'"],
  ['a star first', rule('{ command: *rm }'), '4:25', 'unquoted-star', "quote it: command: '*rm'"],
  [
    'an unquoted colon',
    rule("'@shell'", 'deny: Ask first: please'),
    '5:13',
    'unquoted-colon',
    "quote it: deny: 'Ask first: please'",
  ],
  [
    'a comment in a text',
    rule("'@shell'", 'deny: See issue #12 first'),
    '5:13',
    'text-cut',
    "quote it: deny: 'See issue #12 first'",
  ],
  [
    'a bad regex',
    rule("{ command: '/(/' }"),
    '4:25',
    'bad-regex',
    'correct it, or write a glob without the slashes',
  ],
  [
    'a regex that explodes',
    rule("{ input: { command: '/(a+)+$(?=b)/' } }"),
    '4:34',
    'unsafe-regex',
    'repeat only once',
  ],
  [
    'a glob unclosed',
    rule("{ path: 'src/[' }"),
    '4:22',
    'bad-glob',
    'correct it; a sign that is meant as it is has a backslash be',
  ],
  ['a bad expression', rule("{ when: 'tool_input.x >' }"), '4:36', 'bad-expression', 'complete it'],
  [
    'an expression with =',
    rule("{ when: 'tool_input.x = 1' }"),
    '4:36',
    'bad-expression',
    'write == to compare',
  ],
  [
    'two handlers',
    'hooks:\n  PreToolUse:\n    - name: r\n      deny: No.\n      ask: Yes?\n',
    '5:7',
    'several-handlers',
    'make it several rules, or list the handlers under "steps"',
  ],
  [
    'no handler',
    "hooks:\n  PreToolUse:\n    - name: r\n      match: '@shell'\n",
    '3:13',
    'no-handler',
    'add deny:, ask:, context:, run: or another handler',
  ],
  [
    'no name',
    "hooks:\n  PreToolUse:\n    - match: '@shell'\n      deny: No.\n",
    '3:7',
    'missing-key',
    'add name: and a short name, unique in this file',
  ],
  [
    'a name twice',
    "hooks:\n  PreToolUse:\n    - { name: r, match: '@shell', deny: No. }\n    - { name: r, match: '@edit', deny: No. }\n",
    '4:15',
    'duplicate-name',
    'give one of them another name',
  ],
  [
    'a key twice',
    'hooks:\n  PreToolUse:\n    - name: r\n      deny: No.\n      deny: Never.\n',
    '5:7',
    'duplicate-key',
    'remove one of them',
  ],
  [
    'hooks twice',
    "hooks:\n  PreToolUse:\n    - { name: a, match: '@shell', deny: No. }\nhooks:\n  PostToolUse:\n    - { name: b, notify: No. }\n",
    '4:1',
    'duplicate-key',
    'remove one of them',
  ],
  [
    'a rule without a dash',
    'hooks:\n  PreToolUse:\n    name: r\n    deny: No.\n',
    '3:5',
    'wrong-type',
    'begin each rule with "- "',
  ],
  [
    'a list of events as rules',
    'rules:\n  - { name: r, on: PreTool, deny: No. }\n',
    '2:20',
    'unknown-event',
    'use one of SessionStart, UserPromptSubmit, PreToolUse, Permi',
  ],
  ['no on', 'rules:\n  - { name: r, deny: No. }\n', '2:5', 'missing-key', "add on: [PreToolUse], or on: '*'"],
  [
    'deny after the call',
    'hooks:\n  PostToolUse:\n    - { name: r, deny: No. }\n',
    '3:18',
    'contract',
    'move the rule to SessionStart, UserPromptSubmit, PreToolUse,',
  ],
  [
    'continue before the call',
    'hooks:\n  PreToolUse:\n    - { name: r, continue: Go on. }\n',
    '3:18',
    'contract',
    'move the rule to SubagentStop, AgentStop, ShouldContinue; he',
  ],
  [
    'a condition that the event lacks',
    'hooks:\n  AgentStop:\n    - { name: r, match: { command: ls }, continue: Go on. }\n',
    '3:25',
    'unreachable',
    'move the rule to PreToolUse, PermissionRequest, PostToolUse',
  ],
  [
    'an unknown built-in',
    'hooks:\n  PreToolUse:\n    - { name: r, use: rate-limits }\n',
    '3:23',
    'unknown-builtin',
    'write use: rate-limit',
  ],
  [
    'an unknown option of a built-in',
    'hooks:\n  PreToolUse:\n    - { name: r, use: rate-limit, with: { maximum: 3 } }\n',
    '3:43',
    'unknown-key',
    'use one of max',
  ],
  [
    'an option with the wrong type',
    'hooks:\n  PreToolUse:\n    - { name: r, use: rate-limit, with: { max: three } }\n',
    '3:48',
    'wrong-type',
    'write max: 0, or a larger number',
  ],
  [
    'a built-in at a wrong event',
    'hooks:\n  SessionEnd:\n    - { name: r, use: protect }\n',
    '3:18',
    'contract',
    'move the rule to SessionStart, UserPromptSubmit, PreToolUse,',
  ],
  [
    'a script that is not there',
    'hooks:\n  PreToolUse:\n    - { name: r, run: [./chek.sh] }\n',
    '3:24',
    'missing-script',
    'create it or correct the path; a relative path begins where ',
  ],
  [
    'a bad duration',
    "hooks:\n  PreToolUse:\n    - { name: r, run: ['true'], timeout: 10 sec }\n",
    '3:42',
    'wrong-type',
    'write a number with ms, s, m or h',
  ],
  [
    'a bad mode',
    rule("'@shell'", 'deny: No.\n      mode: warn'),
    '6:13',
    'bad-value',
    '"mode" must be one of enforce, advise, watch, got "warn"',
  ],
  [
    'a bad on_error',
    rule("'@shell'", "run: ['true']\n      on_error: block"),
    '6:17',
    'bad-value',
    '"on_error" must be one of proceed, ask, deny, stop, got "blo',
  ],
  [
    'an unknown preset',
    'extends: [recomended]\nhooks: {}\n',
    '1:11',
    'unknown-preset',
    'write "recommended"',
  ],
  ['a missing file', 'extends: [./team.yaml]\n', '1:11', 'missing-file', 'create it or remove the line'],
  [
    'an override of nothing',
    'extends: [recommended]\noverrides:\n  recommended/no-such: { mode: watch }\n',
    '3:3',
    'unknown-override',
    'use one of recommended/keys-in-prompt, recommended/',
  ],
  [
    'an unknown placeholder',
    rule("'@shell'", "deny: 'Not {{comand}}.'"),
    '5:13',
    'unknown-placeholder',
    'write a field of the event, such as {{tool_name}} or {{tool_',
  ],
  [
    'a placeholder in a shell line',
    rule("'@shell'", 'run: "echo {{command}}"'),
    '5:12',
    'shell-interpolation',
    "write a list, which needs no shell: run: [program, '{{comman",
  ],
  ['a variable in a path', rule("{ reads: '$HOME/.ssh/**' }"), '4:23', 'dead-pattern', "write '~/.ssh/**'"],
  ['a misspelt tool', rule('{ tool: Bsh }'), '4:22', 'unusual-pattern', "write '@shell'"],
  [
    'a file tool that runs',
    rule("{ tool: '@read', command: rm }"),
    '4:31',
    'unreachable',
    'remove "tool", or write tool: \'@shell\'',
  ],
  [
    'a reader that writes',
    rule("{ tool: '@read', writes: .env }"),
    '4:31',
    'unreachable',
    'remove "tool": "writes" finds every tool that does',
  ],
  [
    'a searcher that deletes, in an all',
    rule('{ all: [{ tool: Grep }, { deletes: src/** }] }'),
    '4:40',
    'unreachable',
    'remove "tool": "deletes" finds every tool that does',
  ],
  [
    'a writer that calls',
    rule("{ tool: [Write, '!x'], host: example.com }"),
    '4:37',
    'unreachable',
    'remove "tool": "host" finds every tool that does',
  ],
  [
    'behind a wall',
    "hooks:\n  PreToolUse:\n    - { name: a, deny: No. }\n    - { name: b, match: '@shell', ask: Yes? }\n",
    '4:15',
    'unreachable',
    'give "a" a match, or this rule a higher priority',
  ],
  [
    'decided earlier',
    'hooks:\n  PreToolUse:\n    - { name: a, match: { command: git push }, deny: No. }\n    - { name: b, match: { command: git push, cwd: src }, ask: Yes? }\n',
    '4:15',
    'unreachable',
    'remove it, or give it a higher priority than "a"',
  ],
  [
    'a merge conflict',
    `<<<<<<< HEAD\n${rule('Read')}=======\n${rule('Edit')}>>>>>>> x\n`,
    '1:1',
    'merge-conflict',
    'keep one side, and remove the lines <<<<<<<, ======= and >>>',
  ],
  [
    "Claude Code's settings",
    '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}]}}',
    '1:25',
    'claude-settings',
    'write { name: a-name, match: { tool: [Bash] }, run: "x", rep',
  ],
  [
    "a text as an example's subagent",
    rule(
      '{ subagent: reviewer }',
      'deny: No.\n      examples: { deny: [{ command: ls, subagent: reviewer }] }',
    ),
    '6:51',
    'wrong-type',
    'write subagent: { name: reviewer }',
  ],
  [
    'an example of an unknown decision',
    rule("'@shell'", 'deny: No.\n      examples: { block: [ls] }'),
    '6:19',
    'unknown-key',
    'rename it to "deny"',
  ],
  ['text of a number', rule("'@shell'", 'deny: 5'), '5:13', 'wrong-type', "quote it: deny: '5'"],
  [
    'an exit code that is a word',
    "hooks:\n  PreToolUse:\n    - { name: r, run: ['true'], exit: { two: deny } }\n",
    '3:41',
    'bad-value',
    "write an exit code, or '*' for every other one",
  ],
  [
    'version as text',
    'version: "1"\n' + rule("'@shell'"),
    '1:10',
    'wrong-type',
    'remove the quotes: version: 1',
  ],
  ['another version', 'version: 2\n' + rule("'@shell'"), '1:10', 'bad-value', 'write version: 1'],
  [
    'an unclosed quote',
    rule("'@shell'", "deny: 'No."),
    '5:13',
    'unclosed',
    "close it with ', or quote the whole text",
  ],
  [
    'an unclosed brace',
    'hooks:\n  PreToolUse:\n    - { name: r, deny: No.\n',
    '3:7',
    'unclosed',
    'close it with }, or quote the whole text',
  ],
  [
    'a negated fact',
    rule("{ path: '.env*', not: { path: .env.example } }"),
    '4:31',
    'not-over-facts',
    "write path: ['.env*', '!.env.example']",
  ],
  [
    'text without wildcard',
    'hooks:\n  PreToolUse:\n    - { name: r, match: { adds: AKIA }, deny: No. }\n',
    '3:33',
    'whole-text',
    "write '*AKIA*' to find it anywhere",
  ],
  [
    'an unknown recipe',
    'hooks:\n  AgentStop:\n    - { name: r, recipe: revew }\n',
    '3:26',
    'unknown-recipe',
    'create recipes/revew.md, or use one of: compact, critique, s',
  ],
  [
    'an anchor key',
    'hooks:\n  PreToolUse:\n    - &a { name: r, deny: No. }\n    - { <<: *a, name: b }\n',
    '4:9',
    'merge-key',
    'write the keys out, or use defaults',
  ],
])('reports %s', async (_, yaml, place, code, hint) => {
  const { out } = await openShop({ 'hooks.yaml': yaml }).hooks(['validate'])
  const line = out.split('\n').find((each) => each.includes(`[${code}]`)) ?? out
  expect(line).toMatch(new RegExp(String.raw`^hooks\.yaml:${place}: `))
  expect(out).toContain(hint)
})

test('reports a file that is spelt otherwise, beside and instead of hooks.yaml', async () => {
  const shop = openShop({ 'hooks.yml': rule('Read'), 'hooks.yaml': rule('Read') })
  const beside = await shop.hooks(['validate'])
  expect(beside.out).toContain('hooks.yml:1:1: warning: "hooks.yml" is not read')
  expect(beside.out).toContain('move its rules into hooks.yaml and delete it')
  shop.remove('hooks.yaml')
  const alone = await shop.hooks(['validate'])
  expect(alone).toMatchObject({ exit: 2 })
  expect(alone.err).toContain('there is no hooks.yaml in')
  expect(alone.err).toContain('there is hooks.yml')
})

test('reports the first byte that is not UTF-8', async () => {
  const shop = openShop({ 'hooks.yaml': '' })
  writeFileSync(path.join(shop.root, 'hooks.yaml'), Buffer.from(rule('{ path: caf\u00e9 }'), 'latin1'))
  const { out } = await shop.hooks(['validate'])
  expect(out).toMatch(/^hooks\.yaml:4:25: .*\[encoding\]$/m)
})

test.each(['mcp__bsh__run', 'create_issue', 'deploy_prod', 'Bash*', '/Bsh|Bash/', 'exit'])(
  'accepts the tool %s, which may exist',
  async (tool) => {
    const { out } = await openShop({ 'hooks.yaml': rule(`{ tool: '${tool}' }`) }).hooks(['validate'])
    expect(out).not.toContain('[unusual-pattern]')
  },
)

const repository = path.join(import.meta.dirname, '../..')
const shipped = readdirSync(path.join(repository, 'presets')).filter((name) => name.endsWith('.yaml'))

test.each(['hooks.example.yaml', ...shipped.map((name) => `presets/${name}`)])(
  'finds none in %s',
  async (file) => {
    const yaml = readFileSync(path.join(repository, file), 'utf8')
    const { out } = await openShop({ 'hooks.yaml': yaml }).hooks(['validate'])
    expect(out).not.toMatch(/\[(dead-pattern|unusual-pattern|encoding|merge-conflict|unreachable)\]/)
  },
)
