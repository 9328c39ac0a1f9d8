import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownAgents } from '../support/agents.ts'
import { until } from '../support/time.ts'
import { openShop } from './shop.ts'

const fine = `version: 1
hooks:
  PreToolUse:
    - name: no-force-push
      match: { tool: '@shell', input: { command: '*git push*-f*' } }
      deny: Push a branch.
      examples: { deny: [git push -f] }
    - name: secrets
      match: { input: { file_path: '.env*' } }
      ask: May it read this?
`
const typo = fine.replace('match: { input', 'matchr: { input')
const warned = fine.replace("tool: '@shell'", 'tool: Bash')

describe('validate', () => {
  test('says in one line that all is fine', async () => {
    const { hooks } = openShop({ 'hooks.yaml': fine })
    expect(await hooks(['validate'])).toEqual({
      exit: 0,
      err: '',
      out: '✓ 2 rules, 1 with examples · hooks.yaml\n',
    })
  })

  test('shows a typo in a key with its place, frame and hint', async () => {
    const { hooks } = openShop({ 'hooks.yaml': typo })
    const { exit, out } = await hooks(['validate'])
    expect(exit).toBe(1)
    expect(out).toMatch(/^hooks\.yaml:9:7: unknown key "matchr".*\[unknown-key\]$/m)
    expect(out).toContain("9 |       matchr: { input: { file_path: '.env*' } }")
    expect(out).toContain('= hint: rename it to "match"')
    expect(out).toMatch(/^1 error in hooks\.yaml/m)
  })

  test('reports broken YAML as one problem with a place', async () => {
    const { hooks } = openShop({ 'hooks.yaml': 'hooks:\n  PreToolUse: [\n' })
    const { exit, out } = await hooks(['validate'])
    expect(exit).toBe(1)
    expect(out).toMatch(/^hooks\.yaml:\d+:\d+: /)
  })

  test('checks every layer of the project, also from below its root', async () => {
    const { hooks, root } = openShop({
      'hooks.yaml': fine,
      'hooks.local.yaml': typo.replaceAll('name: ', 'name: my-'),
      'src/cart.ts': '',
    })
    const { exit, out } = await hooks(['validate'], { cwd: path.join(root, 'src') })
    expect(exit).toBe(1)
    expect(out).toContain('../hooks.local.yaml:9:7: unknown key "matchr"')
  })

  const wrongTest = `tests:
  - name: a push
    event: { event: PreToolUse, tool_name: Bash, tool_input: { command: git push -f } }
    expect: { decision: deny, rule: no-force-pusch }
`

  test('sees what can never hold in examples and tests, also in files of tests', async () => {
    const { hooks } = openShop({
      'hooks.yaml': fine.replace('deny: [git push -f]', 'deny: [{ event: PostToolUse, tool_name: Bash }]'),
      'src/push.hooks-test.yaml': wrongTest,
    })
    const { exit, out } = await hooks(['validate'])
    expect(exit).toBe(1)
    expect(out).toContain(
      'hooks.yaml:7:26: "deny" is nothing that "PostToolUse" can be answered with [contract]',
    )
    expect(out).toContain('src/push.hooks-test.yaml:4:37: there is no rule "no-force-pusch" [bad-value]')
    expect(out).toContain('4 |     expect: { decision: deny, rule: no-force-pusch }')
    expect(out).toMatch(/^2 errors in hooks\.yaml/m)
  })

  test('checks a named file of tests against the rules beside it', async () => {
    const files = { 'hooks.yaml': fine, 'a.hooks-test.yaml': wrongTest, 'b.hooks-test.yaml': 'tests: 7\n' }
    const { out } = await openShop(files).hooks(['validate', 'a.hooks-test.yaml'])
    expect(out).toContain('a.hooks-test.yaml:4:37: there is no rule')
    expect(out).not.toContain('b.hooks-test.yaml')
  })

  test('a rule with an error of its own is not also missing', async () => {
    const { out } = await openShop({
      'hooks.yaml': typo,
      'a.hooks-test.yaml': wrongTest.replace('no-force-pusch', 'secrets'),
    }).hooks(['validate', '--format', 'json'])
    const problems = JSON.parse(out) as { code: string }[]
    expect(problems.map(({ code }) => code)).toEqual(['unknown-key'])
  })

  test('checks each named file by itself', async () => {
    const { hooks } = openShop({ 'hooks.yaml': typo, 'team/hooks.yaml': fine, 'more.yaml': fine })
    expect(await hooks(['validate', 'team/hooks.yaml', './more.yaml'])).toEqual({
      exit: 0,
      err: '',
      out: '✓ 4 rules, 2 with examples · team/hooks.yaml, more.yaml\n',
    })
  })

  test.each([
    {
      name: 'a missing file',
      files: ['hook.yaml'],
      says: /^hooks: hook\.yaml: there is no such file; there is hooks\.yaml$/m,
    },
    {
      name: 'a directory',
      files: ['team'],
      says: /^hooks: team is a directory; name a file: hooks validate team\/hooks\.yaml$/m,
    },
    { name: 'a file below a file', files: ['hooks.yaml/x'], says: /there is no such file/ },
  ])('exits 2 for $name', async ({ files, says }) => {
    const { hooks, root } = openShop({ 'hooks.yaml': fine })
    mkdirSync(path.join(root, 'team'))
    const { exit, out, err } = await hooks(['validate', ...files])
    expect({ exit, out }).toEqual({ exit: 2, out: '' })
    expect(err).toMatch(says)
  })

  test('exits 2 when hooks.yaml is a directory', async () => {
    const { hooks, root } = openShop()
    mkdirSync(path.join(root, 'hooks.yaml'))
    const { exit, out } = await hooks(['validate'])
    expect(exit).toBe(2)
    expect(out).toContain('[unreadable]')
  })

  test('without any file says how to start, and what it says is fine', async () => {
    const { hooks, root, write } = openShop()
    const { exit, out, err } = await hooks(['validate'])
    expect({ exit, out }).toEqual({ exit: 2, out: '' })
    expect(err).toContain(`hooks: there is no hooks.yaml in ${root}\n`)
    write(
      'hooks.yaml',
      err
        .split('\n')
        .filter((line) => line.startsWith('  '))
        .join('\n'),
    )
    expect(await hooks(['validate', '--strict'])).toEqual({
      exit: 0,
      err: '',
      out: '✓ 1 rule · hooks.yaml\n',
    })
  })

  test('fails on warnings with --strict only (P10)', async () => {
    const { hooks } = openShop({ 'hooks.yaml': warned })
    const [lenient, strict] = [await hooks(['validate']), await hooks(['validate', '--strict'])]
    expect([lenient.exit, strict.exit]).toEqual([0, 1])
    expect(lenient.out).toContain('[agent-tool-name]')
    expect(lenient.out).toMatch(/^1 warning in hooks\.yaml/m)
  })

  test('prints diagnostics as JSON, an empty list when there are none (P10)', async () => {
    const { hooks, write } = openShop({ 'hooks.yaml': typo })
    const broken = await hooks(['validate', '--format', 'json'])
    expect(broken.exit).toBe(1)
    expect(JSON.parse(broken.out)).toMatchObject([
      { code: 'unknown-key', severity: 'error', at: { file: 'hooks.yaml', line: 9, column: 7 } },
    ])
    write('hooks.yaml', fine)
    expect(await hooks(['validate', '--format=json'])).toEqual({ exit: 0, err: '', out: '[]\n' })
  })

  test('prints SARIF and GitHub commands, never coloured', async () => {
    const { hooks } = openShop({ 'hooks.yaml': typo })
    const env = { HOME: '/nowhere', FORCE_COLOR: '1' }
    const sarif = await hooks(['validate', '--format', 'sarif'], { env })
    expect(JSON.parse(sarif.out)).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'unknown-key' }] }],
    })
    const github = await hooks(['validate', '--format', 'github'], { env })
    expect(github.out).toMatch(/^::error file=hooks\.yaml,line=9,col=7,.*title=unknown-key::/)
  })

  test('lists what an agent cannot be told', async () => {
    const text =
      "hooks:\n  UserPromptSubmit:\n    - { name: keys, match: { prompt: '*AKIA*' }, ask: Send a key? }\n  PreStep:\n    - { name: budget, deny: Enough. }\n"
    const { hooks } = openShop({ 'hooks.yaml': text })
    const { exit, out } = await hooks(['validate', '--agent', 'claude-code'])
    expect(exit).toBe(0)
    expect(out).toContain(
      'hooks.yaml:3:15: warning: claude-code cannot ask at UserPromptSubmit: denied instead [agent-cannot]',
    )
    expect(out).toContain(
      'hooks.yaml:5:15: warning: claude-code calls no hook at PreStep, so the rule is never asked there [agent-cannot]',
    )
    expect((await hooks(['validate', '--agent', 'claude', '--strict'])).exit).toBe(1)
    expect(out).toMatch(/^claude-code: \d+ rules? holds?, 1 holds weakened, 1 cannot hold$/m)
  })

  test('a stop that an agent takes for a denial, and an output that it withholds, are no loss', async () => {
    const { hooks } = openShop({
      'hooks.yaml': `version: 1
hooks:
  PreToolUse: [{ name: off, match: { command: shutdown }, stop: Enough. }]
  PostToolUse: [{ name: keys, use: redact }]
`,
    })
    const { out } = await hooks(['validate', '--agent', 'codex'])
    expect(out).toContain('codex cannot be told "stop" at PreToolUse')
    expect(out).toMatch(/^codex: 1 rule holds, 1 holds weakened, 0 cannot hold$/m)
    expect((await hooks(['validate', '--agent', 'kiro'])).out).toMatch(/1 holds weakened, 1 cannot hold$/m)
  })

  test('--host names the rules at events that a framework never sends', async () => {
    const text =
      'hooks:\n  Notification:\n    - { name: told, notify: Hello. }\n  PreStep:\n    - { name: budget, deny: Enough. }\n'
    const { hooks } = openShop({ 'hooks.yaml': text })
    const { exit, out } = await hooks(['validate', '--host', 'langchain'])
    expect(exit).toBe(0)
    expect(out.match(/agent-cannot/g)).toHaveLength(1)
    expect(out).toContain(
      'hooks.yaml:3:15: warning: langchain never sends Notification, so the rule is never asked there [agent-cannot]',
    )
    expect((await hooks(['validate', '--host', 'langchain', '--strict'])).exit).toBe(1)
    expect((await hooks(['validate', '--host', 'claude-agent-sdk'])).out).not.toContain('agent-cannot')
  })

  test('--agent names limits of steps that the agent does not report', async () => {
    const { hooks } = openShop({
      'hooks.yaml': `version: 1
rules:
  - { name: three, on: [SessionStart, PreToolUse], use: limits, with: { steps: 3 } }
  - { name: hour, on: [PreToolUse], use: limits, with: { steps: null, seconds: 3600 } }
`,
    })
    const { out } = await hooks(['validate', '--agent', 'claude-code'])
    expect(out).toContain(
      'claude-code reports neither steps nor model calls, so "steps: 3" is not counted; limit tool calls with "use: rate-limit" [agent-cannot]',
    )
    expect(out.match(/neither steps/g)).toHaveLength(1)
    expect((await hooks(['validate', '--agent', 'acai'])).out).not.toContain('neither steps')
  })

  test('refuses an agent that it does not know', async () => {
    const { hooks } = openShop({ 'hooks.yaml': fine })
    const { exit, err } = await hooks(['validate', '--agent', 'hal'])
    expect(exit).toBe(2)
    expect(err).toContain(`hooks: unknown agent "hal"; known: ${knownAgents}`)
  })

  test('a wrong format is no verdict about the files', async () => {
    const { exit, err } = await openShop({ 'hooks.yaml': fine }).hooks(['validate', '--format', 'xml'])
    expect(exit).toBe(2)
    expect(err).toMatch(/^hooks: option '--format <format>' argument 'xml' is invalid/)
  })

  test('is coloured on a terminal only, and the text is the same', async () => {
    const { hooks, home } = openShop({ 'hooks.yaml': typo })
    const plain = await hooks(['validate'])
    const terminal = await hooks(['validate'], { terminal: true })
    // oxlint-disable-next-line no-control-regex -- colours are what is taken away
    expect(terminal.out.replace(/\u001b\[\d+m/g, '')).toBe(plain.out)
    expect(terminal.out).not.toBe(plain.out)
    expect((await hooks(['validate', '--no-color'], { terminal: true })).out).toBe(plain.out)
    expect((await hooks(['validate'], { terminal: true, env: { HOME: home, NO_COLOR: '1' } })).out).toBe(
      plain.out,
    )
  })
})

describe('validate --fix', () => {
  const person = { terminal: true, stdinIsTerminal: true }
  const dead = `# Rules of the shop.
hooks:
  PreToolUse:
    - name: edits # by anybody
      match:
        tool:
          - Edit|Write # as Claude has it
          - 'deploy_*'
      ask: Sure?
    - { name: push, match: "Bash(git push:*)", deny: 'No: push later.' }
    - name: keys
      match: { tool: Read(./.env), path: [$HOME/.ssh/**, '/src/**', '!^tmp/'] }
      deny: No.
`
  const mended = dead
    .replace('- Edit|Write #', "- '@edit'\n          - '@write' #")
    .replace('"Bash(git push:*)"', '{ command: git push }')
    .replace('tool: Read(./.env)', "reads: './.env'")
    .replace('$HOME/.ssh/**', "'~/.ssh/**'")
    .replace("'!^tmp/'", "'!tmp/'")

  test('writes the right spelling of what is dead, and leaves all else as it is', async () => {
    const shop = openShop({ 'hooks.yaml': dead })
    const { exit, out } = await shop.hooks(['validate', '--fix'], { ...person, line: () => 'fix' })
    expect(readFileSync(path.join(shop.root, 'hooks.yaml'), 'utf8')).toBe(mended)
    expect(out).toContain('Type "fix" to do it: ')
    expect(out).toMatch(/^1 warning in hooks\.yaml/m)
    expect(exit).toBe(0)
  })

  test('changes nothing without its word', async () => {
    const shop = openShop({ 'hooks.yaml': dead })
    const { exit } = await shop.hooks(['validate', '--fix'], { ...person, line: () => 'no' })
    expect(readFileSync(path.join(shop.root, 'hooks.yaml'), 'utf8')).toBe(dead)
    expect(exit).toBe(1)
  })

  test('only checks where nothing is dead', async () => {
    const { exit, out } = await openShop({ 'hooks.yaml': fine }).hooks(['validate', '--fix'], person)
    expect({ exit, out }).toEqual({ exit: 0, out: '✓ 2 rules, 1 with examples · hooks.yaml\n' })
  })
})

describe('validate --watch', () => {
  test('checks again once per burst and ends on an interrupt', async () => {
    const shop = openShop({ 'hooks.yaml': `extends: [./team.yaml]\n${fine}`, 'team.yaml': 'hooks: {}\n' })
    const host = shop.host(['validate', '--watch'])
    const { main } = await import('../../src/cli/main.ts')
    const ended = main(host)
    await until(() => host.printed.out.includes('✓'))
    shop.write('hooks.yaml', 'hooks: [')
    shop.write('hooks.yaml', typo)
    await until(() => host.printed.out.includes('unknown key "matchr"'))
    shop.write('hooks.yaml', `extends: [./team.yaml]\n${fine}`)
    await until(() => host.printed.out.match(/✓/g)?.length === 2)
    shop.write('team.yaml', typo.replaceAll('name: ', 'name: team-'))
    await until(() => host.printed.out.match(/unknown key/g)?.length === 2)
    host.interrupt()
    expect(await ended).toBe(0)
  })

  test('begins each time with an empty terminal', async () => {
    const shop = openShop({ 'hooks.yaml': fine })
    const host = shop.host(['validate', '--watch'], { terminal: true })
    const { main } = await import('../../src/cli/main.ts')
    const ended = main(host)
    await until(() => host.printed.out.includes('Ctrl-C'))
    host.interrupt()
    expect(await ended).toBe(0)
    expect(host.printed.out).toMatch(/^\f(?!\\u001b)/)
  })

  test('waits for a file that is not there yet', async () => {
    const shop = openShop()
    const host = shop.host(['validate', '--watch'])
    const { main } = await import('../../src/cli/main.ts')
    const ended = main(host)
    await until(() => host.printed.err.includes('there is no hooks.yaml'))
    shop.write('hooks.yaml', fine)
    await until(() => host.printed.out.includes('✓ 2 rules'))
    host.interrupt()
    expect(await ended).toBe(0)
  })
})
