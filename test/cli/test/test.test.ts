import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/cli/main.ts'
import { dirs, projectKey } from '../../../src/store/disk/dirs.ts'
import { until } from '../../support/time.ts'
import { openShop } from '../shop.ts'

const push = `
    - name: no-force-push
      match: { tool: '@shell', input: { command: ['git push* --force*', 'git push* -f*', '!*--force-with-lease*'] } }
      deny: Push a branch.
      examples:
        deny: [git push -f, git push --force origin main]
        proceed: [git push --force-with-lease, git push]`
const rules = (more: string, top = ''): string => `version: 1${top}\nhooks:\n  PreToolUse:${push}\n${more}`

const ms = /[\d.]+ m?s\b/g
async function tested(files: Record<string, string>, ...argv: string[]) {
  const { exit, out, err } = await openShop(files).hooks(['test', ...argv])
  return { exit, out: out.replace(ms, 'N ms'), err }
}

describe('examples', () => {
  test('all pass', async () => {
    const { exit, out } = await tested({ 'hooks.yaml': rules('') })
    expect(out).toBe('✓ 4 passed · 1 rule · N ms\n')
    expect(exit).toBe(0)
  })

  test('a failure says what was expected, what came, why, and how to look at it', async () => {
    const { exit, out } = await tested({
      'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - name: env-files
      match: { input: { file_path: '.env*' } }
      deny: It holds secrets.
      examples: { deny: [{ read: .env.production }], proceed: [{ write: .env.example }] }
    - name: slack
      match: slack_*
      ask: Post it?
`,
    })
    expect(exit).toBe(1)
    expect(out.replace(/why {7}it matched: .*env.* hooks\.yaml:4/, 'WHYLINE')).toBe(`✗ env-files  hooks.yaml:7
    write .env.example
      expected  proceed
      got       deny
      WHYLINE
      try       hooks explain --write .env.example

✗ 1 passed, 1 failed · 2 rules, 1 without examples: slack · N ms
`)
  })

  test('say what the session did before', async () => {
    const yaml = (after: string) => `version: 1
hooks:
  PreToolUse:
    - name: tested
      match: { command: git commit, session: { wrote: 'src/**', since: npm test } }
      deny: Run npm test first.
      examples:
        deny: [{ after: [{ prompt: Add a discount }, ${after}], command: git commit -m x }]
        proceed: [{ after: [{ write: src/cart.ts }, npm test], command: git commit -m x }, git commit -m x]
`
    expect((await tested({ 'hooks.yaml': yaml('npm test, { write: src/cart.ts }') })).out).toBe(
      '✓ 3 passed · 1 rule · N ms\n',
    )
    const { exit, out } = await tested({ 'hooks.yaml': yaml('{ write: src/cart.ts }, npm test') })
    expect(exit).toBe(1)
    expect(out).toContain('nothing written is "src/**" since npm test succeeded')
  })

  test('--explain shows below a failure what each rule came to', async () => {
    const { out } = await tested(
      {
        'hooks.yaml': rules(`
    - name: late
      match: { input: { command: 'npm *' } }
      ask: Sure?
      examples: { ask: [git push -f] }
    - { name: seen, use: ledger }
`),
      },
      '--explain',
    )
    expect(out).toBe(`✗ late  hooks.yaml:14
    git push -f
      expected  ask
      got       proceed (no-force-push says deny)
      why       input.command is not "npm *"                       hooks.yaml:11

      ✗ no-force-push  deny      git push -f                      hooks.yaml:4
      ~ seen           observes  ledger                          hooks.yaml:15
      · late                     input.command is not "npm *"    hooks.yaml:11

✗ 4 passed, 1 failed · 3 rules · N ms
`)
  })

  test('a failure of a named file is shown again by that name', async () => {
    const { out } = await tested(
      { 'more rules.yaml': rules('').replace('[git push -f,', '[git pull,') },
      'more rules.yaml',
    )
    expect(out).toContain("      try       hooks explain --config 'more rules.yaml' 'git pull'\n")
  })

  test('what cannot be typed on one line is shown again with all others', async () => {
    const { out } = await tested({
      'hooks.yaml': rules('').replace('[git push -f,', '[git pull, "git pull\\ngit log",'),
    })
    expect(out).toContain("      try       hooks explain 'git pull'\n")
    expect(out).toContain('      try       hooks test --explain\n')
  })

  test.each([
    {
      name: 'a command',
      rule: `match: { input: { command: 'rm *' } }\n      deny: No.`,
      examples: '{ deny: [rm cart.ts] }',
    },
    {
      name: 'an ask',
      rule: `match: '@edit'\n      ask: Sure?`,
      examples: '{ ask: [{ event: PreToolUse, tool_name: Edit, tool_input: {} }] }',
    },
    {
      name: 'an allow',
      rule: `match: { input: { command: git status } }\n      allow: Looks.`,
      examples: '{ allow: [git status], proceed: [git push] }',
    },
    {
      name: 'an event without its name',
      rule: `match: 'deploy_*'\n      deny: No.`,
      examples: '{ deny: [{ tool_name: deploy_shop }] }',
    },
    {
      name: 'a shorthand with more fields',
      rule: `match: { agent: codex }\n      deny: No.`,
      examples: '{ deny: [{ write: a.ts, agent: codex }], proceed: [{ write: a.ts, agent: claude-code }] }',
    },
    {
      name: 'a rule that is only watched',
      rule: `match: 'deploy_*'\n      mode: watch\n      deny: No.`,
      examples: '{ deny: [{ tool_name: deploy_shop }] }',
    },
    {
      name: 'a step of a rule',
      rule: `match: 'deploy_*'\n      steps: [{ context: Be careful. }, { ask: Sure? }]`,
      examples: '{ ask: [{ tool_name: deploy_shop }] }',
    },
    {
      name: 'a hard stop as a deny',
      rule: `match: 'deploy_*'\n      stop: Enough.`,
      examples: '{ deny: [{ tool_name: deploy_shop }] }',
    },
    {
      name: 'a prompt',
      at: 'UserPromptSubmit',
      rule: `match: { prompt: '*password*' }\n      deny: No.`,
      examples: '{ deny: [{ prompt: my password }], proceed: [{ prompt: hello }] }',
    },
    {
      name: 'a built-in',
      rule: `use: tool-schema`,
      examples: '{ deny: [{ tool_name: Write, tool_input: {} }], proceed: [{ write: a.ts }] }',
      top: '\nschemas: { Write: { required: [file_path] } }',
    },
  ])('$name passes', async ({ rule, examples, at = 'PreToolUse', top = '' }) => {
    const yaml = `version: 1${top}\nhooks:\n  ${at}:\n    - name: it\n      ${rule}\n      examples: ${examples}\n`
    expect(await tested({ 'hooks.yaml': yaml })).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^✓ \d passed · 1 rule · N ms\n$/),
    })
  })

  test('a rule that speaks without deciding does not proceed', async () => {
    const yaml = `version: 1\nhooks:\n  PostToolUse:\n    - name: it\n      context: Careful.\n      examples: { proceed: [npm test] }\n`
    const { out } = await tested({ 'hooks.yaml': yaml })
    expect(out).toContain('expected  proceed\n      got       context\n      why       it matches everything')
  })

  test('a rule behind a deny is asked as if that had not been', async () => {
    const yaml = rules(
      `    - { name: no-push, match: { input: { command: git push* } }, deny: No., examples: { deny: [git push -f] } }\n    - { name: npm, match: { input: { command: npm* } }, deny: No., examples: { proceed: [git push -f] } }`,
    )
    expect(await tested({ 'hooks.yaml': yaml })).toMatchObject({
      exit: 0,
      out: '✓ 6 passed · 3 rules · N ms\n',
    })
  })

  test('an example sees the changes of rules before its own', async () => {
    const yaml = `version: 1
hooks:
  PreToolUse:
    - { name: dry, match: deploy_shop, set_input: { environment: staging } }
    - { name: production, match: { input: { environment: production } }, deny: No., examples: { proceed: [{ tool_name: deploy_shop, tool_input: { environment: production } }] } }
`
    expect(await tested({ 'hooks.yaml': yaml })).toMatchObject({ exit: 0 })
  })

  test('those of script rules are skipped until scripts may start', async () => {
    const yaml = `version: 1\nhooks:\n  PreToolUse:\n    - name: policy\n      run: 'touch started; exit 2'\n      exit: { 2: deny }\n      examples: { deny: [npm publish] }\n`
    const shop = openShop({ 'hooks.yaml': yaml })
    const without = await shop.hooks(['test'])
    expect(without).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^✓ 1 skipped \(hooks test --scripts\) · 1 rule · /),
    })
    expect(existsSync(path.join(shop.root, 'started'))).toBe(false)
    const started = await shop.hooks(['test', '--scripts'], {
      env: { HOME: shop.home, PATH: process.env['PATH'] },
    })
    expect(started).toMatchObject({ exit: 0, out: expect.stringMatching(/^✓ 1 passed/) })
    expect(existsSync(path.join(shop.root, 'started'))).toBe(true)
  })

  test('those of presets are played when asked for', async () => {
    const yaml = rules('', '\nextends: [recommended]')
    expect((await tested({ 'hooks.yaml': yaml })).out).toBe('✓ 4 passed · 1 rule · N ms\n')
    expect(await tested({ 'hooks.yaml': yaml }, '--all')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^✓ \d{3,} passed · \d{2,} rules/),
    })
  })

  test.each([
    { name: 'an alias', at: 'PreToolUse', example: '{ event: BeforeTool }', says: '[event-alias]' },
    {
      name: 'an unknown event',
      at: 'PreToolUse',
      example: '{ event: PreTolUse }',
      says: '= hint: write event: PreToolUse',
    },
    {
      name: 'a command at the end of a run',
      at: 'AgentStop',
      example: 'npm test',
      says: 'this rule is not asked about tool calls [bad-value]',
    },
    {
      name: 'two in one',
      at: 'PreToolUse',
      example: '{ read: a, write: b }',
      says: '"write" and "read" are two examples',
    },
  ])('$name is a diagnostic', async ({ at, example, says }) => {
    const handler = at === 'AgentStop' ? 'stop: No.' : 'deny: No.'
    const yaml = `version: 1\nhooks:\n  ${at}:\n    - name: it\n      ${handler}\n      examples: { deny: [${example}] }\n`
    const { exit, out } = await tested({ 'hooks.yaml': yaml })
    expect(exit).toBe(1)
    expect(out).toContain(says)
    expect(out).toMatch(/^hooks\.yaml:6:\d+: [^]*\n✗ 1 not played · 1 rule · /)
  })
})

const scripted = `version: 1
hooks:
  PreToolUse:
    - { name: policy, match: 'mcp__*', run: [./policy.py] }
    - { name: deploys, match: 'deploy_*', deny: Ask a person to deploy. }
  AgentStop:
    - { name: tests, continue: Run the tests., once: run }
tests:
`

describe('tests', () => {
  test.each([
    {
      name: 'a part of the verdict',
      yaml: '{ name: t, event: { event: PreToolUse, tool_name: deploy_shop }, expect: { decision: deny, rule: deploys } }',
    },
    {
      name: 'a reply instead of a script',
      yaml: '{ name: t, event: { event: PreToolUse, tool_name: mcp__x }, replies: { policy: { decision: ask, reason: Sure? } }, expect: { decision: ask, rule: policy } }',
    },
    {
      name: 'a script without a reply',
      yaml: '{ name: t, event: { event: PreToolUse, tool_name: mcp__x }, expect: { decision: proceed, rule: policy } }',
    },
    {
      name: 'events that share their state',
      yaml: '{ name: t, events: [{ event: AgentStop }, { event: AgentStop }, { event: UserPromptSubmit, prompt: Hi }, { event: AgentStop }], expect: { flow: continue, flow_reason: Run the tests. } }',
    },
    {
      name: 'the second of them',
      yaml: '{ name: t, events: [{ event: AgentStop }, { event: AgentStop }], expect: { flow: default } }',
    },
    {
      name: "an agent's payload",
      yaml: '{ name: t, payload: { session_id: s, transcript_path: /t, cwd: /nowhere, hook_event_name: PreToolUse, tool_name: deploy_x, tool_input: {} }, expect: { decision: deny } }',
    },
    {
      name: 'items of a list',
      yaml: '{ name: t, event: { event: PreToolUse, tool_name: deploy_shop }, expect: { warnings: [], trace: [{ rule: deploys, decision: deny }] } }',
    },
  ])('$name passes', async ({ yaml }) => {
    expect(await tested({ 'hooks.yaml': `${scripted}  - ${yaml}\n` })).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^✓ 1 passed · 3 rules/),
    })
  })

  test('a failure names each difference and the rule that spoke (P18)', async () => {
    const yaml = `${scripted}  - name: asks before a deploy\n    event: { event: PreToolUse, tool_name: deploy_shop }\n    expect: { decision: ask, rule: policy }\n`
    const { exit, out } = await tested({ 'hooks.yaml': yaml })
    expect(exit).toBe(1)
    expect(out).toMatch(
      new RegExp(
        [
          '^✗ asks before a deploy {2}hooks\\.yaml:9',
          ' {6}expected {2}decision: ask',
          ' {6}got {7}decision: deny',
          ' {6}expected {2}rule: policy',
          ' {6}got {7}rule: deploys',
          ' {6}why {7}tool .*is not "mcp__\\*" +hooks\\.yaml:4',
          ' {16}deploys spoke: tool .*deploy_.* +hooks\\.yaml:5',
        ].join('\n'),
      ),
    )
  })

  test('a failure where nobody spoke names the rule that nearly matched', async () => {
    const yaml = `${scripted}  - { name: denies, event: { event: PreToolUse, tool_name: release_shop }, expect: { decision: deny } }\n`
    const { out } = await tested({ 'hooks.yaml': yaml })
    expect(out).toMatch(/why {7}closest is deploys: tool .*is not "deploy_\*"\s+hooks\.yaml:5/)
  })

  test.each([
    {
      name: 'no event',
      yaml: '{ name: t, expect: { decision: deny } }',
      says: 'this test has no event [missing-key]',
    },
    {
      name: 'two kinds of event',
      yaml: '{ name: t, event: { event: AgentStop }, payload: {}, expect: { decision: deny } }',
      says: '"payload" stands beside "event" [useless-key]',
    },
    {
      name: 'an unknown rule',
      yaml: '{ name: t, event: { event: AgentStop }, expect: { rule: polcy } }',
      says: '= hint: write "policy"',
    },
    {
      name: 'a reply of a rule without a script',
      yaml: '{ name: t, event: { event: AgentStop }, replies: { tests: {} }, expect: { decision: deny } }',
      says: '"tests" starts no script',
    },
    {
      name: 'a reply that is none',
      yaml: '{ name: t, event: { event: AgentStop }, replies: { policy: { decision: no } }, expect: { decision: deny } }',
      says: '"decision" is "no", expected one of',
    },
    {
      name: 'a payload file that is not there',
      yaml: '{ name: t, payload: gone.json, expect: { decision: deny } }',
      says: 'there is no file "gone.json" [missing-file]',
    },
    {
      name: 'a payload of nobody',
      yaml: '{ name: t, payload: { x: 1 }, expect: { decision: deny } }',
      says: 'which agent sends this payload',
    },
  ])('$name is a diagnostic, and the others are played', async ({ yaml, says }) => {
    const fine =
      '{ name: fine, event: { event: PreToolUse, tool_name: deploy_shop }, expect: { decision: deny } }'
    const { exit, out } = await tested({ 'hooks.yaml': `${scripted}  - ${yaml}\n  - ${fine}\n` })
    expect(exit).toBe(1)
    expect(out).toContain(says)
    expect(out).toMatch(/ 1 passed, 1 not played · 3 rules/)
  })

  test('files of their own are found below the root, with payloads beside them', async () => {
    const { exit, out } = await tested({
      'hooks.yaml': rules(''),
      'rules/push.hooks-test.yaml':
        'tests:\n  - { name: t, payload: push.json, expect: { decision: deny, rule: no-force-push } }\n',
      'rules/push.json': JSON.stringify({
        event: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'git push -f' },
      }),
      'node_modules/other/x.hooks-test.yaml': 'tests: [{ name: t, expect: {} }]\n',
    })
    expect(out).toBe('✓ 5 passed · 1 rule · N ms\n')
    expect(exit).toBe(0)
  })

  test('a file of their own holds nothing but tests', async () => {
    const { exit, out } = await tested({
      'hooks.yaml': rules(''),
      'x.hooks-test.yaml': 'hooks: {}\ntests: []\n',
    })
    expect(exit).toBe(1)
    expect(out).toContain('x.hooks-test.yaml:1:1: "hooks" in a file of tests has no effect [misplaced-key]')
  })

  test('what a built-in would write stays in memory', async () => {
    const yaml = `version: 1\nhooks:\n  PostToolUse:\n    - { name: log, use: log, with: { file: calls.log } }\ntests:\n  - { name: t, event: { event: PostToolUse, tool_name: Bash, tool_output: ok }, expect: { decision: proceed, rule: log } }\n`
    const shop = openShop({ 'hooks.yaml': yaml })
    expect(await shop.hooks(['test'])).toMatchObject({ exit: 0 })
    expect(existsSync(path.join(shop.root, 'calls.log'))).toBe(false)
  })
})

describe('the command', () => {
  test('requires a case for every rule when told so', async () => {
    const files = { 'hooks.yaml': rules(`    - { name: slack, match: slack_*, ask: Post it? }\n`) }
    expect(await tested(files)).toMatchObject({ exit: 0 })
    const { exit, out } = await tested(files, '--require-tests')
    expect(exit).toBe(1)
    expect(out).toBe(
      '✗ no case makes this rule speak\n    slack  hooks.yaml:10\n\n✗ 4 passed · 2 rules, 1 without examples: slack · N ms\n',
    )
  })

  test('counts a rule that only a test makes speak', async () => {
    const yaml = rules(
      `    - { name: slack, match: slack_*, ask: Post it? }\ntests:\n  - { name: t, event: { event: PreToolUse, tool_name: slack_post }, expect: { decision: ask } }\n`,
    )
    expect(await tested({ 'hooks.yaml': yaml }, '--require-tests')).toMatchObject({
      exit: 0,
      out: '✓ 5 passed · 2 rules · N ms\n',
    })
  })

  test('plays nothing while the rules have errors', async () => {
    const { exit, out } = await tested({ 'hooks.yaml': rules('').replace('match:', 'matchr:') })
    expect(exit).toBe(1)
    expect(out).toContain('unknown key "matchr"')
    expect(out).toContain('nothing was tested: fix hooks.yaml first')
  })

  test.each([
    { name: 'no hooks.yaml', argv: [], files: {}, says: 'there is no hooks.yaml in' },
    {
      name: 'a missing file',
      argv: ['x.yaml'],
      files: { 'hooks.yaml': rules('') },
      says: 'x.yaml: there is no such file',
    },
    {
      name: 'a format that does not exist',
      argv: ['--format', 'tap'],
      files: {},
      says: 'Allowed choices are pretty, json, junit',
    },
    { name: '--write alone', argv: ['--write', 'x'], files: {}, says: 'use both' },
  ])('exits 2 for $name', async ({ argv, files, says }) => {
    const { exit, err } = await tested(files, ...argv)
    expect(exit).toBe(2)
    expect(err).toContain(says)
  })

  test('tests a named file by itself, and named tests against it', async () => {
    const files = {
      'team/rules.yaml': rules(''),
      'a.hooks-test.yaml':
        'tests:\n  - { name: t, event: { event: PreToolUse, tool_name: x }, expect: { decision: deny } }\n',
    }
    expect(await tested(files, 'team/rules.yaml')).toMatchObject({
      exit: 0,
      out: '✓ 4 passed · 1 rule · N ms\n',
    })
    const { out } = await tested(files, 'team/rules.yaml', 'a.hooks-test.yaml')
    expect(out).toContain('✗ t  a.hooks-test.yaml:2')
    expect(out).toContain('hooks test team/rules.yaml a.hooks-test.yaml --explain')
  })

  test('prints JSON', async () => {
    const { out } = await openShop({ 'hooks.yaml': rules('') }).hooks(['test', '--format', 'json'])
    expect(JSON.parse(out)).toMatchObject({
      passed: 4,
      failed: 0,
      skipped: 0,
      rules: 1,
      without_examples: [],
      diagnostics: [],
      cases: [
        {
          name: 'git push -f',
          kind: 'example',
          rule: 'no-force-push',
          decision: 'deny',
          status: 'passed',
          at: { file: 'hooks.yaml', line: 8 },
        },
        {},
        {},
        {},
      ],
    })
  })

  test('prints JUnit, in which everything that fails is a failure', async () => {
    const yaml = rules(
      `    - { name: slack, match: slack_*, ask: Post it?, examples: { deny: ['echo "<&>"', { event: X }] } }\n`,
    )
    const { exit, out } = await tested({ 'hooks.yaml': yaml }, '--format', 'junit', '--require-tests')
    expect(exit).toBe(1)
    expect(out).toContain('<testsuite name="hooks.yaml" tests="7" failures="3" skipped="0"')
    expect(out).toContain('name="slack: deny echo &quot;&lt;&amp;&gt;&quot;"')
    expect(out).toContain('<failure message="expected deny, got proceed">')
    expect(out).toContain('name="unknown-event at line 10"')
    expect(out).toContain('no case makes rule slack speak')
  })

  test('says how to begin where there are no cases', async () => {
    const { exit, out } = await tested({
      'hooks.yaml': 'version: 1\nhooks: { PreToolUse: [{ name: slack, match: slack_*, ask: Post? }] }\n',
    })
    expect(exit).toBe(0)
    expect(out).toBe(
      '✓ 0 passed · 1 rule, 1 without examples: slack · N ms\n\nto begin, write examples beside a rule:\n  examples: { deny: [git push -f], proceed: [git push] }\n',
    )
  })

  test('tests again when a file changes', async () => {
    const shop = openShop({ 'hooks.yaml': rules('') })
    const host = shop.host(['test', '--watch'])
    const done = main(host)
    await until(() => host.printed.out.includes('4 passed'))
    shop.write('hooks.yaml', rules(`    - { name: slack, match: slack_*, ask: Post it? }\n`))
    await until(() => host.printed.out.includes('1 without examples: slack'))
    host.interrupt()
    expect(await done).toBe(0)
  })
})

describe('--from-last', () => {
  const called = (root: string) => ({
    session_id: 'c178c0',
    transcript_path: '/t.jsonl',
    cwd: root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: `${root}/.env.production`, old_string: 'a: 1 # b', new_string: 'x\ny' },
  })
  function recorded(files: Record<string, string>) {
    const shop = openShop(files)
    const dir = path.join(dirs({ HOME: shop.home }).state, projectKey(shop.root), 'payloads')
    mkdirSync(dir, { recursive: true })
    writeFileSync(
      path.join(dir, '0.json'),
      JSON.stringify({ agent: 'claude-code', payload: called(shop.root) }),
    )
    return shop
  }
  const guard = `version: 1\nhooks:\n  PreToolUse:\n    - { name: env, match: { input: { file_path: '.env*' } }, deny: No. }\n`
  const item = `- name: "deny: Edit"
  event:
    event: PreToolUse
    agent: claude-code
    tool_name: Edit
    tool_input:
      file_path: .env.production
      old_string: "a: 1 # b"
      new_string: |-
        x
        y
  expect:
    decision: deny
    rule: env
`

  test('prints a test of the last event as it is decided now', async () => {
    expect(await recorded({ 'hooks.yaml': guard }).hooks(['test', '--from-last'])).toEqual({
      exit: 0,
      err: '',
      out: item,
    })
  })

  test.each([
    { name: 'a new file', file: 'env.hooks-test.yaml', before: undefined },
    {
      name: 'a file of tests',
      file: 'env.hooks-test.yaml',
      before:
        'tests:\n  # first\n  - { name: t, event: { event: AgentStop }, expect: { decision: proceed } }\n\n# the end\n',
    },
    {
      name: 'a file whose list is not indented',
      file: 'env.hooks-test.yaml',
      before:
        'tests:\n- name: t\n  event: { event: AgentStop }\n  expect: { decision: proceed }\nversion: 1\n',
    },
    { name: 'hooks.yaml without tests', file: 'hooks.yaml', before: guard },
  ])('adds it to $name, and it passes', async ({ file, before }) => {
    const shop = recorded({ 'hooks.yaml': guard, ...(before !== undefined && { [file]: before }) })
    expect(await shop.hooks(['test', '--from-last', '--write', file])).toMatchObject({ exit: 0, err: '' })
    const after = readFileSync(path.join(shop.root, file), 'utf8')
    for (const line of (before ?? '').split('\n')) expect(after).toContain(line)
    const count = before?.includes('name: t') === true ? 2 : 1
    expect(await shop.hooks(['test'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(new RegExp(`^✓ ${count} passed · 1 rule`)),
    })
  })

  test('leaves a list in brackets alone', async () => {
    const before = 'tests: [{ name: t, event: { event: AgentStop }, expect: { decision: proceed } }]\n'
    const shop = recorded({ 'hooks.yaml': guard, 'x.hooks-test.yaml': before })
    const { exit, out, err } = await shop.hooks(['test', '--from-last', '--write', 'x.hooks-test.yaml'])
    expect({ exit, out }).toEqual({ exit: 2, out: item })
    expect(err).toContain('its tests are written in brackets; paste this under tests:')
    expect(readFileSync(path.join(shop.root, 'x.hooks-test.yaml'), 'utf8')).toBe(before)
  })

  test('makes no file that nobody would find', async () => {
    const shop = recorded({ 'hooks.yaml': guard })
    const { exit, err } = await shop.hooks(['test', '--from-last', '--write', 'test/env.yaml'])
    expect({ exit, err }).toEqual({
      exit: 2,
      err: 'hooks: tests are not looked for in test/env.yaml: name it test/env.hooks-test.yaml\n',
    })
  })

  test('says when nothing was recorded', async () => {
    const { exit, err } = await openShop({ 'hooks.yaml': guard }).hooks(['test', '--from-last'])
    expect(exit).toBe(1)
    expect(err).toContain('no event was recorded here yet')
  })
})
