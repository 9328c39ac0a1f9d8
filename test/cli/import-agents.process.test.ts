// Hooks and permissions of Codex, Gemini CLI, Qwen Code, Copilot CLI and Cursor as a hooks.yaml, and what it answers then.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeProject, type Project } from '../support/cli.ts'
import { partOf } from '../support/part.ts'

const json = (value: unknown) => JSON.stringify(value)
const command = (line: string, more: object = {}) => ({ type: 'command', command: line, ...more })

interface Rule {
  readonly name: string
  readonly match?: unknown
  readonly run?: unknown
  readonly [key: string]: unknown
}

async function imported(files: Readonly<Record<string, string>>) {
  const { stdout } = await makeProject(files).hooks(['import'])
  const [text = '', left = ''] = stdout.split('\n# Not imported:\n')
  const rules: Readonly<Record<string, readonly Rule[]>> = parse(text).hooks ?? {}
  return { rules, left, text }
}

test('reads Codex: names with their aliases, and tells of hooks in TOML', async () => {
  const { rules, left } = await imported({
    '.codex/hooks.json': json({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash|Write',
            hooks: [command('./a.sh', { timeout: 5 }), { type: 'prompt', prompt: 'x' }],
          },
          { matcher: 'Edi.', hooks: [command('./b.sh')] },
        ],
        Interrupt: [{ hooks: [command('./c.sh')] }],
      },
    }),
    '.codex/config.toml': '[hooks.state."x"]\ntrusted_hash = "1"\n[[hooks.Stop]]\n',
  })
  expect(rules['PreToolUse']).toMatchObject([
    { match: { tool: ['@shell', '@write', '@edit'] }, run: './a.sh', reply: 'codex', timeout: '5s' },
    { match: { tool: ['/Edi./', 'apply_patch'] }, timeout: '600s' },
  ])
  expect(left).toBe(`# .codex/hooks.json: hooks.PreToolUse "prompt"
#   hooks asks no model for a settings file: write its prompt as a recipe, or keep it there
# .codex/hooks.json: hooks.Interrupt "./c.sh"
#   hooks has no event for Interrupt: keep it there
# .codex/config.toml: [hooks.Stop]
#   hooks in TOML are not read: move them to hooks.json beside it, and import again
`)
})

test('reads Gemini CLI: comments, milliseconds, expressions, lists of tools', async () => {
  const { rules, left } = await imported({
    '.gemini/settings.json': `{ // mine
      "tools": { "exclude": ["run_shell_command(rm -rf)", "write_todos"], "allowed": ["glob"], "core": ["glob"] },
      "hooksConfig": { "disabled": ["old"] },
      "hooks": {
        "BeforeTool": [
          { "matcher": "run_shell_command|replace", "hooks": [{ "type": "command", "command": "./a.sh", "timeout": 1500 }] },
          { "matcher": "mcp_shop_.*", "hooks": [{ "type": "command", "command": "./b.sh", "env": { "A": "1" } }] },
          { "hooks": [{ "type": "command", "name": "old", "command": "./c.sh" }] }
        ],
        "SessionStart": [{ "matcher": "startup", "hooks": [{ "type": "command", "command": "./d.sh" }] }]
      }
    }`,
  })
  expect(rules).toMatchObject({
    PreToolUse: [
      { match: { command: 'rm -rf' }, deny: 'The permissions of this project deny it.' },
      { match: { tool: 'write_todos' } },
      { match: { tool: ['@shell', '@edit'] }, run: './a.sh', reply: 'gemini-cli', timeout: '2s' },
      { match: { tool: '/mcp_{1,2}shop_{1,2}.*/' }, timeout: '60s', env: { A: '1' } },
    ],
    SessionStart: [{ match: { source: 'startup' } }],
  })
  expect(left.match(/^# {3}.*$/gm)).toEqual([
    '#   a rule that allows would skip the checks of others: it stays in force in Gemini CLI, which reads its own list',
    '#   a list of the only tools would deny those of other agents: it stays in force in Gemini CLI, which reads its own list',
    '#   hooksConfig.disabled names it: it is switched off',
  ])
})

test('reads Qwen Code: seconds or milliseconds, names of either kind, permissions', async () => {
  const { rules } = await imported({
    '.qwen/settings.json': json({
      permissions: { ask: ['Bash(git push:*)'] },
      hooks: {
        PreToolUse: [
          { matcher: '^run_shell_command$', hooks: [command('./a.sh', { timeout: 3000 })] },
          { matcher: 'Grep', hooks: [command('./b.sh', { timeout: 30 })] },
        ],
        PostToolUseFailure: [{ hooks: [command('./c.sh')] }],
      },
    }),
  })
  expect(rules).toMatchObject({
    PreToolUse: [
      { match: { command: 'git push' }, ask: 'The permissions of this project ask first.' },
      { match: { tool: '@shell' }, reply: 'qwen-code', timeout: '3s' },
      { match: { tool: ['Grep', 'grep_search'] }, timeout: '30s' },
    ],
    PostToolUse: [{ match: { is_error: true }, timeout: '60s' }],
  })
})

test('reads Copilot: both spellings, lines for either shell, programs with arguments', async () => {
  const { rules, left } = await imported({
    '.github/hooks/guard.json': json({
      version: 1,
      hooks: {
        preToolUse: [
          { type: 'command', matcher: 'bash|web_fetch', bash: './a.sh', powershell: './a.ps1', cwd: 'tools' },
          { type: 'command', exec: 'node', args: ['b.mjs'], timeoutSec: 5 },
        ],
        Stop: [{ hooks: [{ type: 'command', bash: './c.sh' }] }],
        agentStop: [{ type: 'command', powershell: './c.ps1' }],
        postToolUse: [{ type: 'http', url: 'https://example.test' }],
      },
    }),
  })
  expect(rules).toMatchObject({
    PreToolUse: [
      {
        match: { tool: ['@shell', 'web_fetch', 'WebFetch'] },
        run: './a.sh',
        reply: 'copilot-cli',
        timeout: '30s',
        cwd: 'tools',
        on_error: 'deny',
      },
      { run: ['node', 'b.mjs'], timeout: '5s' },
    ],
    AgentStop: [{ run: './c.sh' }],
  })
  expect(left).toBe(`# .github/hooks/guard.json: hooks.agentStop "./c.ps1"
#   hooks starts commands by sh, not by PowerShell: write a "bash" beside it
# .github/hooks/guard.json: hooks.postToolUse "http"
#   hooks sends no request by itself: write a script that does (curl --json @-), or keep it there
`)
})

test('reads Cursor: events of one kind of call, permissions of its command line', async () => {
  const { rules, left } = await imported({
    '.cursor/hooks.json': json({
      version: 1,
      hooks: {
        beforeShellExecution: [{ command: './a.sh', matcher: 'curl|wget', failClosed: true }],
        afterFileEdit: [{ command: './b.sh' }],
        preToolUse: [{ command: './c.sh', matcher: 'Shell|Write', timeout: 5 }],
        beforeReadFile: [{ command: './d.sh' }],
      },
    }),
    '.cursor/cli.json': json({
      permissions: { deny: ['Shell(rm)', 'Read(.env*)', 'Mcp(shop:refund)'], allow: ['Shell(ls)'] },
    }),
  })
  expect(rules).toMatchObject({
    PreToolUse: [
      {
        match: { tool: '@shell', input: { command: '/curl|wget/' } },
        reply: 'cursor/beforeShellExecution',
        timeout: '60s',
        on_error: 'deny',
      },
      { match: { tool: ['@shell', '@write'] }, reply: 'cursor', timeout: '5s' },
      { match: { command: 'rm' } },
      { match: { reads: '.env*' } },
      { match: { tool: ['mcp__shop__refund', 'MCP:refund'] } },
    ],
    PostToolUse: [{ match: { tool: ['@write', '@edit'] }, reply: 'cursor/afterFileEdit' }],
  })
  expect(left).toContain('write a rule with "reads", or keep it there')
})

test('a script that several settings name for the same calls is one rule, and what calls hooks is none', async () => {
  const group = (matcher: string) => [{ matcher, hooks: [command('./a.sh')] }]
  const { rules } = await imported({
    '.claude/settings.json': json({ hooks: { PreToolUse: group('Bash') } }),
    '.codex/hooks.json': json({ hooks: { PreToolUse: group('Bash') } }),
    '.gemini/settings.json': json({
      hooks: {
        BeforeTool: [
          ...group('run_shell_command'),
          { hooks: [command('npx hooks-yaml run --agent gemini-cli')] },
        ],
      },
    }),
  })
  expect(rules['PreToolUse']).toMatchObject([{ run: './a.sh', reply: 'claude' }])
})

test.each([
  ['.codex/hooks.json', { hooks: { Stop: [{ hooks: [command('./a.sh')] }] } }],
  ['.gemini/settings.json', { hooks: { AfterAgent: [{ hooks: [command('./a.sh')] }] } }],
  ['.qwen/settings.json', { hooks: { Stop: [{ hooks: [command('./a.sh')] }] } }],
  ['.github/hooks/a.json', { hooks: { agentStop: [{ bash: './a.sh' }] } }],
  ['.cursor/hooks.json', { hooks: { stop: [{ command: './a.sh' }] } }],
])('hooks init offers it where there is %s', async (file, settings) => {
  const { stdout } = await makeProject({ [file]: json(settings) }).hooks(['init'])
  expect(stdout).toContain('\n  hooks import  ')
})

test('a form that an agent does not have is told with those that it has', async () => {
  const rule = "{ run: 'true', reply: cursor/afterAll }"
  const project = makeProject({ 'hooks.yaml': `version: 1\nhooks:\n  PreToolUse:\n    - ${rule}\n` })
  const { stdout } = await project.hooks(['validate'])
  expect(stdout).toContain('scripts of "cursor" have no form "afterAll" [unknown-reply]')
  expect(stdout).toContain('hint: write cursor or cursor/beforeShellExecution or ')
})

type Decision = 'proceed' | 'ask' | 'deny'

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

interface Agent {
  readonly name: string
  readonly file: string
  settings(line: string): unknown
  readonly payload: string
  /** What the real client was seen to do with what a hook printed and how it ended. */
  takes(ended: Ended): Decision
  /** Answers that hooks takes more strictly, and why. */
  readonly stricter: Readonly<Record<string, Decision>>
}

type Reply = Readonly<Record<string, unknown>>

const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const object = ({ stdout }: Ended): Reply | undefined => {
  try {
    const value: unknown = JSON.parse(stdout)
    return isReply(value) ? value : undefined
  } catch {
    return undefined
  }
}
const specific = (ended: Ended): Reply => {
  const found = object(ended)?.['hookSpecificOutput']
  return isReply(found) ? found : {}
}
const says = (value: unknown): Decision => (value === 'deny' || value === 'ask' ? value : 'proceed')

/** Whatever it is called with, it answers so. */
const scripts: Readonly<Record<string, string>> = {
  nothing: 'true',
  text: 'echo checked',
  'exit 2': 'echo no >&2; exit 2',
  'exit 2, silent': 'exit 2',
  'exit 1': 'echo oops >&2; exit 1',
  'exit 127': 'no-such-program-at-all',
  'broken JSON': `echo '{"decision":'`,
  list: `echo '[1]'`,
  'nested deny': `echo '{"hookSpecificOutput":{"hookEventName":"EVENT","permissionDecision":"deny","permissionDecisionReason":"no"}}'`,
  'nested deny, exit 1': `echo '{"hookSpecificOutput":{"hookEventName":"EVENT","permissionDecision":"deny","permissionDecisionReason":"no"}}'; exit 1`,
  'nested deny and more': `echo '{"x":1,"hookSpecificOutput":{"hookEventName":"EVENT","permissionDecision":"deny","permissionDecisionReason":"no"}}'`,
  'nested deny without a reason': `echo '{"hookSpecificOutput":{"hookEventName":"EVENT","permissionDecision":"deny"}}'`,
  'nested ask': `echo '{"hookSpecificOutput":{"hookEventName":"EVENT","permissionDecision":"ask","permissionDecisionReason":"sure?"}}'`,
  'decision block': `echo '{"decision":"block","reason":"no"}'`,
  'decision deny, exit 1': `echo '{"decision":"deny","reason":"no"}'; exit 1`,
  'top deny': `echo '{"permissionDecision":"deny","permissionDecisionReason":"no"}'`,
  'permission deny': `echo '{"permission":"deny","agent_message":"no"}'`,
  'permission ask': `echo '{"permission":"ask","user_message":"sure?"}'`,
}

const fixture = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../fixtures', file), 'utf8'))
const golden = (agent: string, event: string): string =>
  json((fixture(`agents/${agent}.json`) as Record<string, unknown>)[event])
const groups = (event: string) => (line: string) => ({ hooks: { [event]: [{ hooks: [command(line)] }] } })

const agents: readonly Agent[] = [
  {
    name: 'claude-code',
    file: '.claude/settings.json',
    settings: groups('PreToolUse'),
    payload: json(fixture('payloads/claude/PreToolUse-1.json')),
    takes(ended) {
      if (ended.exit === 2) return 'deny'
      if (object(ended)?.['decision'] === 'block') return 'deny'
      return says(specific(ended)['permissionDecision'])
    },
    stricter: {},
  },
  {
    name: 'codex',
    file: '.codex/hooks.json',
    settings: groups('PreToolUse'),
    payload: json(fixture('payloads/codex/PreToolUse-1.json')),
    takes(ended) {
      if (ended.exit === 2) return ended.stderr === '' ? 'proceed' : 'deny'
      const reply = object(ended)
      if (ended.exit !== 0 || reply === undefined || 'x' in reply) return 'proceed'
      if (reply['decision'] === 'block') return 'deny'
      const { permissionDecision: decision, permissionDecisionReason: reason } = specific(ended)
      return decision === 'deny' && reason !== undefined ? 'deny' : 'proceed'
    },
    // Codex fails these hooks, and runs the tool.
    stricter: {
      'exit 2, silent': 'deny',
      'nested deny and more': 'deny',
      'nested deny without a reason': 'deny',
      'nested ask': 'ask',
    },
  },
  {
    name: 'gemini-cli',
    file: '.gemini/settings.json',
    settings: groups('BeforeTool'),
    payload: json(fixture('payloads/gemini/BeforeTool-4.json')),
    takes(ended) {
      const reply = object(ended)
      if (reply === undefined)
        return ended.exit >= 2 && ended.stdout + ended.stderr !== '' ? 'deny' : 'proceed'
      return ['deny', 'block'].includes(String(reply['decision'])) ? 'deny' : 'proceed'
    },
    stricter: { 'exit 2, silent': 'deny' },
  },
  {
    name: 'qwen-code',
    file: '.qwen/settings.json',
    settings: groups('PreToolUse'),
    payload: json(fixture('payloads/qwen/PreToolUse-3.json')),
    takes(ended) {
      if (ended.exit === 2) return ended.stderr === '' ? 'proceed' : 'deny'
      if (['block', 'deny'].includes(String(object(ended)?.['decision']))) return 'deny'
      return says(specific(ended)['permissionDecision'])
    },
    stricter: { 'exit 2, silent': 'deny' },
  },
  {
    name: 'copilot-cli',
    file: '.github/hooks/guard.json',
    settings: (line) => ({ version: 1, hooks: { preToolUse: [{ type: 'command', bash: line }] } }),
    payload: golden('copilot-cli', 'preToolUse'),
    takes(ended) {
      return ended.exit === 0 ? says(object(ended)?.['permissionDecision']) : 'deny'
    },
    // In this spelling Copilot reads the fields at the top alone; what hooks cannot read denies, as a failure does.
    stricter: {
      'broken JSON': 'deny',
      'nested deny': 'deny',
      'nested deny and more': 'deny',
      'nested deny without a reason': 'deny',
      'nested ask': 'ask',
      'decision block': 'deny',
      'permission deny': 'deny',
      'permission ask': 'deny',
    },
  },
  {
    name: 'cursor',
    file: '.cursor/hooks.json',
    settings: (line) => ({ version: 1, hooks: { beforeShellExecution: [{ command: line }] } }),
    payload: golden('cursor', 'beforeShellExecution'),
    takes(ended) {
      if (ended.exit === 2) return 'deny'
      if (ended.exit !== 0) return 'proceed'
      return says(object(ended)?.['permission'])
    },
    // Of Claude Code's fields only reports say how Cursor takes them.
    stricter: {
      'nested deny': 'deny',
      'nested deny and more': 'deny',
      'nested deny without a reason': 'deny',
      'nested ask': 'ask',
      'decision block': 'deny',
    },
  },
]

describe.each(agents)('a round trip of $name', (agent) => {
  const files = [import.meta.filename, `src/agents/${agent.name}`]
  const some = partOf(Object.entries(scripts), 5, { from: agents.indexOf(agent), files })
  test('gives equal answers, and stricter ones where it is said', async () => {
    const native = agent.name === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse'
    const project = makeProject({ [agent.file]: json(agent.settings('sh hook.sh')) })
    const { stdout: rules } = await project.hooks(['import'])
    const payload = json({ ...JSON.parse(agent.payload), cwd: project.root, workspace_roots: [project.root] })
    const before: Record<string, Decision> = {}
    const after: Record<string, Decision> = {}
    for (const [name, text] of some) {
      const script = text.replaceAll('EVENT', native)
      before[name] = agent.takes(await byHand(project, script, payload))
      project.write('hook.sh', `cat > seen.json\n${script}\n`)
      project.write('hooks.yaml', rules) // trusted
      const { stdout } = await project.hooks(['run', '--json'], { input: payload })
      after[name] = JSON.parse(stdout).decision
    }
    const stricter = Object.entries(agent.stricter).filter(([name]) => name in before)
    expect(after).toEqual({ ...before, ...Object.fromEntries(stricter) })
    const order: readonly Decision[] = ['proceed', 'ask', 'deny']
    const looser = Object.keys(before).filter(
      (name) => order.indexOf(after[name] ?? 'proceed') < order.indexOf(before[name] ?? 'deny'),
    )
    expect(looser).toEqual([])
  })
})

async function byHand({ root }: Project, script: string, input: string): Promise<Ended> {
  const { stdout, stderr, exitCode } = await execa('sh', ['-c', script], { cwd: root, input, reject: false })
  return { stdout, stderr, exit: exitCode ?? 1 }
}
