import { expect, test } from 'vitest'
import { dialect as claudeCode } from '../../../src/agents/claude-code/claude-code.ts'
import { showRun } from '../../../src/cli/call/draw.ts'
import { widthOf } from '../../../src/patterns/text/terminal-text.ts'
import { createFakeHost } from '../fake-host.ts'
import { event, evaluated, noOptions, rule, root, traced, verdict, type World } from './world.ts'

interface Drawing extends World {
  readonly name: string
  readonly options?: Partial<typeof noOptions>
  readonly columns?: number
  readonly as?: Parameters<typeof showRun>[1]['answer']
}

const noForcePush = 'Force-pushing rewrites shared history. Push a branch and open a pull request.'
const names = (text: string): unknown => ({ yes: [{ text, exact: text }], no: [] })

const drawings: Drawing[] = [
  {
    name: 'deny',
    considered: 38,
    verdict: verdict({
      decision: 'deny',
      reason: noForcePush,
      trace: [
        traced('no-force-push', 12, { decision: 'deny', why: 'tool Bash, input.command is "*git push -f*"' }),
        traced('audit', 4, {
          at: { file: '/etc/hooks/hooks.yaml', line: 4, column: 7 },
          layer: 'managed',
          mode: 'watch',
          would: 'deny',
          why: 'tool Bash',
        }),
        traced('release-window', 30, { result: 'skipped', why: 'tool Bash' }),
      ],
    }),
  },
  {
    name: 'ask',
    ms: 2.3,
    compiled_ms: 119,
    event: event({ tool_name: 'WebFetch', tool_input: { url: 'https://files.evil.dev/x.sh' } }),
    verdict: verdict({
      decision: 'ask',
      reason: 'files.evil.dev is not on the list of known hosts.',
      trace: [traced('hosts', 8, { decision: 'ask', why: 'tool WebFetch' })],
    }),
    considered: 1,
  },
  {
    name: 'failures',
    ms: 231,
    event: event({
      event: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: `${root}/src/cart.ts` },
      output_text: 'File written',
    }),
    rules: [
      rule('format', {
        event: 'PostToolUse',
        order: 0,
        handler: { kind: 'run', argv: ['npx'], reply: 'native' },
      }),
      rule('coverage', { event: 'PostToolUse', order: 1, on_error: 'deny' }),
      rule('slow-lint', { event: 'PostToolUse', order: 2, timeout_ms: 5000 }),
    ],
    verdict: verdict({
      warnings: [
        {
          code: 'error',
          rule: 'coverage',
          message: './cov.sh: exit 126, not executable; fix: chmod +x ./cov.sh',
        },
        { code: 'timeout', rule: 'slow-lint', message: 'npx: no answer within 5 s' },
        { code: 'ledger', message: 'the ledger could not be written: no space left' },
      ],
      trace: [
        traced('format', 40, { ms: 212, did: 'npx prettier --write src/cart.ts' }),
        traced('coverage', 44, {
          result: 'error',
          ms: 3,
          did: './cov.sh',
          stderr: 'line one\n\u001b[31mred\u001b[0m\n',
        }),
        traced('slow-lint', 50, { result: 'timeout', ms: 5001, did: 'npx eslint .' }),
      ],
    }),
  },
  {
    name: 'changes',
    event: event({ tool_input: { command: 'npm i', timeout: 5, cwd: 'api' } }),
    rules: [rule('use-ci', { handler: { kind: 'inline', inline: { says: 'set_input', patch: {} } } })],
    verdict: verdict({
      updated_input: { command: 'npm ci', timeout: 5, description: 'Install' },
      additional_context: ['Prices are in cents.\nOrders live in src/orders.ts.'],
      system_messages: ['hooks denied nothing'],
      warnings: [{ code: 'conflict', rule: 'x', message: 'two rules want the messages' }],
      trace: [traced('use-ci', 9, { why: 'tool Bash' })],
    }),
  },
  {
    name: 'long-output',
    event: event({
      event: 'PostToolUse',
      tool_input: { command: 'cat orders.log' },
      output_text: `first\n${'line\n'.repeat(20_000)}last`,
    }),
    verdict: verdict({
      updated_output: 'first\n[100,000 characters left out]\nlast',
      trace: [traced('evict', 9, { did: 'evict' })],
    }),
  },
  {
    name: 'continues',
    event: event({
      event: 'AgentStop',
      tool_name: undefined,
      tool_input: undefined,
      stop_active: 2,
    } as never),
    verdict: verdict({
      flow: 'continue',
      flow_reason: 'Not done yet: npm test exited 1.',
      next_prompt: 'Fix the failing test.',
      trace: [traced('tests', 70, { flow: 'continue', ms: 8123, did: 'npm test' })],
    }),
  },
  {
    name: 'nothing-matched',
    considered: 38,
    event: event({ tool_name: 'Read', tool_input: { file_path: `${root}/config/env.ts` } }),
    rules: [
      rule('shell-only', { match: { kind: 'key', key: 'tool', pattern: names('Bash') } }),
      rule('env-files', {
        at: { file: 'hooks.yaml', line: 20, column: 5 },
        order: 1,
        match: {
          kind: 'all',
          of: [
            { kind: 'key', key: 'tool', pattern: names('Read') },
            {
              kind: 'key',
              key: 'input',
              pattern: [
                {
                  field: 'file_path',
                  paths: true,
                  not: false,
                  pattern: { yes: [{ text: '.env*', source: '(^|/)\\.env[^/]*$' }], no: [] },
                },
              ],
            },
          ],
        },
      }),
    ],
  },
  {
    name: 'no-rules',
    event: event({
      event: 'SessionStart',
      tool_name: undefined,
      tool_input: undefined,
      source: 'startup',
    } as never),
  },
  {
    name: 'other-events',
    event: event({ event: 'SessionEnd', tool_name: undefined, tool_input: undefined } as never),
    rules: [rule('a'), rule('b')],
    considered: 0,
  },
  {
    name: 'explain',
    options: { explain: true },
    rules: [rule('once-a-session', { once: 'session' })],
    verdict: verdict({
      decision: 'deny',
      reason: noForcePush,
      trace: [traced('no-force-push', 12, { decision: 'deny', why: 'tool Bash' })],
    }),
    explained: [
      {
        rule: 'no-force-push',
        at: { file: 'hooks.yaml', line: 12, column: 7 },
        layer: 'project',
        order: 0,
        is: 'yes',
        why: 'tool Bash',
      },
      {
        rule: 'env-files',
        at: { file: 'hooks.yaml', line: 20, column: 7 },
        layer: 'project',
        order: 1,
        is: 'no',
        why: 'tool "Bash" is not "Read"',
      },
      {
        rule: 'once-a-session',
        at: { file: 'hooks.yaml', line: 30, column: 7 },
        layer: 'project',
        order: 2,
        is: 'yes',
      },
      {
        rule: 'guess',
        at: { file: 'hooks.yaml', line: 34, column: 7 },
        layer: 'project',
        order: 3,
        is: 'maybe',
        why: 'its match cannot be asked',
      },
    ],
  },
  {
    name: 'answer',
    verdict: verdict({
      decision: 'deny',
      reason: noForcePush,
      trace: [traced('no-force-push', 12, { decision: 'deny', why: 'tool Bash' })],
    }),
    considered: 1,
    as: {
      stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"${noForcePush}"}}\n`,
      stderr: `${noForcePush}\n`,
      exit: 2,
    },
  },
  {
    name: 'observers',
    event: event({ tool_input: { command: 'ls' } }),
    rules: [
      rule('no-force-push'),
      rule('audit', { always: true, handler: { kind: 'use', name: 'ledger', with: {} } }),
      rule('calls', { handler: { kind: 'use', name: 'rate-limit', with: {} } }),
    ],
    verdict: verdict({ trace: [traced('calls', 20), traced('audit', 30)] }),
  },
  {
    name: 'observers-only',
    event: event({ tool_input: { command: 'ls' } }),
    rules: [
      rule('no-force-push', {
        match: { kind: 'key', key: 'tool', pattern: { yes: [{ text: 'Bash', exact: 'Bash' }], no: [] } },
      }),
      rule('audit', { always: true, handler: { kind: 'use', name: 'ledger', with: {} } }),
    ],
    verdict: verdict({ trace: [traced('audit', 30)] }),
    compiled_ms: 12,
  },
  {
    name: 'broken-plan',
    compiled_ms: 12,
    broken: { message: 'hooks.yaml:3:5: unknown key "macth"', errors: 1, on_config_error: 'ask' },
  },
  {
    name: 'narrow',
    columns: 44,
    considered: 38,
    verdict: verdict({
      decision: 'deny',
      reason: noForcePush,
      trace: [
        traced('no-force-push-to-anything-shared', 12, {
          decision: 'deny',
          why: 'tool Bash, input.command is "*git push -f*"',
        }),
      ],
    }),
  },
  {
    name: 'hostile',
    event: event({
      agent: 'cl\u001b]0;owned\u0007',
      cwd: `${root}/${'deep/'.repeat(30)}x`,
      tool_input: { command: 'echo \u001b[2J\u202egnp.exe\r\nrm -rf .\n' },
    }),
    considered: 1,
    verdict: verdict({
      decision: 'deny',
      reason: 'No \u001b[31mred\u001b[0m\u0000 here',
      trace: [traced('x\u001b[0m', 12, { decision: 'deny', why: `input.command is "${'y'.repeat(5000)}"` })],
    }),
  },
]

function draw(drawing: Drawing, env = {}): string {
  const host = createFakeHost({ terminal: true, columns: drawing.columns ?? 80, env, cwd: root })
  const answer = drawing.as === undefined ? {} : { answer: drawing.as, as: claudeCode }
  return showRun(evaluated(drawing), { host, options: { ...noOptions, ...drawing.options }, ...answer })
}

test.each(drawings)('draws $name', async (drawing) => {
  await expect(draw(drawing, { NO_COLOR: '1' })).toMatchFileSnapshot(`golden/${drawing.name}.txt`)
})

test.each(drawings)('keeps $name within its width', (drawing) => {
  const lines = draw(drawing, { NO_COLOR: '1' }).split('\n')
  expect(lines.filter((line) => widthOf(line) > (drawing.columns ?? 80))).toEqual([])
})

test.each(drawings)('draws the same text of $name with colour and without', (drawing) => {
  const coloured = draw(drawing)
  expect(coloured).toContain('\u001b[')
  // oxlint-disable-next-line no-control-regex -- colours are what is taken away
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(draw(drawing, { NO_COLOR: '1' }))
})

test.each(drawings)('lets no control character of the data of $name through', (drawing) => {
  // oxlint-disable-next-line no-control-regex -- it is what is looked for
  expect(draw(drawing, { NO_COLOR: '1' })).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
  )
})
